//! The engine's signature.

use assert_cmd::Command;
use predicates::str::is_match;

/// Nodes of `mangoac bench` in each style. A change of search or evaluation changes them and says so
/// in the commit message; nothing else may.
const SIGNATURES: [(&str, u64); 2] = [("Mango", 318_544), ("2012", 6_950_112)];

#[test]
fn bench_ends_with_the_signature() {
    for (style, signature) in SIGNATURES {
        let last_line = format!(r"(^|\n){signature} nodes [0-9]+ nps\n$");
        let mut bench = Command::cargo_bin("mangoac").unwrap();
        bench.args(["bench", "--style", style]).assert().success().stdout(is_match(last_line).unwrap());
    }
}

#[test]
fn bench_refuses_senseless_depths() {
    for depth in ["0", "-1", "99", "x"] {
        Command::cargo_bin("mangoac").unwrap().args(["bench", depth]).assert().failure();
    }
}
