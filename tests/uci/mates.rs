//! `go mate`, and what the rules make of mates and draws.

use std::time::Duration;

use super::{field, infos, legal_moves, move_of, uci};

/// Mates, and in how many moves: checked with another engine.
const MATES: [(&str, u32); 6] = [
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 0 1", 3),
    ("1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5),
];

fn denial(lines: &[String]) -> Option<&String> {
    lines.iter().find(|line| line.starts_with("info string no mate in "))
}

#[test]
fn mates_are_proven_and_shorter_ones_denied() {
    let mut engine = uci();
    for (style, threads) in [("Mango", 1), ("Mango", 3), ("2012", 1)] {
        engine.send(&format!("setoption name Style value {style}\nsetoption name Threads value {threads}"));
        for (fen, moves) in MATES {
            engine.send(&format!("ucinewgame\nposition fen {fen}"));
            let legal = legal_moves(&mut engine);
            let (answer, lines) = engine.go(&format!("go mate {moves}"));
            let last = *infos(&lines).last().unwrap();
            let found = field(last, "mate").unwrap_or_else(|| panic!("{style} {fen}: {lines:#?}"));
            assert_eq!(found, moves.to_string(), "{style} {fen}");
            assert_eq!(field(last, "pv"), Some(move_of(&answer)), "{style} {fen}");
            assert_eq!(denial(&lines), None);

            let (answer, lines) =
                engine.go(&format!("ucinewgame\nposition fen {fen}\ngo mate {}", moves - 1));
            let expected = format!("info string no mate in {}", moves - 1);
            assert_eq!(denial(&lines), Some(&expected), "{style} {fen}");
            assert!(legal.iter().any(|mv| mv == move_of(&answer)), "{answer}");
        }
    }
}

/// Positions of matetrack's `mate_classic280.epd`: bishop endings, mate in ten and not before.
#[test]
fn what_takes_ten_moves_is_denied_within_four() {
    let mut engine = uci();
    for fen in [
        "8/8/P2K1k2/8/8/2b5/5B2/8 w - - 0 1",
        "8/5b2/KP6/1B6/1k6/8/8/8 w - - 0 1",
        "1K6/8/2P5/4B2k/1b6/8/8/8 w - - 0 1",
        "b7/4K3/5PB1/8/8/6k1/8/8 w - - 0 1",
    ] {
        let (_, lines) = engine.go(&format!("ucinewgame\nposition fen {fen}\ngo mate 4"));
        assert!(denial(&lines).is_some(), "{fen}: {lines:#?}");
    }
}

#[test]
fn where_there_is_no_mate_it_is_denied_and_a_move_given() {
    let mut engine = uci();
    for (position, moves) in [("startpos", 0), ("startpos", 2), ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4)] {
        let (answer, lines) = engine.go(&format!("ucinewgame\nposition {position}\ngo mate {moves}"));
        assert_eq!(denial(&lines), Some(&format!("info string no mate in {moves}")), "{lines:#?}");
        assert!(legal_moves(&mut engine).len() > 1 && move_of(&answer).len() == 4, "{answer}");
    }
    // A side being mated mates nobody.
    let mated = "k7/8/1K6/5R2/8/8/8/8 b - - 0 1";
    let (answer, lines) = engine.go(&format!("position fen {mated}\ngo mate 3"));
    assert_eq!((move_of(&answer), denial(&lines).is_some()), ("a8b8", true));
    // Only the moves named are tried.
    let (_, lines) =
        engine.go("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo mate 1 searchmoves a1a7 e1e2");
    assert!(denial(&lines).is_some(), "{lines:#?}");
}

#[test]
fn the_search_for_a_mate_obeys_other_limits() {
    let mut engine = uci();
    for go in [
        "go mate 20 nodes 50000",
        "go mate 20 movetime 100",
        "go mate 20 depth 3",
        "go mate 20 wtime 500 btime 500",
    ] {
        let (_, lines) = engine.go(&format!("ucinewgame\nposition startpos\n{go}"));
        assert!(denial(&lines).is_none() && !infos(&lines).is_empty(), "{go}: {lines:#?}");
    }
    engine.send("position startpos\ngo mate 20");
    engine.assert_no_bestmove(300);
    engine.go("stop");
    engine.send("position startpos\ngo ponder mate 1");
    engine.wait_for("info string no mate in 1");
    engine.assert_no_bestmove(100);
    engine.go("ponderhit");
    engine.send("position startpos\ngo mate 20\nquit");
    assert_eq!(engine.end().iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn the_fifty_move_rule_ends_mates_that_come_too_late() {
    let mut engine = uci();
    let mut search = |fen: &str, go: &str| {
        let (answer, lines) = engine.go(&format!("ucinewgame\nposition fen {fen}\n{go}"));
        (move_of(&answer).to_owned(), lines.clone(), infos(&lines).last().unwrap().to_string())
    };
    // The mating move is the hundredth half-move: a mate.
    for go in ["go depth 5", "go mate 1"] {
        let (mv, _, line) = search("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", go);
        assert_eq!((mv.as_str(), field(&line, "mate")), ("a1a8", Some("1")), "{go}: {line}");
    }
    // A mate in two would be the hundred-and-first.
    let (_, _, line) = search("k7/8/1K6/1R6/8/8/8/8 w - - 98 80", "go depth 6");
    assert_eq!(field(&line, "cp"), Some("0"), "{line}");
    let (_, lines, _) = search("k7/8/1K6/1R6/8/8/8/8 w - - 98 80", "go mate 3");
    assert!(denial(&lines).is_some(), "{lines:#?}");
    let (_, _, line) = search("k7/8/1K6/1R6/8/8/8/8 w - - 97 80", "go depth 6");
    assert_eq!(field(&line, "mate"), Some("2"), "{line}");
    let (_, _, line) = search("k7/8/1K6/1R6/8/8/8/8 w - - 97 80", "go mate 3");
    assert_eq!(field(&line, "mate"), Some("2"), "{line}");
}

#[test]
fn dead_positions_score_nothing() {
    let mut engine = uci();
    for fen in [
        "8/8/3k4/8/8/3K4/8/8 w - - 0 1",
        "8/8/3k4/8/8/3KN3/8/8 w - - 0 1",
        "8/8/3k4/8/8/3KB3/8/8 b - - 0 1",
        "8/8/3k4/4b3/8/3K4/8/B7 w - - 0 1",
        "8/8/3k4/8/8/3K4/1p6/8 w - - 0 1", // the pawn is lost at once
    ] {
        for go in ["go depth 1", "go depth 7"] {
            let (answer, lines) = engine.go(&format!("ucinewgame\nposition fen {fen}\n{go}"));
            let line = *infos(&lines).last().unwrap();
            if !fen.contains('p') {
                assert_eq!(field(line, "cp"), Some("0"), "{fen} {go}: {line}");
            }
            assert_ne!(move_of(&answer), "0000");
        }
    }
    engine.assert_silence(Duration::from_millis(50), |_| true);
}
