//! The book against what python-chess reads in it: `fixtures/polyglot_positions.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use mangoac::book::{self, GameBook, Question};
use mangoac::chess::{CastlingMode, Position};
use mangoac::search::Limits;
use serde::Deserialize;

use super::{book, book_path};

#[derive(Deserialize)]
pub struct Fixture {
    book: String,
    sha256: String,
    pub positions: Vec<Row>,
    pub unknown: Vec<Row>,
}

#[derive(Deserialize)]
pub struct Row {
    pub fen: String,
    key: String,
    ply: u32,
    moves: Vec<Weighted>,
}

#[derive(Deserialize)]
struct Weighted {
    uci: String,
    weight: u32,
}

impl Row {
    pub fn position(&self) -> Position {
        Position::from_fen(&self.fen).unwrap()
    }

    /// True if the book has the move here.
    pub fn lists(&self, uci: &str) -> bool {
        self.moves.iter().any(|listed| listed.uci == uci)
    }
}

pub fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../../fixtures/polyglot_positions.json")).unwrap()
}

#[test]
fn the_fixture_is_of_this_book_and_holds_what_it_should() {
    let fixture = fixture();
    let bytes = std::fs::read(book_path()).unwrap();
    assert_eq!(book_path().file_name().unwrap().to_str(), Some(fixture.book.as_str()));
    assert_eq!(book::sha256_hex(&bytes), fixture.sha256);
    assert_eq!(book::check_sum(&book_path()).unwrap(), fixture.sha256);
    assert_eq!(book::embedded_bytes(), bytes);
    assert!(book().entries().len() >= 3_000);

    let count = |fits: fn(&&Row) -> bool| fixture.positions.iter().filter(fits).count();
    assert_eq!((fixture.positions.len(), fixture.unknown.len()), (140, 3));
    assert!(count(|row| !row.fen.split(' ').nth(3).unwrap().starts_with('-')) >= 15);
    assert!(count(|row| row.moves.len() > 1) >= 30);
    assert!(count(|row| row.fen.split(' ').nth(2) == Some("-")) >= 15);
    assert!(count(|row| row.ply >= 12) >= 30);
}

#[test]
fn keys_and_moves_are_those_python_chess_reads() {
    let (fixture, book) = (fixture(), book());
    for row in fixture.positions.iter().chain(&fixture.unknown) {
        let position = row.position();
        assert_eq!(format!("{:016x}", book::polyglot_key(&position)), row.key, "{}", row.fen);
        let known: BTreeMap<String, u32> = book
            .moves(&position)
            .iter()
            .map(|known| (position.uci(known.mv, CastlingMode::Standard).to_string(), known.weight))
            .collect();
        let listed = row.moves.iter().map(|listed| (listed.uci.clone(), listed.weight)).collect();
        assert_eq!(known, listed, "{}", row.fen);
    }
}

/// `draws` choices in a position, as UCI writes them.
fn choices(row: &Row, seed: u64, draws: usize) -> Vec<String> {
    let mut game = GameBook::new(Some(seed));
    game.set_book(Some(Arc::new(book())));
    let (position, limits) = (row.position(), Limits::default());
    let question = Question::plain(&position, &position, &limits);
    let mut choose = || game.choose(&question).map(|choice| choice.mv);
    let text = |mv| position.uci(mv, CastlingMode::Standard).to_string();
    (0..draws).map_while(|_| choose().map(text)).collect()
}

#[test]
fn every_choice_is_listed_and_a_seed_repeats_it() {
    let fixture = fixture();
    for row in &fixture.positions {
        let chosen = choices(row, 1, 20);
        assert_eq!(chosen.len(), 20, "{}", row.fen);
        assert!(chosen.iter().all(|mv| row.lists(mv)), "{}: {chosen:?}", row.fen);
        assert_eq!(chosen, choices(row, 1, 20));
    }
    assert_ne!(choices(&fixture.positions[0], 1, 100), choices(&fixture.positions[0], 2, 100));
    for row in &fixture.unknown {
        assert!(choices(row, 1, 1).is_empty(), "{}", row.fen);
    }
}

/// The value of the chi-squared distribution that is exceeded once in a thousand times
/// (E. Wilson and M. Hilferty 1931).
fn chi_squared_limit(freedom: f64) -> f64 {
    let ninth = 2.0 / (9.0 * freedom);
    freedom * (1.0 - ninth + 3.0902 * ninth.sqrt()).powi(3)
}

#[test]
fn frequencies_fit_the_weights() {
    const DRAWS: usize = 10_000;
    let fixture = fixture();
    let several = fixture.positions.iter().filter(|row| row.moves.len() > 1);
    for (seed, row) in several.take(8).enumerate() {
        let chosen = choices(row, seed as u64, DRAWS);
        let total: u32 = row.moves.iter().map(|listed| listed.weight).sum();
        // Moves too rare for the approximation count as one.
        let (mut squares, mut classes, mut rare) = (0.0, 0, (0.0, 0.0));
        let deviation = |seen: f64, expected: f64| (seen - expected).powi(2) / expected;
        for listed in &row.moves {
            let expected = DRAWS as f64 * f64::from(listed.weight) / f64::from(total);
            let seen = chosen.iter().filter(|mv| **mv == listed.uci).count() as f64;
            if expected < 5.0 {
                rare = (rare.0 + seen, rare.1 + expected);
            } else {
                squares += deviation(seen, expected);
                classes += 1;
            }
        }
        if rare.1 >= 1.0 {
            squares += deviation(rare.0, rare.1);
            classes += 1;
        }
        assert!(classes > 1, "{}", row.fen);
        let limit = chi_squared_limit(f64::from(classes - 1));
        assert!(squares < limit, "{}: {squares} of {limit}", row.fen);
    }
}

#[test]
fn the_book_inside_the_program_holds_no_move_to_be_ashamed_of() {
    // Every entry the walk from the start position reaches is legal there; nothing has weight 0.
    let book = book();
    assert!(book.entries().iter().all(|entry| entry.weight > 0 && entry.learn == 0));
    let moves = book.moves(&Position::startpos());
    let text = |index: usize| Position::startpos().uci(moves[index].mv, CastlingMode::Standard).to_string();
    assert_eq!((text(0), text(1)), ("e2e4".to_owned(), "d2d4".to_owned()));
}
