//! The evaluation of the style Mango is the same for both colours, fades evenly and knows dead
//! positions.

mod common;

use mangoac::chess::{Color, MoveList, Position};
use mangoac::eval::{Evaluator, Mango, Window, explain};
use serde::Deserialize;

/// The position with colours, sides and ranks exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let exchanged = |text: &str| -> String {
        let swap =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swap).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(exchanged).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling = if fields[2] == "-" { "-".to_owned() } else { exchanged(fields[2]) };
    let fen = format!("{} {side} {castling} - {} {}", board.join("/"), fields[4], fields[5]);
    let mut mirror = Position::from_fen(&fen).unwrap();
    for color in Color::ALL {
        mirror.set_castled(color, position.castled(!color));
    }
    mirror
}

fn check(position: &Position) {
    let (ours, theirs) = (explain::<Mango>(position), explain::<Mango>(&mirrored(position)));
    assert_eq!(ours.white, -theirs.white, "{position:?}");
    assert_eq!(ours.side_to_move, theirs.side_to_move, "{position:?}");
}

#[derive(Deserialize)]
struct Record {
    fen: String,
}

#[test]
fn golden_positions_are_worth_the_same_mirrored() {
    for record in common::golden::records::<Record>("eval.jsonl") {
        check(&Position::from_fen(&record.fen).unwrap());
    }
}

/// A small generator (xorshift64) is enough to draw moves.
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize
}

#[test]
fn random_positions_are_worth_the_same_mirrored() {
    let (mut seed, mut seen) = (0x5EED, 0);
    while seen < 10_000 {
        let mut position = Position::startpos();
        for _ in 0..200 {
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            if list.is_empty() {
                break;
            }
            // Captures are preferred now and then, so that endings are reached.
            let captures: Vec<_> = list.iter().copied().filter(|mv| mv.is_capture()).collect();
            let mv = match captures.as_slice() {
                [_, ..] if random(&mut seed).is_multiple_of(3) => {
                    captures[random(&mut seed) % captures.len()]
                }
                _ => list[random(&mut seed) % list.len()],
            };
            position.make(mv);
            check(&position);
            seen += 1;
        }
    }
}

#[test]
fn values_fade_evenly_to_nothing() {
    let value = |clock: u32| {
        let fen = format!("4k3/8/8/8/8/8/PPP5/R3K3 w - - {clock} 80");
        explain::<Mango>(&Position::from_fen(&fen).unwrap()).white
    };
    let full = value(0);
    assert!(full > 500);
    assert_eq!(value(80), full);
    for clock in 81..=100 {
        assert_eq!(value(clock), full * (100 - clock as i32) / 20);
    }
    assert_eq!((value(100), value(130)), (0, 0));
}

#[test]
fn dead_positions_are_worth_nothing() {
    for fen in [
        "8/8/3k4/8/8/3KB3/8/8 w - - 0 1",
        "8/8/3k4/8/8/3KN3/8/8 b - - 0 1",
        "8/2b5/3k4/8/8/3KB3/8/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let dead = position.is_insufficient_material();
        assert_eq!(dead, explain::<Mango>(&position).white == 0, "{fen}");
    }
}

#[test]
fn the_cache_never_gives_a_partial_or_foreign_value() {
    let fen = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let mut position = Position::from_fen(fen).unwrap();
    let exact = explain::<Mango>(&position).side_to_move;
    let mut evaluator = Evaluator::<Mango>::new();
    let mut value = |position: &Position, clock, alpha, beta| {
        evaluator.evaluate(position, position.key(), clock, Window { alpha, beta })
    };
    for (alpha, beta) in [(5_000, 5_001), (400, 401), (200, 201), (-300, -299)] {
        value(&position, 0, alpha, beta);
    }
    assert_eq!(value(&position, 0, -100_000, 100_000), exact);
    assert_eq!(value(&position, 100, -100_000, 100_000), 0, "another clock");
    assert_eq!(value(&position, 0, -100_000, 100_000), exact);
    position.set_castled(Color::White, Some(mangoac::chess::Wing::Short));
    assert_eq!(
        value(&position, 0, -100_000, 100_000),
        explain::<Mango>(&position).side_to_move,
        "another flag"
    );
}
