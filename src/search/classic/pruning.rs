//! Forward pruning and reductions (§3.2 steps 8 and 9), each a function of its own.

use super::alphabeta::{Node, NullMove};
use crate::chess::{Move, PieceKind, Position};
use crate::eval::{Style2012, passed_mask};
use crate::search::score::{Bound, MATED_NOW};
use crate::search::worker::{Worker, piece_material};

/// Within this of a mate nothing is pruned.
const NEAR_MATE: i32 = 98_936;
/// A value this much above beta is enough near the leaves.
const RAZOR_UP: i32 = 150;
/// A value this much below beta sends a leaf to quiescence.
const RAZOR_DOWN: i32 = 125;
/// What a late quiet move may gain at depths 1 to 3.
const FUTILITY: [i32; 4] = [0, 120, 140, 310];
/// The side to move must have more than this beside pawns for a null move: at least a minor piece.
const NULL_MATERIAL: i32 = 324;
/// Null move: the ply of the move itself and R = 2.
const NULL_DEPTH: i32 = 3;
/// Below this alpha nothing is reduced: the side to move is being mated.
const REDUCTION_FLOOR: i32 = -49_500;
/// Moves searched before one is reduced, by one ply and by two.
const REDUCE_AFTER: [u32; 2] = [3, 8];
/// A move is reduced if its history is below this share of the largest, percent.
const REDUCE_BELOW: [u32; 2] = [66, 33];

impl Worker<Style2012> {
    /// All that may end a node before its moves are looked at; and notes whether late quiet moves
    /// are futile.
    pub(super) fn prune(&mut self, node: &mut Node) -> Option<i32> {
        if node.in_check || node.is_pv || node.beta >= NEAR_MATE || self.control.aborted {
            return None;
        }
        let value = self.evaluate(node.key, -MATED_NOW + 2, MATED_NOW - 2);
        if node.depth < 4 && node.null_move == NullMove::Allowed {
            if let Some(value) = razor_up(node, value) {
                return Some(value);
            }
            if let Some(value) = self.razor_down(node, value) {
                return Some(value);
            }
        }
        if let Some(value) = self.try_null_move(node) {
            return Some(value);
        }
        node.futile = is_futile(node, value);
        None
    }

    /// Razoring: a hopeless leaf is left to quiescence.
    fn razor_down(&mut self, node: &Node, value: i32) -> Option<i32> {
        if node.depth != 1 || value + RAZOR_DOWN >= node.beta {
            return None;
        }
        Some(self.quiescence(node.ply, node.alpha, node.beta).max(value + RAZOR_DOWN))
    }

    /// The null move (C. Donninger 1993): a side that may pass and still reaches beta will reach
    /// it with a move. It also shows whether the enemy threatens mate.
    fn try_null_move(&mut self, node: &mut Node) -> Option<i32> {
        if node.null_move == NullMove::Forbidden || piece_material(&self.position, node.side) <= NULL_MATERIAL
        {
            return None;
        }
        self.count_node();
        let before = self.line.make_null::<Style2012>(&mut self.position);
        let (depth, beta) = (node.depth - NULL_DEPTH, node.beta);
        let value = -self.search(node.ply, depth, -beta, -beta + 1, NullMove::Forbidden);
        self.line.unmake_null(&mut self.position, before);
        if self.control.aborted {
            return Some(0);
        }
        if value >= beta {
            // §8.3.6: the move stored is the root's first, which means nothing here.
            self.table.store(node.key, node.ply, node.depth, value, Bound::Lower, self.root.first);
            return Some(if value >= NEAR_MATE { beta } else { value });
        }
        node.mate_threat = value <= node.ply as i32 + 4 - MATED_NOW;
        None
    }

    /// Late move reductions: how many plies less a quiet late move gets, by its history.
    pub(super) fn reduction(&self, node: &Node, mv: Move, searched: u32) -> i32 {
        let may_reduce = !self.memory.following_pv
            && searched > REDUCE_AFTER[0]
            && node.depth > 2
            && node.alpha > REDUCTION_FLOOR
            && !is_passed_pawn_move(&self.position, mv);
        if !may_reduce {
            return 0;
        }
        let (history, percent) =
            (self.memory.history.of(node.side, mv), self.memory.history.percent(node.side));
        if history >= REDUCE_BELOW[0] * percent {
            return 0;
        }
        let very_late = !node.endgame && searched > REDUCE_AFTER[1] && node.depth > 3;
        if very_late && history < REDUCE_BELOW[1] * percent { 2 } else { 1 }
    }
}

/// Reverse futility: near the leaves a value well above beta stands.
fn razor_up(node: &Node, value: i32) -> Option<i32> {
    (value - RAZOR_UP >= node.beta).then_some(value - RAZOR_UP)
}

/// Futility (J. Schaeffer 1986, E. Heinz 1998): near the leaves a quiet move will not raise the
/// value to beta.
fn is_futile(node: &Node, value: i32) -> bool {
    node.depth < 4 && node.alpha > -NEAR_MATE && value + FUTILITY[node.depth as usize] < node.beta
}

/// True for a move, just made, that may be passed over or reduced if nothing extends it.
#[inline(always)]
pub(super) fn is_quiet_enough(mv: Move, after: &Position, hash_move: Move, killers: [Move; 2]) -> bool {
    mv.is_quiet() && !after.in_check() && mv != hash_move && !killers.contains(&mv)
}

/// True for a pawn move, just made, to a square where no enemy pawn can stop it.
fn is_passed_pawn_move(after: &Position, mv: Move) -> bool {
    let color = mv.piece().color();
    mv.piece().kind() == PieceKind::Pawn
        && (after.men(!color, PieceKind::Pawn) & passed_mask(color, mv.to())).is_empty()
}
