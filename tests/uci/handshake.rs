//! The handshake, options, and the ends of a dialogue.

use std::time::Duration;

use super::common::dialogue::Dialogue;
use super::{infos, legal_moves, uci};

#[test]
fn handshake() {
    for arguments in [&["uci"][..], &[]] {
        let mut engine = Dialogue::start(arguments);
        engine.send("uci");
        let (_, mut lines) = engine.wait_until("uciok", |line| line == "uciok");
        lines.push("uciok".into());
        let version = format!("id name Mango AC {}", env!("CARGO_PKG_VERSION"));
        assert_eq!(lines[0], version);
        lines[0] = "id name Mango AC VERSION".into();
        insta::assert_snapshot!("handshake", lines.join("\n"));
        engine.send("uci");
        engine.wait_for("uciok");
        assert_eq!(engine.close(), [""; 0]);
    }
}

#[test]
fn nothing_is_said_unasked() {
    let engine = Dialogue::start(&[]);
    assert_eq!(engine.close(), [""; 0]);
}

#[test]
fn every_declared_option_takes_its_default() {
    let mut engine = Dialogue::start(&["uci"]);
    engine.send("uci");
    let (_, lines) = engine.wait_until("uciok", |line| line == "uciok");
    for line in lines.iter().filter(|line| line.starts_with("option name ")) {
        let (name, kind) = line["option name ".len()..].split_once(" type ").unwrap();
        let default = kind.split_once(" default ").map(|(_, rest)| rest.split([' ']).next().unwrap());
        let value = default.map_or_else(String::new, |value| format!(" value {value}"));
        let answer = engine.ask(&format!("setoption name {name}{value}"));
        let known = |line: &String| line.contains("Hash solicitado") || line.contains("variant chess");
        assert!(answer.iter().all(known), "{name}: {answer:?}");
    }
}

#[test]
fn hash_is_reported_in_the_old_words_before_the_next_readyok() {
    let mut engine = uci();
    let legacy = |mb| vec![format!("info string Hash solicitado {mb} MB, reservado {mb} MB")];
    assert_eq!(engine.ask("setoption name Hash value 64"), legacy(64));
    assert_eq!(engine.ask("setoption name hash value 32"), legacy(32));
    assert_eq!(engine.ask("  setoption\tname   HASH  value   1\r"), legacy(1));
    assert_eq!(engine.ask("setoption name Clear Hash"), [""; 0]);
    assert_eq!(engine.ask("setoption name clear hash value true"), [""; 0]);
}

#[test]
fn bad_values_are_refused_aloud_and_the_engine_goes_on() {
    let mut engine = uci();
    for value in ["value 0", "value -1", "value abc", "value 99999999", "value", "value <empty>", ""] {
        let answer = engine.ask(&format!("setoption name Hash {value}"));
        let [line] = &answer[..] else { panic!("{value}: {answer:?}") };
        assert!(line.starts_with("info string Hash:") && line.ends_with("the old value 4 stays"), "{line}");
    }
    for option in ["UCI_Variant", "SyzygyPath value /x", "x", "name value 3", "", "value 3"] {
        let answer = engine.ask(&format!("setoption name {option}"));
        assert!(answer.len() == 1 && answer[0].starts_with("info string "), "{option}: {answer:?}");
    }
    assert_eq!(engine.ask("setoption").len(), 1);
    assert_eq!(engine.ask("setoption name Threads value 1000").len(), 1);
    assert_eq!(engine.ask("setoption name MultiPV value 219").len(), 1);
    assert_eq!(engine.ask("setoption name UCI_Chess960 value maybe").len(), 1);
    let (answer, _) = engine.go("position startpos\ngo depth 1");
    assert!(answer.starts_with("bestmove "));
}

#[test]
fn an_option_sent_during_a_search_waits() {
    let mut engine = uci();
    engine.send("position startpos\ngo infinite\nsetoption name Hash value 64\nisready");
    let (_, before) = engine.wait_until("readyok", |line| line == "readyok");
    assert!(!before.iter().any(|line| line.contains("Hash")));
    engine.assert_silence(Duration::from_millis(200), |line| line.contains("Hash") || line.contains("best"));
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.wait_for("info string Hash solicitado 64 MB, reservado 64 MB");
    assert!(engine.ask("").is_empty());
}

#[test]
fn the_debug_log_holds_the_dialogue() {
    let path = std::env::temp_dir().join(format!("mangoac uci {}.log", std::process::id()));
    let mut engine = uci();
    engine.ask(&format!("setoption name Debug Log File value {}", path.display()));
    engine.ask("legal");
    engine.ask("setoption name Debug Log File value <empty>");
    engine.ask("d");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(text.contains(">> legal\n<< legalmoves ") && text.contains("<< legalok\n"), "{text}");
    assert!(!text.contains("Polyglot"));
    let answer = engine.ask("setoption name Debug Log File value /no/such/folder/x");
    assert!(answer.len() == 1 && answer[0].starts_with("info string the debug log"), "{answer:?}");
}

#[test]
fn lines_of_all_shapes_are_understood() {
    let mut engine = uci();
    engine.send_raw(b"\r\n\n \t \r\n\tposition \t startpos   moves\te2e4 \r\nlegal");
    engine.send_raw(b"\r\n");
    assert!(engine.wait_for("legalmoves").contains(" e7e5"));
    engine.wait_for("legalok");
    assert_eq!(engine.ask("xyzzy d e2e4"), engine.ask("d"), "a leading unknown word is skipped");
    assert_eq!(engine.ask("debug on\nregister later\ndebug off\njoho debug on"), [""; 0]);
    for line in ["xyzzy", "e2e4", "\u{1f600}", "goo depth 1"] {
        let answer = engine.ask(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string unknown command: "), "{answer:?}");
    }
    engine.send_raw(&[vec![b'x'; 300 << 10], b"\nisready\n".to_vec()].concat());
    let (_, before) = engine.wait_until("readyok", |line| line == "readyok");
    assert_eq!(before, ["info string error: UCI command too long"]);
    engine.send_raw(b"legal"); // a last line without its end counts
    assert!(engine.close().iter().any(|line| line == "legalok"));
}

#[test]
fn end_of_input_ends_everything_and_nothing_more_is_said() {
    for going in ["", "go infinite", "go ponder wtime 9000 btime 9000", "go movetime 60000", "perft 12"] {
        let mut engine = uci();
        engine.send(&format!("position startpos\n{going}"));
        if going.starts_with("go") {
            engine.wait_for("info depth 2");
        }
        let rest = engine.close();
        assert!(!rest.iter().any(|line| line.starts_with("bestmove")), "{rest:?}");
    }
}

#[test]
fn quit_ends_a_search_at_once() {
    for going in ["go infinite", "go ponder", "go depth 90", "perft 20", "bench 90", ""] {
        let mut engine = uci();
        engine.send(&format!("{going}\nquit"));
        let answers = engine.end().into_iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, usize::from(going.starts_with("go")), "{going}");
    }
}

#[test]
fn an_engine_nobody_listens_to_goes_on_until_its_input_ends() {
    let mut engine = uci();
    engine.stop_listening();
    engine.send("position startpos\ngo depth 4\nd\nlegal\nuci");
    std::thread::sleep(Duration::from_millis(200));
    engine.send("go infinite");
    engine.close();
}

#[test]
fn ucinewgame_forgets_the_game() {
    let mut engine = uci();
    engine.send("position startpos moves e2e4 e7e5\nucinewgame");
    assert_eq!(legal_moves(&mut engine).len(), 20);
    let nodes = |engine: &mut Dialogue| {
        let (_, lines) = engine.go("ucinewgame\nposition startpos\ngo depth 6");
        infos(&lines).last().unwrap().split(" nps").next().unwrap().to_owned()
    };
    assert_eq!(nodes(&mut engine), nodes(&mut engine), "the same search meets the same tables");
}

#[test]
fn help_lists_commands_and_options() {
    let mut engine = uci();
    assert!(engine.ask("help").iter().any(|line| line.starts_with("info string legal: ")));
    let help = assert_cmd::Command::cargo_bin("mangoac").unwrap().args(["uci", "--help"]).output().unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    assert!(text.contains("Move Overhead") && text.contains("[256; 1 to 8192]"), "{text}");
}
