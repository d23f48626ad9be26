//! How a value came about: the terms of the evaluation, one by one.

use super::totals::Totals;
use crate::chess::Color;
use crate::macros::small_enum;

small_enum! {
    /// A family of terms that goes into the tapered totals, in the order of evaluation.
    #[allow(missing_docs)]
    pub enum Term {
        Material, Tempo, Imbalance, BishopPair, LoneMinorBishop, MateDrive,
        Pawns, PassedPawns, PawnRace, CastlingCentre,
        Knights, Bishops, Rooks, Queens, King,
    }
}

impl Term {
    /// The term's name in JSON and in the golden data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Tempo => "tempo",
            Self::Imbalance => "imbalance",
            Self::BishopPair => "bishop_pair",
            Self::LoneMinorBishop => "lone_minor_bishop",
            Self::MateDrive => "mate_drive",
            Self::Pawns => "pawns",
            Self::PassedPawns => "passed_pawns",
            Self::PawnRace => "pawn_race",
            Self::CastlingCentre => "castling_centre",
            Self::Knights => "knights",
            Self::Bishops => "bishops",
            Self::Rooks => "rooks",
            Self::Queens => "queens",
            Self::King => "king",
        }
    }
}

/// Watches an evaluation. The engine's own searches use [`NoTrace`], which costs nothing.
pub(super) trait Trace {
    /// The totals after a term has been added.
    fn term(&mut self, _term: Term, _totals: &Totals) {}
    /// Facts about material.
    fn material(&mut self, _facts: MaterialFacts) {}
    /// The value before the pieces are rated.
    fn partial(&mut self, _partial: i32, _margin: i32) {}
    /// Attack units and shelter defects by colour.
    fn king_danger(&mut self, _units: [u32; 2], _defects: [[u8; 4]; 2]) {}
    /// Tapered sums and the changes to them, by colour, and the value before draw scaling.
    fn finish(&mut self, _tapered: [i32; 2], _pins: [i32; 2], _hanging: [i32; 2], _before_scaling: i32) {}
}

pub(super) struct NoTrace;

impl Trace for NoTrace {}

/// Facts about material that steer the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialFacts {
    /// Value of all men, White's less Black's, centipawns.
    pub balance: i32,
    /// Game phase by colour, 0 to 31.
    pub phase: [i32; 2],
    /// Strong enough to endanger the enemy king, by colour.
    pub dangerous: [bool; 2],
    /// Bit 0: White can win; bit 1: Black can win.
    pub can_win: u8,
    /// No pawns, and enough to drive a king to mate: nothing but material and kings counts.
    pub mate_drive: bool,
}

/// A value taken apart. Centipawns; White's view where one number stands for both colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// Facts about material.
    pub material: MaterialFacts,
    /// What each term adds.
    pub terms: [Totals; Term::COUNT],
    /// The value before the pieces are rated, and the margin of the second lazy exit.
    pub partial: (i32, i32),
    /// Attack units each colour has gathered.
    pub units: [u32; 2],
    /// Shelter defects of each colour around the files b, d, e and g.
    pub defects: [[u8; 4]; 2],
    /// Tapered sum of each colour.
    pub tapered: [i32; 2],
    /// What pins change in each sum.
    pub pins: [i32; 2],
    /// What hanging pieces change in each sum.
    pub hanging: [i32; 2],
    /// The value before draw scaling.
    pub before_scaling: i32,
    /// The value, White's view.
    pub white: i32,
    /// The value, side to move's view.
    pub side_to_move: i32,
    last: Totals,
}

impl Breakdown {
    /// What a term adds to a colour: middlegame, endgame.
    #[must_use]
    pub const fn term(&self, term: Term, color: Color) -> (i32, i32) {
        let totals = &self.terms[term.index()];
        (totals.mg[color.index()], totals.eg[color.index()])
    }
}

impl Trace for Breakdown {
    fn term(&mut self, term: Term, totals: &Totals) {
        self.terms[term.index()] = *totals - self.last;
        self.last = *totals;
    }

    fn material(&mut self, facts: MaterialFacts) {
        self.material = facts;
    }

    fn partial(&mut self, partial: i32, margin: i32) {
        self.partial = (partial, margin);
    }

    fn king_danger(&mut self, units: [u32; 2], defects: [[u8; 4]; 2]) {
        (self.units, self.defects) = (units, defects);
    }

    fn finish(&mut self, tapered: [i32; 2], pins: [i32; 2], hanging: [i32; 2], before_scaling: i32) {
        (self.tapered, self.pins, self.hanging, self.before_scaling) =
            (tapered, pins, hanging, before_scaling);
    }
}
