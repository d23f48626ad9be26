//! Quiescence: captures until the position is quiet, so that the evaluation is asked about quiet positions only.

use super::super::geometry::Spot;
use super::super::moves::Move;
use super::order;
use super::pruning::{self, MAX_PLY};
use super::report::MATE;
use super::worker::{INFINITE, Window, Worker};
use std::mem::take;

/// Plies of captures, as in the published engine.
const CAPTURE_PLIES: u8 = 6;

/// Plies at which checks are answered with every evasion instead of captures alone.
const EVASION_PLIES: u8 = 2;

/// How many plies a quiescence search may still take, and where something was last taken.
#[derive(Clone, Copy)]
struct Budget {
    captures: u8,
    evasions: u8,
    last: Spot,
}

impl Budget {
    /// Whether a capture may be tried, if the first `free` plies may take anything and the others only take back.
    fn admits(self, mv: Move, free: u8) -> bool {
        self.captures + free > CAPTURE_PLIES || mv.to() == self.last
    }
}

impl<const N: usize> Worker<'_, N> {
    /// Score of a position once the captures are played out.
    pub(super) fn quiescence(&mut self, window: Window, ply: usize) -> i32 {
        self.quiet_down(
            window,
            ply,
            Budget { captures: CAPTURE_PLIES, evasions: EVASION_PLIES, last: Spot::default() },
        )
    }

    fn quiet_down(&mut self, mut window: Window, ply: usize, budget: Budget) -> i32 {
        self.frames[ply].pv.clear();
        if self.interrupted(ply) || self.position.bare_kings() {
            return 0;
        }
        let evading = budget.evasions > 0 && ply < MAX_PLY && self.position.in_check();
        let mut best = -INFINITE;
        if !evading {
            best = self.evaluate(window);
            if best >= window.beta || budget.captures == 0 || ply >= MAX_PLY {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        self.try_tactics(window, ply, budget, best, evading)
    }

    /// Tries captures and promotions, or all evasions.
    fn try_tactics(
        &mut self,
        mut window: Window,
        ply: usize,
        budget: Budget,
        standing: i32,
        evading: bool,
    ) -> i32 {
        let mut moves = take(&mut self.frames[ply].moves);
        moves.clear();
        let below = if evading {
            self.position.generate::<true, _>(&mut moves);
            Budget { evasions: budget.evasions - 1, ..budget }
        } else {
            self.position.generate::<false, _>(&mut moves);
            Budget { captures: budget.captures - 1, ..budget }
        };
        let mut scored = take(&mut self.frames[ply].scored);
        order::score_tactics(&self.position, &moves, &self.memory.history, self.weights, &mut scored);
        let free = self.position.game().rules().free_captures;
        let mut best = if evading && moves.is_empty() { -MATE + ply as i32 } else { standing };
        for number in 0..scored.len() {
            let next = order::pick(&mut scored, number);
            if !evading {
                let gain = order::gain(&self.position, next.mv, self.weights);
                if pruning::is_hopeless(standing, gain, window.alpha) {
                    best = best.max((standing + gain + 150).min(window.alpha));
                    continue;
                }
                if order::is_losing(next.score) {
                    break;
                }
                if !budget.admits(next.mv, free) {
                    continue;
                }
            }
            self.position.make(next.mv);
            let score = -self.quiet_down(window.flipped(), ply + 1, Budget { last: next.mv.to(), ..below });
            self.position.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    self.extend_pv(ply, next.mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        self.frames[ply].moves = moves;
        self.frames[ply].scored = scored;
        best
    }
}
