//! Iterative deepening with aspiration windows (§3.1).

use std::sync::Arc;

use super::limits::{Limits, Signals};
use super::report::{Effort, Line, Outcome, Report};
use super::score::{Bound, INFINITE, MATED_NOW, Score, ScoreKind};
use super::style::Style;
use super::worker::Worker;
use crate::chess::{Move, Position};

/// Half the width of the first window.
const ASPIRATION: i32 = 33;
/// How much further a failed window is opened on the side where it failed.
const WIDENED: i32 = 66;

/// The window of an iteration and what its searches cost.
struct Iteration {
    depth: i32,
    nodes: u64,
    searches: u32,
}

impl<S: Style> Worker<S> {
    /// Searches the position that `moves` lead to from `start` until a limit is reached or a
    /// signal comes, and reports every iteration.
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        signals: Arc<Signals>,
        report: &mut dyn Report,
    ) -> Outcome {
        self.prepare(start, moves, limits, signals);
        let legal = self.allowed_moves();
        if legal.is_empty() {
            return self.no_move_outcome(report);
        }
        let (best, line) = self.deepen(limits, legal.len(), report);
        let pv = line.as_ref().map_or(&[][..], |line| &line.pv);
        let ponder = match *pv {
            [first, second, ..] if Some(first) == best => Some(second),
            _ => None,
        };
        Outcome { best: best.or_else(|| legal.first().copied()), ponder, line }
    }

    fn allowed_moves(&self) -> Vec<Move> {
        let legal = self.position.legal_move_list();
        let allowed = |mv: &Move| self.root.allowed.is_empty() || self.root.allowed.contains(mv);
        legal.iter().copied().filter(allowed).collect()
    }

    /// Mated or stalemated: said once, at depth 0.
    fn no_move_outcome(&self, report: &mut dyn Report) -> Outcome {
        let score = if self.position.in_check() { Score::MATED } else { Score::DRAW };
        let line = self.line_of(0, score, Bound::Exact, Effort::default(), Vec::new());
        report.line(&line);
        Outcome { best: None, ponder: None, line: Some(line) }
    }

    /// The loop over depths. Returns the move found and the last line.
    fn deepen(
        &mut self,
        limits: &Limits,
        root_moves: usize,
        report: &mut dyn Report,
    ) -> (Option<Move>, Option<Line>) {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let (mut best, mut last) = (None, None);
        let deepest = limits.depth.unwrap_or(S::MAX_DEPTH).clamp(1, S::MAX_DEPTH);
        for depth in 1..=deepest as i32 {
            self.control.abortable = best.is_some();
            if best.is_some() && self.is_exhausted() {
                break;
            }
            self.seldepth = 0;
            let mut iteration = Iteration { depth, nodes: 0, searches: 0 };
            let value = self.aspirate(&mut iteration, alpha, beta);
            let candidate = self.pv.first(0);
            if self.control.aborted {
                // §3.1: a new best move of an unfinished iteration counts once enough is searched.
                let enough = self.root.finished > root_moves / 6;
                if enough && !candidate.is_none() && Some(candidate) != best {
                    best = Some(candidate);
                    last = Some(self.report_iteration(&iteration, self.root.value, report));
                }
                break;
            }
            (alpha, beta) = (value - ASPIRATION, value + ASPIRATION);
            if !candidate.is_none() {
                best = Some(candidate);
            }
            last = Some(self.report_iteration(&iteration, value, report));
            if self.is_finished(value, depth, limits, root_moves) {
                break;
            }
        }
        (best, last)
    }

    /// One iteration: a search inside the window around the last value, and wider ones if the value
    /// lies outside (§3.1 steps 4 and 4a).
    fn aspirate(&mut self, iteration: &mut Iteration, alpha: i32, beta: i32) -> i32 {
        let mut value = self.search_root(iteration, alpha, beta);
        if self.control.aborted {
            return value;
        }
        if value >= beta {
            value = self.search_root(iteration, value - 1, beta + WIDENED);
            if value >= beta && !self.control.aborted {
                value = self.search_root(iteration, value - 1, INFINITE);
            }
        } else if value <= alpha {
            value = self.search_root(iteration, alpha - WIDENED, value + 1);
            if value <= alpha && !self.control.aborted {
                value = self.search_root(iteration, -INFINITE, value + 1);
            }
        }
        value
    }

    fn search_root(&mut self, iteration: &mut Iteration, alpha: i32, beta: i32) -> i32 {
        self.reset();
        self.root.value = alpha;
        let value = S::search_root(self, iteration.depth, alpha, beta);
        iteration.nodes += self.counters.nodes;
        iteration.searches += 1;
        value
    }

    /// True if another iteration is not worth its time.
    fn is_finished(&self, value: i32, depth: i32, limits: &Limits, root_moves: usize) -> bool {
        let hurried = !(S::ENDINGS_USE_ALL_TIME && self.is_endgame());
        let on_clock = limits.clock.is_some() && !limits.infinite && !self.control.signals.is_pondering();
        let mate_bound = MATED_NOW - 2 - depth;
        let mate_found = match Score(value).kind() {
            ScoreKind::MateIn(moves) => limits.mate.is_some_and(|wanted| moves <= wanted),
            _ => false,
        };
        hurried && self.is_past_soft_limit()
            || on_clock && root_moves == 1
            || value.abs() > mate_bound
            || mate_found
    }

    fn report_iteration(&self, iteration: &Iteration, value: i32, report: &mut dyn Report) -> Line {
        let effort = Effort {
            nodes: self.counters.nodes,
            quiescence: self.counters.quiescence,
            iteration: iteration.nodes,
            searches: iteration.searches,
            total: self.total_nodes(),
        };
        let line =
            self.line_of(iteration.depth as u32, Score(value), Bound::Exact, effort, self.pv.line().to_vec());
        report.line(&line);
        line
    }

    fn line_of(&self, depth: u32, score: Score, bound: Bound, effort: Effort, pv: Vec<Move>) -> Line {
        Line {
            depth,
            seldepth: self.seldepth as u32,
            multipv: 1,
            score,
            bound,
            effort,
            hashfull: self.table.per_mille_used(),
            tbhits: 0,
            time: self.elapsed(),
            pv,
        }
    }
}
