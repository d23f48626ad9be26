//! Moves that give check.

use crate::chess::attacks::{bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks};
use crate::chess::bitboard::Bitboard;
use crate::chess::movelist::MoveList;
use crate::chess::moves::{Move, MoveCode};
use crate::chess::piece::PieceKind;
use crate::chess::position::Position;
use crate::chess::square::Square;

impl Position {
    /// Squares from which a man of `kind` of the side to move would attack the enemy king.
    #[must_use]
    pub fn checking_squares(&self, kind: PieceKind) -> Bitboard {
        let (us, occupied) = (self.side_to_move(), self.occupied());
        let king = self.king(!us);
        match kind {
            PieceKind::Pawn => pawn_attacks(!us, king),
            PieceKind::Knight => knight_attacks(king),
            PieceKind::Bishop => bishop_attacks(king, occupied),
            PieceKind::Rook => rook_attacks(king, occupied),
            PieceKind::Queen => bishop_attacks(king, occupied) | rook_attacks(king, occupied),
            PieceKind::King => Bitboard::EMPTY,
        }
    }

    /// True if a legal move gives check, told without making it.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let (from, to, king) = (mv.from(), mv.to(), self.king(!us));
        let kind = mv.promoted().unwrap_or(mv.piece()).kind();
        match mv.code() {
            MoveCode::CastleShort | MoveCode::CastleLong | MoveCode::EnPassant => {
                return self.special_gives_check(mv);
            }
            _ => {}
        }
        let after = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        let direct = match kind {
            PieceKind::Pawn => pawn_attacks(us, to).has(king),
            PieceKind::Knight => knight_attacks(to).has(king),
            PieceKind::Bishop => bishop_attacks(to, after).has(king),
            PieceKind::Rook => rook_attacks(to, after).has(king),
            PieceKind::Queen => bishop_attacks(to, after).has(king) || rook_attacks(to, after).has(king),
            PieceKind::King => false,
        };
        direct || self.blockers_of(king, us).has(from) && !line(king, from).has(to)
    }

    /// Castling and en passant move two men, so the lines are looked at afresh.
    fn special_gives_check(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(mv);
        after.in_check()
    }

    /// Appends the legal moves that give check and are neither captures nor promotions.
    pub fn legal_quiet_checks(&self, list: &mut MoveList) {
        let mut quiets = MoveList::new();
        self.legal_quiets(&mut quiets);
        let king: Square = self.king(!self.side_to_move());
        let discoverers = self.blockers_of(king, self.side_to_move()) & self.colored(self.side_to_move());
        let direct = PieceKind::ALL.map(|kind| self.checking_squares(kind));
        for &mv in quiets.iter() {
            let checks = if mv.is_castling() {
                self.special_gives_check(mv)
            } else {
                // A slider that leaves its own line to the king was giving check already, which is
                // impossible; the squares seen before the move therefore hold after it.
                direct[mv.piece().kind().index()].has(mv.to())
                    || discoverers.has(mv.from()) && !line(king, mv.from()).has(mv.to())
            };
            if checks {
                list.push(mv);
            }
        }
    }
}
