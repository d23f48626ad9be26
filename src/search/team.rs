//! Several threads on one search ("lazy SMP"): helpers search the same root beside the main thread
//! and share nothing with it but the transposition table, which spreads what each has found.
//!
//! The main thread keeps the limits and reports; helpers leave out some depths, each others, so that
//! they run ahead and do not all walk the same tree. At the end the threads vote for the move. (The
//! idea is D. Homan's, 2013; depths and vote follow Stockfish 7 and 10.)

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Scope, ScopedJoinHandle};

use memmap2::MmapMut;

use super::limits::{Limits, Signals};
use super::report::{Line, Outcome, Report, Silent};
use super::score::MATE_ZONE;
use super::style::Style;
use super::table::Table;
use super::worker::{Searcher, Worker};
use crate::chess::{Move, Position};
use crate::eval::Evaluator;

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;
/// Stack of a searching thread, bytes: only address space until it is used.
pub const STACK: usize = 16 << 20;
/// Entries of all helpers' caches of evaluations together, as far as that leaves each helper some.
const CACHES: usize = 4 << 20;
/// What a worker takes beside that cache, rounded up, bytes.
const WORKER: usize = 4 << 20;
/// What must be free beside what helpers need: allocators take address space in large pieces.
const HEADROOM: usize = 256 << 20;
/// The largest such cache of one helper.
const LARGEST_CACHE: usize = 1 << 18;

/// A main thread's worker and those of its helpers. They keep their caches from search to search.
pub(super) struct Team<S: Style> {
    main: Worker<S>,
    /// Workers are made in the threads that use them.
    helpers: Vec<Option<Worker<S>>>,
}

/// The work of one thread so far; a cache line of its own, for its thread writes it often.
#[derive(Default)]
#[repr(align(64))]
struct Tally {
    nodes: AtomicU64,
    /// Positions found in endgame tables.
    hits: AtomicU64,
}

/// What the threads of a search tell each other.
struct Ledger {
    tallies: Box<[Tally]>,
    /// The main thread has ended.
    is_over: AtomicBool,
}

/// A worker's place in its team; number 0 is the main thread's.
#[derive(Clone)]
pub(super) struct Seat {
    ledger: Arc<Ledger>,
    number: usize,
}

/// What all threads of a search begin with.
struct Task<'a> {
    start: &'a Position,
    moves: &'a [Move],
    limits: &'a Limits,
    signals: &'a Arc<Signals>,
}

impl Ledger {
    fn of(threads: usize) -> Arc<Self> {
        let tallies = (0..threads).map(|_| Tally::default()).collect();
        Arc::new(Self { tallies, is_over: AtomicBool::new(false) })
    }

    fn sum(&self, of: impl Fn(&Tally) -> &AtomicU64) -> u64 {
        self.tallies.iter().map(|tally| of(tally).load(Relaxed)).sum()
    }
}

impl Seat {
    /// The seat of a worker without helpers.
    pub fn alone() -> Self {
        Self { ledger: Ledger::of(1), number: 0 }
    }

    /// True for the main thread.
    pub fn is_main(&self) -> bool {
        self.number == 0
    }

    /// Threads of the team.
    pub fn threads(&self) -> u64 {
        self.ledger.tallies.len() as u64
    }

    /// Writes down the nodes of this thread; returns those of all, of the others as of their last
    /// word.
    pub fn post_nodes(&self, own: u64) -> u64 {
        self.ledger.tallies[self.number].nodes.store(own, Relaxed);
        self.ledger.sum(|tally| &tally.nodes)
    }

    /// As [`Self::post_nodes`], of positions found in endgame tables.
    pub fn post_hits(&self, own: u64) -> u64 {
        self.ledger.tallies[self.number].hits.store(own, Relaxed);
        self.ledger.sum(|tally| &tally.hits)
    }

    /// True once helpers are no longer needed.
    pub fn is_over(&self) -> bool {
        self.ledger.is_over.load(Relaxed)
    }

    /// True if this thread leaves out the iteration of a depth: helpers search blocks of 1 to 4
    /// depths and leave out as many, each pair of neighbours in turn.
    pub fn skips(&self, depth: i32) -> bool {
        const BLOCKS: [(usize, usize); 20] = {
            let mut blocks = [(0, 0); 20];
            let (mut index, mut length) = (0, 1);
            while index < blocks.len() {
                let mut phase = 0;
                while phase < 2 * length {
                    blocks[index] = (length, phase);
                    (index, phase) = (index + 1, phase + 1);
                }
                length += 1;
            }
            blocks
        };
        let Some(helper) = self.number.checked_sub(1) else { return false };
        let (length, phase) = BLOCKS[helper % BLOCKS.len()];
        (depth as usize + phase) / length % 2 == 1
    }
}

impl<S: Style> Team<S> {
    pub fn new(table: Arc<Table>) -> Self {
        Self { main: Worker::new(table), helpers: Vec::new() }
    }

    /// Searches with the helpers and returns what every thread came to, the main one first.
    fn think_together(&mut self, task: &Task, report: &mut dyn Report) -> Vec<Outcome> {
        let ledger = Ledger::of(1 + self.helpers.len());
        let table = Arc::clone(&self.main.table);
        let (main, helpers) = (&mut self.main, &mut self.helpers);
        thread::scope(|scope| {
            let mut running = Vec::with_capacity(helpers.len());
            for (index, place) in helpers.iter_mut().enumerate() {
                let seat = Seat { ledger: Arc::clone(&ledger), number: index + 1 };
                match begin(scope, task, place, seat, &table) {
                    _ if task.signals.is_stopped() => break,
                    Ok(helper) => running.push(helper),
                    Err(error) => {
                        let (got, wanted) = (index + 1, ledger.tallies.len());
                        report.note(&format!(
                            "error: only {got} of {wanted} threads could be started: {error}"
                        ));
                        break;
                    }
                }
            }
            let seat = Seat { ledger: Arc::clone(&ledger), number: 0 };
            let mut outcomes = vec![main.think_in(seat, task, report)];
            ledger.is_over.store(true, Relaxed);
            // A helper that died has no say; the search lives on.
            outcomes.extend(running.into_iter().filter_map(|helper| helper.join().ok().flatten()));
            outcomes
        })
    }

    /// The outcome the threads elect. If it is not the main thread's its line is told, so that the
    /// last line always begins with the move played.
    fn elect(&self, mut outcomes: Vec<Outcome>, report: &mut dyn Report) -> Outcome {
        let elected = election(&outcomes);
        let mut outcome = outcomes.swap_remove(elected);
        if elected > 0
            && let Some(line) = &mut outcome.line
        {
            (line.effort.total, line.time) = (self.main.total_nodes(), self.main.elapsed());
            line.tbhits = self.main.total_hits();
            report.line(line);
        }
        outcome
    }
}

/// Starts a helper in a thread of its own. It leaves its worker in its place, unless it dies.
fn begin<'scope, S: Style>(
    scope: &'scope Scope<'scope, '_>,
    task: &'scope Task,
    place: &'scope mut Option<Worker<S>>,
    seat: Seat,
    table: &Arc<Table>,
) -> io::Result<ScopedJoinHandle<'scope, Option<Outcome>>> {
    let table = Arc::clone(table);
    let cache = (CACHES / seat.threads() as usize).clamp(1 << 14, LARGEST_CACHE);
    let room =
        if place.is_none() { Some(reserve(WORKER + Evaluator::<S>::ENTRY_BYTES * cache)?) } else { None };
    thread::Builder::new().name(format!("helper {}", seat.number)).stack_size(STACK).spawn_scoped(
        scope,
        move || {
            if seat.is_over() || task.signals.is_stopped() {
                return None; // the search was faster than the system
            }
            drop(room);
            let mut worker = place.take().unwrap_or_else(|| Worker::with_cache(table, cache));
            let outcome = worker.think_in(seat, task, &mut Silent);
            *place = Some(worker);
            Some(outcome)
        },
    )
}

/// Memory that a helper about to be made can count on, untouched; to run out of it later would end
/// the program. There must be some to spare besides.
fn reserve(bytes: usize) -> io::Result<MmapMut> {
    drop(MmapMut::map_anon(bytes + HEADROOM)?);
    MmapMut::map_anon(bytes)
}

impl<S: Style> Worker<S> {
    /// Searches without helpers; see [`Searcher::think`].
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        signals: &Arc<Signals>,
        report: &mut dyn Report,
    ) -> Outcome {
        self.think_in(Seat::alone(), &Task { start, moves, limits, signals }, report)
    }

    fn think_in(&mut self, seat: Seat, task: &Task, report: &mut dyn Report) -> Outcome {
        self.prepare(task.start, task.moves, task.limits, Arc::clone(task.signals));
        if seat.number > 0 {
            self.control.abortable = true; // helpers need not find a move
            self.probes.hits = 0; // the main thread counts those of the root
        }
        self.control.seat = seat;
        self.search_prepared(task.limits, report)
    }
}

impl<S: Style> Searcher for Team<S> {
    fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        signals: Arc<Signals>,
        report: &mut dyn Report,
    ) -> Outcome {
        let helpers = limits.threads.clamp(1, MAX_THREADS) - 1;
        if self.helpers.len() != helpers {
            self.helpers.clear(); // their caches are of another size
            self.helpers.resize_with(helpers, || None);
        }
        if helpers == 0 {
            return self.main.think(start, moves, limits, &signals, report);
        }
        let task = Task { start, moves, limits, signals: &signals };
        let mut outcomes = self.think_together(&task, report);
        // Several lines are of one thread, and so is the last iteration asked for by its depth.
        match limits.multipv <= 1 && limits.depth.is_none() {
            true => self.elect(outcomes, report),
            false => outcomes.swap_remove(0),
        }
    }

    fn set_table(&mut self, table: Arc<Table>) {
        for helper in self.helpers.iter_mut().flatten() {
            helper.table = Arc::clone(&table);
        }
        self.main.table = table;
    }
}

/// The place of the outcome with the most votes for its move. A thread's vote weighs the more the
/// deeper it has searched and the better it likes its move; a mate found needs no vote.
fn election(outcomes: &[Outcome]) -> usize {
    let candidates: Vec<(usize, Move, &Line)> =
        outcomes.iter().enumerate().filter_map(|(place, outcome)| candidate(place, outcome)).collect();
    let Some(lowest) = candidates.iter().map(|(.., line)| line.score.0).min() else { return 0 };
    let weight = |line: &Line| i64::from(line.score.0 - lowest + 14) * i64::from(line.depth);
    let votes = |mv: Move| -> i64 {
        candidates.iter().filter(|(_, theirs, _)| *theirs == mv).map(|(.., line)| weight(line)).sum()
    };
    let merit = |&(place, mv, line): &(usize, Move, &Line)| {
        let mate = if line.score.0 > MATE_ZONE { line.score.0 } else { 0 };
        (mate, votes(mv), weight(line), std::cmp::Reverse(place))
    };
    candidates.iter().max_by_key(|candidate| merit(candidate)).map_or(0, |&(place, ..)| place)
}

/// An outcome whose move is backed by its line.
fn candidate(place: usize, outcome: &Outcome) -> Option<(usize, Move, &Line)> {
    let (mv, line) = (outcome.best?, outcome.line.as_ref()?);
    (line.pv.first() == Some(&mv)).then_some((place, mv, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Piece, Square};
    use crate::search::{Bound, Effort, Score};
    use std::time::Duration;

    fn outcome(to: Square, score: i32, depth: u32) -> Outcome {
        let mv = Move::plain(Square::A1, to, Piece::WhiteRook, None);
        let line = Line {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score(score),
            bound: Bound::Exact,
            effort: Effort::default(),
            hashfull: 0,
            tbhits: 0,
            time: Duration::ZERO,
            pv: vec![mv],
        };
        Outcome { best: Some(mv), ponder: None, line: Some(line) }
    }

    #[test]
    fn the_majority_decides_unless_somebody_found_a_mate() {
        let (a, b, c) = (Square::A2, Square::A3, Square::A4);
        assert_eq!(election(&[outcome(a, 10, 9)]), 0);
        assert_eq!(election(&[outcome(a, 10, 9), outcome(a, 10, 9)]), 0, "the main thread at a draw");
        let three = [outcome(a, 10, 9), outcome(b, 9, 9), outcome(b, 10, 9)];
        assert_eq!(election(&three), 2);
        assert_eq!(election(&[outcome(a, 10, 9), outcome(b, 10, 12)]), 1, "the deeper one");
        let mate = [outcome(a, 98_000, 9), outcome(b, 98_990, 8), outcome(a, 98_000, 20)];
        assert_eq!(election(&mate), 1, "the shorter mate");
        let mut empty = outcome(c, 500, 30);
        empty.line = None;
        assert_eq!(election(&[outcome(a, 10, 9), empty.clone()]), 0);
        assert_eq!(election(&[empty, outcome(a, 10, 9)]), 1);
        assert_eq!(election(&[Outcome { best: None, ponder: None, line: None }]), 0);
    }

    #[test]
    fn every_helper_searches_half_of_all_depths_and_the_main_thread_all() {
        let ledger = Ledger::of(MAX_THREADS);
        for number in 0..MAX_THREADS {
            let seat = Seat { ledger: Arc::clone(&ledger), number };
            let skipped = (1..=24).filter(|&depth| seat.skips(depth)).count();
            assert!(if number == 0 { skipped == 0 } else { (9..=15).contains(&skipped) }, "{number}");
        }
    }

    #[test]
    fn nodes_are_summed() {
        let ledger = Ledger::of(3);
        let seat = |number| Seat { ledger: Arc::clone(&ledger), number };
        assert_eq!(seat(0).post_nodes(5), 5);
        assert_eq!(seat(2).post_nodes(7), 12);
        assert_eq!(seat(0).post_nodes(6), 13);
        assert!(!seat(1).is_over() && seat(1).threads() == 3);
    }
}
