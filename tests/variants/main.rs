//! Raumschach and Tesseract through the real binary: UCI, CECP, the console and the command line.

#[path = "../common/mod.rs"]
mod common;

mod cecp;
mod command;
mod console;
mod noise;
mod uci;

use common::dialogue::Dialogue;

/// The four variants and how many moves each start position has.
const VARIANTS: [(&str, usize); 4] =
    [("raumschach", 61), ("tesseract", 226), ("tesseract-light", 220), ("tesseract-dense", 236)];

/// White mates in one by Dd1Dd5, and by nothing else.
const MATE_IN_ONE: &str = "4k/5/5/4p/5|1p3/5/5/5/3Q1|5/5/4n/5/5|5/5/5/K4/5|1P3/5/5/U4/5 w 0 1";
/// Black is stalemated.
const STALEMATE: &str = "5/5/1K3/5/k4|5/5/5/5/2Q2|5/5/5/5/5|5/5/5/5/4p|5/5/4p/4P/4N b 0 1";
const START: &str = "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1";

/// An engine that speaks UCI and plays a variant, with a small table.
fn uci_of(variant: &str) -> Dialogue {
    let mut engine = Dialogue::start(&["uci"]);
    let said =
        engine.ask(&format!("setoption name Hash value 4\nsetoption name UCI_Variant value {variant}"));
    assert!(
        said.iter().any(|line| line.starts_with(&format!("info string variant {variant} files"))),
        "{said:?}"
    );
    engine
}

/// The legal moves the engine lists.
fn legal_moves(engine: &mut Dialogue) -> Vec<String> {
    engine.send("legal");
    let line = engine.wait_for("legalmoves");
    engine.wait_for("legalok");
    line.split(' ').skip(1).map(str::to_owned).collect()
}

/// The FEN line of `d`.
fn fen(engine: &mut Dialogue) -> String {
    engine.send("d");
    let line = engine.wait_for("Fen: ");
    engine.wait_for("Checkers:");
    line.trim_start_matches("Fen: ").to_owned()
}
