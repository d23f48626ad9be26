//! Extensions: moves that deserve a ply more.

use super::alphabeta::{Candidate, Node};
use super::picker::Stage;
use super::see::wins_at_least;
use crate::chess::{Color, Move, PieceKind, Position, Rank};
use crate::eval::{Mango, VALUE, passed_mask};
use crate::search::worker::Worker;

impl Worker<Mango> {
    /// Plies a move is to be extended by, 0 or 1. Lines twice as long as the iteration
    /// is deep are not made longer still.
    pub(super) fn extension(&self, node: &Node, candidate: &Candidate) -> i32 {
        if node.ply as i32 >= 2 * self.memory.root_depth {
            return 0;
        }
        let mv = candidate.mv;
        let deserved = if candidate.gives_check {
            candidate.stage == Stage::GoodCaptures || wins_at_least(&self.position, mv, 0)
        } else {
            is_answer_to_mate_threat(node, candidate)
                || node.is_pv && is_equal_recapture(node.previous, mv)
                || self.is_dangerous_pawn_move(mv)
                || enters_pawn_ending(&self.position, mv)
        };
        i32::from(deserved)
    }

    /// A pawn arrives on the seventh rank, in endings on the sixth, or passes all enemy pawns
    /// there, and is not simply lost.
    fn is_dangerous_pawn_move(&self, mv: Move) -> bool {
        if mv.piece().kind() != PieceKind::Pawn || mv.is_promotion() {
            return false;
        }
        let color = mv.piece().color();
        let reached = match mv.to().rank().relative_to(color) {
            Rank::Seventh => true,
            Rank::Sixth => self.is_endgame() || is_passed(&self.position, mv, color),
            _ => false,
        };
        reached && wins_at_least(&self.position, mv, 0)
    }
}

fn is_passed(position: &Position, mv: Move, color: Color) -> bool {
    (position.men(!color, PieceKind::Pawn) & passed_mask(color, mv.to())).is_empty()
}

/// The enemy threatens mate, as the null move has shown: the move that is to refute the position all the
/// same is looked at more closely. Others are not, nearly all of them fail to the threat.
fn is_answer_to_mate_threat(node: &Node, candidate: &Candidate) -> bool {
    node.mate_threat && candidate.number == 1
}

/// A man of equal value takes back on the same square.
fn is_equal_recapture(previous: Move, mv: Move) -> bool {
    let (Some(taken), Some(before)) = (mv.captured(), previous.captured()) else { return false };
    let pawn = VALUE[PieceKind::Pawn.index()];
    mv.to() == previous.to()
        && before.kind() != PieceKind::Pawn
        && (VALUE[taken.kind().index()] - VALUE[before.kind().index()]).abs() < pawn
}

/// The capture of the last piece: only kings and pawns are left.
fn enters_pawn_ending(position: &Position, mv: Move) -> bool {
    let Some(captured) = mv.captured().filter(|man| man.kind() != PieceKind::Pawn) else { return false };
    let pieces = position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King);
    let mover_is_piece = !matches!(mv.piece().kind(), PieceKind::Pawn | PieceKind::King);
    captured.kind() != PieceKind::King && !mover_is_piece && pieces.count() == 1 && !mv.is_promotion()
}
