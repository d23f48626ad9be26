//! Playing weaker, for `UCI_LimitStrength`.
//!
//! A weak human sees little and sometimes prefers a move that is not the best one seen. So the
//! engine looks at few nodes, keeps several moves, and chooses among them by chance: the better a
//! move, the likelier (a soft maximum of the scores; the noise is its temperature). The chance is
//! drawn from the game's own record, so the same game played again meets the same answers.

use super::game::Game;
use crate::chess::Move;
use crate::search::{Limits, Line, ScoreKind};

/// How weak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Elo, on the scale of Stockfish's own `UCI_Elo`; see `docs/strength.md`.
    pub elo: u32,
    /// Nodes looked at.
    pub nodes: u64,
    /// Moves chosen among.
    pub lines: usize,
    /// Temperature of the choice, centipawns.
    pub noise: f64,
}

const fn level(elo: u32, nodes: u64, lines: usize, noise: f64) -> Level {
    Level { elo, nodes, lines, noise }
}

/// The calibrated levels, ascending; `docs/strength.md` says how they were measured.
pub const LEVELS: [Level; 7] = [
    level(600, 60, 20, 600.0),
    level(900, 250, 12, 170.0),
    level(1200, 1_400, 7, 38.0),
    level(1500, 4_000, 6, 20.0),
    level(1800, 14_000, 4, 10.0),
    level(2100, 80_000, 2, 2.8),
    level(2400, 400_000, 2, 1.0),
];

/// A mate counts as so many centipawns in the choice, less its length.
const MATE: f64 = 2_000.0;

impl Level {
    /// The level of an Elo figure, between its neighbours of [`LEVELS`]; figures beyond either end
    /// count as the end.
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        let [first, .., last] = LEVELS;
        if elo <= first.elo {
            return first;
        }
        for pair in LEVELS.windows(2) {
            let [below, above] = *pair else { continue };
            if elo <= above.elo {
                return below.towards(&above, elo);
            }
        }
        last
    }

    /// Nodes and noise grow by factors, so they lie between on a logarithmic scale.
    fn towards(&self, above: &Self, elo: u32) -> Self {
        let part = f64::from(elo - self.elo) / f64::from(above.elo - self.elo);
        let between = |low: f64, high: f64| low * (high / low).powf(part);
        Self {
            elo,
            nodes: between(self.nodes as f64, above.nodes as f64).round() as u64,
            lines: between(self.lines as f64, above.lines as f64).round() as usize,
            noise: between(self.noise, above.noise),
        }
    }

    /// Narrows limits to what the level sees. More threads would see more, and not the same twice.
    pub(super) fn narrow(&self, limits: &mut Limits) {
        limits.nodes = Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)));
        limits.multipv = limits.multipv.max(self.lines);
        limits.threads = 1;
    }

    /// The line played, of those found; `None` if there is none.
    pub(super) fn choose<'a>(&self, lines: &'a [Line], game: &Game) -> Option<&'a Line> {
        let seed = seed(game);
        let rating = |line: &Line| {
            let value = match line.score.kind() {
                ScoreKind::Centipawns(value) => f64::from(value),
                ScoreKind::MateIn(moves) => MATE - f64::from(moves),
                ScoreKind::MatedIn(moves) => f64::from(moves) - MATE,
            };
            let mv = line.pv.first().copied().unwrap_or(Move::NONE);
            value + self.noise * gumbel(scramble(seed ^ u64::from(mv.bits())))
        };
        let candidates = lines.iter().take(self.lines).filter(|line| !line.pv.is_empty());
        candidates.max_by(|a, b| rating(a).total_cmp(&rating(b)))
    }
}

/// A number that stands for the game so far.
fn seed(game: &Game) -> u64 {
    let fold = |seed: u64, mv: &Move| scramble(seed ^ u64::from(mv.bits()));
    game.moves().iter().fold(game.start().key(), fold)
}

/// The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn scramble(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The largest of values with such noise is a draw from their soft maximum (E. J. Gumbel 1954).
fn gumbel(bits: u64) -> f64 {
    let uniform = ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-uniform.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_ascend_and_are_interpolated() {
        assert!(LEVELS.windows(2).all(|pair| pair[0].elo < pair[1].elo && pair[0].nodes < pair[1].nodes));
        for level in LEVELS {
            assert_eq!(Level::of_elo(level.elo), level);
        }
        let (first, last) = (LEVELS[0], LEVELS[LEVELS.len() - 1]);
        assert_eq!((Level::of_elo(0), Level::of_elo(9_999)), (first, last));
        let mut before = 0;
        for elo in (first.elo..=last.elo).step_by(50) {
            let level = Level::of_elo(elo);
            assert!(level.nodes > before && level.lines >= 1 && level.elo == elo);
            before = level.nodes;
        }
    }

    #[test]
    fn noise_is_spread_as_it_should_be() {
        let draws: Vec<f64> = (0..20_000).map(|n| gumbel(scramble(n))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        assert!((mean - 0.577).abs() < 0.05, "{mean}"); // Euler's constant
    }
}
