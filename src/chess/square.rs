//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

use super::piece::Color;
use crate::macros::small_enum;

small_enum! {
    /// A file, from White's left to White's right.
    pub enum File {
        /// File a.
        A,
        /// File b.
        B,
        /// File c.
        C,
        /// File d.
        D,
        /// File e.
        E,
        /// File f.
        F,
        /// File g.
        G,
        /// File h.
        H,
    }
}

small_enum! {
    /// A rank, counted from White's side.
    pub enum Rank {
        /// Rank 1, White's back rank.
        First,
        /// Rank 2.
        Second,
        /// Rank 3.
        Third,
        /// Rank 4.
        Fourth,
        /// Rank 5.
        Fifth,
        /// Rank 6.
        Sixth,
        /// Rank 7.
        Seventh,
        /// Rank 8, Black's back rank.
        Eighth,
    }
}

small_enum! {
    /// A square; a1 = 0, b1 = 1, …, h8 = 63.
    #[allow(missing_docs)]
    pub enum Square {
        A1, B1, C1, D1, E1, F1, G1, H1,
        A2, B2, C2, D2, E2, F2, G2, H2,
        A3, B3, C3, D3, E3, F3, G3, H3,
        A4, B4, C4, D4, E4, F4, G4, H4,
        A5, B5, C5, D5, E5, F5, G5, H5,
        A6, B6, C6, D6, E6, F6, G6, H6,
        A7, B7, C7, D7, E7, F7, G7, H7,
        A8, B8, C8, D8, E8, F8, G8, H8,
    }
}

impl File {
    /// The file's letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file named by a letter of either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let lower = letter.to_ascii_lowercase();
        if lower.is_ascii_lowercase() { Self::try_from_index(lower as usize - 'a' as usize) } else { None }
    }
}

impl Rank {
    /// The rank's digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank as `color` counts it: its own back rank is the first.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Square::from_low_bits((7 - self as u8) << 3).rank(),
        }
    }
}

impl Square {
    /// The square at `file` and `rank`.
    #[inline(always)]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits(((rank as u8) << 3) | file as u8)
    }

    /// The square whose index is the low six bits of `bits`.
    #[inline(always)]
    #[must_use]
    pub const fn from_low_bits(bits: u8) -> Self {
        match Self::try_from_index((bits & 63) as usize) {
            Some(square) => square,
            None => Self::A1, // unreachable: six bits are always a square
        }
    }

    /// The file the square lies on.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> File {
        match File::try_from_index((self as u8 & 7) as usize) {
            Some(file) => file,
            None => File::A, // unreachable: three bits are always a file
        }
    }

    /// The rank the square lies on.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> Rank {
        match Rank::try_from_index((self as u8 >> 3) as usize) {
            Some(rank) => rank,
            None => Rank::First, // unreachable: three bits are always a rank
        }
    }

    /// The square mirrored top to bottom, a1 ↔ a8.
    #[inline(always)]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self::from_low_bits(self as u8 ^ 56)
    }

    /// The square as `color` sees it: itself for White, mirrored top to bottom for Black.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        Self::from_low_bits(self as u8 ^ (56 * color as u8))
    }

    /// Moves by whole files and ranks; `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = (self as i32 & 7) + files;
        let rank = (self as i32 >> 3) + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Self::from_low_bits((rank * 8 + file) as u8))
        }
    }

    /// Distance in king steps (Chebyshev distance), 0 to 7.
    #[inline(always)]
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        DISTANCE[self as usize][other as usize] as usize
    }

    /// True for squares of the colour of h1.
    #[inline(always)]
    #[must_use]
    pub const fn is_light(self) -> bool {
        ((self as u8 >> 3) ^ self as u8) & 1 == 1
    }
}

static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0usize;
    while a < 64 {
        let mut b = 0usize;
        while b < 64 {
            let files = (a & 7).abs_diff(b & 7);
            let ranks = (a >> 3).abs_diff(b >> 3);
            table[a][b] = if files > ranks { files as u8 } else { ranks as u8 };
            b += 1;
        }
        a += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

/// The text was not a square such as `e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut chars = text.chars();
        let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(SquareError);
        };
        let file = File::from_letter(file).filter(|f| f.letter() == file);
        let rank = rank.to_digit(10).and_then(|d| Rank::try_from_index((d as usize).wrapping_sub(1)));
        match (file, rank) {
            (Some(file), Some(rank)) => Ok(Self::new(file, rank)),
            _ => Err(SquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip_through_text_and_index() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for text in ["", "e", "e9", "i1", "e44", "E4", "é4", "e0"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
        assert_eq!(Square::try_from_index(64), None);
    }

    #[test]
    fn colours_of_corner_squares_are_right() {
        assert!(!Square::A1.is_light());
        assert!(Square::H1.is_light());
        assert!(Square::A8.is_light());
        assert_eq!(Square::A1.distance(Square::H3), 7);
    }
}
