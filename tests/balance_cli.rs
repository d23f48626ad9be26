//! The subcommands of `mangoac balance` that print, draw, export and play.

#![cfg(feature = "balance")]

mod support;

use std::fs;
use std::process::Command;

use mangoac::balance::config::Config;
use mangoac::balance::store::Access;
use support::{Search, mock, mock_path, small};

/// A finished search with two further engines, and a corridor wide enough for a mock.
fn finished() -> Search {
    let mut config = small(40);
    config.corridor.cp = 12;
    let verifier = |seed: u32| {
        let text = format!(
            "nodes = 3000\nhash = 16\nengine = {{ command = [{:?}, \"--seed\", \"{seed}\", \"--name\", \"Mock {seed}\"] }}",
            mock_path().display().to_string()
        );
        toml::from_str(&text).expect("a verifier")
    };
    config.verifier = vec![verifier(7), verifier(8)];
    let search = Search::in_file().begun(&config);
    search.run("", &["--workers", "2"]);
    search.assert_sound_and_done();
    search
}

#[test]
fn init_tells_what_it_queued_and_prints_its_configuration() {
    let search = Search::in_file();
    let text = search.succeed(&["init", "--print-config", "--pairs", "9", "--seed", "5"]);
    let config = Config::from_toml(&text).expect("it can be read back");
    assert_eq!((config.pairs, config.seed, config.stage.len()), (Some(9), 5, 6));
    assert!(!search.path().exists(), "printing begins nothing");
    let text = search.succeed(&["init"]);
    assert!(
        text.contains("461,280 stage-0 jobs queued") && text.contains("460,800 representatives"),
        "{text}"
    );
    assert!(search.fail(3, &["init"]).contains("there is a search"), "twice");
    let file = search.folder().join("bad.toml");
    fs::write(&file, "stages = 3").expect("a file");
    let other = Search::in_file();
    let errors = other.fail(2, &["init", "--config", &file.display().to_string()]);
    assert!(errors.contains("unknown field `stages`"), "{errors}");
    let errors = other.fail(3, &["status"]);
    assert!(errors.contains("balance init"), "{errors}");
}

#[test]
fn status_stays_quick_on_the_whole_search() {
    let search = Search::in_file().begun(&Config::default());
    search.run("", &["--until", "20"]);
    let began = std::time::Instant::now();
    let text = search.succeed(&["status"]);
    assert!(began.elapsed().as_secs_f64() < 1.0, "{:?}", began.elapsed());
    assert!(text.contains("460,3") && text.contains("/960"), "candidates and controls: {text}");
}

#[test]
fn a_finished_search_can_be_looked_at_from_all_sides() {
    let search = finished();
    further_engines_confirm(&search);
    show_tells_all_of_a_pair(&search);
    exports_hold_every_evaluation_and_the_passports(&search);
    pictures_and_report_are_well_formed_and_need_nothing_else(&search);
}

fn further_engines_confirm(search: &Search) {
    let text = search.succeed(&["status"]);
    assert!(text.contains("(verifier 2, since") && text.contains("Mock 8"), "{text}");
    assert!(text.contains("V1: 960 of 960 symmetrical starts, median |cp|"), "{text}");
    let confirmed = text.lines().find(|line| line.starts_with("Deepened candidates: ")).expect("the line");
    assert!(!confirmed.contains(" 0 confirmed"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("Deepened mirrors: ")), "{text}");
}

fn show_tells_all_of_a_pair(search: &Search) {
    let deepest = search.records().into_iter().rfind(|r| r.level.0 == 6 && r.pair.is_representative());
    let deepest = deepest.expect("a deepened pair");
    let (white, black) = (deepest.pair.white.to_string(), deepest.pair.black.to_string());
    let text = search.succeed(&["show", &white, &black]);
    assert!(text.contains(&deepest.pair.shredder_fen()), "{text}");
    assert!(
        text.contains(&format!("White {white} ")) && text.contains(&deepest.pair.mirror().to_string()),
        "{text}"
    );
    for word in ["S0", "S1", "D5", "Standing: ", "passport", "  a b c d e f g h"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let mirror = deepest.pair.mirror();
    let text = search.succeed(&["show", &mirror.white.to_string(), &mirror.black.to_string()]);
    assert!(text.contains("another position, whose value is never inferred"), "{text}");
    assert!(search.fail(2, &["show", "960", "0"]).contains("0 to 959"));
}

fn exports_hold_every_evaluation_and_the_passports(search: &Search) {
    let results = search.records();
    let text = search.succeed(&["export"]);
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(comments.len(), 4, "three passports and the time");
    assert!(comments[0].contains("\"sha256\"") && comments[3].starts_with("# time {"), "{comments:?}");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let heading = reader.headers().expect("a heading").clone();
    let column = |name: &str| heading.iter().position(|heading| heading == name).expect(name);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), results.len());
    for (row, record) in rows.iter().zip(&results) {
        assert_eq!(row[column("fen")], record.pair.shredder_fen());
        assert_eq!(row[column("cp")], record.value.centipawns().expect("no mates").to_string());
        assert_eq!(row[column("pv")], record.pv);
    }
    let lines = search.succeed(&["export", "--format", "jsonl"]);
    let of_kind = |kind: &str| {
        let values = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        values.filter(|value| value["record"] == kind).count()
    };
    assert_eq!((of_kind("passport"), of_kind("time"), of_kind("evaluation")), (3, 1, results.len()));
    assert!(of_kind("standing") > 0);
    let packed = search.folder().join("results.jsonl.zst");
    search.succeed(&["export", "--format", "jsonl", "--zstd", "--output", &packed.display().to_string()]);
    let unpacked = zstd::decode_all(fs::File::open(&packed).expect("the file")).expect("zstd");
    assert_eq!(String::from_utf8(unpacked).expect("UTF-8"), lines);
    let schema = search.succeed(&["export", "--schema"]);
    assert!(
        heading.iter().all(|heading| schema.contains(&format!("`{heading}`"))),
        "every column is described"
    );
}

fn pictures_and_report_are_well_formed_and_need_nothing_else(search: &Search) {
    let folder = search.folder().join("pictures");
    search.succeed(&["plot", "--output", &folder.display().to_string()]);
    for name in ["funnel", "spread", "drift", "map"] {
        let svg = fs::read_to_string(folder.join(format!("{name}.svg"))).expect(name);
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{name}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count(), "{name}");
        let drawn = svg.lines().filter(|line| !line.starts_with("<image"));
        assert!(drawn.into_iter().all(|line| !line.contains("NaN") && !line.contains("\"inf")), "{name}");
    }
    let page = search.folder().join("report.html");
    search.succeed(&["report", "--output", &page.display().to_string()]);
    let html = fs::read_to_string(page).expect("the report");
    for word in
        ["<h2>Passports</h2>", "<h2>Deepened pairs</h2>", "confirmed", "<h2>Zeros that do not last</h2>"]
    {
        assert!(html.contains(word), "{word}");
    }
    assert_eq!(html.matches("<svg").count(), 4);
    let links = html.matches("http://").count() - html.matches("http://www.w3.org/2000/svg").count();
    assert_eq!((links, html.matches("https://").count()), (0, 0), "nothing is fetched");
}

#[test]
fn an_empty_search_can_be_shown_too() {
    let search = Search::in_file().begun(&small(5));
    assert!(search.succeed(&["status"]).contains("No engine has worked on it yet"));
    assert!(search.succeed(&["twins"]).contains("no twins are known yet"));
    assert!(search.succeed(&["show", "518", "518"]).contains("Control"));
    let folder = search.folder().join("pictures");
    search.succeed(&["plot", "--output", &folder.display().to_string()]);
    search.succeed(&["report", "--output", &folder.join("report.html").display().to_string()]);
    assert_eq!(search.succeed(&["export"]).lines().count(), 2);
}

#[test]
fn calibration_proposes_windows() {
    let search = Search::in_file().begun(&small(30));
    let file = search.folder().join("calibrated.toml");
    let (engine, path) = (mock(""), file.display().to_string());
    let text = search.succeed(&[
        "calibrate",
        "--quiet",
        "--controls",
        "100",
        "--deepest",
        "D2",
        "--engine",
        &engine,
        "--write",
        &path,
        "--adopt",
    ]);
    assert!(text.starts_with("done: 400 evaluations"), "100 controls at S0, S1, D1, D2: {text}");
    let config = Config::from_toml(&fs::read_to_string(&file).expect("the file")).expect("a configuration");
    // The mock errs by up to 30 cp at 1000 nodes and up to 15 at 2000; its truth is uniform.
    assert!((20..=42).contains(&config.stage[0].window), "{text}");
    assert!(config.stage[1].window < config.stage[0].window, "{text}");
    assert_eq!(search.open(Access::Read).expect("the search").config().stage, config.stage, "adopted");
    let again = search.succeed(&[
        "calibrate",
        "--quiet",
        "--controls",
        "100",
        "--deepest",
        "D2",
        "--engine",
        &engine,
        "--new-passport",
    ]);
    assert!(again.starts_with("done: 0 evaluations"), "nothing is evaluated twice: {again}");
    search.run("", &[]);
    search.assert_sound_and_done();
    let errors =
        search.fail(2, &["calibrate", "--quiet", "--controls", "100", "--engine", &engine, "--adopt"]);
    assert!(errors.contains("judged by the old windows"), "{errors}");
    let errors = search.fail(2, &["calibrate", "--deepest", "S9"]);
    assert!(errors.contains("there is no rung \"S9\""), "{errors}");
    let page = search.folder().join("report.html").display().to_string();
    search.succeed(&["report", "--output", &page]);
    assert!(fs::read_to_string(page).expect("the report").contains("<h2>Calibration</h2>"));
}

#[test]
fn twins_are_compared() {
    let search = Search::in_file().begun(&small(5));
    let text =
        search.succeed(&["twins", "--quiet", "--workers", "2", "--evaluate", "s1", "--engine", &mock("")]);
    assert!(text.starts_with("done: 960 evaluations"), "{text}");
    let row = text.lines().find(|line| line.starts_with("S1")).expect("the row");
    assert!(row.contains("480/480"), "{text}");
}

#[test]
fn games_are_played_stored_and_resumed() {
    let search = Search::in_file().begun(&small(5));
    let engine = mock("");
    let play = |games: &str, more: &[&str]| {
        let mut arguments =
            vec!["selfplay", "518", "0", "--nodes", "50", "--games", games, "--engine", &engine];
        arguments.extend(more);
        search.succeed(&arguments)
    };
    assert!(play("2", &[]).starts_with("518/0 in 2 games at 50 nodes a move: White +"));
    let pgn = play("5", &["--pgn"]);
    assert_eq!(pgn.matches("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1\"]").count(), 5);
    assert_eq!(
        (pgn.matches("[White \"Mock (A)\"]").count(), pgn.matches("[White \"Mock (B)\"]").count()),
        (3, 2)
    );
    let games: Vec<&str> =
        pgn.split("[Event ").skip(1).map(|game| game.split("\n\n").nth(1).expect("moves")).collect();
    assert!(games.windows(2).any(|two| two[0] != two[1]) || games[0].len() < 40, "they differ");
    assert!(search.succeed(&["show", "518", "0"]).contains("Self-play at 50 nodes a move: White +"));
    assert!(search.succeed(&["export", "--format", "jsonl"]).contains("\"record\":\"game\""));
}

#[test]
fn the_help_names_every_command() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_mangoac")).args(["balance", "--help"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for command in [
        "init",
        "run",
        "status",
        "calibrate",
        "report",
        "twins",
        "show",
        "selfplay",
        "export",
        "plot",
        "retry",
    ] {
        assert!(text.contains(&format!("\n  {command} ")), "{command}: {text}");
    }
}
