//! Fitting of the evaluation to games the engine plays against itself, and matches between players.
//!
//! Everything is drawn from one seed and games are limited by nodes, so a fit can be repeated figure by figure.

mod fit;
mod games;
mod variants;

use super::eval::{self, Feature, Weights};
use super::game::Start;
use super::piece::Kind;
use super::position::Position;
use super::search::{Engine, Limits, Outcome, Score};
use fit::Sample;
pub use games::{GameResult, Habit, Player, Schedule, Tally, compete, opening, play};
use std::fmt;
pub use variants::{fit_variant, ladder};

/// What to fit, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games to play.
    pub schedule: Schedule,
    /// Nodes per move.
    pub nodes: u64,
    /// Rounds of the descent.
    pub rounds: usize,
    /// Games of the match between new and old figures.
    pub trial: usize,
}

impl Default for Options {
    fn default() -> Options {
        let schedule = Schedule { games: 1000, opening: 8, threads: 1, seed: 1907 };
        Options { schedule, nodes: 800, rounds: 400, trial: 100 }
    }
}

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Name of the variant.
    pub variant: &'static str,
    /// Games played, and results for White.
    pub games: Tally,
    /// Positions used.
    pub positions: usize,
    /// Hundredths of a pawn that make the odds e : 1.
    pub scale: f64,
    /// What the first move is worth to White beyond what the features say, in hundredths of a pawn.
    pub bias: f64,
    /// Mean squared difference of expectation and target, before and after.
    pub loss: (f64, f64),
    /// The new figures.
    pub weights: Weights,
    /// New figures against old ones.
    pub trial: Tally,
}

/// Largest score, in hundredths of a pawn, of a position that teaches something.
const UNDECIDED: i32 = 1500;

/// Plays games, fits the figures to them and tries the new figures against the old.
pub fn fit<const N: usize>(start: &Start<N>, options: &Options) -> Fit {
    let weights = Weights::of::<N>();
    let played = games::in_parallel(options.schedule.games, options.schedule.threads, |number| {
        let seed = games::opening_seed(options.schedule.seed, number);
        opening(start, options.schedule.opening, seed).map(|position| samples(position, weights, options))
    });
    let mut tally = Tally::default();
    let mut all = Vec::new();
    for (result, samples) in played.into_iter().flatten() {
        match result {
            GameResult::White => tally.wins += 1,
            GameResult::Draw => tally.draws += 1,
            GameResult::Black => tally.losses += 1,
        }
        all.extend(samples);
    }
    let fitted = fit::fit(&all, weights, options.rounds);
    let schedule = Schedule { games: options.trial, seed: options.schedule.seed + 1, ..options.schedule };
    let trial = compete(start, &schedule, || player(&fitted.weights, options), || player(weights, options));
    Fit {
        variant: start.name,
        games: tally,
        positions: all.len(),
        scale: fitted.scale,
        bias: fitted.bias,
        loss: (fitted.before, fitted.after),
        weights: fitted.weights,
        trial,
    }
}

fn player<const N: usize>(weights: &Weights, options: &Options) -> Player<N> {
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    Player { engine: Engine::with_weights(1, weights.clone()), habit: Habit::Limits(limits) }
}

/// One game and its quiet positions.
fn samples<const N: usize>(
    position: Position<N>,
    weights: &Weights,
    options: &Options,
) -> (GameResult, Vec<Sample>) {
    let (mut white, mut black) = (player(weights, options), player(weights, options));
    let mut counted = Vec::new();
    let result = play(position, &mut white, &mut black, |position, outcome| {
        if is_quiet(position, outcome) {
            let Score::Centipawns(score) = outcome.score else { return };
            let (counts, phase) = eval::counts(position, weights);
            counted.push((counts, phase, score * position.side().sign()));
        }
    });
    let sample =
        |(counts, phase, score): &(_, i32, i32)| Sample::new(counts, *phase, *score, result.points());
    let samples = counted.iter().map(sample);
    (result, samples.collect())
}

/// Whether the evaluation can be held responsible for a position: no check, no capture at hand, nothing decided.
fn is_quiet<const N: usize>(position: &Position<N>, outcome: &Outcome) -> bool {
    let calm = |mv| !position.is_capture(mv) && mv.promotion().is_none();
    let undecided = matches!(outcome.score, Score::Centipawns(score) if score.abs() < UNDECIDED);
    undecided && !position.in_check() && outcome.best.is_some_and(calm)
}

/// The report: first the summary, then the rows of the file of figures.
impl fmt::Display for Fit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.games;
        writeln!(
            out,
            "{}: {} games (+{wins} ={draws} -{losses} for White)",
            self.variant,
            wins + draws + losses
        )?;
        writeln!(out, "positions {}, scale {:.0}, bias {:.0}", self.positions, self.scale, self.bias)?;
        writeln!(out, "loss {:.6} -> {:.6}", self.loss.0, self.loss.1)?;
        let Tally { wins, draws, losses } = self.trial;
        writeln!(out, "new against old +{wins} ={draws} -{losses}, {:.1} %", self.trial.percent())?;
        for feature in Feature::all() {
            let pair = self.weights.pair(feature);
            if (pair.middle, pair.end) != (0, 0) {
                writeln!(out, "    ({feature:?}, {}, {}),", pair.middle, pair.end)?;
            }
        }
        Ok(())
    }
}

/// Values of the men relative to the pawn, for a report: the mean of both phases, in hundredths.
pub fn relative_values(weights: &Weights) -> Vec<(Kind, i32)> {
    let pawn = weights.exchange(Kind::Pawn).max(1);
    let men = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King && weights.exchange(kind) != 0);
    men.map(|kind| (kind, weights.exchange(kind) * 100 / pawn)).collect()
}
