//! Moves that give check.

use crate::chess::attacks::{bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks};
use crate::chess::bitboard::Bitboard;
use crate::chess::movelist::MoveList;
use crate::chess::moves::{Move, MoveCode};
use crate::chess::piece::PieceKind;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// What tells checking moves apart, found once per node.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The enemy king.
    king: Square,
    /// Squares from which each kind of man would attack it.
    squares: [Bitboard; PieceKind::COUNT],
    /// Men of the side to move that stand alone between the king and one of their own sliders.
    discoverers: Bitboard,
}

impl Position {
    /// Finds what tells checking moves apart.
    #[inline]
    #[must_use]
    pub fn check_info(&self) -> CheckInfo {
        let (us, occupied) = (self.side_to_move(), self.occupied());
        let king = self.king(!us);
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        CheckInfo {
            king,
            squares: [
                pawn_attacks(!us, king),
                knight_attacks(king),
                bishop,
                rook,
                bishop | rook,
                Bitboard::EMPTY,
            ],
            discoverers: self.blockers_of(king, us) & self.colored(us),
        }
    }

    /// True if a legal move of this position gives check, told without making it.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move, info: &CheckInfo) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let discovers = info.discoverers.has(from) && !line(info.king, from).has(to);
        match mv.code() {
            // Two men move: the lines are looked at afresh.
            MoveCode::CastleShort | MoveCode::CastleLong | MoveCode::EnPassant => {
                self.special_gives_check(mv)
            }
            _ => match mv.promoted() {
                // The pawn itself may have stood in the new piece's way.
                Some(piece) => discovers || self.promotion_gives_check(from, to, piece.kind(), info.king),
                // A slider that leaves its own line to the king was giving check already, which is
                // impossible; the squares seen before the move therefore hold after it.
                None => discovers || info.squares[mv.piece().kind().index()].has(to),
            },
        }
    }

    fn promotion_gives_check(&self, from: Square, to: Square, kind: PieceKind, king: Square) -> bool {
        let after = self.occupied() ^ Bitboard::of(from);
        match kind {
            PieceKind::Knight => knight_attacks(to).has(king),
            PieceKind::Bishop => bishop_attacks(to, after).has(king),
            PieceKind::Rook => rook_attacks(to, after).has(king),
            _ => (bishop_attacks(to, after) | rook_attacks(to, after)).has(king),
        }
    }

    #[cold]
    fn special_gives_check(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(mv);
        after.in_check()
    }

    /// Appends the legal moves that give check and are neither captures nor promotions.
    pub fn legal_quiet_checks(&self, list: &mut MoveList) {
        let mut quiets = MoveList::new();
        self.legal_quiets(&mut quiets);
        let info = self.check_info();
        for &mv in quiets.iter().filter(|mv| self.gives_check(**mv, &info)) {
            list.push(mv);
        }
    }
}
