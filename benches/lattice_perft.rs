//! Speed of the lattice generator, and the perft figures that are too deep for the tests.
//!
//! `cargo bench --bench lattice_perft` prints the best of several runs; `-- deep` adds Raumschach perft(5).

use mangoac::lattice::{Position, Start, raumschach, tesseract};
use std::time::Instant;

/// Runs one perft several times and prints the best and the median speed.
fn measure<const N: usize>(start: &Start<N>, depth: u32, expected: u64, runs: usize) {
    let mut position = Position::start(start).expect("a start position is legal");
    let mut speeds: Vec<f64> = (0..runs)
        .map(|_| {
            let clock = Instant::now();
            assert_eq!(position.perft(depth), expected, "{} perft({depth})", start.name);
            expected as f64 / clock.elapsed().as_secs_f64() / 1e6
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    let (best, median) = (speeds[runs - 1], speeds[runs / 2]);
    println!(
        "{:16} perft({depth}) {expected:>13}  best {best:6.1}  median {median:6.1} million nodes/s",
        start.name
    );
}

fn main() {
    measure(&raumschach::START, 4, 15_587_032, 9);
    measure(&tesseract::NORMAL, 3, 11_582_428, 9);
    measure(&tesseract::LIGHT, 3, 10_791_766, 5);
    measure(&tesseract::DENSE, 3, 13_097_896, 5);
    if std::env::args().any(|argument| argument == "deep") {
        measure(&raumschach::START, 5, 1_100_404_403, 1);
    }
}
