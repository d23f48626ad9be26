//! Ten thousand lines of noise: the engine lives and answers.

use super::{legal_moves, uci};

/// Words that mean something, so that noise reaches every handler. `quit` would end the dialogue.
const WORDS: [&str; 60] = [
    "uci",
    "isready",
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
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "stop",
    "ponderhit",
    "debug",
    "register",
    "d",
    "eval",
    "legal",
    "facts",
    "flip",
    "help",
    "Hash",
    "Clear",
    "MultiPV",
    "UCI_Chess960",
    "UCI_Elo",
    "true",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "99999999999999999999",
    "e2e4",
    "e7e5",
    "e1g1",
    "a7a8Q",
    "xyz",
    "<empty>",
    "\t",
    "\u{feff}",
    "é",
    "-",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "8/8/8/8/8/8/8/8",
    "w",
    "KQkq",
];

/// A small generator of its own, so that a failure repeats itself.
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = match self.below(20) {
            0..=12 => self.words(),
            13..=15 => {
                let mut words = self.words();
                words.truncate(self.below(words.len() + 1));
                words
            }
            _ => (0..self.below(80)).map(|_| self.below(256) as u8).filter(|&byte| byte != b'\n').collect(),
        };
        if self.below(2_000) == 0 {
            line.resize(line.len() + self.below(400 << 10), b'x');
        }
        line.push(b'\n');
        line
    }

    /// Words of which no search or count without end comes; those are begun on purpose elsewhere.
    fn words(&mut self) -> Vec<u8> {
        let words: Vec<&str> = (0..self.below(9)).map(|_| WORDS[self.below(WORDS.len())]).collect();
        let text = words.join([" ", "  ", "\t"][self.below(3)]);
        if words.contains(&"go") { format!("{text} depth 1 movetime 1\nstop").into() } else { text.into() }
    }
}

#[test]
fn noise_at_rest() {
    let mut engine = uci();
    let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
    for _ in 0..100 {
        let lines: Vec<u8> = (0..100).flat_map(|_| noise.line()).collect();
        engine.send_raw(&lines);
        engine.send(&"stop\n".repeat(100)); // one for each `go` that may wait
        engine.ask("");
    }
    engine.send("position startpos");
    assert_eq!(legal_moves(&mut engine).len(), 20);
    engine.close();
}

#[test]
fn noise_during_searches() {
    let mut engine = uci();
    let mut noise = Noise(0xD1B5_4A32_D192_ED03);
    for round in 0..100 {
        engine.send(if round % 2 == 0 { "go infinite" } else { "go ponder wtime 1 btime 1" });
        let lines: Vec<u8> = (0..100).flat_map(|_| noise.line()).collect();
        engine.send_raw(&lines);
        engine.send(&"stop\n".repeat(101));
        engine.ask("");
    }
    engine.send("ucinewgame\nposition startpos");
    assert_eq!(legal_moves(&mut engine).len(), 20);
    engine.close();
}

#[test]
fn a_long_queue_is_worked_off() {
    let mut engine = uci();
    engine.send("go infinite");
    engine.send_raw("perft 1\ngo depth 1\nposition startpos\n".repeat(5_000).as_bytes());
    engine.send("stop\neval");
    engine.wait_for("Evaluation");
    let count = |start: &str| engine.heard.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("bestmove"), count("Nodes searched: 20")), (5_001, 5_000));
}
