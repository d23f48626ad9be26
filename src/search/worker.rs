//! One searching thread: its position, its tables, and when it has to stop.

use std::sync::Arc;
use std::time::Duration;

use super::clock::{Budget, Mood};
use super::endings::Probes;
use super::limits::{Limits, Signals};
use super::line::{Before, Line};
use super::mate::MateSearch;
use super::pv::PvTable;
use super::report::{Outcome, Report};
use super::style::{Memory, Style, StyleName};
use super::table::Table;
use super::team::{Seat, Team};
use crate::chess::{Color, PieceKind};
use crate::chess::{Move, Position};
use crate::eval::{Evaluator, Mango, Style2012, VALUE, Window};

/// Room for the deepest line of any style, quiescence included.
pub(super) const MAX_PLIES: usize = 256;

/// How often the signals and the clock are looked at, in nodes: every fraction of a millisecond.
const POLL_INTERVAL: u64 = 1_024;
/// At first they are looked at more often, because the first nodes meet memory that the system has
/// yet to hand out.
const FIRST_INTERVAL: u64 = 16;

/// Below this much non-pawn material of either side the position is an ending, centipawns (§3).
const ENDGAME_MATERIAL: i32 = 1_475;

/// Node counters of one (re-)search.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counters {
    /// All nodes, quiescence included.
    pub nodes: u64,
    /// Quiescence nodes.
    pub quiescence: u64,
}

/// A thread that searches in a style. It keeps its caches from search to search.
pub struct Worker<S: Style> {
    pub(super) position: Position,
    pub(super) line: Line,
    pub(super) table: Arc<Table>,
    pub(super) evaluator: Evaluator<S>,
    pub(super) memory: S::Memory,
    pub(super) pv: PvTable,
    pub(super) counters: Counters,
    /// Deepest ply reached since the iteration began.
    pub(super) seldepth: usize,
    pub(super) root: Root,
    pub(super) probes: Probes,
    /// The search for the mate asked for, while it is not answered.
    pub(super) quest: Option<MateSearch>,
    pub(super) control: Control,
}

/// What the search keeps of the root.
#[derive(Default)]
pub(super) struct Root {
    /// The moves allowed; all if empty.
    pub allowed: Vec<Move>,
    /// The move searched first.
    pub first: Move,
    /// Root moves finished in this (re-)search.
    pub finished: usize,
    /// The value of the best move so far in this (re-)search.
    pub value: i32,
}

/// When to stop.
pub(super) struct Control {
    pub signals: Arc<Signals>,
    pub seat: Seat,
    pub budget: Option<Budget>,
    pub mood: Mood,
    node_limit: u64,
    /// Nodes of searches that have ended.
    pub nodes_before: u64,
    until_poll: u64,
    /// The search may be broken off: some iteration has found a move.
    pub abortable: bool,
    pub aborted: bool,
}

/// A worker of whatever style, with as many helpers as the limits of a search allow.
pub trait Searcher: Send {
    /// Searches the position that `moves` lead to from `start` until a limit is reached or a signal
    /// comes, and reports every iteration.
    fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        signals: Arc<Signals>,
        report: &mut dyn Report,
    ) -> Outcome;

    /// Replaces the table, after its size has changed.
    fn set_table(&mut self, table: Arc<Table>);
}

impl StyleName {
    /// A worker of the style named, which gathers helpers when it is to use several threads.
    #[must_use]
    pub fn searcher(self, table: Arc<Table>) -> Box<dyn Searcher> {
        match self {
            Self::Mango => Box::new(Team::<Mango>::new(table)),
            Self::Classic => Box::new(Team::<Style2012>::new(table)),
        }
    }
}

impl<S: Style> Worker<S> {
    /// A worker that uses a table.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        Self::with_evaluator(table, Evaluator::new())
    }

    /// A worker with a cache of evaluations of so many entries.
    pub(super) fn with_cache(table: Arc<Table>, entries: usize) -> Self {
        Self::with_evaluator(table, Evaluator::with_entries(entries))
    }

    fn with_evaluator(table: Arc<Table>, evaluator: Evaluator<S>) -> Self {
        Self {
            position: Position::startpos(),
            line: Line::new(),
            table,
            evaluator,
            memory: S::Memory::new(),
            pv: PvTable::new(MAX_PLIES),
            counters: Counters::default(),
            seldepth: 0,
            root: Root::default(),
            probes: Probes::default(),
            quest: None,
            control: Control {
                signals: Arc::new(Signals::new()),
                seat: Seat::alone(),
                budget: None,
                mood: Mood::default(),
                node_limit: u64::MAX,
                nodes_before: 0,
                until_poll: 0,
                abortable: false,
                aborted: false,
            },
        }
    }

    /// Gives the evaluation cache another size.
    pub fn set_evaluation_cache(&mut self, entries: usize) {
        self.evaluator = Evaluator::with_entries(entries);
    }

    /// Prepares for a search of the position that `moves` lead to from `start` (§3.1 step 3).
    pub(super) fn prepare(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        signals: Arc<Signals>,
    ) {
        self.position = self.line.replay::<S>(start, moves);
        self.evaluator.set_generation(self.table.salt());
        self.memory.prepare();
        self.pv.clear();
        self.counters = Counters::default();
        self.probes = Probes::of(limits);
        self.root = Root { allowed: limits.root_moves.clone(), ..Root::default() };
        self.control = Control {
            signals,
            seat: Seat::alone(),
            budget: Budget::of(limits, S::TIMING),
            mood: Mood::default(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes_before: 0,
            until_poll: 1,
            abortable: false,
            aborted: false,
        };
        self.reset();
    }

    /// Resets what does not outlive a single (re-)search (§3.1 step 4).
    pub(super) fn reset(&mut self) {
        self.control.nodes_before += self.counters.nodes;
        self.counters = Counters::default();
        self.memory.reset();
        self.root.finished = 0;
    }

    /// Nodes of all threads since the search began.
    pub(super) fn total_nodes(&self) -> u64 {
        self.control.seat.post_nodes(self.own_nodes())
    }

    /// Positions all threads have found in endgame tables since the search began.
    pub(super) fn total_hits(&self) -> u64 {
        self.control.seat.post_hits(self.probes.hits)
    }

    /// Nodes of this thread since the search began.
    pub(super) fn own_nodes(&self) -> u64 {
        self.control.nodes_before + self.counters.nodes
    }

    /// Counts a node and now and then looks whether to stop.
    #[inline(always)]
    pub(super) fn count_node(&mut self) {
        self.counters.nodes += 1;
        self.control.until_poll = self.control.until_poll.saturating_sub(1);
        if self.control.until_poll == 0 {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let (own, total) = (self.own_nodes(), self.total_nodes());
        self.control.seat.post_hits(self.probes.hits);
        let control = &mut self.control;
        let interval = POLL_INTERVAL.min(FIRST_INTERVAL + own / 16);
        let share = control.node_limit.saturating_sub(total) / control.seat.threads();
        control.until_poll = interval.min(share).max(1);
        if !control.abortable {
            return;
        }
        let out_of_time = || {
            let budget = control.budget.filter(|_| !control.signals.is_pondering());
            budget.is_some_and(|budget| control.signals.own_elapsed() >= budget.hard)
        };
        let stopped = control.signals.is_stopped() || control.seat.is_over();
        if total >= control.node_limit || stopped || out_of_time() {
            control.aborted = true;
        }
    }

    /// True once another iteration is not worth its time.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        let control = &self.control;
        control.budget.is_some_and(|budget| {
            !control.signals.is_pondering() && control.signals.own_elapsed() > budget.soft(control.mood)
        })
    }

    /// Looks at the limits between iterations.
    pub(super) fn is_exhausted(&mut self) -> bool {
        self.poll();
        self.control.aborted
    }

    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        S::key(&self.position)
    }

    /// Value of the position, side to move's view.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, key: u64, alpha: i32, beta: i32) -> i32 {
        self.evaluator.evaluate(&self.position, key, self.line.clock(), Window { alpha, beta })
    }

    /// Asks for the memory that the node behind a move will need.
    #[inline(always)]
    pub(super) fn expect(&self, mv: Move) {
        let key = self.position.likely_key_after(mv);
        self.table.prefetch(key);
        self.evaluator.prefetch(key);
    }

    /// Makes a move.
    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) -> Before {
        self.line.make::<S>(&mut self.position, mv)
    }

    #[inline(always)]
    pub(super) fn unmake(&mut self, mv: Move, before: Before) {
        self.line.unmake(&mut self.position, mv, before);
    }

    /// True if either side has little left beside pawns (§3: "or").
    #[inline(always)]
    pub(super) fn is_endgame(&self) -> bool {
        Color::ALL.into_iter().any(|color| piece_material(&self.position, color) < ENDGAME_MATERIAL)
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.control.signals.elapsed()
    }
}

/// Value of everything but pawns and king, centipawns.
#[inline(always)]
pub(super) fn piece_material(position: &Position, color: Color) -> i32 {
    let value = |kind: PieceKind| VALUE[kind.index()] * position.count(color, kind);
    value(PieceKind::Knight) + value(PieceKind::Bishop) + value(PieceKind::Rook) + value(PieceKind::Queen)
}
