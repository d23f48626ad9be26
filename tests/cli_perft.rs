//! `mangoac perft` through the real binary.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn mangoac(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("mangoac").unwrap();
    command.args(args);
    command
}

fn output(args: &[&str]) -> String {
    let answer = mangoac(args).assert().success();
    String::from_utf8(answer.get_output().stdout.clone()).unwrap()
}

/// Bad input is answered in words on standard error and by exit code 2.
fn assert_refused(args: &[&str], words: &str) {
    let no_panic = contains("panicked").not();
    mangoac(args).assert().code(2).stdout(is_empty()).stderr(contains(words).and(no_panic));
}

#[test]
fn the_count_goes_to_standard_output_and_the_time_to_standard_error() {
    mangoac(&["perft", "4"])
        .assert()
        .success()
        .stdout("Nodes searched: 197281\n")
        .stderr(contains(" s, ").and(contains(" nodes/s")));
}

#[test]
fn all_ways_of_counting_agree() {
    for extra in [&[][..], &["--no-bulk"], &["--threads", "2"], &["--threads", "64", "--no-bulk"]] {
        let args = [&["perft", "3", "--fen", KIWIPETE], extra].concat();
        assert_eq!(output(&args), "Nodes searched: 97862\n", "{extra:?}");
    }
}

#[test]
fn divide_is_sorted_by_move_and_ends_with_an_empty_line() {
    for extra in [&[][..], &["--no-bulk"], &["--threads", "3"]] {
        let text = output(&[&["perft", "2", "--divide", "--fen", KIWIPETE], extra].concat());
        let (table, sum) = text.split_once("\n\n").unwrap();
        assert_eq!(sum, "Nodes searched: 2039\n");
        let lines: Vec<_> = table.lines().collect();
        assert!(lines.len() == 48 && lines.is_sorted(), "{table}");
        assert!(lines.contains(&"e1g1: 43") && lines.contains(&"e1c1: 43"), "{table}");
        let total: u64 =
            lines.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
        assert_eq!(total, 2039);
    }
}

#[test]
fn depth_zero_and_one() {
    assert_eq!(output(&["perft", "0"]), "Nodes searched: 1\n");
    assert_eq!(output(&["perft", "0", "--divide"]), "Nodes searched: 1\n");
    assert_eq!(output(&["perft", "1"]), "Nodes searched: 20\n");
    assert!(output(&["perft", "1", "--divide"]).starts_with("a2a3: 1\na2a4: 1\nb1a3: 1\n"));
}

#[test]
fn a_finished_game_has_no_moves() {
    let stalemate = ["perft", "3", "--divide", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
    assert_eq!(output(&stalemate), "\nNodes searched: 0\n");
}

#[test]
fn castling_is_king_takes_rook_where_it_is_not_classical() {
    let divide = |fen| output(&["perft", "1", "--divide", "--fen", fen]);
    assert!(divide("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").contains("e1g1: 1\n"));
    assert!(divide("4k3/8/8/8/8/8/8/R3K1R1 w GA - 0 1").contains("e1g1: 1\n"));
    let inner_rook = divide("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1");
    assert!(inner_rook.contains("e1b1: 1\n") && inner_rook.contains("e1h1: 1\n"), "{inner_rook}");
}

#[test]
fn bad_input_is_refused_in_words() {
    assert_refused(&["perft"], "<DEPTH>");
    assert_refused(&["perft", "x"], "invalid value 'x'");
    assert_refused(&["perft", "-1"], "-1");
    assert_refused(&["perft", "65"], "0..=64");
    assert_refused(&["perft", "99999999999999999999"], "invalid value");
    assert_refused(&["perft", "3", "--threads", "0"], "invalid value '0'");
    assert_refused(&["perft", "3", "--threads", "-4"], "'-4'");
    assert_refused(&["perft", "3", "--fen"], "--fen");
    assert_refused(&["perft", "3", "--fen", ""], "no position given");
    assert_refused(&["perft", "3", "--fen", "--"], "8 ranks, not 1");
    assert_refused(&["perft", "3", "--fen", "xyz"], "8 ranks, not 1");
    assert_refused(&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king");
    assert_refused(&["perft", "3", "4"], "unexpected argument '4'");
    assert_refused(&["perf"], "unrecognized subcommand");
}

#[cfg(unix)]
#[test]
fn text_that_is_not_unicode_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = mangoac(&["perft", "3", "--fen"]);
    command.arg(OsStr::from_bytes(b"\xff\xfe")).assert().code(2).stderr(contains("UTF-8"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_closed_output_is_no_panic() {
    use std::process::{Command as Process, Stdio};
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let binary = assert_cmd::cargo::cargo_bin("mangoac");
    let answer = Process::new(&binary).args(["perft", "2"]).stdout(full()).output().unwrap();
    assert_eq!(answer.status.code(), Some(2));
    let words = String::from_utf8(answer.stderr).unwrap();
    assert!(words.contains("cannot write the counts") && !words.contains("panicked"), "{words}");

    let answer = Process::new(&binary).args(["perft", "2"]).stderr(full()).output().unwrap();
    assert!(answer.status.success() && answer.stdout == b"Nodes searched: 400\n");
    let status = Process::new(&binary).args(["perft", "2", "--fen", "x"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));

    let mut child = Process::new(&binary)
        .args(["perft", "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let answer = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&answer.stderr).contains("panicked"));
    assert!(answer.status.success());
}

#[test]
fn help_says_what_each_argument_does() {
    for args in [&["perft", "--help"], &["help", "perft"]] {
        mangoac(args).assert().success().stdout(
            starts_with("Count the sequences of legal moves")
                .and(contains("--divide"))
                .and(contains("--no-bulk")),
        );
    }
    mangoac(&["--help"]).assert().success().stdout(contains("perft").and(contains("Usage: mangoac")));
}
