//! Middlegame and endgame sums per colour.

use crate::chess::Color;

/// What each colour has gathered, centipawns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Middlegame, by colour.
    pub mg: [i32; 2],
    /// Endgame, by colour.
    pub eg: [i32; 2],
}

impl Totals {
    /// Adds a middlegame and an endgame figure to a colour.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, (mg, eg): (i32, i32)) {
        self.mg[color.index()] += mg;
        self.eg[color.index()] += eg;
    }

    /// Adds one figure to both totals of a colour.
    #[inline(always)]
    pub(super) fn both(&mut self, color: Color, value: i32) {
        self.add(color, (value, value));
    }

    /// A value of White's view becomes a bonus of whichever colour it favours.
    #[inline(always)]
    pub(super) fn favour(&mut self, value: i32) {
        if value > 0 {
            self.both(Color::White, value);
        } else if value < 0 {
            self.both(Color::Black, -value);
        }
    }

    /// A colour's totals weighed by the phase of both (0 to 62), truncated toward zero.
    #[inline(always)]
    pub(super) fn taper(&self, color: Color, phase: i32) -> i32 {
        (self.mg[color.index()] * phase + self.eg[color.index()] * (62 - phase)) / 62
    }
}

impl std::ops::Sub for Totals {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let minus = |a: [i32; 2], b: [i32; 2]| [a[0] - b[0], a[1] - b[1]];
        Self { mg: minus(self.mg, other.mg), eg: minus(self.eg, other.eg) }
    }
}
