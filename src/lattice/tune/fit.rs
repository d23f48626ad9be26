//! Fitting of weights to results: logistic regression by gradient descent.
//!
//! The score of a position is turned into an expected result by a logistic curve and the weights are moved until the
//! squared differences from the results of the games are smallest (P. Österlund, *Texel's tuning method*, 2014; descent
//! with D. Kingma and J. Ba's *Adam*, 2014). A small pull to the first figures keeps rare features sensible.

use super::super::eval::{Counts, Feature, Weights};

/// One position of a game.
pub(super) struct Sample {
    /// Features of which White has more or less than Black: index, difference.
    counts: Vec<(u8, i16)>,
    /// Share of the middle game.
    middle: f32,
    /// Result for White.
    result: f32,
    /// What the search thought of it, for White, in hundredths of a pawn.
    searched: f32,
}

impl Sample {
    pub(super) fn new(counts: &Counts, phase: i32, searched: i32, result: f64) -> Sample {
        let [white, black] = &counts.0;
        let differences = white.iter().zip(black).map(|(white, black)| white - black).enumerate();
        let counts = differences.filter(|entry| entry.1 != 0);
        Sample {
            counts: counts.map(|(index, count)| (index as u8, count as i16)).collect(),
            middle: phase as f32 / 256.0,
            result: result as f32,
            searched: searched as f32,
        }
    }

    /// What the evaluation should expect: half the result of the game, half what the search saw. The result alone is
    /// true but noisy; the search sees what follows at once.
    fn target(&self, scale: f64) -> f64 {
        (f64::from(self.result) + expected(f64::from(self.searched), scale)) / 2.0
    }
}

/// Weights as the fit sees them: middle and end game figure of each feature.
type Figures = [[f64; 2]; Feature::COUNT];

/// Parameters of the descent.
const RATE: f64 = 2.0;
const MOMENTUM: f64 = 0.9;
const VARIANCE: f64 = 0.999;
/// Pull to the first figures, per squared hundredth of a pawn.
const PULL: f64 = 2e-7;

/// What a fit found.
pub(super) struct Fitted {
    pub(super) weights: Weights,
    /// Scale of the logistic curve: hundredths of a pawn that make the odds e : 1.
    pub(super) scale: f64,
    /// What the first move is worth to White beyond what the features say.
    pub(super) bias: f64,
    /// Mean squared differences before and after.
    pub(super) before: f64,
    pub(super) after: f64,
}

fn figures(weights: &Weights) -> Figures {
    std::array::from_fn(|index| {
        let pair = weights.pairs[index];
        [f64::from(pair.middle), f64::from(pair.end)]
    })
}

fn score(sample: &Sample, figures: &Figures) -> f64 {
    let middle = f64::from(sample.middle);
    let one = |&(index, count): &(u8, i16)| {
        let [first, last] = figures[index as usize];
        f64::from(count) * (first * middle + last * (1.0 - middle))
    };
    sample.counts.iter().map(one).sum()
}

fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// What the fit moves: the figures, and what having the first move is worth beyond them.
#[derive(Clone, Copy)]
struct Model {
    figures: Figures,
    bias: f64,
}

/// Mean squared difference between expectation and target.
fn loss(samples: &[Sample], model: &Model, scale: f64, target: impl Fn(&Sample) -> f64) -> f64 {
    let square = |sample: &Sample| {
        let difference = expected(score(sample, &model.figures) + model.bias, scale) - target(sample);
        difference * difference
    };
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}

/// The scale at which the first figures explain the results best, by golden section.
fn best_scale(samples: &[Sample], model: &Model) -> f64 {
    let (mut low, mut high) = (50.0, 4000.0);
    let golden = 0.618;
    let result = |sample: &Sample| f64::from(sample.result);
    for _ in 0..20 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(samples, model, a, result) < loss(samples, model, b, result) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// Derivative of the loss by everything the model has.
fn gradient(samples: &[Sample], model: &Model, first: &Model, scale: f64) -> Model {
    let mut sum = Model { figures: [[0.0; 2]; Feature::COUNT], bias: 0.0 };
    for sample in samples {
        let expected = expected(score(sample, &model.figures) + model.bias, scale);
        let slope = (expected - sample.target(scale)) * expected * (1.0 - expected);
        let middle = f64::from(sample.middle);
        sum.bias += slope;
        for &(index, count) in &sample.counts {
            let change = slope * f64::from(count);
            sum.figures[index as usize][0] += change * middle;
            sum.figures[index as usize][1] += change * (1.0 - middle);
        }
    }
    let share = 2.0 / (scale * samples.len().max(1) as f64);
    for (index, pair) in sum.figures.iter_mut().enumerate() {
        for (phase, slope) in pair.iter_mut().enumerate() {
            *slope = *slope * share + PULL * (model.figures[index][phase] - first.figures[index][phase]);
        }
    }
    sum.bias *= share;
    sum
}

/// The state of the descent for one parameter.
#[derive(Clone, Copy, Default)]
struct Adam {
    mean: f64,
    square: f64,
}

impl Adam {
    /// How far to go for a slope.
    fn step(&mut self, slope: f64, round: i32) -> f64 {
        self.mean = MOMENTUM * self.mean + (1.0 - MOMENTUM) * slope;
        self.square = VARIANCE * self.square + (1.0 - VARIANCE) * slope * slope;
        let mean = self.mean / (1.0 - MOMENTUM.powi(round));
        let square = self.square / (1.0 - VARIANCE.powi(round));
        RATE * mean / (square.sqrt() + 1e-12)
    }
}

/// Fits the weights to the samples in so many rounds.
pub(super) fn fit(samples: &[Sample], weights: &Weights, rounds: usize) -> Fitted {
    let first = Model { figures: figures(weights), bias: 0.0 };
    let scale = best_scale(samples, &first);
    let mut model = first;
    let mut states = [[Adam::default(); 2]; Feature::COUNT];
    let mut bias = Adam::default();
    for round in 1..=rounds as i32 {
        let slope = gradient(samples, &model, &first, scale);
        for (index, pair) in states.iter_mut().enumerate() {
            for (phase, state) in pair.iter_mut().enumerate() {
                model.figures[index][phase] -= state.step(slope.figures[index][phase], round);
            }
        }
        model.bias -= bias.step(slope.bias, round);
    }
    let mut fitted = weights.clone();
    for (pair, [middle, end]) in fitted.pairs.iter_mut().zip(model.figures) {
        pair.middle = middle.round() as i32;
        pair.end = end.round() as i32;
    }
    let target = |sample: &Sample| sample.target(scale);
    let rounded = Model { figures: figures(&fitted), bias: model.bias };
    let (before, after) = (loss(samples, &first, scale, target), loss(samples, &rounded, scale, target));
    Fitted { weights: fitted, scale, bias: model.bias, before, after }
}
