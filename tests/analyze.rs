//! `mangoac analyze` through the real binary.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

const SCHOLARS_MATE: &str = "[Event \"?\"]\n[Site \"Paris\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 {[%clk 0:01:00] develops} Nc6 \
    (2... Nf6 3. d3 $14) 3. Qh5 Nf6?? 4. Qxf7# 1-0\n";
const CHESS960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 b BGbg - 0 9\"]\n\n\
    9... O-O 10. O-O-O e5 *\n";

fn analyze(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("mangoac").unwrap().arg("analyze").args(args).args(["--hash", "4"]).assert()
}

fn output(args: &[&str]) -> String {
    String::from_utf8(analyze(args).success().get_output().stdout.clone()).unwrap()
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn games_come_back_with_evaluations_and_all_that_was_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "games.pgn", &format!("{SCHOLARS_MATE}\n{CHESS960}"));
    let path = path.to_str().unwrap();
    let text = output(&[path, "--depth", "5"]);
    assert!(text.starts_with("[Event \"?\"]\n[Site \"Paris\"]\n"), "{text}");
    let line = on_one_line(&text);
    assert_eq!(line.matches("[%eval ").count(), 6 + 3, "a mate on the board has none: {text}");
    for words in [
        "1. e4 { [%eval ",
        ",5] [%clk 0:01:00] develops } 2... Nc6 { [%eval ",
        "(2... Nf6 3. d3 $14) 3. Qh5 { [%eval",
        "3... Nf6 $4 { [%eval #1,",
        "4. Qxf7# 1-0",
        "9... O-O { [%eval",
        "10. O-O-O { [%eval",
    ] {
        assert!(line.contains(words), "{words}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.starts_with('[')), "{text}");
    // The same again, and out of its own output: evaluations are replaced, not heaped up.
    let out = folder.path().join("out.pgn");
    assert_eq!(output(&[path, "--depth", "5", "--out", out.to_str().unwrap()]), "");
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    assert_eq!(output(&[out.to_str().unwrap(), "--depth", "5"]), text);
}

#[test]
fn several_lines_become_side_lines_in_a_game_and_lines_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "game.pgn", SCHOLARS_MATE);
    let path = path.to_str().unwrap();
    let text = on_one_line(&output(&[path, "--depth", "3", "--multipv", "2"]));
    assert!(text.contains("1. e4 { [%eval") && text.contains("} (1. "), "{text}");
    let objects = output(&[path, "--depth", "3", "--multipv", "3", "--format", "json"]);
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 8);
    assert_eq!(
        (&objects[0]["ply"], &objects[0]["game"], &objects[0]["played"]),
        (&0.into(), &1.into(), &"e4".into())
    );
    for object in &objects[..7] {
        let lines = object["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{object}");
        let firsts: std::collections::HashSet<_> = lines.iter().map(|line| line["uci"][0].as_str()).collect();
        assert_eq!(firsts.len(), 3, "{object}");
        assert_eq!(object["best"], lines[0]["pv"][0]);
    }
    assert_eq!(objects[6]["lines"][0]["mate"], 1);
    assert!(objects[7]["best"].is_null() && objects[7].get("played").is_none(), "{}", objects[7]);
}

#[test]
fn positions_come_back_with_best_move_and_score() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "# a comment\n5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - id \"two\"; bm b3b4;\n\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
    let path = file(folder.path(), "suite.epd", suite);
    let text = output(&[path.to_str().unwrap(), "--depth", "10"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        lines[0].starts_with("5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - id \"two\"; bm Qg8+; ce 32764; dm 2; acd "),
        "{text}"
    );
    assert!(lines[0].contains("; pv Qg8+ "), "{text}");
    assert_eq!(lines[1], "7k/5Q2/6K1/8/8/8/8/8 b - - ce 0; acd 0; acn 0; acs 0;", "stalemate");
    // From standard input, told by its first line.
    let piped = Command::cargo_bin("mangoac").unwrap();
    let piped =
        { piped }.args(["analyze", "-", "--depth", "10", "--hash", "4"]).write_stdin(suite).output().unwrap();
    let strip = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" acs ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(strip(&String::from_utf8(piped.stdout).unwrap()), strip(&text));
    let json = output(&[path.to_str().unwrap(), "--depth", "10", "--format", "json"]);
    let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&first["id"], &first["lines"][0]["mate"]), (&"two".into(), &2.into()));
}

#[test]
fn a_position_may_be_given_in_quotes_or_without() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let quoted = output(&[fen, "--nodes", "2000"]);
    assert!(quoted.starts_with("4k3/8/8/8/8/8/8/4K2R w K - bm ") && quoted.contains("; ce "), "{quoted}");
    let words: Vec<&str> = fen.split(' ').chain(["--nodes", "2000"]).collect();
    assert_eq!(output(&words), quoted);
}

#[test]
fn what_cannot_be_read_is_named_with_its_line_and_the_rest_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let good = "4k3/8/8/8/8/8/8/4K2R w K -\n";
    let epd =
        file(folder.path(), "seven.epd", &format!("{}4k3/8/8/7/8/8/8/4K2R w K -\n{good}", good.repeat(6)));
    analyze(&[epd.to_str().unwrap(), "--depth", "2"])
        .code(2)
        .stdout(predicate::function(|text: &str| text.lines().count() == 7))
        .stderr(
            contains("seven.epd: line 7: rank 5 does not have 8 squares")
                .and(contains("1 games or positions")),
        );
    let pgn = file(
        folder.path(),
        "bad.pgn",
        "1. e4 e5\n2. Ke3 Nc6 *\n[FEN \"8/8 w\"]\n1. a3 *\n[Variant \"Atomic\"]\n1. d4 *\n((( 1. c4 {never closed\n[x] *",
    );
    analyze(&[pgn.to_str().unwrap(), "--depth", "2"]).code(2).stdout(contains("1. e4 { [%eval")).stderr(
        contains("bad.pgn: line 2: \"Ke3\": no legal move fits")
            .and(contains("bad.pgn: line 3: FEN: "))
            .and(contains("bad.pgn: line 5: \"Atomic\" is another game than chess"))
            .and(contains("panicked").not()),
    );
}

#[test]
fn bad_requests_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| file(folder.path(), name, text).to_str().unwrap().to_owned();
    let (epd, empty) = (path("x.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n"), path("empty.epd", "\n"));
    let noise = path("noise.pgn", "\u{0}\u{1}\u{fffd} {{{ ((( $$$ [[[ 1-0 }}} )");
    let refused = |args: &[&str], words: &str| {
        analyze(args).code(2).stderr(contains(words).and(contains("panicked").not()));
    };
    refused(&[], "<FILE|FEN>");
    refused(&["/nonexistent.pgn"], "cannot be read");
    refused(&[folder.path().to_str().unwrap()], "cannot be read");
    refused(&["4k3/8/8/9/8/8/8/4K2R w K - 0 1"], "'9' is not a man");
    refused(&["8/8/8/8/8/8/8/8 w - - 0 1"], "no king");
    refused(&[&empty], "nothing to analyse");
    refused(&[&epd, "--format", "pgn"], "cannot be written as PGN");
    refused(&[&epd, "--out", &epd], "would be overwritten");
    refused(&[&epd, "--out", "/nonexistent/x"], "cannot be written");
    refused(&[&epd, "--depth", "0"], "0 is not in 1..=98");
    refused(&[&epd, "--format", "html"], "possible values: pgn, epd, json");
    refused(&[&epd, "--multipv", "219"], "219");
    assert_eq!(fs::read_to_string(&epd).unwrap(), "4k3/8/8/8/8/8/8/4K2R w K -\n");
    analyze(&[&noise, "--depth", "1"]).stderr(contains("panicked").not());
}
