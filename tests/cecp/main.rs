//! CECP through the real binary: every command, and the inputs that broke other engines.

#[path = "../common/mod.rs"]
mod common;
mod noise;
mod thinking;

use std::process::Command;
use std::time::{Duration, Instant};

use common::dialogue::Dialogue;

const MS: Duration = Duration::from_millis(1);

fn xboard() -> Dialogue {
    let mut engine = Dialogue::start(&["xboard"]);
    engine.send("protover 2\noption OwnBook=0");
    engine.until("feature done=1");
    engine
}

/// Waits until the engine has done everything asked so far, and returns what it said.
fn settle(engine: &mut Dialogue) -> Vec<String> {
    engine.send("ping 77");
    let mut lines = engine.until("pong 77");
    lines.pop();
    lines
}

/// Sends lines to an engine at rest and returns all it answers.
fn answers(engine: &mut Dialogue, lines: &str) -> Vec<String> {
    engine.send(lines);
    settle(engine)
}

fn fen(engine: &mut Dialogue, fen: &str) {
    let said = answers(engine, &format!("new\nforce\nsetboard {fen}"));
    assert_eq!(said, [""; 0], "{fen}");
}

fn moves_in(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

#[test]
fn the_features_are_the_contract() {
    let mut engine = Dialogue::start(&[]);
    engine.send("xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    insta::assert_snapshot!(lines.join("\n").replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    assert_eq!(answers(&mut engine, "accepted setboard\nrejected nps\nrandom\ncomputer"), [""; 0]);
    assert_eq!(answers(&mut engine, "name Fischer\nrating 2000 2100\nics -\notim 500\nprotover 1"), [""; 0]);
}

#[test]
fn it_plays_black_after_new_and_answers_ping_after_its_move() {
    let mut engine = xboard();
    engine.send("new\nst 0.3\nusermove e2e4\nping 2147483647");
    let begun = Instant::now();
    let lines = engine.until("pong 2147483647");
    assert!(begun.elapsed() < 3000 * MS);
    assert_eq!((lines.len(), moves_in(&lines).len()), (2, 1), "{lines:?}");
    assert_eq!(
        answers(&mut engine, "ping x\nping\nping -3"),
        ["Error (bad number): ping x", "Error (bad number): ping", "pong -3"]
    );
}

#[test]
fn times_are_kept() {
    let mut engine = xboard();
    for (control, least, most) in [
        ("st 0.3", 100, 900),
        ("st 1.0", 500, 1900),
        ("level 40 0:30 0\ntime 3000\notim 3000", 100, 1700),
        ("level 0 1 0.05\ntime 6000\notim 6000", 300, 3300),
        ("level 0 4:57 3.0\ntime 20\notim 29700", 0, 600),
        ("level 40 5 0\ntime -250\notim 100", 0, 400),
        ("level 40 5 0\ntime 0\notim -5", 0, 400),
        ("st 0", 0, 400),
    ] {
        engine.send(&format!("new\nforce\n{control}\nusermove e2e4\nusermove e7e5"));
        settle(&mut engine);
        engine.send("go");
        let begun = Instant::now();
        engine.wait_for("move ");
        let took = begun.elapsed();
        assert!(took >= least * MS && took <= most * MS, "{control}: {took:?}");
    }
}

#[test]
fn a_depth_limit_holds_beside_the_time_and_ends_with_the_game() {
    let mut engine = xboard();
    let deepest = |engine: &mut Dialogue, text: &str| -> u32 {
        engine.send(text);
        let lines = engine.until("move ");
        let depth = |line: &String| line.trim_start().split(' ').next().unwrap().parse().ok();
        lines.iter().filter_map(depth).max().unwrap()
    };
    assert_eq!(deepest(&mut engine, "new\npost\nsd 3\nusermove e2e4"), 3);
    assert_eq!(deepest(&mut engine, "new\nsd 3\nst 100\nusermove e2e4"), 3);
    assert!(deepest(&mut engine, "sd 30\nst 0.3\nusermove d2d4") < 30);
    assert!(deepest(&mut engine, "new\nst 3\nusermove e2e4") > 3, "'new' lifts 'sd'");
}

#[test]
fn a_node_rate_stands_in_for_the_clock() {
    let mut engine = xboard();
    let nodes = |engine: &mut Dialogue, text: &str| -> u64 {
        engine.send(text);
        let lines = engine.until("move ");
        let [.., last, _] = &lines[..] else { panic!("{lines:?}") };
        last.split_whitespace().nth(3).unwrap().parse().unwrap()
    };
    let few = nodes(&mut engine, "new\npost\nnps 1000\nst 5\nusermove e2e4");
    assert!((500..=5_000).contains(&few), "{few}");
    let more = nodes(&mut engine, "new\nnps 20000\nst 5\nusermove e2e4");
    assert!(more > few && more <= 100_000, "{more}");
    engine.send("new\nnps -1\nst 0.2\nusermove e2e4");
    engine.wait_for("move ");
}

#[test]
fn thinking_is_shown_in_centipawns_and_centiseconds() {
    let mut engine = xboard();
    engine.send("new\npost\nst 1\nusermove e2e4");
    let lines = engine.until("move ");
    let (mv, lines) = lines.split_last().unwrap();
    let last: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let number = |index: usize| last[index].parse::<i64>().unwrap();
    assert!(number(0) >= 3 && number(1).abs() < 300 && number(2) <= 110 && number(3) > 100, "{last:?}");
    assert_eq!(format!("move {}", last[4]), *mv);
    engine.send("nopost\nusermove d2d4");
    assert_eq!(engine.until("move ").len(), 1);
}

#[test]
fn mates_are_counted_in_moves() {
    for (position, score, first) in [
        ("1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", 100_001, "f5f8"),
        ("k7/8/1K6/1R6/8/8/8/8 w - - 0 1", 100_002, ""),
        ("k7/8/1K6/5R2/8/8/8/8 b - - 0 1", -100_001, "a8b8"),
        ("Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1", -100_002, "b8a8"),
    ] {
        let mut engine = xboard();
        fen(&mut engine, position);
        engine.send("post\nsd 8\ngo");
        let lines = engine.until("move ");
        let [.., last, mv] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(last.split(' ').nth(1).unwrap(), score.to_string(), "{position}: {last}");
        assert!(mv.contains(first), "{position}: {mv}");
    }
}

#[test]
fn errors_are_named() {
    let mut engine = xboard();
    for (line, answer) in [
        ("new\ne2e5", "Illegal move: e2e5"),
        ("usermove e2e5", "Illegal move: e2e5"),
        ("usermove xyz", "Illegal move: xyz"),
        ("a7a8k", "Illegal move: a7a8k"),
        ("O-O", "Illegal move: O-O"),
        ("frobnicate 3", "Error (unknown command): frobnicate"),
        ("uci", "Error (unknown command): uci"),
        ("level 40 x 0", "Error (bad time control): level 40 x 0"),
        ("level", "Error (bad time control): level"),
        ("st", "Error (bad number): st"),
        ("sd many", "Error (bad number): sd many"),
        ("time now", "Error (bad number): time now"),
        ("nps x", "Error (bad number): nps x"),
        ("memory lots", "Error (bad number): memory lots"),
        ("cores -1", "Error (bad number): cores -1"),
        ("usermove", "Error (missing argument): usermove"),
        ("variant atomic", "Error (unsupported variant): atomic"),
        ("undo", "Error (nothing to take back): undo"),
        ("remove", "Error (nothing to take back): remove"),
        ("option Nonsense=1", "Error (option): there is no option 'Nonsense'"),
        ("exclude e2e5", "Illegal move: e2e5"),
    ] {
        assert_eq!(answers(&mut engine, line), [answer], "{line}");
    }
    fen(&mut engine, "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1");
    assert_eq!(answers(&mut engine, "d1d8"), ["Illegal move (in check): d1d8"]);
    assert_eq!(answers(&mut engine, "usermove d1d8"), ["Illegal move (in check): d1d8"]);
}

#[test]
fn a_bad_position_is_refused_and_nothing_moves_until_another() {
    let mut engine = xboard();
    for (bad, reason) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("xyz", "the board must have 8 ranks, not 1"),
        ("", "no position given"),
    ] {
        let said = answers(&mut engine, &format!("new\nst 0.1\nsetboard {bad}"));
        assert_eq!(said, [format!("tellusererror Illegal position: {reason}")]);
        assert_eq!(answers(&mut engine, "e2e4"), ["Illegal move (no position): e2e4"]);
        assert_eq!(answers(&mut engine, "go\nhint\nanalyze\n.\nexit"), [""; 0]);
    }
    assert_eq!(answers(&mut engine, "new\nforce\ne2e4"), [""; 0]);
    fen(&mut engine, "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    engine.send("st 0.1\ngo");
    assert!(engine.wait_for("move ").starts_with("move e8"));
}

#[test]
fn move_now_means_now() {
    let mut engine = xboard();
    engine.send("new\nst 1000\nusermove e2e4");
    std::thread::sleep(200 * MS);
    let begun = Instant::now();
    engine.send("?\nping 1");
    let lines = engine.until("pong 1");
    assert!(begun.elapsed() < 1000 * MS);
    assert_eq!(moves_in(&lines).len(), 1, "{lines:?}");
    assert_eq!(answers(&mut engine, "?"), [""; 0], "nothing is being thought about");
    // The engine stays on its side.
    engine.send("st 0.1\nusermove d2d4");
    engine.wait_for("move ");
}

#[test]
fn no_late_move_after_result_force_or_new() {
    for end in ["result 1-0 {x}", "force", "new", "undo", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        let mut engine = xboard();
        engine.send("new\nst 0.5\nusermove e2e4");
        std::thread::sleep(50 * MS);
        engine.send(end);
        engine.assert_silence(1000 * MS, |_| true);
        assert_eq!(settle(&mut engine), [""; 0], "{end}");
    }
}

#[test]
fn what_arrives_during_thought_disturbs_nothing() {
    let mut engine = xboard();
    engine.send(
        "new\nst 0.5\nusermove e2e4\n.\ntime 500\notim 500\npost\nnopost\nhard\neasy\nmemory 8\nxyz\nping 1",
    );
    let lines = engine.until("pong 1");
    assert_eq!(moves_in(&lines).len(), 1, "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("Error")).count(), 1);
    // A move sent too early is played after the engine's.
    engine.send("usermove g1f3\nusermove b1c3\nping 2");
    let lines = engine.until("pong 2");
    assert_eq!(moves_in(&lines).len(), 2, "{lines:?}");
}

#[test]
fn results_are_told_when_the_game_is_over() {
    // The engine ends it.
    for (position, result) in [
        ("1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", "1-0 {White mates}"),
        ("8/8/8/8/5r2/1k6/8/1K6 b - - 0 1", "0-1 {Black mates}"),
        ("7k/8/8/8/8/8/3q4/K7 w - - 99 80", "1/2-1/2 {Draw by fifty-move rule}"),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", ""),
        ("8/8/8/8/8/3k4/3p4/3K4 w - - 0 1", "1/2-1/2 {Stalemate}"),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "1/2-1/2 {Draw by insufficient material}"),
    ] {
        let mut engine = xboard();
        fen(&mut engine, position);
        if position.starts_with("8/8/8/8/8/3k4/3p4/3K4") {
            assert_eq!(answers(&mut engine, "go"), [result]);
            continue;
        }
        engine.send("st 0.1\nsd 6\ngo");
        engine.wait_for("move ");
        let said = settle(&mut engine);
        match result {
            "" => assert!(said.is_empty(), "{said:?}"),
            _ => assert_eq!(said, [result], "{position}"),
        }
    }
}

#[test]
fn the_opponent_ends_it_too() {
    let mut engine = xboard();
    fen(&mut engine, "1k6/8/1K6/5R2/8/8/8/8 w - - 0 1");
    assert_eq!(answers(&mut engine, "playother\nusermove f5f8"), ["1-0 {White mates}"]);
    assert_eq!(answers(&mut engine, "go"), ["1-0 {White mates}"]);
    assert_eq!(answers(&mut engine, "force\nundo\nusermove b6c6"), [""; 0]);
    // In force mode only what cannot be changed is told: old games may be being replayed.
    let fools_mate = "new\nforce\nf2f3\ne7e5\ng2g4\nd8h4";
    assert_eq!(answers(&mut engine, fools_mate), ["0-1 {Black mates}"]);
    let dance = "g1f3\ng8f6\nf3g1\nf6g8\n".repeat(2);
    assert_eq!(answers(&mut engine, &format!("new\nforce\n{dance}")), [""; 0]);
    // 'go' means go, though a draw could be claimed.
    engine.send("st 0.1\ngo");
    engine.wait_for("move ");
    settle(&mut engine);
}

#[test]
fn a_repetition_is_claimed_in_play() {
    let mut engine = xboard();
    fen(&mut engine, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    let said = answers(&mut engine, "a2b2\nh8g8\nb2a2\ng8h8\na2b2\nh8g8\nb2a2\ng8h8");
    assert_eq!(said, [""; 0], "in force mode an old game may be being replayed");
    fen(&mut engine, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    answers(&mut engine, "a2b2\nh8g8\nb2a2\ng8h8\na2b2\nh8g8\nb2a2\nst 0.1\nplayother");
    assert_eq!(answers(&mut engine, "usermove g8h8"), ["1/2-1/2 {Draw by repetition}"]);
    engine.assert_silence(300 * MS, |_| true);
    fen(&mut engine, "4kr2/8/8/8/8/8/8/3RK3 b - - 99 1");
    answers(&mut engine, "playother");
    assert_eq!(answers(&mut engine, "usermove f8g8"), ["1/2-1/2 {Draw by fifty-move rule}"]);
    // 'go' means go, though a draw could be claimed.
    engine.send("go");
    engine.wait_for("move ");
}

#[test]
fn draws_are_accepted_when_worse() {
    let mut engine = xboard();
    fen(&mut engine, "4k3/8/8/8/8/8/QQ6/4K3 b - - 0 1");
    engine.send("st 0.1\ngo");
    engine.wait_for("move ");
    assert_eq!(answers(&mut engine, "draw"), ["offer draw"]);
    fen(&mut engine, "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1");
    engine.send("st 0.1\ngo");
    engine.wait_for("move ");
    assert_eq!(answers(&mut engine, "draw"), [""; 0]);
}

#[test]
fn sides_are_given_and_taken() {
    let mut engine = xboard();
    engine.send("new\nst 0.1\ngo");
    engine.wait_for("move "); // White's first
    engine.send("e7e5");
    engine.wait_for("move ");
    engine.send("playother\nping 1");
    assert_eq!(engine.until("pong 1").len(), 1);
    engine.send("force\nundo\nundo\nundo\nwhite\ne2e4");
    engine.wait_for("move ");
    // Black to move on the start position, White's side for the engine.
    engine.send("new\nblack\nd7d5");
    assert!(engine.wait_for("move ").len() >= 9);
    engine.send("remove\nd7d6");
    engine.wait_for("move ");
}

#[test]
fn promotions_are_read_in_either_case_and_written_small() {
    for (word, position) in [("f2f1q", true), ("f2f1Q", true), ("f2f1", true), ("f2f1k", false)] {
        let mut engine = xboard();
        fen(&mut engine, "1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40");
        let said = answers(&mut engine, word);
        assert_eq!(said.is_empty(), position, "{word}: {said:?}");
    }
    let mut engine = xboard();
    fen(&mut engine, "1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40");
    engine.send("sd 3\ngo");
    assert_eq!(engine.wait_for("move "), "move f2f1q");
}

#[test]
fn fischerandom_castles_with_letters() {
    let mut engine = xboard();
    answers(&mut engine, "new\nvariant fischerandom\nforce");
    answers(&mut engine, "setboard 4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1");
    assert_eq!(answers(&mut engine, "O-O\nundo\nO-O-O\nundo\n0-0\nundo\nf1g1\nundo"), [""; 0]);
    engine.send("exclude all\ninclude O-O\nsd 2\npost\ngo");
    let lines = engine.until("move ");
    assert_eq!(lines.last().unwrap(), "move O-O");
    assert!(lines[0].contains(" O-O"), "{lines:?}");
    // In the normal game the king's move is written.
    fen(&mut engine, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    engine.send("exclude all\ninclude e1g1\nsd 2\ngo");
    assert_eq!(engine.wait_for("move "), "move e1g1");
}

#[test]
fn a_board_can_be_edited() {
    let mut engine = xboard();
    let said = answers(&mut engine, "new\nforce\nedit\n#\nKe1\nRh1\nc\nKe8\nzz\nQa1\nxa1\n.");
    assert_eq!(said, ["Error (unknown command): zz"]);
    engine.send("sd 2\nexclude all\ninclude e1g1\ngo");
    assert_eq!(engine.wait_for("move "), "move e1g1");
    engine.send("force\nedit\n#\n.");
    assert!(engine.wait_for("tellusererror Illegal position: ").contains("no king"));
}

#[test]
fn pause_freezes_and_resume_goes_on() {
    let mut engine = xboard();
    engine.send("new\nst 0.3\nusermove e2e4\npause");
    engine.assert_silence(800 * MS, |_| true);
    engine.send("resume");
    engine.wait_for("move ");
}

#[test]
fn options_memory_and_cores_are_taken() {
    let mut engine = xboard();
    let said = answers(
        &mut engine,
        "memory 32\nmemory 0\ncores 4\ncores 1\negtpath nalimov /x\noption Clear Hash\noption MultiPV=2\noption move overhead = 20",
    );
    assert_eq!(said, [""; 0]);
    engine.send("new\nforce\npost\nanalyze\nmemory 16");
    settle(&mut engine);
    let mut firsts: Vec<String> = Vec::new();
    while firsts.len() < 2 {
        let line = engine.wait_for("6 ");
        firsts.push(line.split(' ').nth(4).unwrap().to_owned());
    }
    assert_ne!(firsts[0], firsts[1]);
    engine.send("exit");
    settle(&mut engine);
}

#[test]
fn end_of_input_ends_everything() {
    for state in
        ["", "new\nst 1000\nusermove e2e4", "analyze", "hint", "edit", "new\nhard\nst 0.1\nusermove e2e4"]
    {
        let mut engine = xboard();
        engine.send(state);
        std::thread::sleep(300 * MS);
        while engine.next_within(MS).is_some() {}
        let begun = Instant::now();
        let said = engine.close();
        let pondering = said.iter().all(|line| line.starts_with(char::is_numeric));
        assert!(pondering && begun.elapsed() < 1000 * MS, "{state}: {said:?} {:?}", begun.elapsed());
    }
}

#[test]
fn quit_ends_the_process_at_once() {
    for args in [&[][..], &["xboard"]] {
        let mut engine = Dialogue::start(args);
        engine.send("xboard\noption OwnBook=0\nnew\nst 1000\nusermove e2e4\nquit");
        let begun = Instant::now();
        let said = engine.end();
        assert!(said.is_empty() && begun.elapsed() < 1000 * MS, "{said:?} {:?}", begun.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn interrupts_are_ignored() {
    let mut engine = xboard();
    for state in ["new", "st 0.5\nusermove e2e4"] {
        engine.send(state);
        std::thread::sleep(50 * MS);
        let status = Command::new("kill").args(["-INT", &engine.id().to_string()]).status().unwrap();
        assert!(status.success());
    }
    engine.wait_for("move ");
    assert_eq!(settle(&mut engine), [""; 0]);
}

#[test]
fn odd_lines_are_understood() {
    let mut engine = xboard();
    engine.send_raw(b"new\r\n\t force \r\n\n   \n usermove \t e2e4\r\nping  5");
    engine.send_raw(b"\r\n");
    assert_eq!(engine.until("pong 5").len(), 1);
    engine.send_raw(&vec![b'x'; 300_000]);
    engine.send("\nping 6");
    assert_eq!(engine.until("pong 6"), ["info string error: UCI command too long", "pong 6"]);
    // A last line without its end counts.
    engine.send_raw(b"ping 7");
    assert_eq!(engine.close(), ["pong 7"]);
}
