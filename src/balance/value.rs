//! What an engine says a position is worth.

use std::fmt;

/// A value from White's side, who is to move in every start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

impl Value {
    /// The distance from zero in centipawns; a mate is farther than any number.
    #[must_use]
    pub const fn magnitude(self) -> u32 {
        match self {
            Self::Centipawns(cp) => cp.unsigned_abs(),
            Self::Mate(_) => u32::MAX,
        }
    }

    /// True if the value is at most `window` centipawns from zero.
    #[must_use]
    pub const fn is_within(self, window: u32) -> bool {
        self.magnitude() <= window
    }

    /// The centipawns, `None` for a mate.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        match self {
            Self::Centipawns(cp) => Some(cp),
            Self::Mate(_) => None,
        }
    }

    /// The moves to mate, `None` for centipawns.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(moves) => Some(moves),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(0) => f.pad("0"),
            Self::Centipawns(cp) => f.pad(&format!("{cp:+}")),
            Self::Mate(moves) => f.pad(&format!("#{moves}")),
        }
    }
}
