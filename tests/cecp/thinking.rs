//! Analysis, pondering, hints.

use std::time::Instant;

use super::{MS, answers, fen, settle, xboard};

#[test]
fn analysis_goes_on_until_told_otherwise() {
    let mut engine = xboard();
    engine.send("new\npost\nanalyze");
    engine.until("3 ");
    engine.send(".\nping 1");
    let status = engine.wait_for("stat01: ");
    engine.wait_for("pong 1");
    let fields: Vec<&str> = status.split(' ').collect();
    assert_eq!(fields.len(), 7, "{status}");
    assert!(fields[1..6].iter().all(|field| field.parse::<u64>().is_ok()), "{status}");
    assert_eq!(fields[5], "20", "{status}");
    // Moves, undo, setboard and new change what is analysed; there is never a move.
    for (change, first) in [
        ("usermove e2e4", "abcdefgh"),
        ("undo", "abcdefgh"),
        ("setboard 7k/8/8/8/8/8/8/K6R b - - 0 1", "h"),
        ("setboard 7k/8/8/8/8/8/8/K7 w - - 0 1", "a"),
        ("new", "abcdefgh"),
    ] {
        settle(&mut engine);
        engine.send(change);
        let line = engine.wait_for("2 ");
        let mv = line.split(' ').nth(4).unwrap();
        assert!(mv.starts_with(|c| first.contains(c)), "{change}: {line}");
    }
    engine.send("exit");
    settle(&mut engine);
    engine.assert_silence(200 * MS, |_| true);
    engine.send("exit\n.");
    assert_eq!(settle(&mut engine), [""; 0], "no analysis, no status");
}

#[test]
fn excluded_moves_are_left_out_of_analysis() {
    let mut engine = xboard();
    engine.send("new\npost\nforce\nanalyze\nexclude all");
    settle(&mut engine);
    engine.assert_silence(200 * MS, |_| true);
    engine.send("include a2a3\ninclude h2h3");
    let lines = engine.until("5 ");
    assert!(
        lines.iter().all(|line| matches!(line.split(' ').nth(4), None | Some("a2a3" | "h2h3"))),
        "{lines:?}"
    );
    engine.send("exclude a2a3");
    settle(&mut engine);
    let line = engine.wait_for("4 ");
    assert_eq!(line.split(' ').nth(4), Some("h2h3"));
    engine.send("include all");
    settle(&mut engine);
    engine.until("3 ");
    engine.send("exit");
    settle(&mut engine);
}

#[test]
fn a_mate_found_does_not_end_analysis() {
    let mut engine = xboard();
    fen(&mut engine, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    engine.send("analyze");
    let line = engine.wait_for("1 ");
    assert!(line.contains(" 100001 "), "{line}");
    while engine.next_within(300 * MS).is_some() {}
    engine.send(".");
    assert!(engine.wait_for("stat01: ").ends_with(" a1a8"));
    engine.send("usermove a1a8");
    assert_eq!(settle(&mut engine), [""; 0], "no result in analysis");
    engine.send("undo");
    engine.wait_for("1 ");
    engine.send("exit");
    settle(&mut engine);
}

#[test]
fn it_ponders_on_the_expected_reply_and_not_after_easy() {
    let mut engine = xboard();
    engine.send("new\npost\nhard\nst 2\nusermove e2e4");
    engine.wait_for("move ");
    let line = engine.until("2 ").pop().unwrap();
    let expected = line.split(['(', ')']).nth(1).unwrap_or_else(|| panic!("{line}")).to_owned();
    engine.send("hint");
    assert_eq!(engine.wait_for("Hint: "), format!("Hint: {expected}"));
    engine.send("ping 9");
    engine.wait_for("pong 9");
    // The expected reply: its thinking goes on, in the engine's own time.
    std::thread::sleep(300 * MS);
    let begun = Instant::now();
    engine.send(&format!("usermove {expected}"));
    engine.wait_for("move ");
    assert!(begun.elapsed() < 4000 * MS, "{:?}", begun.elapsed());
    // Another one.
    let line = engine.until("2 ").pop().unwrap();
    let expected = line.split(['(', ')']).nth(1).unwrap().to_owned();
    let other = ["a2a3", "h2h3"].into_iter().find(|mv| *mv != expected).unwrap();
    engine.send(&format!("usermove {other}"));
    engine.wait_for("move ");
    engine.send("easy");
    settle(&mut engine);
    engine.assert_silence(200 * MS, |_| true);
}

#[test]
fn hints_come_from_a_short_search() {
    let mut engine = xboard();
    assert_eq!(answers(&mut engine, "new\nhint").len(), 1);
    engine.send("hint");
    let hint = engine.wait_for("Hint: ");
    assert!(hint.len() == 10, "{hint}");
    fen(&mut engine, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(answers(&mut engine, "hint"), [""; 0]);
}

#[test]
fn without_a_book_bk_says_so() {
    let mut engine = xboard();
    assert_eq!(answers(&mut engine, "bk"), [" No book is loaded", ""]);
}
