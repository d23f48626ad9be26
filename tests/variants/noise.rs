//! Lines without sense in the variants: the loops live and answer.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::common::dialogue::PATIENCE;
use super::common::noise::Noise;
use super::{Dialogue, START, VARIANTS, fen, legal_moves, uci_of};

const WORDS: [&str; 61] = [
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "searchmoves",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "legal",
    "facts",
    "flip",
    "UCI_Variant",
    "chess",
    "raumschach",
    "tesseract",
    "tesseract-light",
    "tesseract-dense",
    "Level",
    "full",
    "Hash",
    "Clear",
    "MultiPV",
    "variant",
    "new",
    "force",
    "setboard",
    "undo",
    "usermove",
    "hint",
    "analyze",
    "exit",
    "level",
    "option",
    "variante",
    "nivel",
    "1",
    "2",
    "-1",
    "99999999999999999999",
    "Aa2Aa3",
    "Ea4Ea3",
    "Ea4Ea5q",
    "22132313",
    "24132513Q",
    "66666666",
    "A\u{e9}2Aa3",
    "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR",
    "5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5",
    "w",
    "b",
];

/// A line of which no search without end comes; those are begun on purpose.
fn limited(line: &[u8]) -> Vec<u8> {
    match String::from_utf8_lossy(line).split_ascii_whitespace().any(|word| word == "go") {
        true => [line.trim_ascii_end(), b" depth 1 movetime 1\nstop\n"].concat(),
        false => line.to_vec(),
    }
}

/// Waits until the queue is empty, ending searches whose own end stands behind other searches.
fn work_off(engine: &mut Dialogue) {
    let begun = Instant::now();
    engine.send("stop\nend-of-noise");
    while begun.elapsed() < PATIENCE {
        match engine.next_within(Duration::from_millis(50)) {
            Some(line) if line.starts_with("info string unknown command: end-of-noise") => return,
            Some(_) => {}
            None => engine.send("stop"),
        }
    }
    panic!("the queue is not worked off; heard: {:#?}", engine.heard);
}

#[test]
fn noise_is_survived_in_uci() {
    for (seed, (variant, count)) in (1..).zip(VARIANTS) {
        let mut engine = uci_of(variant);
        let mut noise = Noise::new(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed), &WORDS);
        for round in 0..20 {
            engine.send(if round % 2 == 0 { "go infinite" } else { "isready" });
            for line in noise.lines(60).split_inclusive(|&byte| byte == b'\n') {
                engine.send_raw(&limited(line));
            }
            work_off(&mut engine);
        }
        engine.send(&format!(
            "setoption name UCI_Variant value chess\nsetoption name UCI_Variant value {variant}"
        ));
        assert_eq!(legal_moves(&mut engine).len(), count);
        engine.close();
    }
}

#[test]
fn noise_is_survived_in_cecp() {
    for (seed, begin) in [(5, "force"), (6, "st 1000\ngo"), (7, "hard\nst 0.01\ngo"), (8, "force\nanalyze")] {
        let mut engine = Dialogue::start(&["xboard"]);
        let mut noise = Noise::new(0xD1B5_4A32_D192_ED03_u64.wrapping_mul(seed), &WORDS);
        for round in 0..25 {
            engine.send(&format!("new\nvariant {}\n{begin}", VARIANTS[round % 4].0));
            engine.send_raw(&noise.lines(50));
            engine.send(&format!("force\nresume\nping {}", 1_000_000 + round));
            engine.until(&format!("pong {}", 1_000_000 + round));
        }
        engine.send("new\nvariant raumschach\noption Level=full\nsd 1\nAa2Aa3");
        engine.wait_for("move ");
        engine.close();
    }
}

#[test]
fn noise_is_survived_in_the_console() {
    let mut console = Dialogue::start(&[]);
    let mut noise = Noise::new(0x94D0_49BB_1331_11EB, &WORDS);
    // These lead into UCI, or begin work that only a stop ends.
    let leads_away = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line).trim().to_lowercase();
        ["uci", "setoption", "position", "go", "perft", "isready", "exit"]
            .iter()
            .any(|word| text.starts_with(word))
    };
    for (variant, _) in VARIANTS {
        console.send(&format!("variante {variant}\nsd 1"));
        let lines = noise.lines(300);
        for line in lines.split_inclusive(|&byte| byte == b'\n').filter(|line| !leads_away(line)) {
            console.send_raw(line);
        }
        console.send("ver");
        console.wait_for("Mango AC ");
    }
    console.send("variante raumschach\nfen");
    console.wait_for(&format!("FEN: {START}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Whatever stands after `position`: one answer or none, and the engine lives with a legal position.
    #[test]
    fn hostile_positions_and_moves_change_nothing_or_are_good(
        fields in "[rnbqkupRNBQKUPywdYWD1-6/|]{0,140}",
        rest in "( [wb-])?( (-|[1-6]{1,5}))?( [0-9]{0,6}){0,3}",
        moves in prop::collection::vec("([A-F][a-f][1-6]){2}[qrbunk]?|[1-6]{7,9}[QRBNUDqx]?|.{0,12}", 0..4),
    ) {
        static ENGINE: Mutex<Option<Dialogue>> = Mutex::new(None);
        let mut engine = ENGINE.lock().unwrap();
        let engine = engine.get_or_insert_with(|| uci_of("raumschach"));
        let moves = moves.join(" ").replace(['\n', '\r'], " ");
        for (variant, line) in [
            ("raumschach", format!("position fen {fields}{rest} moves {moves}")),
            ("tesseract", format!("position fen {fields}{rest} moves {moves}")),
            ("raumschach", format!("position startpos moves {moves}")),
            ("tesseract", format!("position startpos moves {moves}")),
        ] {
            engine.ask(&format!("setoption name UCI_Variant value {variant}\nposition startpos"));
            let before = fen(engine);
            let said = engine.ask(&line);
            prop_assert!(said.len() <= 1, "{line}: {said:?}");
            if let [error] = &said[..] {
                prop_assert!(error.starts_with("info string error: position: "), "{line}: {said:?}");
                prop_assert_eq!(fen(engine), before);
            }
        }
    }
}
