//! The main search (§3.2): principal variation search in named steps.

use super::extensions::Parent;
use super::extensions::extension;
use super::ordering::Hints;
use super::pruning::is_quiet_enough;
use super::quirks::{CUTOFF_EXTRA_DEPTH, MAIN_PLIES, MATE_BOUND};
use crate::chess::{Color, Move, NodeInfo};
use crate::eval::Style2012;
use crate::search::score::{Bound, MATED_NOW};
use crate::search::worker::Worker;

/// Whether the null move and what goes with it may be tried at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NullMove {
    Allowed,
    Forbidden,
}

/// A node of the main search while it is being worked on.
pub(super) struct Node {
    pub ply: usize,
    /// Depth left, plies.
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Lower bound of the window the node was called with.
    pub alpha_at_entry: i32,
    /// The window was open at entry.
    pub is_pv: bool,
    pub null_move: NullMove,
    pub key: u64,
    pub side: Color,
    pub in_check: bool,
    pub endgame: bool,
    pub hash_move: Move,
    /// The null move showed that the enemy threatens mate.
    pub mate_threat: bool,
    /// Late quiet moves may be passed over.
    pub futile: bool,
}

/// How the loop over a node's moves ended.
pub(super) enum LoopEnd {
    /// A move reached beta; the value is stored.
    CutOff(i32),
    /// All moves were looked at.
    Exhausted { searched: u32, raised: bool },
    /// The search was broken off.
    Aborted,
}

impl Worker<Style2012> {
    /// Value of the position within a window, side to move's view. Fail-soft above, fail-hard
    /// below. Returns 0 if broken off.
    pub(super) fn search(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        null_move: NullMove,
    ) -> i32 {
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        let mut node = Node {
            ply,
            depth,
            alpha,
            beta,
            alpha_at_entry: alpha,
            is_pv: beta - alpha > 1,
            null_move,
            key: self.key(),
            side: self.position.side_to_move(),
            in_check: self.position.in_check(),
            endgame: false,
            hash_move: Move::NONE,
            mate_threat: false,
            futile: false,
        };
        if ply > 0 {
            if let Some(value) = bound_by_mates(&mut node.alpha, &mut node.beta, ply, MATE_BOUND) {
                return value;
            }
            if self.line.is_repetition(node.key) {
                return 0;
            }
        }
        if ply >= MAIN_PLIES || depth < 1 {
            return self.quiescence(ply, node.alpha, node.beta);
        }
        node.endgame = self.is_endgame();
        if ply > 0 {
            if let Some(value) = self.cut_off_by_table(&mut node) {
                return value;
            }
            // Behind a null move the tables would be deceived by zugzwang.
            if null_move == NullMove::Allowed
                && let Some(value) = self.value_by_tables(ply, depth, node.alpha, node.beta)
            {
                return value;
            }
            self.deepen_internally(&mut node);
            if let Some(value) = self.prune(&mut node) {
                return value;
            }
        }
        if self.control.aborted {
            return 0;
        }
        self.finish(&mut node)
    }

    /// Searches the moves of a node and stores what came of it.
    fn finish(&mut self, node: &mut Node) -> i32 {
        self.list_moves(node);
        let (searched, raised) = match self.search_moves(node) {
            LoopEnd::CutOff(value) => return value,
            LoopEnd::Aborted => return 0,
            LoopEnd::Exhausted { searched, raised } => (searched, raised),
        };
        if raised {
            self.memory.history.reward(node.side, self.pv.first(node.ply), node.depth);
        }
        if searched == 0 {
            return if node.in_check { node.ply as i32 - MATED_NOW } else { 0 };
        }
        if self.line.clock() > 99 {
            return 0; // §8.3.9: only now, after the whole subtree
        }
        let bound = if node.alpha > node.alpha_at_entry { Bound::Exact } else { Bound::Upper };
        if self.has_all_moves(node) {
            // At an upper bound the move is a leftover of another node of this ply (§8.3.6).
            self.table.store(node.key, node.ply, node.depth, node.alpha, bound, self.pv.first(node.ply));
        }
        node.alpha
    }

    /// Lists all pseudo-legal moves and scores them.
    fn list_moves(&mut self, node: &Node) {
        let list = &mut self.memory.lists[node.ply];
        list.moves.clear();
        self.position.pseudo_legal_moves(&mut list.moves);
        self.score_moves(node.ply, node.depth, node.hash_move);
        if node.ply == 0 {
            self.keep_allowed_root_moves();
        }
    }

    /// Scores the moves of a ply's list (§3.6), following the previous iteration's line as long as
    /// its moves are met.
    pub(super) fn score_moves(&mut self, ply: usize, depth: i32, hash_move: Move) {
        let followed = self.memory.following_pv && depth > 1;
        if depth > 1 {
            self.memory.following_pv = false;
        }
        let pv_move = followed.then(|| self.pv.root_move_at(ply));
        let [first, second] = self.memory.killers.at(ply);
        let [third, fourth] = if ply > 2 { self.memory.killers.at(ply - 2) } else { [Move::NONE; 2] };
        let hints = Hints {
            side: self.position.side_to_move(),
            hash_move,
            pv_move,
            killers: [first, second, third, fourth],
            history: &self.memory.history,
        };
        let list = &mut self.memory.lists[ply];
        list.score(|mv| hints.score(mv));
        if let Some(pv_move) = pv_move.filter(|&mv| mv != hash_move) {
            self.memory.following_pv = list.moves.contains(&pv_move);
        }
    }

    fn keep_allowed_root_moves(&mut self) {
        if !self.root.allowed.is_empty() {
            let allowed = &self.root.allowed;
            self.memory.lists[0].retain(|mv| allowed.contains(&mv));
        }
        self.root.first = self.memory.lists[0].moves.first().copied().unwrap_or_default();
    }

    /// Tries the moves of the list one by one.
    fn search_moves(&mut self, node: &mut Node) -> LoopEnd {
        let info = self.position.node_info();
        let (mut searched, mut raised, mut index) = (0, false, 0);
        while let Some(mv) = self.next_legal(node.ply, &mut index, &info) {
            if node.ply == 0 && searched == 0 {
                self.root.first = self.memory.lists[0].moves.first().copied().unwrap_or_default();
            }
            let Some(value) = self.search_move(node, mv, searched) else { continue };
            if self.control.aborted {
                return LoopEnd::Aborted;
            }
            searched += 1;
            if node.ply == 0 {
                self.root.finished += 1;
            }
            if value > node.alpha {
                self.memory.history.reward(node.side, mv, node.depth);
                if node.ply == 0 {
                    self.root.value = value;
                }
                if value >= node.beta {
                    self.cut_off(node, mv, value);
                    return LoopEnd::CutOff(value);
                }
                (node.alpha, raised) = (value, true);
                self.pv.update(node.ply, mv);
            }
        }
        LoopEnd::Exhausted { searched, raised }
    }

    /// The next legal move in the order of selection; illegal ones take part in it.
    #[inline(always)]
    pub(super) fn next_legal(&mut self, ply: usize, index: &mut usize, info: &NodeInfo) -> Option<Move> {
        loop {
            let mv = self.memory.lists[ply].select(*index)?;
            *index += 1;
            if self.position.is_legal(mv, info) {
                return Some(mv);
            }
        }
    }

    /// Makes a move, searches it and takes it back. `None` if it was passed over as futile.
    fn search_move(&mut self, node: &Node, mv: Move, searched: u32) -> Option<i32> {
        self.expect(mv);
        let before = self.make(mv);
        self.count_node();
        let parent = Parent { mate_threat: node.mate_threat, endgame: node.endgame };
        let extra = extension(&self.position, &self.line, mv, parent);
        let value = if searched == 0 {
            Some(-self.search_full(node, extra))
        } else {
            let quiet = extra == 0
                && is_quiet_enough(mv, &self.position, node.hash_move, self.memory.killers.at(node.ply));
            if node.futile && quiet && searched > 1 {
                None
            } else {
                let reduction = if quiet { self.reduction(node, mv, searched) } else { 0 };
                Some(self.search_narrow(node, extra, reduction))
            }
        };
        self.unmake(mv, before);
        value
    }

    fn search_full(&mut self, node: &Node, extra: i32) -> i32 {
        self.search(node.ply + 1, node.depth - 1 + extra, -node.beta, -node.alpha, NullMove::Allowed)
    }

    /// A later move must first prove that it is better than the best so far.
    fn search_narrow(&mut self, node: &Node, extra: i32, reduction: i32) -> i32 {
        let depth = node.depth - 1 + extra;
        let (alpha, ply) = (node.alpha, node.ply + 1);
        let mut value = -self.search(ply, depth - reduction, -alpha - 1, -alpha, NullMove::Allowed);
        // In a null-window node this never holds: there a reduced move that beats alpha cuts off
        // without being searched again (§8.3.4).
        if value > node.alpha && value < node.beta && !self.control.aborted {
            value = -self.search_full(node, extra);
        }
        value
    }

    /// A move refuted the previous one: remember it.
    pub(super) fn cut_off(&mut self, node: &Node, mv: Move, value: i32) {
        if mv.is_quiet() {
            self.memory.killers.update(node.ply, mv, value);
        }
        if self.has_all_moves(node) {
            self.table.store(node.key, node.ply, node.depth, value, Bound::Lower, mv);
        }
    }

    /// False at a root where only some moves are looked at: its value is not the position's.
    #[inline(always)]
    fn has_all_moves(&self, node: &Node) -> bool {
        node.ply > 0 || self.root.allowed.is_empty()
    }

    /// Looks the position up (§3.2 step 6, §3.7).
    fn cut_off_by_table(&mut self, node: &mut Node) -> Option<i32> {
        let entry = self.table.probe(node.key, node.ply)?;
        node.hash_move = entry.mv;
        let fails_low_anyway =
            entry.depth >= node.depth - 2 && entry.bound == Bound::Upper && entry.score < node.beta;
        if fails_low_anyway {
            node.null_move = NullMove::Forbidden;
        }
        if entry.depth < node.depth + CUTOFF_EXTRA_DEPTH {
            return None;
        }
        match entry.bound {
            Bound::Exact if !node.is_pv => Some(entry.score),
            Bound::Exact if entry.score <= node.alpha => Some(node.alpha),
            Bound::Exact if entry.score >= node.beta => Some(node.beta),
            Bound::Exact => {
                node.null_move = NullMove::Forbidden;
                None
            }
            Bound::Upper => (entry.score <= node.alpha).then_some(node.alpha),
            Bound::Lower => (entry.score >= node.beta).then_some(node.beta),
        }
    }

    /// Without a move from the table, a shallower search finds one for an open window (§3.2 step
    /// 7). It runs at the same ply and overwrites its line (§8.3.11).
    fn deepen_internally(&mut self, node: &mut Node) {
        let wanted = !node.in_check
            && node.hash_move.is_none()
            && node.is_pv
            && node.depth > 3
            && node.null_move == NullMove::Allowed;
        if !wanted {
            return;
        }
        self.search(node.ply, node.depth - 2, node.alpha, node.beta, NullMove::Allowed);
        if let Some(entry) = self.table.probe(node.key, node.ply) {
            node.hash_move = entry.mv;
            let settled = entry.depth > node.depth
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Upper => entry.score <= node.alpha,
                    Bound::Lower => entry.score >= node.beta,
                };
            if !settled
                && entry.depth >= node.depth - 2
                && entry.bound == Bound::Upper
                && entry.score < node.beta
            {
                node.null_move = NullMove::Forbidden;
            }
        }
    }
}

/// No line from here can be better than mating at once or worse than being mated (§3.2 step 2).
/// `mate_bound` is the score of a mate before the plies to it are taken off. Narrows the window; a
/// value if nothing is left of it.
#[inline(always)]
pub(super) fn bound_by_mates(alpha: &mut i32, beta: &mut i32, ply: usize, mate_bound: i32) -> Option<i32> {
    let (best, worst) = (mate_bound - ply as i32, ply as i32 - mate_bound);
    if best < *beta {
        *beta = best;
        if *alpha >= best {
            return Some(best);
        }
    }
    if worst > *alpha {
        *alpha = worst;
        if *beta <= worst {
            return Some(worst);
        }
    }
    None
}
