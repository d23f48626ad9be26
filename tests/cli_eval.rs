//! `mangoac eval` through the real binary.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

fn eval(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("mangoac").unwrap();
    command.arg("eval").args(args);
    command
}

#[test]
fn tables_come_from_arguments_and_from_standard_input() {
    let table =
        || predicate::str::contains("Bishop pair").and(predicate::str::contains("for the side to move"));
    eval(&[FEN]).assert().success().stdout(table());
    eval(&["--style", "2012"]).write_stdin(format!("{FEN}\n\n{FEN}")).assert().success().stdout(table());
}

#[test]
fn json_has_one_object_a_line_whose_terms_add_up() {
    let output =
        eval(&["--json", "--style", "2012", FEN, "8/8/3k4/8/8/3K4/8/R7 b - - 0 1"]).output().unwrap();
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["fen"], FEN);
    assert_eq!(lines[0]["white"], lines[0]["side_to_move"]);
    assert_eq!(lines[1]["white"].as_i64(), lines[1]["side_to_move"].as_i64().map(|value| -value));
    let sum = |color: &str, phase: usize| -> i64 {
        let terms = lines[0]["terms"].as_object().unwrap();
        terms.values().map(|term| term[color][phase].as_i64().unwrap()).sum()
    };
    let phase = lines[0]["phase"]["white"].as_i64().unwrap() + lines[0]["phase"]["black"].as_i64().unwrap();
    let tapered = (sum("white", 0) * phase + sum("white", 1) * (62 - phase)) / 62;
    assert_eq!(lines[0]["tapered"]["white"].as_i64(), Some(tapered));
}

#[test]
fn bad_positions_are_named_and_the_others_evaluated() {
    eval(&["--json"])
        .write_stdin(format!("xyz\n{FEN}\n8/8/8/8/8/8/8/8 w - - 0 1\n"))
        .assert()
        .code(2)
        .stdout(predicate::str::contains(FEN))
        .stderr(predicate::str::contains("xyz: ").and(predicate::str::contains("White has no king")));
}
