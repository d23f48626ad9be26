//! The engine's signatures.

use assert_cmd::Command;
use predicates::str::is_match;

/// Nodes of `mangoac bench` in each style. A change of search or evaluation changes one and says so
/// in the commit message; nothing else may.
const SIGNATURES: [(&str, u64); 2] = [("Mango", 2_774_371), ("2012", 6_950_112)];

#[test]
fn bench_ends_with_the_signature_of_the_style() {
    for (style, nodes) in SIGNATURES {
        let last_line = format!(r"(^|\n){nodes} nodes [0-9]+ nps\n$");
        let mut bench = Command::cargo_bin("mangoac").unwrap();
        bench.args(["bench", "--style", style]).assert().success().stdout(is_match(last_line).unwrap());
    }
}

#[test]
fn bench_refuses_what_makes_no_sense() {
    for arguments in
        [["bench", "0"], ["bench", "-1"], ["bench", "99"], ["bench", "x"], ["bench", "--style=x"]]
    {
        Command::cargo_bin("mangoac").unwrap().args(arguments).assert().failure();
    }
}
