//! The engine's signature: how many positions it visits in a fixed set of searches. It changes exactly when the play does.

use super::game::Start;
use super::search::{Engine, Limits, Silent};
use super::tune::opening;
use super::{Variant, raumschach, tesseract};
use crate::search::Signals;

/// Random plies after which each search begins: the start, an opening, a battle.
const PLIES: [usize; 3] = [0, 8, 30];

/// Plies of the searches of the signature as it is pinned.
pub const fn signature_depth(variant: Variant) -> u8 {
    match variant {
        Variant::Raumschach => 6,
        Variant::Tesseract | Variant::TesseractLight | Variant::TesseractDense => 4,
    }
}

/// Nodes of the searches of a variant to so many plies, on one thread with a table of 16 MiB. A signal to stop leaves
/// the rest out.
pub fn signature(variant: Variant, depth: u8, signals: &Signals) -> u64 {
    match variant {
        Variant::Raumschach => nodes(&raumschach::START, depth, signals),
        Variant::Tesseract => nodes(&tesseract::NORMAL, depth, signals),
        Variant::TesseractLight => nodes(&tesseract::LIGHT, depth, signals),
        Variant::TesseractDense => nodes(&tesseract::DENSE, depth, signals),
    }
}

fn nodes<const N: usize>(start: &Start<N>, depth: u8, signals: &Signals) -> u64 {
    let mut engine = Engine::<N>::new(16);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let positions = PLIES.into_iter().filter_map(|plies| opening(start, plies, 1907));
    let search = |position| engine.search(&position, &limits, signals, &mut Silent).nodes;
    positions.map(search).sum()
}
