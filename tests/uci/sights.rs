//! What the engine shows of a position: `d`, `eval`, `legal`, `facts`, `perft`.

use super::common::dialogue::Dialogue;
use super::{legal_moves, uci};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn boards_and_evaluations() {
    let mut engine = uci();
    insta::assert_snapshot!("board", engine.ask("d").join("\n"));
    let check = "position fen 4k3/8/8/8/1b6/8/8/4K2r w - - 3 40\nd";
    insta::assert_snapshot!("board_in_check", engine.ask(check).join("\n"));
    let evaluation = engine.ask(&format!("setoption name Style value 2012\nposition {KIWIPETE}\neval"));
    insta::assert_snapshot!("evaluation", evaluation.join("\n"));
}

#[test]
fn facts_to_the_letter() {
    let mut engine = uci();
    let example =
        engine.ask("position fen 4k3/8/8/3q4/8/8/8/3QK1N1 w - - 0 1\nfacts d1f3 g1f3 e2e4 xyz d1d5");
    insta::assert_snapshot!("facts", example.join("\n"));
    assert_eq!(engine.ask("facts"), ["fact material w 12 b 9", "factsok"]);
    assert_eq!(engine.ask("position startpos\nfacts e2e5 e7e5"), ["fact material w 39 b 39", "factsok"]);
    let after_search = engine.go("position startpos moves e2e4 d7d5\ngo depth 1 searchmoves e4d5").0;
    assert!(after_search.starts_with("bestmove e4d5"));
    let lines = engine.ask("facts d8d5");
    assert_eq!(lines[0], "fact move d8d5 piece Q color b from d8 to d5 capture P");
    assert_eq!(lines[1], "fact attack d8d5 to a2 victim P ray d5 c4 b3 a2 empty c4 b3");
    assert_eq!(lines[lines.len() - 2..], ["fact material w 39 b 38", "factsok"]);
}

#[test]
fn legal_moves_are_one_line() {
    let mut engine = uci();
    let lines = engine.ask("legal");
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("legalmoves ") && lines[1] == "legalok");
    assert_eq!(legal_moves(&mut engine).len(), 20);
    assert_eq!(engine.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nlegal"), ["legalmoves", "legalok"]);
}

#[test]
fn perft_has_stockfishs_form() {
    let mut engine = uci();
    for command in ["perft 3", "go perft 3"] {
        engine.send(&format!("position startpos\n{command}"));
        let (_, lines) = engine.wait_until("sum", |line| line == "Nodes searched: 8902");
        assert_eq!(lines.len(), 21);
        assert!(lines.contains(&"e2e4: 600".to_owned()) && lines[20].is_empty());
    }
    engine.send("perft 0");
    engine.wait_for("Nodes searched: 1");
    for bad in ["perft", "perft x", "perft -1", "perft 65", "go perft 99999999999"] {
        let answer = engine.ask(bad);
        assert!(answer.len() == 1 && answer[0].starts_with("info string perft: "), "{bad}: {answer:?}");
    }
    let answer = engine.ask("bench 0");
    assert_eq!(answer, ["info string bench: a depth from 1 to 98 is wanted"]);
}

#[test]
fn a_long_perft_can_be_stopped_and_the_engine_listens_meanwhile() {
    let mut engine = uci();
    engine.send("perft 12\nposition startpos moves e2e4\nlegal");
    assert!(engine.ask("").is_empty());
    engine.send("stop");
    engine.wait_for("info string perft: stopped");
    assert!(engine.wait_for("legalmoves").contains(" e7e5"));
}

#[test]
fn polyglot_keys_are_those_of_the_format() {
    let mut engine = uci();
    let key = |engine: &mut Dialogue, moves: &str| {
        let board = engine.ask(&format!("position startpos moves {moves}\nd"));
        board.iter().find_map(|line| line.strip_prefix("Polyglot key: ")).unwrap().to_owned()
    };
    for (moves, wanted) in [
        ("", "463b96181691fc9c"),
        ("e2e4", "823c9b50fd114196"),
        ("e2e4 d7d5", "0756b94461c50fb0"),
        ("e2e4 d7d5 e4e5", "662fafb965db29d4"),
        ("e2e4 d7d5 e4e5 f7f5", "22a48b5a8e47ff78"),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", "652a607ca3f242c1"),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "00fdd303c946bdd9"),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", "3c8123ea7b067637"),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "5c3f9b829b279560"),
    ] {
        assert_eq!(key(&mut engine, moves), wanted, "{moves}");
    }
}
