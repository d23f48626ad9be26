//! `position`: what is read, what is refused, and what stays.

use super::common::dialogue::Dialogue;
use super::{infos, legal_moves, move_of, uci};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn fen(engine: &mut Dialogue) -> String {
    let board = engine.ask("d");
    board.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_owned()
}

#[test]
fn an_illegal_move_is_reported_and_the_moves_before_it_kept() {
    let mut engine = uci();
    let answer = engine.ask("position startpos moves d2d4 a1f8 d7d5");
    let [line] = &answer[..] else { panic!("{answer:?}") };
    assert!(line.starts_with("info string error: illegal move a1f8"), "{line}");
    let (answer, _) = engine.go("go depth 1");
    assert!(['7', '8'].contains(&move_of(&answer).chars().nth(1).unwrap()), "{answer}: a Black move");
}

#[test]
fn sloppy_positions_are_read() {
    let mut engine = uci();
    engine.send("position fen r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b  - - 0 1");
    assert!(fen(&mut engine).ends_with("2KR3R b - - 0 1"));
    let black = "position fen 5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - - moves\ngo depth 2";
    let (answer, _) = engine.go(black);
    engine.send(black.split('\n').next().unwrap());
    assert!(legal_moves(&mut engine).iter().any(|mv| mv == move_of(&answer)));
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 7");
    assert_eq!(fen(&mut engine), "4k3/8/8/8/8/8/8/4K2R w K - 7 1");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1");
    assert_eq!(fen(&mut engine), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "false rights are dropped");
    engine.send("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    assert_eq!(fen(&mut engine), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
}

#[test]
fn impossible_positions_are_refused_aloud_and_the_old_one_stays() {
    let mut engine = uci();
    engine.send("position startpos moves e2e4");
    let before = fen(&mut engine);
    for bad in [
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "fen 4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "fen 8/4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "fen xyz",
        "fen",
        "",
        "e2e4",
        "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "fen QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w - - 0 1",
    ] {
        let answer = engine.ask(&format!("position {bad}"));
        let [line] = &answer[..] else { panic!("{bad}: {answer:?}") };
        assert!(line.starts_with("info string error: position: "), "{line}");
        assert_eq!(fen(&mut engine), before, "{bad}");
    }
}

#[test]
fn moves_are_counted_right() {
    let mut engine = uci();
    let count = |engine: &mut Dialogue, fen: &str| {
        engine.send(&format!("position fen {fen}"));
        legal_moves(engine)
    };
    assert_eq!(count(&mut engine, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").len(), 218);
    let king = count(&mut engine, "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1");
    assert!(king.len() == 7 && king.iter().all(|mv| mv.starts_with("f2")), "{king:?}");
    let pinned = count(&mut engine, "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert!(pinned.len() == 6 && !pinned.contains(&"e5d6".to_owned()), "{pinned:?}");
    assert!(count(&mut engine, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_empty());
}

#[test]
fn long_games_are_read() {
    let mut engine = uci();
    let game = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(300));
    engine.send(&game);
    assert_eq!(legal_moves(&mut engine).len(), 20);
    let (answer, lines) = engine.go(&format!("{game}\ngo depth 4"));
    assert_eq!(move_of(&answer).len(), 4);
    assert!(!infos(&lines).is_empty());
}

#[test]
fn promotions_are_read_in_either_case_and_written_in_lower_case() {
    let mut engine = uci();
    let (answer, _) = engine.go("position fen 1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40\ngo depth 4");
    assert_eq!(move_of(&answer), "f2f1q");
    for letter in ["q", "Q", "n", "N"] {
        engine
            .send(&format!("position fen 1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40 moves f2f1{letter}"));
        let man = letter.to_ascii_lowercase();
        assert!(fen(&mut engine).contains(&format!("/5{man}1K w")), "{letter}");
    }
}

#[test]
fn castling_is_written_by_mode_and_read_in_both() {
    let mut engine = uci();
    for (mode, written) in [("true", "e1h1"), ("false", "e1g1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {mode}"));
        engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let legal = legal_moves(&mut engine);
        let castling: Vec<_> = legal.iter().filter(|mv| ["e1g1", "e1h1"].contains(&mv.as_str())).collect();
        assert_eq!(castling, [written]);
        for text in ["e1g1", "e1h1"] {
            engine.send(&format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {text}"));
            assert_eq!(fen(&mut engine), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
            let (answer, _) =
                engine.go("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1");
            assert_eq!(move_of(&answer), written);
        }
    }
}

#[test]
fn repetitions_of_the_game_count() {
    let mut engine = uci();
    // White is lost but for the third occurrence of this position.
    let dance = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1";
    let (_, lines) = engine.go(&format!(
        "position fen 7k/8/8/8/8/8/qr6/7K w - - 0 1 moves {dance}\ngo depth 1 searchmoves g8h8"
    ));
    assert!(infos(&lines).last().unwrap().contains(" score cp 0 "), "{lines:?}");
}

#[test]
fn flipping_exchanges_the_colours() {
    let mut engine = uci();
    engine.send("position startpos moves e2e4\nflip");
    assert_eq!(fen(&mut engine), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    engine.send("position startpos\nflip\nflip");
    assert_eq!(fen(&mut engine), START);
}
