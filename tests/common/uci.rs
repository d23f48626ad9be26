//! Words of UCI that several test files speak.

use super::dialogue::Dialogue;

/// An engine that speaks UCI, with a small table and no book.
pub fn uci() -> Dialogue {
    let mut engine = Dialogue::start(&["uci"]);
    engine.ask("setoption name Hash value 4\nsetoption name OwnBook value false");
    engine
}

/// The move of a `bestmove` line.
pub fn move_of(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

/// The legal moves the engine lists.
pub fn legal_moves(engine: &mut Dialogue) -> Vec<String> {
    engine.send("legal");
    let line = engine.wait_for("legalmoves");
    engine.wait_for("legalok");
    line.split(' ').skip(1).map(str::to_owned).collect()
}

/// What follows a word of an `info` line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// The `info depth` lines.
pub fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth")).collect()
}
