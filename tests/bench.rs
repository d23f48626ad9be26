//! The engine's signatures.

use std::process::{Child, Stdio};

use assert_cmd::Command;
use predicates::str::is_match;

/// Nodes of `mangoac bench` in each style. A change of search or evaluation changes one and says so
/// in the commit message; nothing else may.
const SIGNATURES: [(&str, u64); 2] = [("Mango", 3_713_256), ("2012", 6_950_112)];

#[test]
fn bench_ends_with_the_signature_of_the_style() {
    for (style, nodes) in SIGNATURES {
        let last_line = format!(r"(^|\n){nodes} nodes [0-9]+ nps\n$");
        let mut bench = Command::cargo_bin("mangoac").unwrap();
        bench.args(["bench", "--style", style]).assert().success().stdout(is_match(last_line).unwrap());
    }
}

#[test]
fn bench_is_the_same_on_every_run_and_beside_others() {
    let start = || {
        let mut bench = std::process::Command::new(env!("CARGO_BIN_EXE_mangoac"));
        bench.args(["bench", "9"]).stdout(Stdio::piped()).spawn().unwrap()
    };
    let nodes = |child: Child| {
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let row = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = text.lines().filter(|line| line.contains('/')).map(row).collect();
        assert_eq!(rows.len(), 41, "a heading and a row for each position: {text}");
        (rows, text.lines().last().unwrap().split(" nodes ").next().unwrap().to_owned())
    };
    let alone = nodes(start());
    let together: Vec<Child> = (0..4).map(|_| start()).collect();
    for child in together {
        assert_eq!(nodes(child), alone);
    }
}

#[test]
fn bench_takes_another_size_of_table() {
    let run = |hash: &str| {
        let mut bench = Command::cargo_bin("mangoac").unwrap();
        let output = bench.args(["bench", "9", "--hash", hash]).assert().success().get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("          score     nodes"), "{text}");
        text.lines().last().unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_ne!(run("1"), run("64"), "a small table forgets");
}

#[test]
fn bench_refuses_what_makes_no_sense() {
    for arguments in [
        ["bench", "--hash=0"],
        ["bench", "--hash=8193"],
        ["bench", "0"],
        ["bench", "-1"],
        ["bench", "99"],
        ["bench", "x"],
        ["bench", "--style=x"],
    ] {
        Command::cargo_bin("mangoac").unwrap().args(arguments).assert().failure();
    }
}
