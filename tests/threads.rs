//! Several threads: every promise of one thread holds for them too.

mod common;

use std::time::{Duration, Instant};

use common::dialogue::Dialogue;
use common::uci::{field, infos, legal_moves, move_of, uci};

const STYLES: [&str; 2] = ["Mango", "2012"];
const OPEN: &str = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn with_threads(threads: usize) -> Dialogue {
    let mut engine = uci();
    engine.send(&format!("setoption name Threads value {threads}"));
    engine
}

/// Searches; the answer must be a legal move, and the last line begin with it.
fn search(engine: &mut Dialogue, go: &str) -> Vec<String> {
    engine.send(OPEN);
    let legal = legal_moves(engine);
    let (answer, lines) = engine.go(go);
    assert!(legal.iter().any(|mv| mv == move_of(&answer)), "{go}: {answer}");
    assert!(!lines.iter().any(|line| line.contains("error")), "{lines:#?}");
    let first = infos(&lines).into_iter().rfind(|line| field(line, "multipv") == Some("1")).unwrap().clone();
    assert_eq!(field(&first, "pv"), Some(move_of(&answer)), "{go}: {lines:#?}");
    lines
}

#[test]
fn searches_of_any_limit_end_with_a_legal_move() {
    for threads in [2, 4, 256] {
        let mut engine = with_threads(threads);
        for style in STYLES {
            engine.send(&format!("setoption name Style value {style}"));
            for go in [
                "go depth 1",
                "go depth 5",
                "go nodes 1",
                "go nodes 30000",
                "go movetime 0",
                "go movetime 50",
                "go wtime 300 btime 300 winc 10 binc 10",
            ] {
                search(&mut engine, go);
            }
            engine.ask("ucinewgame");
        }
    }
}

#[test]
fn the_last_depth_is_the_one_asked_for() {
    let mut engine = with_threads(3);
    for depth in [1, 4, 7] {
        let lines = search(&mut engine, &format!("ucinewgame\n{OPEN}\ngo depth {depth}"));
        let depths: Vec<&str> = infos(&lines).iter().map(|line| field(line, "depth").unwrap()).collect();
        assert_eq!(depths.last(), Some(&&*depth.to_string()));
    }
}

#[test]
fn nodes_of_all_threads_count() {
    for threads in [2, 4, 256] {
        let mut engine = with_threads(threads);
        let lines = search(&mut engine, "go nodes 200000");
        let nodes: u64 = field(infos(&lines).last().unwrap(), "nodes").unwrap().parse().unwrap();
        // A thread looks at what the others have done every thousand nodes.
        assert!(nodes < 200_000 + 1_024 * threads as u64, "{threads}: {nodes}");
    }
}

#[test]
fn all_threads_stop_at_once_and_rest_then() {
    for threads in [2, 4, 256] {
        let mut engine = with_threads(threads);
        for style in STYLES {
            engine.send(&format!("setoption name Style value {style}"));
            for _ in 0..3 {
                engine.send(&format!("{OPEN}\ngo infinite"));
                engine.wait_for("info depth 2");
                let asked = Instant::now();
                engine.go("stop");
                assert!(asked.elapsed() < Duration::from_secs(20), "{threads}: {:?}", asked.elapsed());
            }
        }
        #[cfg(target_os = "linux")]
        {
            let before = engine.processor_time();
            engine.assert_no_bestmove(300);
            assert!(engine.processor_time() - before < 15, "{threads}: somebody works on");
        }
    }
}

#[test]
fn stop_and_quit_are_heard_at_any_time() {
    for threads in [2, 4, 256] {
        let mut engine = with_threads(threads);
        for pause in [0, 1, 3, 10, 40] {
            engine.send("position startpos\ngo infinite");
            std::thread::sleep(Duration::from_millis(pause));
            engine.go("stop");
            engine.send("go ponder wtime 100 btime 100");
            std::thread::sleep(Duration::from_millis(pause));
            engine.go("ponderhit");
        }
        engine.assert_no_bestmove(100);
        for pause in [0, 2, 30] {
            let mut engine = with_threads(threads);
            engine.send("position startpos\ngo infinite");
            std::thread::sleep(Duration::from_millis(pause));
            engine.send("quit");
            let answers = engine.end().into_iter().filter(|line| line.starts_with("bestmove")).count();
            assert_eq!(answers, 1);
        }
        let mut engine = with_threads(threads);
        engine.send("position startpos\ngo infinite");
        engine.close();
    }
}

#[test]
fn pondering_several_lines_and_chosen_moves_work() {
    let mut engine = with_threads(4);
    engine.send(&format!("{OPEN}\ngo ponder wtime 1000 btime 1000"));
    engine.assert_no_bestmove(300);
    engine.go("ponderhit");

    let lines = search(&mut engine, "go depth 6 searchmoves a2a3 h3g2 e1g1");
    assert!(infos(&lines).iter().all(|line| ["a2a3", "e1g1"].contains(&field(line, "pv").unwrap())));
    let lines = search(&mut engine, "go movetime 200 searchmoves a2a3");
    assert!(infos(&lines).iter().all(|line| field(line, "pv") == Some("a2a3")));

    let lines = search(&mut engine, "setoption name MultiPV value 5\ngo movetime 300");
    for set in infos(&lines).chunks(5) {
        let mut moves: Vec<&str> = set.iter().map(|line| field(line, "pv").unwrap()).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 5, "{set:#?}");
        assert!(set.iter().all(|line| field(line, "depth") == field(set[0], "depth")));
    }
}

#[test]
fn the_number_of_threads_may_change_between_searches() {
    let mut engine = uci();
    for threads in [1, 4, 2, 64, 1, 3] {
        engine.send(&format!("setoption name Threads value {threads}\nsetoption name Hash value 2"));
        search(&mut engine, "go depth 5");
        engine.send("ucinewgame\nsetoption name Clear Hash");
        search(&mut engine, "go movetime 30");
    }
    assert_eq!(engine.ask("setoption name Threads value 257").len(), 1, "refused");
    assert_eq!(engine.ask("setoption name Threads value 0").len(), 1, "refused");
}

#[test]
fn after_other_numbers_of_threads_one_thread_searches_as_ever() {
    let alone = |engine: &mut Dialogue| {
        let lines =
            search(engine, &format!("setoption name Threads value 1\nucinewgame\n{OPEN}\ngo depth 8"));
        let line = infos(&lines).last().unwrap().to_string();
        (field(&line, "nodes").unwrap().to_owned(), line.split_once(" pv ").unwrap().1.to_owned())
    };
    let mut engine = uci();
    let expected = alone(&mut engine);
    search(&mut engine, "setoption name Threads value 4\ngo depth 8");
    assert_eq!(alone(&mut engine), expected);
}

#[test]
fn weaker_play_is_repeatable_with_any_number_of_threads() {
    let mut engine = with_threads(4);
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1400");
    let weak = |engine: &mut Dialogue| engine.go(&format!("ucinewgame\n{OPEN}\ngo movetime 2000")).0;
    assert_eq!(weak(&mut engine), weak(&mut engine));
}

/// Where the system gives no more threads, the search goes on with those there are, or answers with
/// some move.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had_are_an_error_message() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    // Address space for the program and a few stacks, not for 200.
    let limited = "ulimit -v 2000000; exec \"$0\" uci";
    let script = "setoption name OwnBook value false\nsetoption name Hash value 1\n\
                  setoption name Threads value 200\nposition startpos\ngo depth 6\n";
    let mut child = Command::new("bash")
        .args(["-c", limited, env!("CARGO_BIN_EXE_mangoac")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, script.as_bytes()).unwrap();
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        text += &format!("{line}\n");
        if line.starts_with("bestmove") {
            break;
        }
    }
    let _ = std::io::Write::write_all(&mut input, b"quit\n"); // it may have died
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}; {text}");
    assert!(text.contains("info string error: only ") && text.contains(" of 200 threads"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
}
