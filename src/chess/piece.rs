//! Colours, kinds of men, and men.

use std::ops::Not;

use crate::macros::small_enum;

small_enum! {
    /// A side.
    pub enum Color {
        /// The side that moves first.
        White,
        /// The other side.
        Black,
    }
}

small_enum! {
    /// A kind of man, without its colour.
    #[allow(missing_docs)]
    pub enum PieceKind { Pawn, Knight, Bishop, Rook, Queen, King }
}

small_enum! {
    /// A man of a colour.
    #[allow(missing_docs)]
    pub enum Piece {
        WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
        BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Color {
    /// `w` or `b`, as FEN writes it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// +1 for White, −1 for Black: turns a value of the side to move into one of White and back.
    #[inline(always)]
    #[must_use]
    pub const fn sign(self) -> i32 {
        1 - 2 * (self as i32)
    }
}

impl PieceKind {
    /// The kinds a pawn may become, in the order the 2012 engine lists them.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Knight, Self::Bishop];

    /// The English letter in lower case: `p n b r q k`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind named by an English letter of either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

impl Piece {
    /// The man of `color` and `kind`.
    #[inline(always)]
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        match Self::try_from_index(color as usize * 6 + kind as usize) {
            Some(piece) => piece,
            None => Self::WhitePawn, // unreachable: two colours of six kinds are twelve men
        }
    }

    /// The side the man belongs to.
    #[inline(always)]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// The kind of the man.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        let index = self as u8;
        match PieceKind::try_from_index((if index < 6 { index } else { index - 6 }) as usize) {
            Some(kind) => kind,
            None => PieceKind::Pawn, // unreachable: twelve men are two colours of six kinds
        }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The man a FEN letter names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_take_apart_and_go_together_again() {
        for piece in Piece::ALL {
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(!Color::White, Color::Black);
    }
}
