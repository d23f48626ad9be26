//! `go`, `stop` and `ponderhit`: who answers when.

use std::time::{Duration, Instant};

use super::{field, infos, legal_moves, move_of, uci};

#[test]
fn go_infinite_is_silent_until_stop_even_at_a_mate() {
    let mut engine = uci();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite");
    engine.assert_no_bestmove(600);
    assert_eq!(engine.go("stop").0, "bestmove a1a8");
    engine.assert_no_bestmove(200);
}

#[test]
fn go_infinite_waits_at_the_last_depth() {
    let mut engine = uci();
    engine.send("position fen 8/5kR1/8/3K4/8/8/8/8 b - - 0 143\ngo infinite");
    engine.assert_no_bestmove(600);
    engine.send("stop");
    assert_eq!(engine.wait_for("bestmove").split(' ').nth(1), Some("f7g7"));
    engine.go("position fen 8/5kR1/8/3K4/8/8/8/8 b - - 0 143\ngo depth 1 infinite\nstop");
    engine.send("position startpos\ngo infinite depth 2");
    engine.wait_for("info depth 2");
    engine.assert_no_bestmove(400);
    engine.go("stop");
}

#[test]
fn stop_just_behind_go_gives_one_answer() {
    let mut engine = uci();
    for _ in 0..20 {
        let (_, lines) = engine.go("position startpos\ngo infinite\nstop");
        assert!(!infos(&lines).is_empty());
    }
    engine.assert_no_bestmove(200);
    assert!(engine.ask("stop\nponderhit\nstop").is_empty(), "without a search nothing");
}

#[test]
fn every_go_of_a_long_write_is_answered_once() {
    let mut engine = uci();
    engine.send(&"position startpos\ngo infinite\nstop\n".repeat(10));
    for _ in 0..10 {
        engine.wait_for("bestmove");
    }
    engine.send("go infinite\ngo depth 1\nposition startpos moves e2e4\ngo depth 2\nstop");
    for _ in 0..3 {
        engine.wait_for("bestmove");
    }
    engine.assert_no_bestmove(200);
    assert_eq!(engine.heard.iter().filter(|line| line.starts_with("bestmove")).count(), 13);
}

#[test]
fn a_stop_reaches_its_search_over_what_waits_between() {
    let mut engine = uci();
    let between = "setoption name Hash value 1\nposition startpos moves e2e4\nlegal\nxyzzy";
    engine.send(&format!("go infinite\nperft 9\nxyzzy\nstop\nstop\ngo infinite\n{between}\nstop\nstop"));
    engine.wait_for("bestmove");
    engine.wait_for("info string perft: stopped");
    engine.wait_for("bestmove");
    assert!(engine.wait_for("legalmoves").contains(" e7e5"));
}

#[test]
fn isready_is_answered_during_a_search_and_does_not_disturb_it() {
    let mut engine = uci();
    engine.send("position startpos\ngo infinite");
    engine.wait_for("info depth 2");
    for _ in 0..3 {
        let answer = engine.ask("debug on");
        assert!(answer.iter().all(|line| line.starts_with("info depth")), "{answer:?}");
    }
    engine.assert_no_bestmove(300);
    engine.go("stop");
    engine.assert_no_bestmove(200);
}

#[test]
fn pondering_answers_after_ponderhit_and_inside_the_clock() {
    let mut engine = uci();
    engine.send("position startpos moves e2e4\ngo ponder wtime 1000 btime 1000");
    engine.assert_no_bestmove(2_000);
    let hit = Instant::now();
    engine.go("ponderhit");
    assert!(hit.elapsed() < Duration::from_secs(1), "{:?}", hit.elapsed());
    engine.assert_no_bestmove(200);
}

#[test]
fn a_ponder_search_that_has_ended_by_itself_waits_too() {
    let mut engine = uci();
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for (limit, release) in [("depth 3", "ponderhit"), ("wtime 50 btime 50", "stop"), ("nodes 10", "stop")] {
        engine.send(&format!("{mate}\ngo {limit} ponder"));
        engine.assert_no_bestmove(400);
        assert_eq!(engine.go(release).0, "bestmove a1a8", "{limit}");
    }
    engine.assert_no_bestmove(200);
}

#[test]
fn after_a_ponderhit_an_endless_search_waits_for_stop() {
    let mut engine = uci();
    engine.send("position startpos\ngo ponder\nponderhit");
    engine.assert_no_bestmove(400);
    engine.go("stop");
}

#[test]
fn without_a_legal_move() {
    let mut engine = uci();
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let (answer, lines) = engine.go(&format!("{stalemate}\ngo depth 1"));
    assert_eq!((answer.as_str(), &lines[..]), ("bestmove 0000", &["info depth 0 score cp 0".into()][..]));
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    let (answer, lines) = engine.go(&format!("{mate}\ngo movetime 100"));
    assert_eq!((answer.as_str(), &lines[..]), ("bestmove 0000", &["info depth 0 score mate 0".into()][..]));

    engine.send(&format!("{mate}\ngo infinite"));
    engine.assert_no_bestmove(300);
    #[cfg(target_os = "linux")]
    {
        let before = engine.processor_time();
        engine.assert_no_bestmove(1_000);
        let used = engine.processor_time() - before;
        assert!(used < 10, "{used} hundredths of a second");
    }
    assert_eq!(engine.go("stop").0, "bestmove 0000");
    assert!(legal_moves(&mut engine).is_empty());
}

#[test]
fn the_move_is_played_on_the_engines_board() {
    let mut engine = uci();
    let (answer, _) = engine.go("position startpos moves e2e4\ngo depth 3");
    let board = engine.ask("d");
    let fen = board.iter().find(|line| line.starts_with("Fen: ")).unwrap();
    assert!(fen.contains(" w ") && fen.ends_with(" 2"), "{fen}");
    let after = engine.ask(&format!("position startpos moves e2e4 {}\nd", move_of(&answer)));
    assert_eq!(board, after);
}

#[test]
fn a_ponder_move_is_legal_after_the_best_move() {
    let mut engine = uci();
    let mut moves = String::from("position startpos moves");
    for _ in 0..30 {
        let (answer, _) = engine.go(&format!("{moves}\ngo depth 5"));
        let words: Vec<&str> = answer.split(' ').collect();
        moves += &format!(" {}", words[1]);
        if let ["bestmove", _, "ponder", reply] = words[..] {
            assert!(legal_moves(&mut engine).iter().any(|mv| mv == reply), "{moves}: {reply}");
        }
    }
}

#[test]
fn lines_before_the_answer_have_all_their_fields() {
    let mut engine = uci();
    let (answer, lines) = engine.go("position startpos\ngo depth 7");
    let infos = infos(&lines);
    assert_eq!(infos.len(), 7);
    for line in &infos {
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(field(line, name).unwrap().parse::<u64>().is_ok(), "{name}: {line}");
        }
        assert!(line.contains(" score cp ") && line.contains(" pv "));
    }
    assert_eq!(field(infos[6], "pv"), Some(move_of(&answer)));
}
