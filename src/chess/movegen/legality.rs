//! Which pseudo-legal moves are legal, without making them.

use crate::chess::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks, rook_rays,
};
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::Wing;
use crate::chess::movelist::MoveList;
use crate::chess::moves::{Move, MoveCode};
use crate::chess::piece::{Color, Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::{Rank, Square};

/// What legality depends on, found once per node.
#[derive(Clone, Copy, Debug)]
pub struct NodeInfo {
    /// The king of the side to move.
    pub(super) king: Square,
    /// Men of the side to move that stand alone between their king and an enemy slider.
    pub(super) pinned: Bitboard,
    /// Squares a man other than the king must move to: all of them when not in check, the checker
    /// and the squares before it in single check, none in double check.
    pub(super) evasions: Bitboard,
}

impl Position {
    /// Finds pins and the squares that parry a check.
    #[inline(always)]
    #[must_use]
    pub fn node_info(&self) -> NodeInfo {
        let us = self.side_to_move();
        let king = self.king(us);
        let checkers = self.checkers();
        let evasions = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.many() => Bitboard::EMPTY,
            Some(checker) => between(king, checker) | Bitboard::of(checker),
        };
        NodeInfo { king, pinned: self.blockers_of(king, !us) & self.colored(us), evasions }
    }

    /// Men of either side that stand alone between `king` and a slider of `by`.
    #[inline(always)]
    #[must_use]
    pub fn blockers_of(&self, king: Square, by: Color) -> Bitboard {
        let snipers =
            rook_rays(king) & self.straight_sliders(by) | bishop_rays(king) & self.diagonal_sliders(by);
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let men = between(king, sniper) & self.occupied();
            if !men.many() {
                blockers |= men;
            }
        }
        blockers
    }

    /// True if a pseudo-legal move of this position leaves the mover's king safe.
    #[inline(always)]
    #[must_use]
    pub fn is_legal(&self, mv: Move, info: &NodeInfo) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.piece().kind() == PieceKind::King {
            return mv.is_castling() // generated only when legal
                || !self.is_attacked(to, !self.side_to_move(), self.occupied() ^ Bitboard::of(from));
        }
        if mv.code() == MoveCode::EnPassant {
            return self.en_passant_is_legal_from(from);
        }
        info.evasions.has(to) && (!info.pinned.has(from) || line(info.king, from).has(to))
    }

    /// True if the code of `mv`, of whatever origin, is right in all its fields and the man can move
    /// that way when its own king's safety is left aside. [`Self::is_legal`] tells the rest.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.side_to_move());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == us) else { return false };
        match mv.code() {
            MoveCode::CastleShort => {
                return mv == self.castling_move(Wing::Short) && self.can_castle(Wing::Short);
            }
            MoveCode::CastleLong => {
                return mv == self.castling_move(Wing::Long) && self.can_castle(Wing::Long);
            }
            MoveCode::EnPassant => {
                return mv == self.en_passant_move(from) && self.en_passant_capturers().has(from);
            }
            _ => {}
        }
        let target = self.piece_at(to);
        if target.is_some_and(|man| man.color() == us) || !self.reaches(piece, from, to) {
            return false;
        }
        let is_pawn = piece.kind() == PieceKind::Pawn;
        if is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
            return PieceKind::PROMOTIONS
                .into_iter()
                .any(|kind| mv == Move::promotion(from, to, piece, target, kind));
        }
        if is_pawn && (from as u8).abs_diff(to as u8) == 16 {
            return mv == Move::quiet(from, to, piece, MoveCode::DoublePush);
        }
        mv == Move::plain(from, to, piece, target)
    }

    fn castling_move(&self, wing: Wing) -> Move {
        let us = self.side_to_move();
        let code = match wing {
            Wing::Short => MoveCode::CastleShort,
            Wing::Long => MoveCode::CastleLong,
        };
        Move::quiet(self.king(us), wing.king_target(us), Piece::new(us, PieceKind::King), code)
    }

    fn en_passant_move(&self, from: Square) -> Move {
        let us = self.side_to_move();
        let pawn = |color| Piece::new(color, PieceKind::Pawn);
        match self.jumped_square() {
            Some(to) => Move::capture(from, to, pawn(us), pawn(!us), MoveCode::EnPassant),
            None => Move::NONE,
        }
    }

    fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        let occupied = self.occupied();
        let attacks = match piece.kind() {
            PieceKind::Pawn => {
                let us = piece.color();
                let one = Bitboard::of(from).forward(us) - occupied;
                let two = (one & Bitboard::rank(Rank::Third.relative_to(us))).forward(us) - occupied;
                one | two | pawn_attacks(us, from) & self.colored(!us)
            }
            PieceKind::Knight => knight_attacks(from),
            PieceKind::Bishop => bishop_attacks(from, occupied),
            PieceKind::Rook => rook_attacks(from, occupied),
            PieceKind::Queen => queen_attacks(from, occupied),
            PieceKind::King => king_attacks(from),
        };
        attacks.has(to)
    }

    /// True if `mv`, of whatever origin (a table entry, another position), is legal here. All 28
    /// bits must be right. Slow: it generates the moves.
    #[must_use]
    pub fn is_legal_move(&self, mv: Move) -> bool {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.contains(&mv)
    }
}
