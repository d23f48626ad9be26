//! The engine's signature.

use assert_cmd::Command;
use predicates::str::is_match;

/// Nodes of `mangoac bench`. A change of search or evaluation changes it and says so in the commit
/// message; nothing else may.
const SIGNATURE: u64 = 9_911_161;

#[test]
fn bench_ends_with_the_signature() {
    let last_line = format!(r"(^|\n){SIGNATURE} nodes [0-9]+ nps\n$");
    let mut bench = Command::cargo_bin("mangoac").unwrap();
    bench.arg("bench").assert().success().stdout(is_match(last_line).unwrap());
}

#[test]
fn bench_refuses_senseless_depths() {
    for depth in ["0", "-1", "99", "x"] {
        Command::cargo_bin("mangoac").unwrap().args(["bench", depth]).assert().failure();
    }
}
