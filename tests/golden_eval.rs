//! The evaluation against the figures of the 2012 engine, to the last centipawn.

mod common;

use std::collections::HashMap;

use common::golden::records;
use mangoac::chess::{Color, Position, Wing};
use mangoac::eval::{Breakdown, Evaluator, Style2012, Term, Window, explain};
use serde::Deserialize;

fn position(fen: &str, castled: [u8; 2]) -> Position {
    let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for color in Color::ALL {
        let wing = match castled[color.index()] {
            0 => None,
            1 => Some(Wing::Short),
            _ => Some(Wing::Long),
        };
        position.set_castled(color, wing);
    }
    position
}

#[derive(Deserialize)]
struct EvalRecord {
    fen: String,
    castled: [u8; 2],
    eval_white: i32,
    eval_stm: i32,
    breakdown: GoldenBreakdown,
}

#[derive(Deserialize)]
struct GoldenBreakdown {
    material_balance: i32,
    phase: [i32; 2],
    dangerous: [u8; 2],
    can_win: u8,
    mate_drive_path: bool,
    /// [m[W], m[B], e[W], e[B]] of each stage that is not all zero.
    terms: HashMap<String, [i32; 4]>,
    king_danger_units: Option<[u32; 2]>,
    pawn_defects: Option<[[u8; 4]; 2]>,
    lazy2: Option<GoldenLazy>,
    tapered: Option<[i32; 2]>,
    pins: Option<[i32; 2]>,
    hanging: Option<[i32; 2]>,
    before_draw_scaling: Option<i32>,
}

#[derive(Deserialize)]
struct GoldenLazy {
    partial_white: i32,
    margin: i32,
}

fn compare(fen: &str, golden: &GoldenBreakdown, ours: &Breakdown) {
    let facts = &ours.material;
    assert_eq!(golden.material_balance, facts.balance, "balance: {fen}");
    assert_eq!(golden.phase, facts.phase, "phase: {fen}");
    assert_eq!(golden.dangerous.map(|flag| flag != 0), facts.dangerous, "danger: {fen}");
    assert_eq!(golden.can_win, facts.can_win, "can win: {fen}");
    assert_eq!(golden.mate_drive_path, facts.mate_drive, "mate drive: {fen}");
    for term in Term::ALL {
        let [(mw, ew), (mb, eb)] = Color::ALL.map(|color| ours.term(term, color));
        let golden = golden.terms.get(term.name()).copied().unwrap_or_default();
        assert_eq!(golden, [mw, mb, ew, eb], "{}: {fen}", term.name());
    }
    for name in golden.terms.keys() {
        assert!(Term::ALL.iter().any(|term| term.name() == name), "unknown term {name}");
    }
    let path = |value: bool, what: &str| assert!(value, "{what}: {fen}");
    path(golden.king_danger_units.is_none_or(|units| units == ours.units), "units");
    path(golden.pawn_defects.is_none_or(|defects| defects == ours.defects), "defects");
    path(golden.lazy2.as_ref().is_none_or(|l| (l.partial_white, l.margin) == ours.partial), "lazy2");
    path(golden.tapered.is_none_or(|tapered| tapered == ours.tapered), "tapered");
    path(golden.pins.is_none_or(|pins| pins == ours.pins), "pins");
    path(golden.hanging.is_none_or(|hanging| hanging == ours.hanging), "hanging");
    path(golden.before_draw_scaling.is_none_or(|value| value == ours.before_scaling), "before scaling");
}

#[test]
fn golden_evaluations_and_their_terms() {
    let mut evaluator = Evaluator::<Style2012>::new();
    for (number, record) in records::<EvalRecord>("eval.jsonl").into_iter().enumerate() {
        let position = position(&record.fen, record.castled);
        let ours = explain::<Style2012>(&position);
        compare(&record.fen, &record.breakdown, &ours);
        assert_eq!((record.eval_white, record.eval_stm), (ours.white, ours.side_to_move), "{}", record.fen);
        // The fast path, which remembers pawn structures, must agree with the one that explains.
        evaluator.set_generation(number as u64); // castling flags are not in the key
        let fast = evaluator.evaluate(&position, position.key(), position.halfmove_clock(), Window::OPEN);
        assert_eq!(record.eval_stm, fast, "cached pawns: {}", record.fen);
    }
}

#[derive(Deserialize)]
struct WindowRecord {
    fen: String,
    #[serde(default)]
    castled: [u8; 2],
    alpha: i32,
    beta: i32,
    value: i32,
    stored_white: Option<i32>,
}

#[test]
fn golden_lazy_evaluations() {
    let mut evaluator = Evaluator::<Style2012>::new();
    for (number, record) in records::<WindowRecord>("eval_window.jsonl").into_iter().enumerate() {
        let position = position(&record.fen, record.castled);
        evaluator.set_generation(number as u64);
        let window = Window { alpha: record.alpha, beta: record.beta };
        let key = position.key_with_jumped_square();
        let value = evaluator.evaluate(&position, key, position.halfmove_clock(), window);
        assert_eq!(record.value, value, "{} in {window:?}", record.fen);
        assert_eq!(record.stored_white, evaluator.cached(key), "{} in {window:?}", record.fen);
    }
}
