//! One thread of a search: principal variation search, fail-soft, with everything it remembers.

use super::super::eval::{self, PawnCache, Weights};
use super::super::moves::Move;
use super::super::position::Position;
use super::order::{self, Hints, History, Killers, Scored};
use super::pruning::{self, MAX_PLY};
use super::report::{MATE, MATE_BOUND};
use super::shared::Shared;
use super::table::{Bound, Found, rooted};
use std::mem::take;

/// Larger than every score.
pub(super) const INFINITE: i32 = MATE + 1;

/// What a thread keeps between the searches of a game.
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) pawns: PawnCache,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { history: History::new(), pawns: PawnCache::new() }
    }
}

/// What belongs to one ply; lists keep their storage.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) moves: Vec<Move>,
    pub(super) scored: Vec<Scored>,
    pub(super) quiets: Vec<Move>,
    pub(super) pv: Vec<Move>,
    pub(super) killers: Killers,
    /// The move that led to the next ply.
    pub(super) played: Move,
}

/// Whether a node may pass: never twice running.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    Allowed,
    Forbidden,
}

/// Scores still of interest.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The same window for the opponent.
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only the question whether a score exceeds alpha.
    pub(super) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, const N: usize> {
    pub(super) position: Position<N>,
    pub(super) weights: &'a Weights,
    pub(super) shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) frames: Vec<Frame>,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// The first thread watches the clock.
    pub(super) first: bool,
    pub(super) stopped: bool,
}

impl<'a, const N: usize> Worker<'a, N> {
    pub(super) fn new(
        position: &Position<N>,
        weights: &'a Weights,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        first: bool,
    ) -> Worker<'a, N> {
        let frame = Frame {
            moves: Vec::with_capacity(256),
            scored: Vec::with_capacity(256),
            quiets: Vec::with_capacity(64),
            pv: Vec::new(),
            killers: Killers::NONE,
            played: Move::NONE,
        };
        Worker {
            position: position.clone(),
            weights,
            shared,
            memory,
            frames: vec![frame; MAX_PLY + 4],
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            first,
            stopped: false,
        }
    }

    /// Counts a node and looks now and then whether to stop.
    #[inline(always)]
    pub(super) fn interrupted(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(Shared::BATCH) {
            self.stopped |= self.shared.must_stop(self.first);
        }
        self.stopped
    }

    pub(super) fn evaluate(&mut self, window: Window) -> i32 {
        let around = (window.alpha, window.beta);
        eval::evaluate(&self.position, self.weights, &mut self.memory.pawns, around)
    }

    /// Score of a node at which the rules end the game, other than by lack of moves.
    fn drawn(&self, in_check: bool) -> bool {
        let position = &self.position;
        let exhausted = position.halfmoves() >= 100 && (!in_check || position.has_legal_move());
        exhausted || position.bare_kings() || position.repetitions() > 0
    }

    /// Principal variation search of a node below the root.
    pub(super) fn search(&mut self, window: Window, depth: i32, ply: usize, pass: Pass) -> i32 {
        self.frames[ply].pv.clear();
        let in_check = self.position.in_check();
        let depth = depth + pruning::check_extension(in_check, ply, self.root_depth);
        if depth <= 0 {
            return self.quiescence(window, ply);
        }
        if self.interrupted(ply) || self.drawn(in_check) {
            return 0;
        }
        // Mate distance: no line from here is better than mating at once or worse than being mated now.
        let window = Window {
            alpha: window.alpha.max(-MATE + ply as i32),
            beta: window.beta.min(MATE - ply as i32 - 1),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let found = self.shared.table.find(self.position.key());
        if let Some(score) = cut_off(found, window, depth, ply).filter(|_| window.is_null()) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(window);
        }
        let score = if in_check { -INFINITE } else { self.static_score(window, found, ply) };
        if !in_check && window.is_null() && window.beta.abs() < MATE_BOUND {
            if pruning::stands_above(depth, score, window.beta) {
                return score;
            }
            let passes =
                pass == Pass::Allowed && pruning::may_pass(&self.position, depth, score, window.beta);
            if let Some(score) = passes.then(|| self.try_pass(window, depth, score, ply)).flatten() {
                return score;
            }
        }
        let known = found.and_then(|found| found.mv);
        let depth = depth - pruning::reduction_without_move(depth, known.is_some());
        self.search_moves(window, Node { depth, ply, standing: score, in_check, quiets: 0 }, known)
    }

    /// Static evaluation, corrected by the table where that knows better.
    fn static_score(&mut self, window: Window, found: Option<Found>, ply: usize) -> i32 {
        let wide = Window { alpha: window.alpha - 500, beta: window.beta + 500 };
        let score = self.evaluate(wide);
        let better = |found: &Found| match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score_at(ply) > score,
            Bound::Upper => found.score_at(ply) < score,
        };
        found.filter(better).map_or(score, |found| found.score_at(ply))
    }

    /// Passes the turn; a score if even that is too good for the opponent.
    fn try_pass(&mut self, window: Window, depth: i32, score: i32, ply: usize) -> Option<i32> {
        let above = Window { alpha: window.beta - 1, beta: window.beta };
        self.frames[ply].played = Move::NONE;
        self.position.pass();
        let depth = pruning::depth_after_pass(depth, score, window.beta);
        let score = -self.search(above.flipped(), depth, ply + 1, Pass::Forbidden);
        self.position.unmake();
        // A mate found after a pass is not proven.
        (score >= window.beta && !self.stopped).then_some(if score >= MATE_BOUND {
            window.beta
        } else {
            score
        })
    }

    fn hints(&self, ply: usize, table: Option<Move>) -> Hints {
        let last = self.frames[ply - 1].played;
        let counter =
            if last == Move::NONE { last } else { self.memory.history.counter(&self.position, last) };
        Hints { table, killers: self.frames[ply].killers, counter }
    }

    /// Tries the moves of a node in order.
    fn search_moves(&mut self, mut window: Window, mut node: Node, known: Option<Move>) -> i32 {
        let ply = node.ply;
        let mut moves = take(&mut self.frames[ply].moves);
        moves.clear();
        self.position.generate::<true, _>(&mut moves);
        let mut scored = take(&mut self.frames[ply].scored);
        let hints = self.hints(ply, known);
        order::score_moves(&self.position, &moves, &hints, &self.memory.history, self.weights, &mut scored);
        self.frames[ply].quiets.clear();
        self.frames[ply + 2].killers = Killers::NONE;

        let alpha = window.alpha;
        let mut best = Best { score: -INFINITE, mv: None };
        for number in 0..scored.len() {
            let next = order::pick(&mut scored, number);
            let quiet = self.is_quiet(next.mv);
            if quiet && self.is_pruned(next, window, &node, &best) {
                continue;
            }
            let score = self.search_move(next, number, quiet, window, &node);
            if self.stopped {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    best.mv = Some(next.mv);
                    self.extend_pv(ply, next.mv);
                    window.alpha = score;
                }
            }
            if score >= window.beta {
                self.learn(next.mv, quiet, node.depth, ply);
                break;
            }
            if quiet {
                node.quiets += 1;
                self.frames[ply].quiets.push(next.mv);
            }
        }
        let none = scored.is_empty();
        self.frames[ply].moves = moves;
        self.frames[ply].scored = scored;
        if none {
            return if node.in_check { -MATE + ply as i32 } else { 0 };
        }
        if !self.stopped {
            self.remember(best, alpha, window.beta, node.depth, ply);
        }
        best.score
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.position.is_capture(mv) && mv.promotion().is_none()
    }

    /// Whether a quiet move is passed over: never the first, never in check, never while being mated.
    #[inline(always)]
    fn is_pruned(&self, next: Scored, window: Window, node: &Node, best: &Best) -> bool {
        if node.in_check || best.score <= -MATE_BOUND || !window.is_null() || order::is_trusted(next.score) {
            return false;
        }
        let late = node.quiets >= pruning::quiet_limit(node.depth);
        let futile = pruning::is_futile(node.depth, node.standing, window.alpha);
        (late || futile) && !pruning::gives_check(&self.position, next.mv, self.position.side())
    }

    /// Searches one move: reduced and with a null window first, then as far as its score demands.
    fn search_move(&mut self, next: Scored, number: usize, quiet: bool, window: Window, node: &Node) -> i32 {
        let pv = !window.is_null();
        let late = (quiet || next.score < 0) && !node.in_check;
        let mut reduction = if late { pruning::late_reduction(node.depth, number, pv) } else { 0 };
        if order::is_trusted(next.score) {
            reduction = (reduction - 1).max(0);
        }
        let below = node.ply + 1;
        self.frames[node.ply].played = next.mv;
        self.position.make(next.mv);
        let null = window.null().flipped();
        let full = node.depth - 1;
        let mut score = 0;
        if number > 0 {
            score = -self.search(null, full - reduction, below, Pass::Allowed);
            if score > window.alpha && reduction > 0 {
                score = -self.search(null, full, below, Pass::Allowed);
            }
        }
        if number == 0 || pv && score > window.alpha {
            score = -self.search(window.flipped(), full, below, Pass::Allowed);
        }
        self.position.unmake();
        score
    }

    /// Puts a move before the line of the next ply.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// Learns from a cut-off.
    fn learn(&mut self, mv: Move, quiet: bool, depth: i32, ply: usize) {
        if !quiet {
            return;
        }
        let last = self.frames[ply - 1].played;
        let frame = &mut self.frames[ply];
        frame.killers.add(mv);
        self.memory.history.reward(&self.position, mv, &frame.quiets, depth);
        if last != Move::NONE {
            self.memory.history.set_counter(&self.position, last, mv);
        }
    }

    fn remember(&self, best: Best, alpha: i32, beta: i32, depth: i32, ply: usize) {
        let bound = match best.score {
            score if score >= beta => Bound::Lower,
            score if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let found = Found { mv: best.mv, score: rooted(best.score, ply), depth, bound };
        self.shared.table.store(self.position.key(), found);
    }
}

/// What the moves of a node have in common.
struct Node {
    depth: i32,
    ply: usize,
    /// Static score, if not in check.
    standing: i32,
    in_check: bool,
    /// Quiet moves tried so far.
    quiets: usize,
}

/// The best move of a node so far.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    mv: Option<Move>,
}

/// The table's score, if it answers the question of the window.
fn cut_off(found: Option<Found>, window: Window, depth: i32, ply: usize) -> Option<i32> {
    let found = found.filter(|found| found.depth >= depth)?;
    let score = found.score_at(ply);
    let answers = match found.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    answers.then_some(score)
}
