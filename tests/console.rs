//! The console through the real binary.

mod common;

use std::time::{Duration, Instant};

use common::dialogue::Dialogue;

const MS: Duration = Duration::from_millis(1);

/// Sends lines and returns what is said to them.
fn say(console: &mut Dialogue, lines: &str) -> Vec<String> {
    console.send(&format!("{lines}\nver"));
    let mut said = console.until("Mango AC ");
    said.pop();
    said
}

fn text(console: &mut Dialogue, lines: &str) -> String {
    say(console, lines).join("\n")
}

/// A console without a book, so that the engine has to think.
fn console() -> Dialogue {
    let mut console = Dialogue::start(&[]);
    console.send("librono");
    console.wait_for("Libro: no");
    console
}

fn fen(console: &mut Dialogue) -> String {
    say(console, "fen").pop().unwrap().strip_prefix("FEN: ").unwrap().to_owned()
}

#[test]
fn a_pipe_gets_neither_banner_nor_prompt() {
    let mut console = console();
    console.assert_silence(200 * MS, |_| true);
    assert_eq!(say(&mut console, "\n   \n\t\r"), [""; 0]);
    assert_eq!(say(&mut console, "librosi"), ["Libro: sí / Book: on"]);
    assert_eq!(say(&mut console, "librono"), ["Libro: no / Book: off"]);
}

#[test]
fn help_speaks_both_languages() {
    let mut console = console();
    let spanish = text(&mut console, "ayuda");
    insta::assert_snapshot!("ayuda", spanish);
    insta::assert_snapshot!("help", text(&mut console, "help"));
    assert_eq!(text(&mut console, "h"), spanish);
    assert_eq!(text(&mut console, "?"), spanish);
}

#[test]
fn the_board_is_drawn_from_both_sides() {
    let mut console = console();
    insta::assert_snapshot!("board", text(&mut console, "d"));
    insta::assert_snapshot!("board_flipped", text(&mut console, "e2e4\ng").split_once("move\n").unwrap().1);
    assert_eq!(say(&mut console, "t"), say(&mut console, "d"));
    let flipped = say(&mut console, "d");
    assert_ne!(say(&mut console, "r"), flipped);
    assert!(text(&mut console, "setboard 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").contains("(jaque / check)"));
}

#[test]
fn moves_are_read_in_every_notation() {
    let mut console = console();
    for (word, position) in [
        ("e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("Cf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        ("Nc6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
        ("move f1c4", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
        ("Ac5", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"),
        ("O-O", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"),
    ] {
        say(&mut console, word);
        assert_eq!(fen(&mut console), position, "{word}");
    }
    assert_eq!(say(&mut console, "juego"), ["1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O"]);
    say(&mut console, "regresar\nundo\nu");
    assert_eq!(say(&mut console, "game"), ["1. e4 e5 2. Nf3 Nc6"]);
    say(&mut console, "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\na8=C");
    assert_eq!(fen(&mut console), "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    say(&mut console, "u\na7a8");
    assert_eq!(fen(&mut console), "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn errors_are_one_line_each_and_change_nothing() {
    let mut console = console();
    for (line, words) in [
        ("frobnicate", "ayuda"),
        ("e2e5", "Movimiento ilegal: e2e5"),
        ("Nd5", "Movimiento ilegal: Nd5"),
        ("move", "ayuda"),
        ("setboard", "no position given"),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("perft", "número"),
        ("perft x", "número"),
        ("perft 9999", "número"),
        ("sd", "número"),
        ("time -1", "número"),
        ("u", "retirar"),
        ("eet z9", "ayuda"),
    ] {
        let said = say(&mut console, line);
        assert!(said.len() == 1 && said[0].contains(words), "{line}: {said:?}");
    }
    assert_eq!(fen(&mut console), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn the_engine_moves_and_shows_its_thinking() {
    let mut console = console();
    let said = text(&mut console, "sd 4\nPlease\ndale");
    assert!(said.contains("Pensando...") && said.contains("Mi jugada / My move: "), "{said}");
    assert!(said.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).count() >= 4);
    assert!(fen(&mut console).contains(" b "));
    say(&mut console, "GO");
    assert!(fen(&mut console).contains(" w KQkq"));
    assert_eq!(say(&mut console, "juego")[0].split(' ').count(), 3);
    // It can be hurried.
    say(&mut console, "sd 90\ntime 1000");
    let begun = Instant::now();
    console.send("dale");
    console.until("Pensando");
    std::thread::sleep(100 * MS);
    console.send("ya");
    console.wait_for("Mi jugada");
    assert!(begun.elapsed() < 5000 * MS);
}

#[test]
fn a_finished_game_is_not_thought_about() {
    let mut console = console();
    let said = text(&mut console, "f3\ne5\ng4\nDh4");
    assert!(said.ends_with("0-1 {Jaque mate, ganan las negras / Black mates}"), "{said}");
    for command in ["dale", "cc"] {
        assert!(text(&mut console, command).starts_with("La partida ha terminado / The game is over: 0-1"));
    }
    let said = text(&mut console, "setboard 1k6/8/1K6/5R2/8/8/8/8 w - - 0 1\nsd 3\ngo");
    assert!(said.ends_with("1-0 {Jaque mate, ganan las blancas / White mates}"), "{said}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let mut console = console();
    say(&mut console, "setboard 8/8/8/8/8/1k6/8/1K1r4 w - - 0 1");
    let said = text(&mut console, "setboard 8/8/8/8/5k2/8/3PP3/3K4 w - - 0 1\nsd 5\ncc");
    let end = said.lines().last().unwrap();
    assert!(end.starts_with("1-0 {") || end.starts_with("1/2-1/2 {"), "{end}");
    console.send("nuevo\nsd 90\ntime 100\ncc");
    std::thread::sleep(100 * MS);
    console.send("para");
    assert!(fen(&mut console).ends_with(" w KQkq - 0 1"));
}

#[test]
fn turns_levels_and_the_rest() {
    let mut console = console();
    say(&mut console, "negro");
    assert!(fen(&mut console).contains(" b KQkq"));
    say(&mut console, "black\nwhite");
    assert!(fen(&mut console).contains(" w KQkq"));
    assert_eq!(say(&mut console, "facil"), ["Nivel / level: fácil / easy: 3000 ms"]);
    assert_eq!(say(&mut console, "medio"), ["Nivel / level: medio / medium: 7000 ms"]);
    assert_eq!(say(&mut console, "fuerte"), ["Nivel / level: fuerte / hard: 12000 ms"]);
    assert!(say(&mut console, "moves")[0].starts_with("20: "));
    assert!(text(&mut console, "perft 3").contains("Nodes searched: 8902"));
    insta::assert_snapshot!("info", text(&mut console, "nuevo\ninfo").split_once("move\n").unwrap().1);
    let table = text(&mut console, "eval");
    assert!(table.contains("White") && table.contains("Black") && table.contains("Total"), "{table}");
    assert_eq!(say(&mut console, "eet e4"), ["Escaque=e4 EET=0"]);
}

#[test]
fn it_leads_into_the_protocols() {
    let mut uci = console();
    uci.send("e2e4\nuci\nisready");
    let said = uci.until("readyok");
    assert!(said.iter().any(|line| line == "uciok"), "{said:?}");
    let begun = Instant::now();
    uci.send("quit");
    assert_eq!(uci.end(), [""; 0]);
    assert!(begun.elapsed() < 1000 * MS);
    for forgetful in [
        "isready",
        "ucinewgame\nisready",
        "setoption name Hash value 8\nisready",
        "position startpos\nisready",
    ] {
        let mut uci = console();
        uci.send(forgetful);
        uci.wait_for("readyok");
    }
    let mut xboard = console();
    xboard.send("protover 2");
    xboard.wait_for("feature done=1");
    let mut xboard = console();
    xboard.send("xboard\nprotover 2\nping 1");
    assert!(xboard.until("pong 1").iter().any(|line| line == "feature done=1"));
}

#[test]
fn the_end_of_input_and_salir_end_everything_at_once() {
    for work in ["", "tiempo 1000\ndale", "tiempo 1000\ncc", "perft 12"] {
        for leave in [None, Some("salir"), Some("quit"), Some("exit")] {
            let mut console = console();
            console.send(work);
            std::thread::sleep(200 * MS);
            let begun = Instant::now();
            let _ = match leave {
                None => console.close(),
                Some(word) => {
                    console.send(word);
                    console.end()
                }
            };
            assert!(begun.elapsed() < 1000 * MS, "{work} {leave:?}: {:?}", begun.elapsed());
        }
    }
}

#[test]
fn odd_lines_are_understood() {
    let mut console = console();
    console.send_raw(b"  e2e4 \r\n\tE7E5\r\n");
    assert!(fen(&mut console).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    console.send_raw(&vec![b'x'; 300_000]);
    assert_eq!(say(&mut console, ""), ["info string error: UCI command too long"]);
}

/// All commands but those that lead out of the console, and what may follow them.
const WORDS: [&str; 62] = [
    "ayuda",
    "help",
    "h",
    "?",
    "nuevo",
    "new",
    "d",
    "t",
    "g",
    "r",
    "dale",
    "go",
    "cc",
    "regresar",
    "undo",
    "u",
    "sd",
    "blanco",
    "white",
    "negro",
    "black",
    "movimientos",
    "moves",
    "juego",
    "game",
    "eval",
    "fen",
    "setboard",
    "info",
    "i",
    "librosi",
    "librono",
    "perft",
    "ver",
    "eet",
    "move",
    "mover",
    "facil",
    "ya",
    "para",
    "stop",
    "e2e4",
    "e7e5",
    "g1f3",
    "Nf6",
    "Cc3",
    "O-O",
    "e4",
    "a8=D",
    "exd5",
    "-1",
    "0",
    "1",
    "2",
    "99999999999999999999",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "4k3/P7/8/8/8/8/8/R3K2R",
    "w",
    "b",
    "-",
    "KQ",
    "é\u{feff}",
];

#[test]
fn noise_is_survived_at_rest_and_during_searches() {
    for (seed, begin) in [(0x9E37_79B9_7F4A_7C15, "nuevo"), (0xD1B5_4A32_D192_ED03, "tiempo 1000\ndale")] {
        let mut console = console();
        let mut noise = common::noise::Noise::new(seed, &WORDS);
        for round in 0..100 {
            console.send(begin);
            console.send_raw(&noise.lines(100));
            console.send(&"para\n".repeat(100)); // one for each search that may wait
            console.send(&format!("eet z{round}"));
            console.until(&format!("Comando desconocido: 'eet z{round}'"));
        }
        console.close();
    }
}
