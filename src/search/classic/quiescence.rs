//! Quiescence (§3.4): captures and promotions until the position is quiet, and all moves when in
//! check.

use super::alphabeta::bound_by_mates;
use super::exchange::phase_value;
use super::ordering::quiescence_score;
use super::quirks::{QUIESCENCE_PLIES, passes_over};
use crate::chess::{Bitboard, Color, Move, PieceKind, Rank};
use crate::eval::{PHASE, Style2012, VALUE};
use crate::search::score::{Bound, MATE_ZONE, MATED_NOW};
use crate::search::worker::Worker;

/// Nobody gains more by one capture without promotion.
const DELTA: i32 = VALUE[PieceKind::Queen.index()];
/// What a promotion may add to it.
const DELTA_PROMOTION: i32 = VALUE[PieceKind::Queen.index()] - VALUE[PieceKind::Pawn.index()];

/// A quiescence node.
struct Quiet {
    ply: usize,
    alpha: i32,
    beta: i32,
    key: u64,
    in_check: bool,
    endgame: bool,
}

impl Worker<Style2012> {
    /// Value of the position once captures are settled, side to move's view. Returns 0 if broken
    /// off.
    pub(super) fn quiescence(&mut self, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        let key = self.key();
        if self.line.is_repetition(key) {
            return 0;
        }
        let in_check = self.position.in_check();
        let mut node = Quiet { ply, alpha, beta, key, in_check, endgame: false };
        // Here, unlike in the main search, the bounds fit the mate scores (§8.3.5).
        if let Some(value) = bound_by_mates(&mut node.alpha, &mut node.beta, ply, MATED_NOW) {
            return value;
        }
        if self.control.aborted {
            return 0;
        }
        let stand = self.evaluate(key, node.alpha, node.beta);
        if ply >= QUIESCENCE_PLIES {
            return stand;
        }
        node.endgame = self.is_endgame();
        if in_check {
            self.list_evasions(ply);
        } else {
            if let Some(value) = self.stand_pat(&mut node, stand) {
                return value;
            }
            self.list_captures(ply);
        }
        self.search_captures(node)
    }

    fn list_evasions(&mut self, ply: usize) {
        let list = &mut self.memory.lists[ply];
        list.moves.clear();
        self.position.pseudo_legal_moves(&mut list.moves);
        self.score_moves(ply, 2, Move::NONE);
    }

    fn list_captures(&mut self, ply: usize) {
        let list = &mut self.memory.lists[ply];
        list.moves.clear();
        self.position.pseudo_legal_captures(&mut list.moves);
        list.score(quiescence_score);
        self.memory.lists[ply].moves.iter().for_each(|&mv| self.expect(mv));
    }

    /// The side to move need not capture. A value if that decides the node: enough as it stands,
    /// or too little for any capture to help (delta pruning).
    #[inline(always)]
    fn stand_pat(&self, node: &mut Quiet, stand: i32) -> Option<i32> {
        if stand >= node.beta {
            return Some(stand);
        }
        if !node.endgame {
            let promotion = if self.someone_may_promote() { DELTA_PROMOTION } else { 0 };
            if stand + DELTA + promotion < node.alpha {
                return Some(node.alpha);
            }
        }
        node.alpha = node.alpha.max(stand);
        None
    }

    /// A pawn of either side stands on its seventh rank.
    #[inline(always)]
    fn someone_may_promote(&self) -> bool {
        let on_seventh = |color| {
            self.position.men(color, PieceKind::Pawn) & Bitboard::rank(Rank::Seventh.relative_to(color))
        };
        (on_seventh(Color::White) | on_seventh(Color::Black)).any()
    }

    fn search_captures(&mut self, mut node: Quiet) -> i32 {
        let info = self.position.node_info();
        let (mut searched, mut index) = (0, 0);
        while let Some(mv) = self.next_legal(node.ply, &mut index, &info) {
            if self.is_skipped(&node, mv) {
                continue;
            }
            if node.in_check {
                self.expect(mv); // captures are expected since they were listed
            }
            let before = self.make(mv);
            self.count_node();
            self.counters.quiescence += 1;
            let value = -self.quiescence(node.ply + 1, -node.beta, -node.alpha);
            self.unmake(mv, before);
            if self.control.aborted {
                return 0;
            }
            searched += 1;
            if value >= node.beta {
                if mv.is_quiet() {
                    self.memory.killers.update(node.ply, mv, value);
                }
                self.table.store(node.key, node.ply, 0, value, Bound::Lower, mv);
                return value;
            }
            if value > node.alpha {
                node.alpha = value;
                self.pv.update(node.ply, mv);
            }
        }
        if searched == 0 && node.in_check {
            return node.ply as i32 - MATED_NOW;
        }
        if self.line.clock() >= 100 { 0 } else { node.alpha }
    }

    /// True for a capture by a more valuable man that seems to lose (§3.4 step 5).
    #[inline(always)]
    fn is_skipped(&self, node: &Quiet, mv: Move) -> bool {
        let Some(captured) = mv.captured() else { return false };
        if mv.is_promotion()
            || node.in_check
            || node.endgame
            || node.alpha.abs() > MATE_ZONE
            || node.beta.abs() > MATE_ZONE
        {
            return false;
        }
        let (mover, victim) = (phase_value(mv.piece()), phase_value(captured));
        mover > victim && self.phase_of(mv.piece().color()) - victim > 0 && passes_over(&self.position, mv)
    }

    fn phase_of(&self, color: Color) -> i32 {
        let sum: i32 =
            PieceKind::ALL.iter().map(|&kind| PHASE[kind.index()] * self.position.count(color, kind)).sum();
        sum.min(31)
    }
}
