//! Endgame tables through the real binary: with the three-man tables of `fixtures/syzygy`, with
//! larger ones where there are any, with none and with damaged ones.

#![cfg(feature = "syzygy")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::dialogue::Dialogue;
use common::uci::{field, infos, move_of, uci};
use mangoac::chess::Position;
use mangoac::engine::{Draw, Game, GameEnd};
use mangoac::tables::{Tables, TablesError, Wdl};

fn three_men() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/syzygy")
}

/// A folder with four-man tables: the one `MANGOAC_TEST_SYZYGY` names, or the one beside the checkout.
fn four_men() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
    let folder = std::env::var_os("MANGOAC_TEST_SYZYGY").map_or_else(beside, PathBuf::from);
    folder.join("KBNvK.rtbz").is_file().then_some(folder)
}

/// An engine that uses the tables of a folder, and what it says of them.
fn with_tables(folder: &Path) -> (Dialogue, Vec<String>) {
    let mut engine = uci();
    let said = engine.ask(&format!("setoption name SyzygyPath value {}", folder.display()));
    (engine, said)
}

fn last(lines: &[String], name: &str) -> String {
    field(infos(lines).last().unwrap(), name).unwrap_or_default().to_owned()
}

#[test]
fn tables_are_found_and_let_go() {
    let (mut engine, said) = with_tables(&three_men());
    assert_eq!(said, ["info string 10 endgame tables of up to 3 men"]);
    for nothing in ["<empty>", ""] {
        assert_eq!(engine.ask(&format!("setoption name SyzygyPath value {nothing}")), [""; 0]);
    }
    let (_, lines) = engine.go("position fen 8/8/8/8/8/8/4k3/K6Q w - - 0 1\ngo depth 4");
    assert_eq!(last(&lines, "tbhits"), "0");
    let two = format!("{}:{}", three_men().display(), three_men().display());
    #[cfg(unix)]
    assert_eq!(engine.ask(&format!("setoption name SyzygyPath value {two}")).len(), 1);
}

#[test]
fn missing_and_empty_folders_cost_one_line() {
    let empty = tempfile::tempdir().unwrap();
    fs::write(empty.path().join("readme.txt"), "no table").unwrap();
    for folder in [Path::new("/no/such/folder"), empty.path(), &empty.path().join("readme.txt")] {
        let (mut engine, said) = with_tables(folder);
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{said:?}");
        let (_, lines) = engine.go("position fen 8/8/8/8/8/8/4k3/K6Q w - - 0 1\ngo depth 4");
        assert_eq!(last(&lines, "tbhits"), "0");
    }
}

/// Copies the tables, each changed by `damage`.
fn damaged(damage: impl Fn(Vec<u8>) -> Vec<u8>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(three_men()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension != "md") {
            let bytes = damage(fs::read(&path).unwrap());
            fs::write(folder.path().join(path.file_name().unwrap()), bytes).unwrap();
        }
    }
    folder
}

#[test]
fn damaged_files_cost_one_line_and_the_game_goes_on() {
    // Cut where the length still looks right; cut anywhere; empty; noise behind a good name.
    let cut_64 = |bytes: Vec<u8>| bytes[..(bytes.len() / 2) / 64 * 64 + 16].to_vec();
    let cut = |bytes: Vec<u8>| bytes[..bytes.len() / 3].to_vec();
    let noise = |bytes: Vec<u8>| vec![0xa5; bytes.len()];
    let damages: [&dyn Fn(Vec<u8>) -> Vec<u8>; 4] = [&cut_64, &cut, &|_| Vec::new(), &noise];
    for (number, damage) in damages.into_iter().enumerate() {
        let folder = damaged(damage);
        let (mut engine, mut said) = with_tables(folder.path());
        for _ in 0..2 {
            for fen in ["8/8/8/8/8/8/4k3/K6Q w - - 0 1", "8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"] {
                let (answer, lines) = engine.go(&format!("position fen {fen}\ngo depth 5"));
                assert_ne!(move_of(&answer), "0000");
                said.extend(lines.into_iter().filter(|line| line.starts_with("info string")));
            }
        }
        let complaints = said.iter().filter(|line| line.contains("damaged")).count();
        assert_eq!(complaints, 1, "{number}: {said:?}");
    }
}

/// Whatever the bytes, the tables answer or they do not; nothing dies.
#[test]
fn no_damage_is_too_strange() {
    let positions = [
        "8/8/8/8/8/8/4k3/K6Q w - - 0 1",
        "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        "8/8/1k6/8/8/8/4K3/7r b - - 0 1",
    ]
    .map(|fen| Position::from_fen(fen).unwrap());
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let spots: Vec<(usize, u8)> = (0..20).map(|_| (random.usize(..), random.u8(..))).collect();
        let wide = random.bool();
        let folder = damaged(|mut bytes| {
            let room = if wide { bytes.len() } else { bytes.len().min(120) };
            for &(place, value) in &spots {
                bytes[4 + place % (room - 4)] = value;
            }
            bytes
        });
        let tables = Tables::open(folder.path().to_str().unwrap()).unwrap();
        for position in &positions {
            for &mv in position.legal_move_list().iter() {
                let mut after = position.clone();
                after.make(mv);
                let _ = (tables.wdl(&after), tables.dtz(&after));
            }
        }
    }
}

#[test]
fn values_are_right_for_both_colours() {
    let tables = Tables::open(three_men().to_str().unwrap()).unwrap();
    for (fen, wdl) in [
        ("8/8/8/8/8/8/4k3/K6Q w - - 0 1", Wdl::Win),
        ("8/8/8/8/8/8/4k3/K6Q b - - 0 1", Wdl::Loss),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", Wdl::Draw),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", Wdl::Win),
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", Wdl::Loss),
        ("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", Wdl::Draw),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Wdl::Draw),
    ] {
        assert_eq!(tables.wdl(&Position::from_fen(fen).unwrap()), Some(wdl), "{fen}");
    }
    let castling = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!((tables.wdl(&castling), tables.dtz(&castling)), (None, None));
    let four = Position::from_fen("4k3/8/8/8/8/8/8/3QK2R w - - 0 1").unwrap();
    assert_eq!(tables.wdl(&four), None);
    assert!(matches!(Tables::open(""), Err(TablesError::Empty(_))));
}

#[test]
fn what_the_tables_know_is_said_at_the_root() {
    let (mut engine, _) = with_tables(&three_men());
    for style in ["Mango", "2012"] {
        engine.send(&format!("setoption name Style value {style}"));
        // Only Ke6 holds the win, and only Ke8 the draw.
        for (fen, moves, sign) in [
            ("4k3/8/3K4/4P3/8/8/8/8 w - - 0 1", &["d6e6"][..], 1),
            ("8/4k3/4P3/4K3/8/8/8/8 b - - 0 1", &["e7e8"], 0),
        ] {
            let (answer, lines) = engine.go(&format!("position fen {fen}\ngo depth 6"));
            assert!(moves.contains(&move_of(&answer)), "{style} {fen}: {answer}");
            let score: i32 = last(&lines, "cp").parse().unwrap_or(99_999);
            assert_eq!(score.signum(), sign, "{style} {fen}: {lines:#?}");
            assert!(sign == 0 || score > 70_000);
            assert!(last(&lines, "tbhits").parse::<u64>().unwrap() > 0);
        }
    }
    // With castling rights there is nothing to be known.
    let (_, lines) = engine.go("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1");
    assert_eq!(last(&lines, "tbhits"), "0");
}

#[test]
fn the_search_asks_the_tables_after_captures() {
    // Four men, so the root is in no table; the pawn falls or queens.
    let fen = "8/8/8/3k4/8/2p5/3P4/4K3 w - - 0 1";
    for style in ["Mango", "2012"] {
        let (mut engine, _) = with_tables(&three_men());
        engine.send(&format!("setoption name Style value {style}"));
        let hits = |engine: &mut Dialogue| -> u64 {
            let (_, lines) = engine.go(&format!("ucinewgame\nposition fen {fen}\ngo depth 9"));
            last(&lines, "tbhits").parse().unwrap()
        };
        assert!(hits(&mut engine) > 0, "{style}");
        engine.send("setoption name SyzygyProbeLimit value 2");
        assert_eq!(hits(&mut engine), 0, "{style}");
        engine.send("setoption name SyzygyProbeLimit value 7\nsetoption name SyzygyProbeDepth value 100");
        assert_eq!(hits(&mut engine), 0, "{style}");
        engine.send("setoption name SyzygyProbeDepth value 1\nsetoption name Threads value 2");
        assert!(hits(&mut engine) > 0, "{style}");
        engine.send("setoption name Threads value 1\nsetoption name UCI_LimitStrength value true");
        assert_eq!(hits(&mut engine), 0, "weak players have no tables");
    }
}

#[test]
fn several_lines_are_sorted_by_what_is_known() {
    let (mut engine, _) = with_tables(&three_men());
    let (answer, lines) =
        engine.go("setoption name MultiPV value 5\nposition fen 4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\ngo depth 6");
    assert_eq!(move_of(&answer), "d6e6");
    let infos = infos(&lines);
    let set = &infos[infos.len() - 5..];
    assert_eq!(field(set[0], "pv"), Some("d6e6"));
    let value = |line: &str| field(line, "cp").map_or(99_999, |cp| cp.parse::<i32>().unwrap());
    assert!(value(set[0]) > 70_000 && set[1..].iter().all(|line| value(line) == 0), "{set:#?}");
}

/// The engine plays both sides from a won position; returns the end and the half-moves played.
fn play_out(engine: &mut Dialogue, fen: &str, go: &str) -> (Option<GameEnd>, usize) {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    let mut moves = String::new();
    while game.end().is_none() {
        let (answer, _) = engine.go(&format!("position fen {fen} moves{moves}\n{go}"));
        let mv = move_of(&answer).to_owned();
        game.play_text(&mv).unwrap();
        moves += &format!(" {mv}");
    }
    (game.end(), game.moves().len())
}

#[test]
fn a_won_ending_is_won_before_the_fifty_move_rule() {
    // A shallow search alone does not find these mates; the clock leaves just the time needed.
    let (mut engine, _) = with_tables(&three_men());
    for (fen, clock) in [("8/8/8/3k4/8/8/8/K6R w - -", 68), ("8/8/8/8/3k4/8/8/KQ6 w - -", 78)] {
        let (end, _) = play_out(&mut engine, &format!("{fen} {clock} 60"), "go depth 2");
        assert!(matches!(end, Some(GameEnd::Mate(_))), "{fen} {clock}: {end:?}");
    }
}

#[test]
fn hard_endings_are_played_out_to_mate() {
    let Some(folder) = four_men() else { return };
    for style in ["Mango", "2012"] {
        let (mut engine, _) = with_tables(&folder);
        engine.send(&format!("setoption name Style value {style}"));
        for fen in [
            "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
            "7k/8/8/8/8/8/1K6/1BN5 w - - 20 1",
            "8/8/8/3k4/4r3/8/1Q6/K7 w - - 0 1",
            "k7/8/8/8/2Q5/1r6/8/K7 w - - 0 1",
        ] {
            let (end, moves) = play_out(&mut engine, fen, "go depth 3");
            assert!(matches!(end, Some(GameEnd::Mate(_))), "{style} {fen}: {end:?} after {moves}");
        }
    }
}

#[test]
fn a_drawn_ending_is_held() {
    let Some(folder) = four_men() else { return };
    let (mut engine, _) = with_tables(&folder);
    let (end, _) = play_out(&mut engine, "8/8/8/3k4/8/2r5/8/1R1K4 w - - 80 1", "go depth 2");
    assert!(
        matches!(end, Some(GameEnd::Draw(Draw::FiftyMoves | Draw::Repetition | Draw::InsufficientMaterial))),
        "{end:?}"
    );
}

#[test]
fn without_the_fifty_move_rule_a_late_win_is_a_win() {
    let (mut engine, _) = with_tables(&three_men());
    let fen = "8/8/8/3k4/8/8/8/K6R w - - 90 60";
    let (_, lines) = engine.go(&format!("position fen {fen}\ngo depth 2"));
    let drawn: i32 = last(&lines, "cp").parse().unwrap();
    assert!(drawn.abs() <= 1, "{lines:#?}");
    let (_, lines) =
        engine.go(&format!("setoption name Syzygy50MoveRule value false\nposition fen {fen}\ngo depth 2"));
    assert!(last(&lines, "cp").parse::<i32>().unwrap() > 70_000, "{lines:#?}");
}

#[test]
fn cecp_console_and_the_ini_file_know_the_tables() {
    let mut xboard = Dialogue::start(&["xboard"]);
    xboard.send("protover 2");
    assert!(xboard.until("feature done=1").iter().any(|line| line.contains("egt=\"syzygy\"")));
    xboard.send(&format!(
        "egtpath syzygy {}\nforce\npost\nsetboard 4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\nsd 5\ngo",
        three_men().display()
    ));
    let lines = xboard.until("move ");
    assert_eq!(lines.last().unwrap(), "move d6e6");
    assert!(
        lines.iter().any(|line| line.split(' ').nth(1).is_some_and(|score| score.len() >= 5)),
        "{lines:#?}"
    );
    xboard.send("force\negtpath syzygy /no/such/folder\nping 3");
    // xboard names a folder of its own at every start: no error, a comment.
    let lines = xboard.until("pong 3");
    assert!(
        lines.iter().any(|line| line.starts_with("# ") && line.contains("/no/such/folder")),
        "{lines:#?}"
    );
    xboard.send("egtpath nalimov /x\nping 4");
    xboard.until("pong 4");

    let folder = tempfile::tempdir().unwrap();
    for (used, expected) in [(1, "10"), (0, "no")] {
        let text = format!("UsarTablaFinales = {used}\nRutaSyzygy = {}\n", three_men().display());
        fs::write(folder.path().join("mangoac.ini"), text).unwrap();
        let mut console = Dialogue::start_in(&[], folder.path());
        console.send("info");
        let line = console.wait_for("Tablas de finales");
        assert!(line.contains(expected), "{line}");
        console.send(&format!("finales {}\ninfo", three_men().display()));
        assert!(console.wait_for("Tablas de finales").contains("10"));
        console.send("uci");
        let options = console.until("uciok");
        assert!(options.iter().any(|line| line.starts_with("option name SyzygyPath type string default")));
    }
}
