//! `mangoac balance run` with a mock engine: to the end, interrupted, and killed at any moment.

#![cfg(feature = "balance")]

mod support;

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use mangoac::balance::order::SplitMix64;
use mangoac::balance::store::Access;
use support::{Search, mock, mock_path, small};

/// A run in the background.
fn start(search: &Search, engine: &str, workers: &str) -> Child {
    let mut command = search.command(&["run", "--quiet", "--workers", workers, "--engine", engine]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// What an undisturbed run finds in a search of so many pairs.
fn undisturbed(pairs: u32) -> Vec<String> {
    let search = Search::in_file().begun(&small(pairs));
    search.run("", &["--workers", "2"]);
    search.assert_sound_and_done();
    search.results()
}

/// Runs what is left to the end, with a patient engine, and retries what has failed.
fn finish(search: &Search) {
    let (whole, engine) = (search.succeed(&["status"]), mock("--ms 0.2"));
    if whole.contains("failed jobs") {
        search.succeed(&["retry"]);
    }
    search.succeed(&["run", "--quiet", "--workers", "2", "--engine", &engine]);
}

fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status();
    status.expect("kill is there");
}

/// The processes a process has started and that still run.
fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[test]
fn the_order_of_work_changes_nothing() {
    let first = undisturbed(120);
    assert!(first.len() > 300);
    for search in Search::everywhere() {
        let search = search.begun(&small(120));
        // Turn the order round: the last pair of the order is the most urgent now.
        let sql = "UPDATE jobs SET urgency = -urgency";
        match search.application() {
            None => drop(rusqlite::Connection::open(search.path()).expect("the file").execute_batch(sql)),
            Some((url, name)) => {
                let mut client = postgres::Client::connect(url, postgres::NoTls).expect("the server");
                client.batch_execute(&format!("SET search_path = {name}; {sql}")).expect("the table");
            }
        }
        search.run("", &[]);
        search.assert_sound_and_done();
        assert_eq!(search.results(), first);
    }
}

#[test]
fn two_programs_share_a_server() {
    let Some(search) = Search::on_server() else { return };
    let search = search.begun(&small(120));
    let engine = mock("--ms 1");
    let mut runs: Vec<Child> = (0..2).map(|_| start(&search, &engine, "2")).collect();
    for run in &mut runs {
        assert!(run.wait().expect("it ends").success());
    }
    search.assert_sound_and_done();
    assert_eq!(search.results(), undisturbed(120));
}

#[test]
fn until_ends_a_run_exactly() {
    for search in Search::everywhere() {
        let search = search.begun(&small(60));
        let text = search.run("", &["--workers", "3", "--until", "37"]);
        assert!(text.starts_with("stopped: 37 evaluations"), "{text}");
        assert_eq!(search.results().len(), 37);
        assert_eq!(search.open(Access::Read).expect("the search").lent().expect("works"), 0);
        let began = Instant::now();
        search.run("--ms 30", &["--until", "1s"]);
        assert!(began.elapsed() < Duration::from_secs(5));
        finish(&search);
        search.assert_sound_and_done();
    }
}

#[test]
fn ctrl_c_and_quit_stop_cleanly() {
    let search = Search::in_file().begun(&small(200));
    for round in 0..6 {
        // The job in hand would take a minute: it is given back, not waited for.
        let engine = mock("--ms 60000");
        let mut run = start(&search, &engine, "2");
        sleep(Duration::from_millis(300));
        let began = Instant::now();
        match round % 3 {
            0 => signal("-INT", run.id()),
            1 => signal("-TERM", run.id()),
            _ => run.stdin.as_mut().expect("a pipe").write_all(b"quit\n").expect("it listens"),
        }
        assert!(run.wait().expect("it ends").success());
        assert!(began.elapsed() < Duration::from_secs(2), "round {round}: {:?}", began.elapsed());
        let mut store = search.open(Access::Write).expect("nobody writes any more");
        assert_eq!(store.lent().expect("works"), 0);
        assert_eq!(store.counts().expect("works").iter().map(|count| count.failed).sum::<u64>(), 0);
    }
    finish(&search);
    search.assert_sound_and_done();
}

/// Kills the program without warning, again and again, until the work is done.
fn kill_the_program(search: &Search, rounds: u32, engine: &str) {
    let mut dice = SplitMix64::new(960);
    for _ in 0..rounds {
        let mut run = start(search, engine, "2");
        sleep(Duration::from_millis(25 + dice.below(40)));
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
    }
}

#[test]
fn a_killed_program_loses_nothing_in_a_file() {
    let search = Search::in_file().begun(&small(300));
    kill_the_program(&search, 200, &mock("--ms 2"));
    let done = search.results().len();
    assert!(done > 100, "the rounds were too short: {done}");
    finish(&search);
    search.assert_sound_and_done();
    assert_eq!(search.results(), undisturbed(300));
}

#[test]
fn a_killed_program_loses_nothing_on_a_server() {
    let Some(search) = Search::on_server() else { return };
    let mut config = small(150);
    config.store.lease = 0.3; // nobody else can tell that a holder is dead
    let search = search.begun(&config);
    kill_the_program(&search, 100, &mock("--ms 2"));
    sleep(Duration::from_millis(400));
    finish(&search);
    search.assert_sound_and_done();
    assert_eq!(search.results(), undisturbed(150));
}

#[test]
fn a_killed_engine_costs_nothing_but_time() {
    let search = Search::in_file().begun(&small(300));
    let mut run = start(&search, &mock("--ms 3"), "2");
    let (mut kills, began) = (0, Instant::now());
    let mut dice = SplitMix64::new(2026);
    while kills < 200 && began.elapsed() < Duration::from_secs(90) {
        sleep(Duration::from_millis(4 + dice.below(12)));
        if run.try_wait().expect("it can be asked").is_some() {
            run = start(&search, &mock("--ms 3"), "2"); // twelve kills in a row look like a broken engine
        }
        for engine in children(run.id()) {
            signal("-KILL", engine);
            kills += 1;
        }
    }
    assert!(kills >= 200, "{kills} in {:?}", began.elapsed());
    signal("-INT", run.id());
    run.wait().expect("it ends");
    finish(&search);
    search.assert_sound_and_done();
    assert_eq!(search.results(), undisturbed(300));
}

#[test]
fn a_cut_connection_is_made_again() {
    let Some(search) = Search::on_server() else { return };
    let search = search.begun(&small(200));
    let (url, name) = search.application().expect("a server");
    let mut client = postgres::Client::connect(url, postgres::NoTls).expect("the server");
    let mut run = start(&search, &mock("--ms 1"), "2");
    let (mut cuts, began) = (0, Instant::now());
    let mut dice = SplitMix64::new(5);
    while search.results().is_empty() {
        sleep(Duration::from_millis(5));
    }
    while cuts < 120 && began.elapsed() < Duration::from_secs(90) {
        sleep(Duration::from_millis(2 + dice.below(10)));
        if run.try_wait().expect("it can be asked").is_some() {
            break;
        }
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
        cuts += client.query(sql, &[&name]).expect("the server").len();
    }
    assert!(cuts >= 100, "{cuts} in {:?}", began.elapsed());
    assert!(run.wait().expect("it ends").success());
    search.assert_sound_and_done();
    assert_eq!(search.results(), undisturbed(200));
}

#[test]
fn a_server_that_cannot_be_reached_is_said_so() {
    let search = Search::in_file();
    let errors = {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mangoac"));
        command.args(["balance", "status", "--store", "postgres://nobody@127.0.0.1:1/nothing"]);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(3));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(errors.contains("cannot be reached"), "{errors}");
    drop(search);
}

#[test]
fn the_overhead_is_small() {
    let search = Search::in_file().begun(&small(200));
    let text = search.run("--ms 1", &[]);
    let percent: f64 = text
        .split("workers ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .and_then(|number| number.parse().ok())
        .expect("the share is stated");
    // A guard against blunders; docs/balance.md states what is measured on a quiet machine.
    assert!(percent < 50.0, "{text}");
    assert!(mock_path().exists());
}
