//! Pairs of start positions and their classes.

use std::fmt;

use crate::chess::{CastlingLetters, Position, Scharnagl};
use crate::macros::small_enum;

/// White's start position against Black's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// Where White's men stand.
    pub white: Scharnagl,
    /// Where Black's men stand.
    pub black: Scharnagl,
}

small_enum! {
    /// What a pair is in the search.
    pub enum PairKind {
        /// The representative of its class, with different starts: it may be ranked.
        Candidate,
        /// Both sides start alike: it passes the same stages and is never ranked.
        Control,
        /// The mirror image of a representative, evaluated for its own sake.
        Mirror,
    }
}

impl Pair {
    /// How many ordered pairs there are.
    pub const COUNT: u32 = Scharnagl::COUNT as u32 * Scharnagl::COUNT as u32;

    /// The pair of two starts.
    #[must_use]
    pub const fn new(white: Scharnagl, black: Scharnagl) -> Self {
        Self { white, black }
    }

    /// The pair's number among all ordered pairs: 960 · white + black.
    #[must_use]
    pub fn index(self) -> u32 {
        u32::from(self.white.number()) * u32::from(Scharnagl::COUNT) + u32::from(self.black.number())
    }

    /// The pair with the number `index`, `None` from 921,600 on.
    #[must_use]
    pub fn from_index(index: u32) -> Option<Self> {
        let (white, black) = (index / u32::from(Scharnagl::COUNT), index % u32::from(Scharnagl::COUNT));
        Some(Self {
            white: Scharnagl::new(u16::try_from(white).ok()?)?,
            black: Scharnagl::new(u16::try_from(black).ok()?)?,
        })
    }

    /// Both starts mirrored left to right. It is another position, not the same one seen from the
    /// other side: castling ends on the c/d or f/g files, which do not mirror into each other.
    #[must_use]
    pub fn mirror(self) -> Self {
        Self { white: self.white.mirror(), black: self.black.mirror() }
    }

    /// The lexicographically smaller of the pair and its mirror.
    #[must_use]
    pub fn representative(self) -> Self {
        self.min(self.mirror())
    }

    /// True if the pair stands for its class.
    #[must_use]
    pub fn is_representative(self) -> bool {
        self.representative() == self
    }

    /// What the pair is in the search.
    #[must_use]
    pub fn kind(self) -> PairKind {
        if self.white == self.black {
            PairKind::Control
        } else if self.is_representative() {
            PairKind::Candidate
        } else {
            PairKind::Mirror
        }
    }

    /// The position the pair stands for, White to move.
    #[must_use]
    pub fn position(self) -> Position {
        Position::double_chess960(self.white, self.black)
    }

    /// The position as Shredder-FEN: castling rights by the files of the rooks.
    #[must_use]
    pub fn shredder_fen(self) -> String {
        self.position().fen_with(CastlingLetters::Shredder)
    }

    /// All 460,800 representatives in ascending order.
    pub fn representatives() -> impl Iterator<Item = Self> {
        Scharnagl::all()
            .filter(|white| *white < white.mirror()) // White's start alone decides: it never equals its mirror
            .flat_map(|white| Scharnagl::all().map(move |black| Self::new(white, black)))
    }

    /// The 960 pairs in which both sides start alike.
    pub fn controls() -> impl Iterator<Item = Self> {
        Scharnagl::all().map(|start| Self::new(start, start))
    }
}

impl PairKind {
    /// The word for it in exports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Control => "control",
            Self::Mirror => "mirror",
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.white, self.black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_one_representative() {
        let representatives: Vec<Pair> = Pair::representatives().collect();
        assert_eq!(representatives.len(), 460_800);
        assert!(representatives.is_sorted());
        assert!(
            representatives.iter().all(|pair| pair.is_representative() && !pair.mirror().is_representative())
        );
        let controls = Pair::controls().filter(|pair| pair.is_representative()).count();
        assert_eq!((Pair::controls().count(), controls), (960, 480));
    }

    #[test]
    fn the_index_leads_back() {
        for index in (0..Pair::COUNT).step_by(997) {
            assert_eq!(Pair::from_index(index).map(Pair::index), Some(index));
        }
        assert_eq!(Pair::from_index(Pair::COUNT), None);
        assert_eq!(Pair::from_index(u32::MAX), None);
    }
}
