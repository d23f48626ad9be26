//! `mangoac genfens` as OpenBench's workers call it, through the real binary.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use mangoac::chess::Position;
use mangoac::engine::Game;
use predicates::prelude::*;
use predicates::str::contains;

/// The positions printed for a call such as OpenBench's.
fn genfens(words: &str) -> Vec<String> {
    let mut command = Command::cargo_bin("mangoac").unwrap();
    let output = command.args([&format!("genfens {words}"), "quit"]).assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let fen = |line: &str| line.strip_prefix("info string genfens ").expect(line).to_owned();
    text.lines().map(fen).collect()
}

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("polyglotbooks/mangoac-book.bin")
}

fn check(fens: &[String], count: usize) {
    assert_eq!(fens.len(), count);
    assert_eq!(fens.iter().collect::<HashSet<_>>().len(), count, "all are different");
    for fen in fens {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(position.fen(), *fen);
        assert_eq!(Game::new(position).end(), None, "{fen}");
    }
}

#[test]
fn positions_are_playable_distinct_and_repeatable_by_seed() {
    let fens = genfens("40 seed 7 book None");
    check(&fens, 40);
    assert_eq!(genfens("40 seed 7 book None"), fens);
    assert_eq!(
        genfens("10 seed 7 book None --private extra words"),
        fens[..10],
        "fewer are the first of more"
    );
    let other = genfens("40 seed 8 book None");
    let known: HashSet<_> = fens.iter().collect();
    assert!(other.iter().filter(|fen| known.contains(fen)).count() <= 2);
    check(&genfens("1 seed 18446744073709551615 book none"), 1);
    check(&genfens("0 seed 1 book None"), 0);
    // As words of their own, too.
    let mut command = Command::cargo_bin("mangoac").unwrap();
    let words = ["genfens", "2", "seed", "7", "book", "None"];
    command.args(words).assert().success().stdout(contains(format!("genfens {}\n", fens[0])));
}

#[test]
fn evaluations_are_sane() {
    for fen in genfens("12 seed 3 book None") {
        let mut command = Command::cargo_bin("mangoac").unwrap();
        let output = command.args(["analyze", &fen, "--depth", "8", "--format", "json"]).output().unwrap();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let score = object["lines"][0]["cp"].as_i64().expect("no mate");
        // Another search may see a little more or less than the one that judged.
        assert!(score.abs() <= 400, "{fen}: {score}");
    }
}

#[test]
fn lines_of_a_book_are_what_positions_come_from() {
    let folder = tempfile::tempdir().unwrap();
    // No capture or pawn move leads from these to men on other files or ranks 3 to 6 by three moves.
    let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let far = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
    let lines = format!("{start} bm Nf3; id \"open\";\n# comment\n{far}\n");
    let epd = folder.path().join("book.epd");
    fs::write(&epd, lines).unwrap();
    let fens = genfens(&format!("30 seed 1 book {}", epd.display()));
    check(&fens, 30);
    let number = |fen: &String| fen.rsplit(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(fens.iter().all(|fen| matches!(number(fen), 3 | 8 | 9)), "{fens:?}");
    assert!(fens.iter().any(|fen| number(fen) == 3) && fens.iter().any(|fen| number(fen) >= 8), "{fens:?}");

    let pgn = folder.path().join("book.pgn");
    fs::write(&pgn, "[Event \"?\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 *\n")
        .unwrap();
    let fens = genfens(&format!("20 seed 1 book {}", pgn.display()));
    check(&fens, 20);
    assert!(fens.iter().all(|fen| matches!(number(fen), 3 | 5)), "{fens:?}");

    let fens = genfens(&format!("20 seed 1 book {}", book().display()));
    check(&fens, 20);
    assert_ne!(fens, genfens("20 seed 1 book None"));
}

#[test]
fn bad_requests_and_bad_books_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (empty, ragged) = (file("empty.epd", b""), file("ragged.bin", &[1; 17]));
    let over = file("over.epd", b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    for (words, answer) in [
        ("", "required"),
        ("x seed 1 book None", "invalid value"),
        ("5 seed", "'seed' is said without a value"),
        ("5 seed x book None", "'x' is not a seed"),
        ("5 seed -1 book None", "'-1' is not a seed"),
        ("5 seed 1 book /nonexistent.epd", "cannot be read"),
        ("5 seed 1 book /nonexistent.bin", "cannot be read"),
        (&format!("5 seed 1 book {empty}"), "has no position"),
        (&format!("5 seed 1 book {ragged}"), "17 bytes"),
        (&format!("5 seed 1 book {over}"), "no further position was found"),
    ] {
        let mut command = Command::cargo_bin("mangoac").unwrap();
        let assert = command.args([&format!("genfens {words}"), "quit"]).assert();
        assert.code(2).stderr(contains(answer).and(contains("panicked").not()));
    }
    let mixed = file("mixed.epd", b"\xff\xfe\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    let mut command = Command::cargo_bin("mangoac").unwrap();
    let assert = command.args([&format!("genfens 3 seed 1 book {mixed}"), "quit"]).assert();
    assert.success().stderr(contains("mixed.epd: line 1: "));
}
