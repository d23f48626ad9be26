//! Fits the figures of the lattice evaluation and measures the levels: long runs, all of them repeatable.
//!
//! `cargo bench --bench lattice_tune -- raumschach GAMES NODES` fits; `-- ladder raumschach GAMES HASTE` plays the
//! levels, with their clocks divided by HASTE.

use mangoac::lattice::search::Engine;
use mangoac::lattice::tune::{Habit, Options, Player, Schedule, compete, fit, relative_values};
use mangoac::lattice::{Start, raumschach, tesseract};

fn fit_and_print<const N: usize>(start: &Start<N>, games: usize, nodes: u64) {
    let mut options = Options::default();
    options.schedule.games = games;
    options.nodes = nodes;
    options.trial = games.min(300);
    let fit = fit(start, &options);
    print!("{fit}");
    println!("values {:?}", relative_values(&fit.weights));
}

/// Plays neighbouring levels against each other, with their clocks divided by `haste`.
fn ladder<const N: usize>(start: &Start<N>, games: usize, haste: u32) {
    let mut levels = start.game.rules().levels.to_vec();
    levels.iter_mut().for_each(|level| level.time /= haste.max(1));
    for pair in levels.windows(2) {
        let player = |index: usize| Player {
            engine: Engine::<N>::new(pair[index].table),
            habit: Habit::Level(pair[index]),
        };
        let schedule = Schedule { games, opening: 4, threads: 1, seed: 7 };
        let tally = compete(start, &schedule, || player(1), || player(0));
        let (low, high) = (pair[0].number, pair[1].number);
        println!("{} level {high} against {low}: {tally:?} {:.1} %", start.name, tally.percent());
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let number = |text: &String| text.parse::<usize>().ok();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts.as_slice() {
        ["ladder", name, ..] => {
            let games = arguments.get(2).and_then(number).unwrap_or(60);
            let haste = arguments.get(3).and_then(number).unwrap_or(1) as u32;
            match *name {
                "raumschach" => ladder(&raumschach::START, games, haste),
                _ => ladder(&tesseract::NORMAL, games, haste),
            }
        }
        [name, ..] => {
            let games = arguments.get(1).and_then(number).unwrap_or(1000);
            let nodes = arguments.get(2).and_then(number).unwrap_or(800) as u64;
            match *name {
                "raumschach" => fit_and_print(&raumschach::START, games, nodes),
                _ => fit_and_print(&tesseract::NORMAL, games, nodes),
            }
        }
        [] => fit_and_print(&raumschach::START, 4, 200),
    }
}
