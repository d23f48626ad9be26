//! How many lines run through each move of each position.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use crate::book::{BookCode, polyglot_key};
use crate::chess::{Color, Position};
use crate::records::{Game, Variant};

/// A position of the lines and the moves they name there.
#[derive(Clone, Debug)]
pub struct Node {
    position: Position,
    moves: BTreeMap<BookCode, u64>,
}

impl Node {
    /// The position, as the first line reached it, with its clocks at the beginning.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves named and the number of lines each.
    #[must_use]
    pub const fn moves(&self) -> &BTreeMap<BookCode, u64> {
        &self.moves
    }
}

/// The count over all lines.
#[derive(Clone, Debug)]
pub struct Tally {
    nodes: BTreeMap<u64, Node>,
    max_ply: usize,
    lines: u64,
    /// Lines of other variants or from impossible positions.
    skipped: u64,
    /// Lines that end early at a move that could not be read, and the first such move.
    cut: u64,
    first_cut: Option<String>,
}

impl Tally {
    /// An empty count that looks at the first `max_ply` half-moves of each line.
    #[must_use]
    pub const fn new(max_ply: usize) -> Self {
        Self { nodes: BTreeMap::new(), max_ply, lines: 0, skipped: 0, cut: 0, first_cut: None }
    }

    /// Counts a line. A move that is not legal ends it, and so does its half-move limit. A game
    /// without moves is none.
    pub fn add(&mut self, game: &Game) {
        if game.main_line().next().is_none() {
            return;
        }
        let start = game.start().ok().filter(|_| game.variant() == Variant::Chess);
        let Some(mut position) = start else {
            self.skipped += 1;
            return;
        };
        self.lines += 1;
        let mut seen = BTreeSet::new();
        for word in game.main_line().take(self.max_ply) {
            let mv = match position.resolve_san(&word.text) {
                Ok(mv) => mv,
                Err(error) => {
                    self.cut += 1;
                    let words = || format!("line {}: {}: {error}", word.line, shorten(&word.text));
                    self.first_cut.get_or_insert_with(words);
                    return;
                }
            };
            let (key, code) = (polyglot_key(&position), BookCode::of(&position, mv));
            if seen.insert((key, code)) {
                let new = || Node { position: at_rest(&position), moves: BTreeMap::new() };
                *self.nodes.entry(key).or_insert_with(new).moves.entry(code).or_default() += 1;
            }
            position.make(mv);
        }
    }

    /// The positions by key.
    #[must_use]
    pub const fn nodes(&self) -> &BTreeMap<u64, Node> {
        &self.nodes
    }

    /// Number of lines counted.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Number of lines of other variants or from impossible positions.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Number of lines that end early because a move could not be read, and the first such move.
    #[must_use]
    pub fn cut(&self) -> Option<(u64, &str)> {
        self.first_cut.as_deref().map(|first| (self.cut, first))
    }

    /// Number of different moves of different positions.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.nodes.values().map(|node| node.moves.len()).sum()
    }
}

/// Longest piece of foreign text repeated in a message.
fn shorten(text: &str) -> String {
    text.chars().take(20).filter(|c| !c.is_control()).collect()
}

/// The position with its clocks set back, so that what is said of it does not depend on the number
/// of moves that led to it.
fn at_rest(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let Ok(mut rested) = Position::from_fen(&fields.join(" ")) else { return position.clone() };
    for color in Color::ALL {
        rested.set_castled(color, position.castled(color));
    }
    rested
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::read_games;

    fn tally(max_ply: usize, text: &str) -> Tally {
        let mut tally = Tally::new(max_ply);
        read_games(text.as_bytes(), |game| tally.add(&game)).unwrap();
        tally
    }

    fn count(tally: &Tally, position: &Position, san: &str) -> u64 {
        let code = BookCode::of(position, position.resolve_san(san).unwrap());
        tally
            .nodes()
            .get(&polyglot_key(position))
            .and_then(|node| node.moves().get(&code))
            .copied()
            .unwrap_or(0)
    }

    #[test]
    fn lines_are_counted_by_position_and_transpositions_meet() {
        let text = "1. e4 e5 2. Nf3 *\n1. Nf3 e5 2. e4 d6 *\n1. e4 c5 *\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *";
        let tally = tally(24, text);
        let start = Position::startpos();
        assert_eq!((count(&tally, &start, "e4"), count(&tally, &start, "Nf3")), (2, 2));
        assert_eq!((tally.lines(), tally.cut(), tally.skipped()), (4, None, 0));
        let met =
            Position::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2").unwrap();
        assert_eq!(count(&tally, &met, "d6"), 1);
    }

    #[test]
    fn the_limit_and_bad_moves_end_a_line() {
        let tally = tally(3, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n1. e4 e4 2. d4 *\n[FEN \"x\"]\n1. a3 *\n");
        assert_eq!(tally.moves(), 3);
        assert_eq!((tally.lines(), tally.skipped()), (2, 1));
        let (cut, first) = tally.cut().unwrap();
        assert_eq!((cut, first), (1, "line 2: e4: no legal move fits"));
    }

    #[test]
    fn positions_forget_their_clocks_but_not_their_castling() {
        let tally = tally(24, "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 5. d3 *");
        let last = tally.nodes().values().find(|node| node.position().castled(Color::Black).is_some());
        let position = last.unwrap().position();
        assert!(position.castled(Color::White).is_some());
        assert_eq!((position.halfmove_clock(), position.fullmove_number()), (0, 1));
    }
}
