//! A move of a known position, in 32 bits.

use super::geometry::{Cell, Lattice, Spot};
use super::piece::Kind;

/// What is special about a move, beside captures and promotions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    None,
    DoubleStep,
    EnPassant,
}

/// A move, legal in the position it was generated for: from (13 bits), to (13), promotion (3), special (2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Move {
    /// No move: the empty entry of a table.
    pub(super) const NONE: Move = Move(0);

    #[inline(always)]
    pub(super) const fn new(from: Spot, to: Spot) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 13)
    }

    #[inline(always)]
    pub(super) const fn promoting(self, kind: Kind) -> Move {
        Move(self.0 | (kind as u32) << 26)
    }

    #[inline(always)]
    pub(super) const fn special(self, special: Special) -> Move {
        Move(self.0 | (special as u32) << 29)
    }

    #[inline(always)]
    pub(super) const fn from(self) -> Spot {
        Spot((self.0 & 0x1FFF) as u16)
    }

    #[inline(always)]
    pub(super) const fn to(self) -> Spot {
        Spot((self.0 >> 13 & 0x1FFF) as u16)
    }

    /// The piece a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 26 & 7 {
            0 => None,
            index => Kind::try_from_index(index as usize),
        }
    }

    #[inline(always)]
    pub(super) const fn kind(self) -> Special {
        match self.0 >> 29 & 3 {
            0 => Special::None,
            1 => Special::DoubleStep,
            _ => Special::EnPassant,
        }
    }

    /// Whether the move captures a pawn that has just stepped over its target.
    pub fn is_en_passant(self) -> bool {
        self.kind() == Special::EnPassant
    }

    /// Cell the man leaves.
    pub fn origin<const N: usize>(self) -> Cell {
        Lattice::<N>::known_cell(self.from())
    }

    /// Cell the man goes to.
    pub fn target<const N: usize>(self) -> Cell {
        Lattice::<N>::known_cell(self.to())
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

/// Where generated moves go: a list, or only a number.
pub(super) trait Sink {
    fn push(&mut self, mv: Move);
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        Vec::push(self, mv);
    }
}

/// Counts moves without keeping them.
#[derive(Default)]
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    #[inline(always)]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}
