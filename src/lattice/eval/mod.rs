//! Static evaluation of lattice positions: a sum of counts times weights, blended by game phase.

mod features;
mod terms;
mod weights;

use super::piece::Color;
use super::position::Position;
pub(super) use features::{Collector, Counts};
pub use features::{Family, Feature};
pub use weights::{Pair, Weights};

/// Largest score an evaluation gives, far below every mate score.
pub(super) const LIMIT: i32 = 25_000;

/// How far mobility, king safety and tempo can be expected to move a score: beyond it the window decides without them.
const LAZY_MARGIN: i32 = 800;

/// A running score, White's less Black's.
struct Tapered<'a> {
    weights: &'a Weights,
    total: Pair,
}

impl Collector for Tapered<'_> {
    #[inline(always)]
    fn add(&mut self, feature: Feature, color: Color, count: i32) {
        let pair = self.weights.pair(feature);
        self.total.middle += pair.middle * count * color.sign();
        self.total.end += pair.end * count * color.sign();
    }
}

/// Blends by phase, 256 for all material.
fn blend(pair: Pair, phase: i32) -> i32 {
    (pair.middle * phase + pair.end * (256 - phase)) / 256
}

/// Scores of pawn structures seen before, by pawn key.
#[derive(Clone)]
pub(super) struct PawnCache(Vec<(u64, Pair)>);

impl PawnCache {
    const ENTRIES: usize = 1 << 13;

    pub(super) fn new() -> PawnCache {
        PawnCache(vec![(u64::MAX, Pair::default()); Self::ENTRIES])
    }

    fn score<const N: usize>(&mut self, position: &Position<N>, weights: &Weights) -> Pair {
        let key = position.pawn_key();
        let entry = &mut self.0[key as usize & (Self::ENTRIES - 1)];
        if entry.0 != key {
            let mut score = Tapered { weights, total: Pair::default() };
            terms::pawns(position, &mut score);
            *entry = (key, score.total);
        }
        entry.1
    }
}

/// Score of a position for the side to move, in hundredths of a pawn. Outside the window `alpha … beta` by a wide
/// margin the expensive terms are left out.
pub(super) fn evaluate<const N: usize>(
    position: &Position<N>,
    weights: &Weights,
    pawns: &mut PawnCache,
    (alpha, beta): (i32, i32),
) -> i32 {
    let sign = position.side().sign();
    let phase = terms::phase(position, weights);
    let mut score = Tapered { weights, total: pawns.score(position, weights) };
    terms::men(position, &mut score);
    let rough = blend(score.total, phase) * sign;
    if rough + LAZY_MARGIN <= alpha || rough - LAZY_MARGIN >= beta {
        return rough.clamp(-LIMIT, LIMIT);
    }
    terms::mobility(position, weights, &mut score);
    terms::king(position, &mut score);
    score.add(Feature::Tempo, position.side(), 1);
    (blend(score.total, phase) * sign).clamp(-LIMIT, LIMIT)
}

/// Counts every feature of a position.
pub(super) fn counts<const N: usize>(position: &Position<N>, weights: &Weights) -> (Counts, i32) {
    let mut counts = Counts::new();
    terms::men(position, &mut counts);
    terms::mobility(position, weights, &mut counts);
    terms::king(position, &mut counts);
    terms::pawns(position, &mut counts);
    counts.add(Feature::Tempo, position.side(), 1);
    (counts, terms::phase(position, weights))
}

/// One line of the table of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The family.
    pub family: Family,
    /// What White has of it, in hundredths of a pawn.
    pub white: Pair,
    /// What Black has.
    pub black: Pair,
    /// White's less Black's, blended by phase.
    pub total: i32,
}

/// The evaluation taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// One line for each family.
    pub terms: Vec<Term>,
    /// 256 with all material, 0 with kings and pawns alone.
    pub phase: i32,
    /// The score from White's point of view, as the search sees it; the lines differ from it by rounding only.
    pub total: i32,
}

impl<const N: usize> Position<N> {
    /// Takes the evaluation apart.
    pub fn evaluation(&self) -> Table {
        let weights = Weights::of::<N>();
        let (counts, phase) = counts(self, weights);
        let sum = |family: Family, color: Color| {
            let mut total = Pair::default();
            for feature in Feature::all().into_iter().filter(|feature| feature.family() == family) {
                let count = counts.0[color.index()][feature.index()];
                total.middle += weights.pair(feature).middle * count;
                total.end += weights.pair(feature).end * count;
            }
            total
        };
        let term = |family| {
            let (white, black) = (sum(family, Color::White), sum(family, Color::Black));
            let less = Pair { middle: white.middle - black.middle, end: white.end - black.end };
            Term { family, white, black, total: blend(less, phase) }
        };
        let window = (-LIMIT * 2, LIMIT * 2);
        let total = evaluate(self, weights, &mut PawnCache::new(), window) * self.side().sign();
        Table { terms: Family::ALL.map(term).to_vec(), phase, total }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pawns = |value: i32| f64::from(value) / 100.0;
        writeln!(out, "{:<12} {:^15} {:^15} {:>7}", "term", "White mg eg", "Black mg eg", "total")?;
        for term in &self.terms {
            let Term { family, white, black, total } = term;
            let pair = |pair: &Pair| format!("{:7.2} {:7.2}", pawns(pair.middle), pawns(pair.end));
            writeln!(out, "{:<12} {} {} {:7.2}", family.name(), pair(white), pair(black), pawns(*total))?;
        }
        writeln!(out, "{:<12} {:>39.2}  (phase {} of 256)", "total", pawns(self.total), self.phase)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{raumschach, tesseract};
    use super::*;

    fn check<const N: usize>(position: &mut Position<N>, depth: u32) {
        let table = position.evaluation();
        let sum: i32 = table.terms.iter().map(|term| term.total).sum();
        assert!((sum - table.total).abs() < 8, "{table}");
        if depth > 0 {
            for mv in position.legal_moves().into_iter().step_by(7) {
                position.make(mv);
                check(position, depth - 1);
                position.unmake();
            }
        }
    }

    #[test]
    fn the_table_adds_up_to_what_the_search_sees() {
        check(&mut Position::start(&raumschach::START).expect("a start"), 2);
        check(&mut Position::start(&tesseract::NORMAL).expect("a start"), 1);
    }

    #[test]
    fn a_start_is_worth_the_right_to_move() {
        let position = Position::start(&raumschach::START).expect("a start");
        let table = position.evaluation();
        assert_eq!(table.phase, 256);
        assert!(table.total.abs() < 60, "{table}");
    }
}
