//! Extensions (§3.2 step 9): moves that deserve a ply more.

use super::exchange::phase_value;
use super::quirks::extends_check;
use crate::chess::{Move, PieceKind, Position, Rank};
use crate::search::line::Line;

/// What a rule may ask of the node a move was made in.
#[derive(Clone, Copy)]
pub(super) struct Parent {
    pub mate_threat: bool,
    pub endgame: bool,
}

/// Plies a move that has just been made is extended by, 0 or 1. The first rule that applies
/// decides, even if it decides for none.
#[inline(always)]
pub(super) fn extension(after: &Position, line: &Line, mv: Move, parent: Parent) -> i32 {
    if after.in_check() {
        return i32::from(extends_check(after, mv));
    }
    i32::from(
        parent.mate_threat
            || is_equal_recapture(line, mv)
            || is_pawn_move_to(mv, Rank::Seventh)
            || parent.endgame && (is_pawn_move_to(mv, Rank::Sixth) || enters_pawn_ending(after, mv)),
    )
}

/// A man of equal value takes back. A null move in between does not show (§8.3.11).
#[inline(always)]
fn is_equal_recapture(line: &Line, mv: Move) -> bool {
    let (Some(captured), Some(before)) = (mv.captured(), line.previous().and_then(Move::captured)) else {
        return false;
    };
    phase_value(before) > 1 && phase_value(before) == phase_value(captured)
}

#[inline(always)]
fn is_pawn_move_to(mv: Move, rank: Rank) -> bool {
    mv.piece().kind() == PieceKind::Pawn && mv.to().rank().relative_to(mv.piece().color()) == rank
}

/// The last piece has been captured: only kings and pawns are left.
#[inline(always)]
fn enters_pawn_ending(after: &Position, mv: Move) -> bool {
    mv.captured().is_some_and(|man| man.kind() != PieceKind::Pawn)
        && after.occupied() == after.kind(PieceKind::Pawn) | after.kind(PieceKind::King)
}
