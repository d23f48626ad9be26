//! All figures of the evaluation, in hundredths of a pawn, each as (middle game, end game).
//!
//! The rows are printed by [`crate::lattice::tune`], fitted to self-play games; docs/lattice.md has the report.

use super::super::piece::Kind;
use super::features::Feature;

/// A figure for the middle game and one for the end game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// With all material on the board.
    pub middle: i32,
    /// With kings and pawns alone.
    pub end: i32,
}

/// The figures of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By [`Feature::index`].
    pub(in super::super) pairs: [Pair; Feature::COUNT],
    /// Usual mobility by kind: half of the mean on the empty board (lattice rules, mobility sums).
    usual: [i32; Kind::COUNT],
    /// Weighted number of pieces at the start: queen 4, rook, bishop and knight 2, unicorn and dragon 1.
    full_phase: i32,
}

type Row = (Feature, i32, i32);

impl Weights {
    const fn new(rows: &[Row], usual: &[(Kind, i32)], full_phase: i32) -> Weights {
        let mut weights = Weights {
            pairs: [Pair { middle: 0, end: 0 }; Feature::COUNT],
            usual: [0; Kind::COUNT],
            full_phase,
        };
        let mut index = 0;
        while index < rows.len() {
            let (feature, middle, end) = rows[index];
            weights.pairs[feature.index()] = Pair { middle, end };
            index += 1;
        }
        index = 0;
        while index < usual.len() {
            weights.usual[usual[index].0.index()] = usual[index].1;
            index += 1;
        }
        weights
    }

    /// The figures of a game of `N` dimensions.
    pub const fn of<const N: usize>() -> &'static Weights {
        if N == 3 { &RAUMSCHACH } else { &TESSERACT }
    }

    /// Weight of a feature.
    #[inline(always)]
    pub const fn pair(&self, feature: Feature) -> Pair {
        self.pairs[feature.index()]
    }

    #[inline(always)]
    pub(super) const fn usual(&self, kind: Kind) -> i32 {
        self.usual[kind.index()]
    }

    pub(super) const fn full_phase(&self) -> i32 {
        self.full_phase
    }

    /// Value of a man for exchanges, the mean of both phases.
    #[inline(always)]
    pub(in super::super) const fn exchange(&self, kind: Kind) -> i32 {
        let pair = self.pairs[kind.index()];
        (pair.middle + pair.end) / 2
    }
}

use Feature::{
    Advance, Centrality, Doubled, Isolated, Material, Mobility, OpenRays, Passed, PassedAdvance, Shelter,
    Siege, Tempo,
};
use Kind::{Bishop, Dragon, King, Knight, Pawn, PawnW, Queen, Rook, Unicorn};

#[rustfmt::skip]
static RAUMSCHACH: Weights = Weights::new(&[
    (Material(Queen), 1005, 1004),
    (Material(Rook), 447, 494),
    (Material(Bishop), 399, 420),
    (Material(Unicorn), 246, 244),
    (Material(Knight), 352, 382),
    (Material(Pawn), 102, 125),
    (Centrality(King), -11, 5),
    (Centrality(Queen), 12, 7),
    (Centrality(Rook), 4, -11),
    (Centrality(Bishop), -1, 1),
    (Centrality(Unicorn), -2, -8),
    (Centrality(Knight), 8, 8),
    (Centrality(Pawn), 1, -2),
    (Mobility(Queen), 5, 6),
    (Mobility(Rook), 2, -6),
    (Mobility(Bishop), 6, -1),
    (Mobility(Unicorn), 5, 0),
    (Mobility(Knight), 2, 0),
    (OpenRays, -2, -2),
    (Shelter, 11, -1),
    (Siege, 15, -11),
    (Doubled(Pawn), -2, -6),
    (Isolated(Pawn), -11, -14),
    (Advance(Pawn), -2, 9),
    (Passed(Pawn), 3, 8),
    (PassedAdvance(Pawn), 1, 22),
    (Tempo, 10, 2),
], &[(Queen, 16), (Rook, 6), (Bishop, 7), (Unicorn, 3), (Knight, 6)], 36);

#[rustfmt::skip]
static TESSERACT: Weights = Weights::new(&[
    (Material(Queen), 1605, 1602),
    (Material(Rook), 390, 441),
    (Material(Bishop), 540, 596),
    (Material(Unicorn), 498, 521),
    (Material(Dragon), 223, 221),
    (Material(Knight), 441, 476),
    (Material(Pawn), 102, 123),
    (Material(PawnW), 105, 127),
    (Centrality(King), -4, 9),
    (Centrality(Queen), 8, 6),
    (Centrality(Rook), 9, 3),
    (Centrality(Bishop), 2, -5),
    (Centrality(Unicorn), 8, 7),
    (Centrality(Dragon), 9, 6),
    (Centrality(Knight), 1, 5),
    (Centrality(Pawn), 7, 17),
    (Centrality(PawnW), 13, 34),
    (Mobility(Queen), 7, 7),
    (Mobility(Rook), 13, -21),
    (Mobility(Bishop), 1, -4),
    (Mobility(Unicorn), 0, 1),
    (Mobility(Dragon), -2, -2),
    (Mobility(Knight), 6, 8),
    (OpenRays, 2, 3),
    (Shelter, 18, 0),
    (Siege, 2, 8),
    (Doubled(Pawn), -5, -11),
    (Doubled(PawnW), -1, -8),
    (Isolated(Pawn), -5, -6),
    (Isolated(PawnW), -7, -10),
    (Advance(Pawn), 25, 34),
    (Advance(PawnW), 25, 42),
    (Passed(Pawn), 4, 17),
    (Passed(PawnW), 6, 18),
    (PassedAdvance(Pawn), 23, 41),
    (PassedAdvance(PawnW), 19, 40),
    (Tempo, 12, 4),
], &[(Queen, 40), (Rook, 8), (Bishop, 14), (Unicorn, 13), (Dragon, 5), (Knight, 12)], 40);
