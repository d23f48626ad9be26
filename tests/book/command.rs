//! `mangoac book` through the real binary.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

use super::book_path;

const LINES: &str = "eco\tname\tpgn\n\
    B00\tKing's Pawn\t1. e4\n\
    C40\tKing's Knight\t1. e4 e5 2. Nf3\n\
    C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n\
    C20\tA blunder\t1. e4 e5 2. Ba6 Nxa6\n\
    D06\tQueen's Gambit\t1. d4 d5 2. c4 e6\n";

fn run(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("mangoac").unwrap().arg("book").args(args).assert()
}

fn output(args: &[&str]) -> String {
    String::from_utf8(run(args).success().get_output().stdout.clone()).unwrap()
}

fn refused(args: &[&str], words: &str) {
    run(args).code(2).stderr(contains(words).and(contains("panicked").not()));
}

/// Builds a book of `LINES` in a folder and returns its bytes.
fn build(folder: &Path, name: &str, options: &[&str]) -> Vec<u8> {
    let (lines, book) = (folder.join("lines.tsv"), folder.join(name));
    fs::write(&lines, LINES).unwrap();
    let fixed = ["build", "--lines", lines.to_str().unwrap(), "--out", book.to_str().unwrap()];
    output(&[&fixed[..], options].concat());
    fs::read(book).unwrap()
}

#[test]
fn a_build_is_the_same_bit_for_bit_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let one = build(folder.path(), "one.bin", &["--vet-depth", "10", "--threads", "1"]);
    let three = build(folder.path(), "three.bin", &["--vet-depth", "10", "--threads", "3"]);
    assert_eq!(one, three);
    let path = folder.path().join("one.bin");
    let verified = output(&["verify", path.to_str().unwrap()]);
    assert!(verified.contains("as beside the book"), "{verified}");
    let probe = |fen: &str| output(&["probe", fen, "--book", path.to_str().unwrap()]);
    let blunder = probe("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(!blunder.contains("f1a6"), "{blunder}");
    let answer = probe("rnbqkbnr/pppp1ppp/B7/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
    assert!(answer.contains("b8a6  Nxa6         1 100%"), "its punishment stays: {answer}");
    let all = build(folder.path(), "all.bin", &["--vet-depth", "0"]);
    assert_eq!(all.len(), 12 * 16);
    assert_eq!(build(folder.path(), "few.bin", &["--vet-depth", "0", "--max-ply", "1"]).len(), 2 * 16);
    assert_eq!(build(folder.path(), "often.bin", &["--vet-depth", "0", "--min-count", "2"]).len(), 3 * 16);
}

#[test]
fn another_engine_may_judge() {
    let folder = tempfile::tempdir().unwrap();
    let own = build(folder.path(), "own.bin", &["--vet-depth", "10"]);
    // No line of these castles, so that a FEN tells all there is to know of a position.
    let engine = format!("{} uci", assert_cmd::cargo::cargo_bin("mangoac").display());
    let foreign = build(folder.path(), "foreign.bin", &["--vet-depth", "10", "--vet-engine", &engine]);
    assert_eq!(own, foreign);
}

#[test]
fn the_book_of_the_engine_is_verified_and_described() {
    let path = book_path();
    let path = path.to_str().unwrap();
    let verified = output(&["verify", path]);
    assert!(verified.contains("sorted by key") && verified.contains("as beside the book"), "{verified}");
    for args in [&["info"][..], &["info", path]] {
        let info = output(args);
        for word in ["bytes", "moves", "positions", "weights", "SHA-256"] {
            assert!(info.contains(word), "{info}");
        }
    }
    let dump = output(&["dump", path]);
    assert_eq!(dump.lines().count() * 16, fs::read(path).unwrap().len());
    for line in dump.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(row["key"].as_str().unwrap().len() == 16 && row["weight"].as_u64().unwrap() > 0, "{line}");
    }
    let unknown = output(&["probe", "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1"]);
    assert!(unknown.ends_with(", 0 moves\n"), "{unknown}");
}

#[test]
fn merging_a_book_with_itself_keeps_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let (book, merged) = (book_path(), folder.path().join("merged.bin"));
    let (book, merged) = (book.to_str().unwrap(), merged.to_str().unwrap());
    output(&["merge", book, book, "--out", merged]);
    let strip = |dump: String| -> Vec<String> {
        let mut rows: Vec<_> =
            dump.lines().map(|line| line.split(",\"weight\"").next().unwrap().to_owned()).collect();
        rows.sort();
        rows
    };
    assert_eq!(strip(output(&["dump", merged])), strip(output(&["dump", book])));
    assert!(output(&["verify", merged]).contains("as beside the book"));
}

#[test]
fn bad_input_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (short, empty, zeros) = (path("short", &[0; 15]), path("empty", b""), path("zeros", &[0; 16]));
    let out = folder.path().join("out.bin");
    let out = out.to_str().unwrap();
    refused(&["info", &short], "15 bytes");
    refused(&["info", &empty], "is empty");
    refused(&["info", folder.path().to_str().unwrap()], "is not a file");
    refused(&["dump", "/nonexistent"], "cannot be read");
    refused(&["verify", &zeros], ".sha256 cannot be read");
    fs::write(format!("{zeros}.sha256"), "0".repeat(64)).unwrap();
    refused(&["verify", &zeros], "by the file beside the book");
    refused(&["probe", "xyz"], "8 ranks");
    refused(&["build", "--out", out], "--lines");
    refused(&["build", "--lines", "/nonexistent", "--out", out], "cannot be read");
    refused(&["build", "--lines", &empty, "--out", out, "--vet-depth", "0"], "no move remains");
    refused(&["merge", "--out", out], "<BOOK>");
    let lines = path("lines.pgn", b"1. e4 e5 2. Ke3 *\n1. e4 *");
    let engine = ["--vet-engine", "/nonexistent/engine"];
    refused(&[&["build", "--lines", &lines, "--out", out][..], &engine].concat(), "could not be started");
    refused(
        &["build", "--lines", &lines, "--out", "/nonexistent/x.bin", "--vet-depth", "0"],
        "cannot be written",
    );
    let said = output(&["build", "--lines", &lines, "--out", out, "--vet-depth", "0"]);
    assert!(said.contains("1 lines were cut") && said.contains("line 1: Ke3"), "{said}");
}
