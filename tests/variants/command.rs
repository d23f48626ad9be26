//! `perft`, `bench` and `tune` for the variants.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};

fn mangoac(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("mangoac").unwrap();
    command.args(arguments);
    command
}

#[test]
fn perft_counts_the_figures_of_reference() {
    for (variant, depth, nodes) in [
        ("raumschach", "0", 1),
        ("raumschach", "4", 15_587_032),
        ("tesseract", "3", 11_582_428),
        ("tesseract-light", "3", 10_791_766),
        ("tesseract-dense", "2", 55_122),
    ] {
        let answer = format!("Nodes searched: {nodes}\n");
        mangoac(&["perft", depth, "--variant", variant])
            .assert()
            .success()
            .stdout(answer)
            .stderr(contains(" nodes/s"));
    }
    mangoac(&["perft", "2", "--variant", "raumschach", "--fen", super::MATE_IN_ONE])
        .assert()
        .success()
        .stdout("Nodes searched: 1185\n");
}

#[test]
fn perft_divides_by_move() {
    let answer = mangoac(&["perft", "2", "--variant", "raumschach", "--divide"]).assert().success();
    let text = String::from_utf8(answer.get_output().stdout.clone()).unwrap();
    let (table, sum) = text.split_once("\n\n").unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() == 61 && lines.is_sorted() && lines[0].starts_with("Aa2Aa3: "), "{table}");
    let total: u64 = lines.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!((total, sum), (3615, "Nodes searched: 3615\n"));
}

#[test]
fn nonsense_is_refused_in_words() {
    for (arguments, words) in [
        (&["perft", "2", "--variant", "atomic"][..], "there are raumschach, tesseract"),
        (&["perft", "2", "--variant", "raumschach", "--fen", "x"], "--fen: "),
        (&["perft", "2", "--variant", "tesseract", "--fen", super::START], "--fen: "),
        (&["perft", "9", "--variant", "raumschach"], "must not exceed 8"),
        (&["perft", "2", "--variant", "raumschach", "--no-bulk"], "--no-bulk is for chess only"),
        (&["perft", "2", "--variant", "raumschach", "--threads", "2"], "--threads is for chess only"),
        (&["bench", "98", "--variant", "raumschach"], "must not exceed 64"),
        (&["bench", "--variant", "raumschach", "--style", "2012"], "cannot be used with"),
        (&["tune", "lattice", "--variant", "chess"], "there are raumschach, tesseract"),
        (&["tune", "ladder", "--haste", "0"], "--haste"),
    ] {
        let no_panic = contains("panicked").not();
        mangoac(arguments).assert().code(2).stdout(is_empty()).stderr(contains(words).and(no_panic));
    }
}

/// Nodes of `mangoac bench --variant`. A change of search or evaluation changes them and says so in the commit message;
/// nothing else may.
const SIGNATURES: [(&str, u64); 4] = [
    ("raumschach", 73_940),
    ("tesseract", 187_826),
    ("tesseract-light", 122_399),
    ("tesseract-dense", 188_750),
];

#[test]
fn bench_ends_with_the_signature_of_the_variant() {
    for (variant, nodes) in SIGNATURES {
        let line = is_match(format!(r"^{nodes} nodes [0-9]+ nps\n$")).unwrap();
        mangoac(&["bench", "--variant", variant]).assert().success().stdout(line);
        let mut engine = super::uci_of(variant);
        engine.send("bench");
        engine.wait_for(&format!("{nodes} nodes "));
    }
}

#[test]
fn a_small_fit_repeats_itself_and_levels_can_be_measured() {
    let fit = || {
        let arguments = ["tune", "lattice", "--games", "2", "--nodes", "40", "--rounds", "5", "--trial", "2"];
        let answer = mangoac(&arguments).assert().success();
        String::from_utf8(answer.get_output().stdout.clone()).unwrap()
    };
    let text = fit();
    assert!(text.starts_with("raumschach: 2 games (+") && text.contains("(Material(Queen), "), "{text}");
    assert!(text.contains("loss ") && text.contains("values in hundredths of a pawn: "), "{text}");
    assert_eq!(text, fit());
    mangoac(&["tune", "ladder", "--variant", "raumschach", "--games", "2", "--haste", "2000"])
        .assert()
        .success()
        .stdout(is_match(r"^raumschach 1 Débil against 0 Principiante: \+\d =\d -\d [0-9.]+ %\n").unwrap())
        .stdout(contains("5 GRSM against 4 RSM: "));
    mangoac(&["tune", "--help"]).assert().success().stdout(contains("lattice").and(contains("ladder")));
}
