//! Forward pruning, each step a function of its own.

use super::alphabeta::{Candidate, Node};
use super::picker::{Picker, Stage};
use super::see::wins_at_least;
use crate::chess::{CheckInfo, Move};
use crate::eval::Mango;
use crate::search::score::{MATE_ZONE, MATED_NOW};
use crate::search::worker::{Worker, piece_material};

/// Razoring: how far below alpha a node of depth 1 to 3 must stand. Two or three plies are enough
/// for a quiet move that threatens mate: there only a hopeless node is given up.
const RAZOR: [i32; 4] = [0, 250, 900, 1_400];
/// Reverse futility: margin for each ply of depth.
const STATIC_MARGIN: i32 = 85;
/// Reverse futility: deepest node.
const STATIC_DEPTH: i32 = 4;
/// From this depth on, or with little material, a null-move cut-off is verified.
const VERIFY_DEPTH: i32 = 12;
/// With no more than this beside pawns zugzwang is likely, centipawns.
const VERIFY_MATERIAL: i32 = 500;
/// Deepest node at which quiet moves are futile.
const FUTILITY_DEPTH: i32 = 6;
/// Deepest node at which late quiet moves are passed over.
const LATE_DEPTH: i32 = 7;
/// Deepest node at which moves that lose material are passed over.
const EXCHANGE_DEPTH: i32 = 7;

impl Worker<Mango> {
    /// All that may end a node before its moves are looked at.
    pub(super) fn prune(&mut self, node: &mut Node) -> Option<i32> {
        if node.in_check || node.is_pv || node.beta.abs() >= MATE_ZONE {
            return None;
        }
        if let Some(value) = self.razor(node) {
            return Some(value);
        }
        if let Some(value) = stand_by_margin(node) {
            return Some(value);
        }
        self.try_null_move(node)
    }

    /// Razoring (J. Birmingham and P. Kent 1977): a node far below alpha near the leaves is left to
    /// quiescence, which must confirm it.
    fn razor(&mut self, node: &Node) -> Option<i32> {
        if node.depth > 3 || node.eval + RAZOR[node.depth as usize] > node.alpha {
            return None;
        }
        let value = self.quiescence(node.ply, node.alpha, node.alpha + 1, 0);
        (value <= node.alpha).then_some(value)
    }

    /// The null move (C. Donninger 1993): a side that may pass and still reaches beta will reach it
    /// with a move — except in zugzwang, so deep cut-offs and those with few pieces are verified
    /// (O. David-Tabibi and N. Netanyahu 2002). It also shows a threat of mate.
    fn try_null_move(&mut self, node: &mut Node) -> Option<i32> {
        let material = piece_material(&self.position, node.side);
        let wanted = node.depth >= 2
            && node.eval >= node.beta
            && material > 0
            && !node.previous.is_none()
            && node.ply >= self.memory.no_null_before;
        if !wanted {
            return None;
        }
        let depth = node.depth - 1 - null_reduction(node);
        let value = self.search_null(node, depth);
        if self.control.aborted {
            return Some(0);
        }
        if value < node.beta {
            node.mate_threat = value < -MATE_ZONE;
            return None;
        }
        let value = if value >= MATE_ZONE { node.beta } else { value };
        let doubtful = node.depth >= VERIFY_DEPTH || material <= VERIFY_MATERIAL;
        if !doubtful || self.memory.no_null_before > 0 {
            return Some(value);
        }
        (self.verify(node, depth) >= node.beta).then_some(value)
    }

    fn search_null(&mut self, node: &Node, depth: i32) -> i32 {
        self.memory.frames[node.ply].mv = Move::NONE;
        let before = self.line.make_null::<Mango>(&mut self.position);
        self.count_node();
        let value = -self.search(node.ply + 1, depth, -node.beta, -node.beta + 1);
        self.line.unmake_null(&mut self.position, before);
        value
    }

    /// Searches the node itself to the null move's depth, for some plies without null moves.
    fn verify(&mut self, node: &Node, depth: i32) -> i32 {
        self.memory.no_null_before = node.ply + (3 * depth.max(1) / 4) as usize + 1;
        let value = self.search(node.ply, depth.max(1), node.beta - 1, node.beta);
        self.memory.no_null_before = 0;
        value
    }

    /// True if a move is not worth searching; may tell the picker that no quiet move is but checks.
    /// What deserves an extension is worth it. Where a mate is known a shorter one is looked for
    /// among all moves: no evaluation promises it.
    pub(super) fn is_passed_over(
        &self,
        node: &Node,
        candidate: &Candidate,
        checks: &CheckInfo,
        picker: &mut Picker,
    ) -> bool {
        let seeks_mate = node.alpha >= MATE_ZONE;
        if node.ply == 0 || seeks_mate || candidate.extension > 0 {
            return false;
        }
        if piece_material(&self.position, node.side) == 0 {
            return false;
        }
        if candidate.mv.is_quiet() && !candidate.gives_check {
            if is_late(node, candidate) || self.is_futile(node, candidate) {
                picker.skip_quiets(checks);
                return true;
            }
            return self.loses_material(node, candidate, -30 * node.depth * node.depth);
        }
        candidate.stage == Stage::BadCaptures && self.loses_material(node, candidate, -100 * node.depth)
    }

    /// Futility (J. Schaeffer 1986, E. Heinz 1998): near the leaves a quiet move will not lift a
    /// bad position to alpha.
    fn is_futile(&self, node: &Node, candidate: &Candidate) -> bool {
        let depth = (node.depth - self.reduction(node, candidate)).max(1);
        !node.in_check && depth <= FUTILITY_DEPTH && node.eval + 120 + 90 * depth <= node.alpha
    }

    fn loses_material(&self, node: &Node, candidate: &Candidate, threshold: i32) -> bool {
        node.depth <= EXCHANGE_DEPTH && !wins_at_least(&self.position, candidate.mv, threshold)
    }
}

/// Reverse futility ("static null move"): near the leaves a value far above beta stands.
fn stand_by_margin(node: &Node) -> Option<i32> {
    let margin = STATIC_MARGIN * (node.depth - i32::from(node.improving));
    let stands = node.depth <= STATIC_DEPTH && node.eval - margin >= node.beta && node.eval < MATED_NOW / 2;
    stands.then_some(node.eval)
}

/// How much shallower the search behind a null move is: two plies, more with depth and margin.
fn null_reduction(node: &Node) -> i32 {
    2 + node.depth / 4 + ((node.eval - node.beta) / 200).clamp(0, 3)
}

/// Late-move pruning: near the leaves the first few quiet moves are enough.
fn is_late(node: &Node, candidate: &Candidate) -> bool {
    let square = node.depth * node.depth;
    let few = if node.improving { 4 + square } else { 2 + square / 2 };
    node.depth <= LATE_DEPTH && !node.in_check && candidate.number > 3 * few / 2
}
