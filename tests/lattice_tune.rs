//! The fitting tool: repeatable, whatever the number of threads, and it learns.

use mangoac::lattice::eval::Weights;
use mangoac::lattice::search::{Engine, Limits};
use mangoac::lattice::tune::{Habit, Options, Player, Schedule, compete, fit, opening, relative_values};
use mangoac::lattice::{Kind, raumschach::START, tesseract};

fn options(threads: usize) -> Options {
    let schedule = Schedule { games: 4, opening: 8, threads, seed: 11 };
    Options { schedule, nodes: 60, rounds: 30, trial: 2 }
}

#[test]
fn a_fit_does_not_depend_on_the_threads() {
    let (one, two) = (fit(&START, &options(1)), fit(&START, &options(3)));
    assert_eq!(one.weights, two.weights);
    assert_eq!((one.games, one.positions, one.trial), (two.games, two.positions, two.trial));
    assert!(one.loss.1 < one.loss.0, "{one}");
    assert!(one.to_string().contains("(Material(Queen), "));
}

#[test]
fn tesseract_can_be_fitted_too() {
    let found = fit(&tesseract::LIGHT, &Options { trial: 0, ..options(1) });
    assert!(found.positions > 20 && found.loss.1 <= found.loss.0, "{found}");
}

#[test]
fn openings_are_drawn_from_the_seed() {
    let fen = |seed| opening(&START, 6, seed).map(|position| position.fen());
    assert_eq!(fen(1), fen(1));
    assert_ne!(fen(1), fen(2));
}

#[test]
fn more_nodes_win() {
    let player = |nodes| Player {
        engine: Engine::<3>::new(1),
        habit: Habit::Limits(Limits { nodes: Some(nodes), ..Limits::default() }),
    };
    let schedule = Schedule { games: 6, opening: 4, threads: 1, seed: 5 };
    let tally = compete(&START, &schedule, || player(3000), || player(20));
    assert!(tally.percent() > 70.0, "{tally:?}");
}

#[test]
fn unicorns_are_worth_less_than_they_are_rare() {
    let values = relative_values(Weights::of::<3>());
    let value = |kind| values.iter().find(|entry| entry.0 == kind).map_or(0, |entry| entry.1);
    assert!(value(Kind::Unicorn) < value(Kind::Knight) && value(Kind::Knight) < value(Kind::Queen));
}
