//! Quiescence: captures, promotions and, at the first ply, quiet checks; all moves when in check.

use super::LAST_PLY;
use super::picker::{captures_of_quiescence, list_quiescence, next_in_quiescence};
use super::see::wins_at_least;
use crate::chess::Move;
use crate::eval::{Mango, VALUE};
use crate::search::score::{Bound, INFINITE, MATE_ZONE, MATED_NOW};
use crate::search::worker::Worker;

/// Plies of quiescence at which quiet checks are tried.
const CHECK_PLIES: i32 = 1;
/// What a capture may gain beyond the man it takes.
const DELTA: i32 = 200;

/// A quiescence node.
struct Quiet {
    ply: usize,
    alpha: i32,
    beta: i32,
    key: u64,
    in_check: bool,
    /// Plies since the main search ended.
    depth: i32,
    /// What the position is worth if nobody captures.
    stand: i32,
    best: i32,
    best_move: Move,
}

impl Worker<Mango> {
    /// Value of the position once captures are settled, side to move's view, fail-soft. `depth`
    /// counts the plies of quiescence before. 0 if broken off.
    pub(super) fn quiescence(&mut self, ply: usize, alpha: i32, beta: i32, depth: i32) -> i32 {
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        let key = self.key();
        if self.control.aborted || self.is_draw(key) {
            return 0;
        }
        let in_check = self.position.in_check();
        let entry = self.table.probe_bucket(key, ply);
        if let Some(entry) = entry.filter(|entry| beta - alpha == 1 && entry.settles(alpha, beta)) {
            return entry.score;
        }
        let hash_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let best = -INFINITE;
        let mut node =
            Quiet { ply, alpha, beta, key, in_check, depth, stand: best, best, best_move: Move::NONE };
        if !in_check || ply >= LAST_PLY {
            node.stand = self.evaluate(key, alpha, beta);
            node.best = node.stand;
            if node.stand >= beta || ply >= LAST_PLY {
                return node.stand;
            }
            node.alpha = alpha.max(node.stand);
        }
        let with_checks = !in_check && depth < CHECK_PLIES;
        let buffers = &mut self.memory.buffers[ply];
        list_quiescence(&self.position, buffers, &self.memory.histories, hash_move, with_checks);
        captures_of_quiescence(&self.memory.buffers[ply]).for_each(|mv| self.expect(mv));
        self.search_quiet_moves(&mut node)
    }

    fn search_quiet_moves(&mut self, node: &mut Quiet) -> i32 {
        let alpha_at_entry = node.alpha;
        let mut searched = 0;
        while let Some(mv) = next_in_quiescence(&mut self.memory.buffers[node.ply]) {
            if mv.is_quiet() {
                self.expect(mv); // captures are expected since they were listed
            }
            if self.is_hopeless(node, mv) {
                continue;
            }
            searched += 1;
            let before = self.make(mv);
            self.count_node();
            self.counters.quiescence += 1;
            let value = -self.quiescence(node.ply + 1, -node.beta, -node.alpha, node.depth + 1);
            self.unmake(mv, before);
            if self.control.aborted {
                return 0;
            }
            if value > node.best {
                node.best = value;
                if value > node.alpha {
                    (node.alpha, node.best_move) = (value, mv);
                    if node.beta - alpha_at_entry > 1 {
                        self.pv.update(node.ply, mv);
                    }
                }
                if value >= node.beta {
                    break;
                }
            }
        }
        if searched == 0 && node.in_check {
            return node.ply as i32 - MATED_NOW;
        }
        let bound = if node.best >= node.beta {
            Bound::Lower
        } else if node.best > alpha_at_entry {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store_in_bucket(node.key, node.ply, 0, node.best, bound, node.best_move);
        node.best
    }

    /// Delta and exchange pruning: a move that cannot reach alpha or loses material is left out.
    /// Never before an evasion has been found.
    #[inline(always)]
    fn is_hopeless(&self, node: &mut Quiet, mv: Move) -> bool {
        if node.best <= -MATE_ZONE {
            return false;
        }
        if node.in_check {
            return !wins_at_least(&self.position, mv, 0) && !mv.is_promotion();
        }
        if let Some(captured) = mv.captured().filter(|_| !mv.is_promotion()) {
            let reach = node.stand + VALUE[captured.kind().index()] + DELTA;
            if reach <= node.alpha {
                node.best = node.best.max(reach);
                return true;
            }
        }
        !wins_at_least(&self.position, mv, 0)
    }
}
