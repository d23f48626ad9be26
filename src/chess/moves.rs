//! A move packed in 28 bits.

use std::fmt;

use super::piece::{Piece, PieceKind};
use super::square::Square;
use crate::macros::small_enum;

small_enum! {
    /// What kind of move it is; the numbers are those of the 2012 engine (4 bits, 6 and 7 unused).
    pub enum MoveCode {
        /// A move to an empty square that is none of the others.
        Quiet,
        /// A pawn's first move over two squares.
        DoublePush,
        /// Castling towards the h-file.
        CastleShort,
        /// Castling towards the a-file.
        CastleLong,
        /// An ordinary capture.
        Capture,
        /// A capture en passant.
        EnPassant,
        /// Unused.
        Reserved6,
        /// Unused.
        Reserved7,
        /// Promotion to a knight.
        PromoteKnight,
        /// Promotion to a bishop.
        PromoteBishop,
        /// Promotion to a rook.
        PromoteRook,
        /// Promotion to a queen.
        PromoteQueen,
        /// Promotion to a knight with capture.
        CapturePromoteKnight,
        /// Promotion to a bishop with capture.
        CapturePromoteBishop,
        /// Promotion to a rook with capture.
        CapturePromoteRook,
        /// Promotion to a queen with capture.
        CapturePromoteQueen,
    }
}

/// A move: from 6 bits, to 6, moving man 4, captured man 4, promoted man 4, [`MoveCode`] 4.
///
/// Men are stored as index + 1, so that 0 means none and the word 0 is no move at all. In castling
/// the target is the square the king lands on, in Chess960 too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[repr(transparent)]
pub struct Move(u32);

const TO: u32 = 6;
const PIECE: u32 = 12;
const CAPTURED: u32 = 16;
const PROMOTED: u32 = 20;
const CODE: u32 = 24;

impl Move {
    /// No move.
    pub const NONE: Self = Self(0);

    #[inline(always)]
    const fn pack(from: Square, to: Square, piece: Piece, code: MoveCode) -> Self {
        Self(from as u32 | (to as u32) << TO | (piece as u32 + 1) << PIECE | (code as u32) << CODE)
    }

    /// A move to an empty square: quiet, double push or castling.
    #[inline(always)]
    #[must_use]
    pub const fn quiet(from: Square, to: Square, piece: Piece, code: MoveCode) -> Self {
        Self::pack(from, to, piece, code)
    }

    /// A capture on the target square, or en passant.
    #[inline(always)]
    #[must_use]
    pub const fn capture(from: Square, to: Square, piece: Piece, captured: Piece, code: MoveCode) -> Self {
        Self(Self::pack(from, to, piece, code).0 | (captured as u32 + 1) << CAPTURED)
    }

    /// A move to the target square, which is a capture if something stands there.
    #[inline(always)]
    #[must_use]
    pub const fn plain(from: Square, to: Square, piece: Piece, captured: Option<Piece>) -> Self {
        match captured {
            None => Self::pack(from, to, piece, MoveCode::Quiet),
            Some(man) => Self::capture(from, to, piece, man, MoveCode::Capture),
        }
    }

    /// A promotion of the pawn `piece` to `kind` of the same colour.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(
        from: Square,
        to: Square,
        piece: Piece,
        captured: Option<Piece>,
        kind: PieceKind,
    ) -> Self {
        let promoted = Piece::new(piece.color(), kind);
        let code = 7 + kind as u32; // knight 8, bishop 9, rook 10, queen 11
        let base =
            from as u32 | (to as u32) << TO | (piece as u32 + 1) << PIECE | (promoted as u32 + 1) << PROMOTED;
        match captured {
            None => Self(base | code << CODE),
            Some(man) => Self(base | (code + 4) << CODE | (man as u32 + 1) << CAPTURED),
        }
    }

    /// The 28 bits.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of 28 bits made by [`Self::bits`]; other bits are cut off. The result means
    /// something only in the position it came from: check it with `Position::is_legal_move`.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & 0x0FFF_FFFF)
    }

    /// True for [`Self::NONE`].
    #[inline(always)]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The square the man leaves.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8 & 63)
    }

    /// The square the man (in castling: the king) arrives on.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 >> TO) as u8 & 63)
    }

    #[inline(always)]
    const fn man_at(self, shift: u32) -> Option<Piece> {
        Piece::try_from_index(((self.0 >> shift & 15) as usize).wrapping_sub(1))
    }

    /// The man that moves (before promotion).
    #[inline(always)]
    #[must_use]
    pub const fn piece(self) -> Piece {
        match self.man_at(PIECE) {
            Some(piece) => piece,
            None => Piece::WhitePawn, // only for Move::NONE, which is never made
        }
    }

    /// The man captured, also en passant.
    #[inline(always)]
    #[must_use]
    pub const fn captured(self) -> Option<Piece> {
        self.man_at(CAPTURED)
    }

    /// The man a pawn becomes.
    #[inline(always)]
    #[must_use]
    pub const fn promoted(self) -> Option<Piece> {
        self.man_at(PROMOTED)
    }

    /// The kind of move.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> MoveCode {
        match MoveCode::try_from_index((self.0 >> CODE & 15) as usize) {
            Some(code) => code,
            None => MoveCode::Quiet, // unreachable: four bits are always a code
        }
    }

    /// True if a man is taken.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & 15 << CAPTURED != 0
    }

    /// True if a pawn promotes.
    #[inline(always)]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0 & 15 << PROMOTED != 0
    }

    /// True for both castlings.
    #[inline(always)]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        matches!(self.code(), MoveCode::CastleShort | MoveCode::CastleLong)
    }

    /// True if neither a capture nor a promotion.
    #[inline(always)]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        self.0 & (15 << CAPTURED | 15 << PROMOTED) == 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("none");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        if let Some(piece) = self.promoted() {
            write!(f, "{}", piece.kind().letter())?;
        }
        write!(f, "/{:?}", self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back_as_they_went_in() {
        let m = Move::promotion(
            Square::B7,
            Square::A8,
            Piece::WhitePawn,
            Some(Piece::BlackRook),
            PieceKind::Knight,
        );
        assert_eq!((m.from(), m.to(), m.piece()), (Square::B7, Square::A8, Piece::WhitePawn));
        assert_eq!((m.captured(), m.promoted()), (Some(Piece::BlackRook), Some(Piece::WhiteKnight)));
        assert_eq!(m.code(), MoveCode::CapturePromoteKnight);
        assert!(m.bits() < 1 << 28 && Move::from_bits(m.bits()) == m);
        let q = Move::promotion(Square::B2, Square::B1, Piece::BlackPawn, None, PieceKind::Queen);
        assert_eq!((q.code(), q.promoted()), (MoveCode::PromoteQueen, Some(Piece::BlackQueen)));
        assert!(Move::NONE.is_none() && Move::NONE.captured().is_none());
    }
}
