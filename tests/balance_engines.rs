//! Real engines: mangoac itself, which is the default, and Stockfish as Debian packs it.

#![cfg(feature = "balance")]

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use mangoac::balance::Pair;
use mangoac::balance::config::Config;
use support::{Search, small};

/// Where Stockfish is, if it is.
fn stockfish() -> Option<String> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&search).chain([Path::new("/usr/games").to_owned()]);
    let found = folders.map(|folder| folder.join("stockfish")).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: there is no Stockfish here");
    }
    found.map(|path| path.display().to_string())
}

/// Two runs, one of them in the opposite order, killed several times together with its engines or
/// alone, find the same.
fn says_the_same_in_any_order_and_however_often_it_is_killed(config: &Config, engine: &[&str]) -> Search {
    let command = [&["run", "--quiet", "--workers", "2"][..], engine].concat();
    let calm = Search::in_file().begun(config);
    calm.succeed(&command);
    calm.assert_sound_and_done();
    let wild = Search::in_file().begun(config);
    let turned = "UPDATE jobs SET urgency = -urgency";
    rusqlite::Connection::open(wild.path()).expect("the file").execute_batch(turned).expect("the table");
    for round in 0..4 {
        let mut run = wild.command(&command);
        let mut run = run.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it starts");
        sleep(Duration::from_millis(700 + 60 * round));
        if round % 2 == 0 {
            for child in children(run.id()) {
                Command::new("kill")
                    .args(["-9", &child])
                    .stderr(Stdio::null())
                    .status()
                    .expect("kill is there");
            }
            sleep(Duration::from_millis(300));
        }
        let _ = run.kill(); // it may have come to its end
        run.wait().expect("it ends");
    }
    wild.succeed(&["retry"]);
    wild.succeed(&command);
    wild.assert_sound_and_done();
    assert_eq!(wild.results(), calm.results());
    wild
}

#[test]
fn stockfish_says_the_same_however_it_is_treated() {
    let Some(engine) = stockfish() else { return };
    let mut config = small(12);
    config.deepening.to = 16_000;
    says_the_same_in_any_order_and_however_often_it_is_killed(&config, &["--engine", &engine]);
}

#[test]
fn mangoac_says_the_same_however_it_is_treated() {
    let mut config = small(14);
    for stage in &mut config.stage {
        stage.window = 150; // so small budgets are blind; some pairs are to go on all the same
    }
    config.deepening.to = 16_000;
    let search = says_the_same_in_any_order_and_however_often_it_is_killed(&config, &[]);
    let records = search.records();
    let at = |level: u8| records.iter().filter(|record| record.level.0 == level).count();
    assert!(at(0) == 14 && at(1) >= 2 && at(4) >= 2, "{} {} {}", at(0), at(1), at(4));
    assert!(records.iter().all(|record| record.depth >= 1 && !record.pv.is_empty()));
    let status = search.succeed(&["status"]);
    for words in ["Mango AC", "OwnBook=false", "Threads=1", "UCI_Chess960=true"] {
        assert!(status.contains(words), "{words}: {status}");
    }
}

fn children(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn it_plays_a_pair_against_itself() {
    let Some(engine) = stockfish() else { return };
    let search = Search::in_file().begun(&small(1));
    let pair = Pair::from_index(123_456).expect("a pair");
    let (white, black) = (pair.white.to_string(), pair.black.to_string());
    let arguments =
        ["selfplay", &white, &black, "--games", "2", "--nodes", "2000", "--pgn", "--engine", &engine];
    let pgn = search.succeed(&arguments);
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2);
    assert!(
        games.iter().all(|game| game.contains("[Variant \"Chess960\"]") && game.contains("\n1. ")),
        "{pgn}"
    );
}
