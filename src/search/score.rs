//! Scores and what they mean.

/// A score larger than any search returns.
pub const INFINITE: i32 = 100_000;
/// From here on a score is a mate; the transposition table counts such scores from its node.
pub const MATE_ZONE: i32 = 90_000;
/// Score of a mate that stands on the board, before the plies to it are taken off.
pub const MATED_NOW: i32 = 99_002;

/// A score from the side to move's point of view: centipawns, or a mate counted in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i32);

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// An advantage in centipawns.
    Centipawns(i32),
    /// The side to move mates in so many of its own moves.
    MateIn(u32),
    /// The side to move is mated in so many of the enemy's moves; 0: it is mated now.
    MatedIn(u32),
}

impl Score {
    /// The side to move is mated where it stands.
    pub const MATED: Self = Self(-MATED_NOW);
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// The side to move mates in so many of its own moves, at least one.
    #[must_use]
    pub const fn mate_in(moves: u32) -> Self {
        Self(MATED_NOW + 1 - 2 * moves as i32)
    }

    /// The side to move is mated in so many of the enemy's moves.
    #[must_use]
    pub const fn mated_in(moves: u32) -> Self {
        Self(2 * moves as i32 - MATED_NOW)
    }

    /// What the score says. A mate given at ply p scores 99002 − p at the root (§3), so mate in
    /// one, two, three are 99001, 98999, 98997.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        if self.0 > MATE_ZONE {
            ScoreKind::MateIn((MATED_NOW + 1 - self.0).unsigned_abs() / 2)
        } else if self.0 < -MATE_ZONE {
            ScoreKind::MatedIn((MATED_NOW + self.0).unsigned_abs() / 2)
        } else {
            ScoreKind::Centipawns(self.0)
        }
    }
}

/// How a score relates to the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

impl Bound {
    /// The bound of two bits, none for 0.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let mate = |moves| ScoreKind::MateIn(moves);
        for (score, kind) in [(99_001, mate(1)), (98_999, mate(2)), (98_997, mate(3)), (98_961, mate(21))] {
            assert_eq!(Score(score).kind(), kind);
        }
        let mated = |moves| ScoreKind::MatedIn(moves);
        for (score, kind) in [(-99_002, mated(0)), (-99_000, mated(1)), (-98_998, mated(2))] {
            assert_eq!(Score(score).kind(), kind);
        }
        assert_eq!(Score(-35).kind(), ScoreKind::Centipawns(-35));
    }
}
