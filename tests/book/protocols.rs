//! The book through the real binary: UCI, CECP, the console, `mangoac.ini`.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use super::common::dialogue::Dialogue;
use super::positions::{Row, fixture};

fn uci() -> Dialogue {
    let mut engine = Dialogue::start(&["uci", "--seed", "1"]);
    engine.ask("setoption name Hash value 1");
    engine
}

fn xboard() -> Dialogue {
    let mut engine = Dialogue::start(&["xboard", "--seed", "1"]);
    engine.send("protover 2\nmemory 1");
    engine.wait_for("feature done=1");
    engine
}

/// The move of a `bestmove` line.
fn move_of(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

/// True if the answer came from the book: one line before it, and no search.
fn is_from_book(lines: &[String]) -> bool {
    lines.len() == 1 && lines[0].starts_with("info string book ")
}

/// A position as a file that no search of it disturbs.
fn bad_books(folder: &tempfile::TempDir) -> Vec<String> {
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    vec![
        file("short.bin", &[0; 15]),
        file("empty.bin", &[]),
        file("unsorted.bin", &[[9; 16], [1; 16]].concat()),
        folder.path().to_str().unwrap().to_owned(),
        folder.path().join("missing.bin").to_str().unwrap().to_owned(),
    ]
}

#[test]
fn all_positions_over_uci() {
    let fixture = fixture();
    let mut engine = uci();
    for row in &fixture.positions {
        engine.send(&format!("ucinewgame\nposition fen {}\nlegal", row.fen));
        let legal: Vec<String> =
            engine.wait_for("legalmoves").split(' ').skip(1).map(str::to_owned).collect();
        engine.wait_for("legalok");
        let (answer, lines) = engine.go("go depth 1");
        let mv = move_of(&answer);
        assert!(is_from_book(&lines), "{}: {lines:?}", row.fen);
        assert!(lines[0].contains(&format!("{mv} (")), "{lines:?}");
        assert!(row.lists(mv) && legal.iter().any(|known| known == mv), "{}: {answer}", row.fen);
    }
    for row in &fixture.unknown {
        let (_, lines) = engine.go(&format!("ucinewgame\nposition fen {}\ngo depth 1", row.fen));
        assert!(!is_from_book(&lines), "{}", row.fen);
    }
}

#[test]
fn all_positions_over_cecp() {
    let fixture = fixture();
    let mut engine = xboard();
    for row in &fixture.positions {
        engine.send(&format!("new\nforce\nsetboard {}\nbk\ngo", row.fen));
        let (answer, lines) = engine.wait_until("move", |line| line.starts_with("move "));
        let mv = move_of(&answer);
        assert!(row.lists(mv), "{}: {answer}", row.fen);
        assert_eq!(lines.last().unwrap(), "0 0 0 0 Book move");
        let told: BTreeSet<_> = lines.iter().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(told.contains(mv), "bk lists it: {lines:?}");
        assert!(lines.iter().any(String::is_empty), "bk ends with an empty line: {lines:?}");
        engine.send("force");
    }
    for row in &fixture.unknown {
        engine.send(&format!("new\nforce\nsetboard {}\nbk\nping 3", row.fen));
        let (_, lines) = engine.wait_until("pong", |line| line == "pong 3");
        assert_eq!(lines, [" No move in the book", ""]);
    }
}

/// The moves of a game the book plays against itself from the start position, as far as it goes.
fn book_game(seed: &str) -> String {
    let mut engine = Dialogue::start(&["uci", "--seed", seed]);
    engine.ask("setoption name Hash value 1");
    let mut moves = String::new();
    loop {
        let (answer, lines) = engine.go(&format!("position startpos moves{moves}\ngo depth 1"));
        if !is_from_book(&lines) {
            return moves;
        }
        moves = format!("{moves} {}", move_of(&answer));
    }
}

#[test]
fn a_seed_repeats_a_game_and_others_differ() {
    let games: Vec<String> = (1..=6).map(|seed| book_game(&seed.to_string())).collect();
    assert!(games.iter().all(|game| game.len() >= 10), "{games:?}");
    assert_eq!(book_game("3"), games[2]);
    assert!(games.iter().collect::<BTreeSet<_>>().len() > 1, "{games:?}");
}

#[test]
fn analysis_never_uses_the_book_and_play_does() {
    let mut engine = uci();
    let start = "position startpos\n";
    assert!(is_from_book(&engine.go(&format!("{start}go wtime 1000 btime 1000")).1));
    for go in ["go depth 1 searchmoves e2e4 d2d4", "go infinite\nstop", "go\nstop", "go ponder depth 1\nstop"]
    {
        assert!(!is_from_book(&engine.go(&format!("{start}{go}")).1), "{go}");
    }
    for (on, off) in [
        ("MultiPV value 2", "MultiPV value 1"),
        ("UCI_AnalyseMode value true", "UCI_AnalyseMode value false"),
        ("OwnBook value false", "OwnBook value true"),
    ] {
        let (_, lines) = engine.go(&format!("setoption name {on}\n{start}go depth 1"));
        assert!(!is_from_book(&lines), "{on}");
        let (_, lines) = engine.go(&format!("setoption name {off}\n{start}go depth 1"));
        assert!(is_from_book(&lines), "{off}: {lines:?}");
    }
    // A book move ends no endless search.
    engine.send(&format!("{start}go infinite"));
    engine.assert_no_bestmove(200);
    engine.go("stop");
}

#[test]
fn in_chess960_only_the_classical_start_has_a_book() {
    let mut engine = uci();
    let (answer, lines) = engine.go("setoption name UCI_Chess960 value true\nposition startpos\ngo depth 1");
    assert!(is_from_book(&lines), "{answer}");
    let other = "position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    assert!(!is_from_book(&engine.go(&format!("{other}\ngo depth 1")).1));
    // The start position, but come to from elsewhere.
    let from_elsewhere =
        "position fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1 moves f3g1 g8f6 g1f3";
    assert!(!is_from_book(&engine.go(&format!("{from_elsewhere}\ngo depth 1")).1));
}

#[test]
fn three_misses_close_the_book_until_the_next_game() {
    let unknown = fixture().unknown.iter().map(|row: &Row| row.fen.clone()).next().unwrap();
    let miss = format!("position fen {unknown}\ngo depth 1");
    let known = "position startpos\ngo depth 1";
    let mut engine = uci();
    for round in 0..2 {
        engine.go(&miss);
        engine.go(&miss);
        assert!(is_from_book(&engine.go(known).1), "round {round}: two misses are forgiven");
        for _ in 0..3 {
            engine.go(&miss);
        }
        assert!(!is_from_book(&engine.go(known).1), "round {round}: three are not");
        engine.send("ucinewgame");
        assert!(is_from_book(&engine.go(known).1), "round {round}: another game");
    }
}

#[test]
fn a_bad_book_is_said_once_and_the_engine_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    for path in bad_books(&folder) {
        let mut engine = uci();
        let said = engine.ask(&format!("setoption name BookFile value {path}"));
        assert!(said.len() == 1 && said[0].contains("no book is used"), "{said:?}");
        let (_, lines) = engine.go("position startpos\ngo depth 1");
        assert!(lines.iter().any(|line| line.starts_with("info depth 1")), "{lines:?}");
        assert_eq!(engine.ask("setoption name BookFile value <empty>"), [""; 0]);
        assert!(is_from_book(&engine.go("position startpos\ngo depth 1").1));
        assert_eq!(engine.close(), [""; 0]);
    }
}

#[test]
fn a_book_of_zero_weights_is_played_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zero.bin");
    let entry = |mv: u16| [&0x463b_9618_1691_fc9c_u64.to_be_bytes()[..], &mv.to_be_bytes(), &[0; 6]].concat();
    fs::write(&path, [entry(12 << 6 | 28), entry(11 << 6 | 27)].concat()).unwrap();
    let mut engine = uci();
    engine.ask(&format!("setoption name BookFile value {}", path.display()));
    let (answer, lines) = engine.go("position startpos\ngo depth 1");
    assert!(is_from_book(&lines) && ["e2e4", "d2d4"].contains(&move_of(&answer)), "{answer}");
}

#[test]
fn the_ini_names_the_book_its_limit_and_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let ini = |text: &str| fs::write(folder.path().join("mangoac.ini"), format!("HashMB 1\n{text}")).unwrap();
    let first_move = |arguments: &[&str]| {
        let mut engine = Dialogue::start_in(arguments, folder.path());
        let (answer, lines) = engine.go("position startpos\ngo depth 1");
        (is_from_book(&lines), answer)
    };
    ini("");
    assert!(first_move(&["uci"]).0, "the book inside the program");
    ini("UsarLibroAperturas 0");
    assert!(!first_move(&["uci"]).0);
    fs::write(folder.path().join("none.bin"), [1; 32]).unwrap();
    ini("RutaLibroPolyglot none.bin");
    assert!(!first_move(&["uci"]).0, "a book that knows nothing");
    fs::write(folder.path().join("large.bin"), vec![0; (1 << 20) + 16]).unwrap();
    ini("RutaLibroPolyglot large.bin\nMaxLibroPolyglotMB 1");
    assert!(!first_move(&["uci"]).0);
    ini("SemillaLibro 5");
    let (_, seeded) = first_move(&["uci"]);
    ini("SemillaLibro 6");
    assert_eq!(first_move(&["uci", "--seed", "5"]).1, seeded, "the command line wins");
}

#[test]
fn excluded_moves_other_variants_and_analysis_have_no_book_in_cecp() {
    let is_book_move = |line: &str| line == "0 0 0 0 Book move";
    for (before, book) in [
        ("new\nsd 1\ngo", true),
        ("new\nsd 1\nexclude e2e4\ngo", false),
        ("new\nvariant fischerandom\nsd 1\ngo", true),
        (
            "new\nvariant fischerandom\nsd 1\nforce\nsetboard bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\ngo",
            false,
        ),
        ("option OwnBook=0\nnew\nsd 1\ngo", false),
    ] {
        let mut engine = xboard();
        engine.send(before);
        let (_, lines) = engine.wait_until("move", |line| line.starts_with("move "));
        assert_eq!(lines.iter().any(|line| is_book_move(line)), book, "{before}: {lines:?}");
    }
    let mut engine = xboard();
    engine.send("new\nanalyze");
    engine.assert_silence(Duration::from_millis(200), |line| is_book_move(line) || line.starts_with("move"));
}

#[test]
fn the_console_turns_the_book_on_and_off() {
    let mut console = Dialogue::start(&["--seed", "1"]);
    console.send("sd 1\ndale");
    assert!(console.wait_for("Libro / Book: ").contains("e2e4 ("));
    console.wait_for("Mi jugada");
    console.send("librono\nnuevo\ndale");
    console.wait_for("Libro: no");
    let (_, lines) = console.wait_until("move", |line| line.starts_with("Mi jugada"));
    assert!(!lines.iter().any(|line| line.starts_with("Libro / Book: ")), "{lines:?}");
    console.send("librosi\nnuevo\ncc");
    console.wait_for("Libro: sí");
    console.wait_for("Libro / Book: ");
    console.wait_for("Libro / Book: ");
}
