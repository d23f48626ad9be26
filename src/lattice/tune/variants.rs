//! Fits and matches of levels for a variant known at run time only.

use super::super::facade::Variant;
use super::super::game::{Level, Start};
use super::super::search::Engine;
use super::super::{raumschach, tesseract};
use super::{Fit, Habit, Options, Player, Schedule, Tally, compete, fit};

/// As [`fit`], for a variant by name.
pub fn fit_variant(variant: Variant, options: &Options) -> Fit {
    match variant {
        Variant::Raumschach => fit(&raumschach::START, options),
        Variant::Tesseract => fit(&tesseract::NORMAL, options),
        Variant::TesseractLight => fit(&tesseract::LIGHT, options),
        Variant::TesseractDense => fit(&tesseract::DENSE, options),
    }
}

/// Plays each level against the one below it, with their clocks divided by `haste`, and tells `told` the lower level,
/// the higher one and the result of the higher one; it says whether to go on.
pub fn ladder(
    variant: Variant,
    schedule: &Schedule,
    haste: u32,
    told: impl FnMut(&Level, &Level, Tally) -> bool,
) {
    match variant {
        Variant::Raumschach => climb(&raumschach::START, schedule, haste, told),
        Variant::Tesseract => climb(&tesseract::NORMAL, schedule, haste, told),
        Variant::TesseractLight => climb(&tesseract::LIGHT, schedule, haste, told),
        Variant::TesseractDense => climb(&tesseract::DENSE, schedule, haste, told),
    }
}

fn climb<const N: usize>(
    start: &Start<N>,
    schedule: &Schedule,
    haste: u32,
    mut told: impl FnMut(&Level, &Level, Tally) -> bool,
) {
    let mut levels = start.game.rules().levels.to_vec();
    levels.iter_mut().for_each(|level| level.time /= haste.max(1));
    for pair in levels.windows(2) {
        let [lower, higher] = pair else { continue };
        let player =
            |level: &Level| Player { engine: Engine::<N>::new(level.table), habit: Habit::Level(*level) };
        let tally = compete(start, schedule, || player(higher), || player(lower));
        if !told(lower, higher, tally) {
            return;
        }
    }
}
