//! `mangoac epd` through the real binary.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

/// Three that a short search solves, one that it cannot.
const SUITE: &str = "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - dm 2; id \"mate\";\n\
    4k3/8/8/3q4/4P3/8/8/4K3 w - - bm e4xd5 Kf2; id \"free\";\n\
    5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - am Bc1; id \"avoid\";\n\
    5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - bm Qb4; id \"wrong\";\n";

fn epd(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("mangoac").unwrap().arg("epd").args(args).args(["--hash", "4"]).assert()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn output(args: &[&str]) -> String {
    String::from_utf8(epd(args).success().get_output().stdout.clone()).unwrap()
}

/// Output without the time.
fn figures(args: &[&str]) -> String {
    let text = output(args);
    text.rsplit_once(" in ").unwrap().0.to_owned()
}

#[test]
fn failures_are_listed_with_what_was_played_instead() {
    let folder = tempfile::tempdir().unwrap();
    let suite = write(folder.path(), "suite.epd", SUITE);
    let text = figures(&[&suite, "--depth", "10"]);
    let (failure, score) = text.split_once('\n').unwrap();
    assert!(failure.starts_with("failed  wrong: bm Qb4, played Qg8+ (mate in 2, depth "), "{text}");
    assert!(failure.ends_with("  5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"), "{text}");
    assert_eq!(score, "solved 3 of 4 (75.0 %)");
    let verbose = figures(&[&suite, "--depth", "10", "--verbose"]);
    assert!(verbose.contains("solved  mate: dm 2, from depth "), "{verbose}");
    assert_eq!(verbose.lines().count(), 5, "{verbose}");
}

#[test]
fn the_score_does_not_depend_on_order_or_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let suite = write(folder.path(), "suite.epd", SUITE);
    let backwards: String = SUITE.lines().rev().map(|line| format!("{line}\n")).collect();
    let backwards = write(folder.path(), "backwards.epd", &backwards);
    for style in ["Mango", "2012"] {
        let one = figures(&[&suite, "--nodes", "20000", "--style", style]);
        assert_eq!(figures(&[&suite, "--nodes", "20000", "--style", style, "--jobs", "3"]), one);
        let sorted = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&figures(&[&backwards, "--nodes", "20000", "--style", style])), sorted(&one));
    }
    assert!(output(&[&suite, "--movetime", "20"]).contains(" of 4 ("));
}

#[test]
fn lines_that_cannot_be_used_are_named_and_the_rest_is_scored() {
    let folder = tempfile::tempdir().unwrap();
    let suite = write(
        folder.path(),
        "bad.epd",
        &format!(
            "{SUITE}4k3/8/8/8/8/8/8/4K2R w K - id \"nothing asked\";\n\nx bm e4;\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;\n"
        ),
    );
    epd(&[&suite, "--depth", "2"]).code(2).stdout(contains(" of 4 (")).stderr(
        contains("bad.epd: line 5: neither bm nor am nor dm is given")
            .and(contains("bad.epd: line 7: the board must have 8 ranks"))
            .and(contains("bad.epd: line 8: bm Rh9: "))
            .and(contains("3 lines could not be used"))
            .and(contains("panicked").not()),
    );
    let empty = write(folder.path(), "empty.epd", "");
    for (args, words) in [
        (&["/nonexistent"][..], "cannot be read"),
        (&[folder.path().to_str().unwrap()], "cannot be read"),
        (&[&empty], "no position asks for anything"),
        (&[], "<SUITE>"),
        (&[&suite, "--jobs", "0"], "0 is not in 1..=256"),
    ] {
        epd(args).code(2).stderr(contains(words));
    }
}
