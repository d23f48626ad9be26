//! When the book answers, and with what.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use fastrand::Rng;

use super::key::polyglot_key;
use super::reader::{Book, BookMove};
use crate::chess::{CastlingMode, Move, Position};
use crate::search::Limits;

/// Positions in a row the book may not know before it is closed for the game (legacy).
pub const MAX_MISSES: u8 = 3;
/// From this half-move of a game on the book is closed.
pub const LAST_PLY: u32 = 120;

/// What the engine is asked for, as far as it matters to the book.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position the game began with.
    pub start: &'a Position,
    /// The position to move in.
    pub position: &'a Position,
    /// The limits of the search there would be.
    pub limits: &'a Limits,
    /// The search would run in the opponent's time.
    pub pondering: bool,
    /// The user analyses rather than plays.
    pub analysing: bool,
    /// Whether the game is one of Chess960.
    pub castling: CastlingMode,
}

impl<'a> Question<'a> {
    /// A question of a game of classical chess with nothing unusual about it.
    #[must_use]
    pub const fn plain(start: &'a Position, position: &'a Position, limits: &'a Limits) -> Self {
        let castling = CastlingMode::Standard;
        Self { start, position, limits, pondering: false, analysing: false, castling }
    }

    /// True if a move is wanted and not an analysis.
    fn wants_a_move(&self) -> bool {
        let analysis = self.limits.infinite
            || !self.limits.root_moves.is_empty()
            || self.pondering
            || self.limits.multipv > 1
            || self.analysing;
        !analysis
    }

    /// True if the game is one the book speaks of: in Chess960, one from the classical start.
    fn is_of_the_books_game(&self) -> bool {
        self.castling == CastlingMode::Standard
            || polyglot_key(self.start) == polyglot_key(&Position::startpos())
    }
}

/// A move chosen from the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// All moves it was chosen from, the weightiest first.
    pub among: Vec<BookMove>,
}

impl Choice {
    /// The choice in words, for the line before a book move: `e2e4 (40%) d2d4 (31%) …`.
    #[must_use]
    pub fn words(&self, position: &Position, castling: CastlingMode) -> String {
        let shares = shares(&self.among);
        let word =
            |(known, share): (&BookMove, u64)| format!("{} ({share}%)", position.uci(known.mv, castling));
        self.among.iter().zip(shares).map(word).collect::<Vec<_>>().join(" ")
    }
}

/// The chance of each move in whole percent, rounded down.
#[must_use]
pub fn shares(moves: &[BookMove]) -> Vec<u64> {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let share = |known: &BookMove| match total {
        0 => 100 / moves.len() as u64,
        _ => 100 * u64::from(known.weight) / total,
    };
    moves.iter().map(share).collect()
}

/// Draws a move: each as often as its weight says, or all alike if every weight is zero.
#[must_use]
pub fn draw(moves: &[BookMove], random: &mut Rng) -> Option<Move> {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    if total == 0 {
        return random.choice(moves).map(|known| known.mv);
    }
    let mut point = random.u64(..total);
    for known in moves {
        match point.checked_sub(known.weight.into()) {
            None => return Some(known.mv),
            Some(rest) => point = rest,
        }
    }
    None // unreachable: the point lies below the sum of the weights
}

/// The book in the course of games.
#[derive(Clone, Debug)]
pub struct GameBook {
    book: Option<Arc<Book>>,
    random: Rng,
    /// Questions in a row, in this game, that the book had no answer to.
    misses: u8,
    /// Closed until the next game.
    closed: bool,
}

impl GameBook {
    /// No book as yet; choices follow the seed, or chance if there is none.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        let random = seed.map_or_else(Rng::new, Rng::with_seed);
        Self { book: None, random, misses: 0, closed: false }
    }

    /// From now on choices follow this seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = Rng::with_seed(seed);
    }

    /// Takes another book, or none, and opens it.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
        self.new_game();
    }

    /// Another game begins: the book is open again.
    pub fn new_game(&mut self) {
        self.misses = 0;
        self.closed = false;
    }

    /// The book, open or closed.
    #[must_use]
    pub const fn book(&self) -> Option<&Arc<Book>> {
        self.book.as_ref()
    }

    /// A move for the question, if the book may answer and can. Three questions in a row without an
    /// answer close it for the game; questions it may not answer do not count.
    pub fn choose(&mut self, question: &Question<'_>) -> Option<Choice> {
        let book = self.book.as_ref().filter(|_| !self.closed)?;
        if !question.wants_a_move() || !question.is_of_the_books_game() {
            return None;
        }
        if question.position.game_ply() >= LAST_PLY {
            self.closed = true;
            return None;
        }
        let among = book.moves(question.position);
        let Some(mv) = draw(&among, &mut self.random) else {
            self.misses += 1;
            self.closed = self.misses >= MAX_MISSES;
            return None;
        };
        self.misses = 0;
        Some(Choice { mv, among })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookCode, Entry};

    /// A book that knows 1. e4 (three times in four) and 1. d4.
    fn first_moves() -> GameBook {
        let start = Position::startpos();
        let entry = |text: &str, weight| {
            let mv = start.resolve(text.parse().unwrap()).unwrap();
            Entry { key: polyglot_key(&start), code: BookCode::of(&start, mv), weight, learn: 0 }
        };
        let book = Book::from_entries(vec![entry("e2e4", 30), entry("d2d4", 10)]).unwrap();
        let mut game = GameBook::new(Some(7));
        game.set_book(Some(Arc::new(book)));
        game
    }

    #[test]
    fn conditions_are_kept() {
        let (start, limits) = (Position::startpos(), Limits::default());
        let plain = Question::plain(&start, &start, &limits);
        let mut game = first_moves();
        let choice = game.choose(&plain).unwrap();
        assert_eq!(choice.words(&start, CastlingMode::Standard), "e2e4 (75%) d2d4 (25%)");
        assert!(GameBook::new(None).choose(&plain).is_none());

        let infinite = Limits { infinite: true, ..Limits::default() };
        let searchmoves = Limits { root_moves: vec![choice.mv], ..Limits::default() };
        let lines = Limits { multipv: 2, ..Limits::default() };
        let other = "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w - - 0 1";
        let other = Position::from_fen(other).unwrap();
        let mut ask = |question: Question<'_>| game.choose(&question).is_some();
        for _ in 0..4 {
            assert!(!ask(Question { limits: &infinite, ..plain }));
            assert!(!ask(Question { limits: &searchmoves, ..plain }));
            assert!(!ask(Question { pondering: true, ..plain }));
            assert!(!ask(Question { limits: &lines, ..plain }));
            assert!(!ask(Question { analysing: true, ..plain }));
            let castling = CastlingMode::Chess960;
            assert!(!ask(Question { start: &other, castling, ..plain }));
            assert!(ask(Question { castling, ..plain }), "none of these is a miss");
        }
    }

    #[test]
    fn three_misses_in_a_row_close_the_book_for_the_game() {
        let (start, limits) = (Position::startpos(), Limits::default());
        let unknown = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let known = Question::plain(&start, &start, &limits);
        let missed = Question::plain(&start, &unknown, &limits);
        let mut game = first_moves();
        for _ in 0..3 {
            assert!(game.choose(&missed).is_none() && game.choose(&missed).is_none());
            assert!(game.choose(&known).is_some(), "two misses are forgiven");
        }
        for _ in 0..3 {
            assert!(game.choose(&missed).is_none());
        }
        assert!(game.choose(&known).is_none());
        game.new_game();
        assert!(game.choose(&known).is_some());
    }

    #[test]
    fn the_book_is_closed_after_ply_120() {
        let (start, limits) = (Position::startpos(), Limits::default());
        let at = |number: u32, side: char| {
            let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 {number}");
            Position::from_fen(&fen).unwrap()
        };
        let (early, late) = (at(60, 'w'), at(61, 'w'));
        let mut game = first_moves();
        assert!(game.choose(&Question::plain(&start, &early, &limits)).is_some());
        assert!(game.choose(&Question::plain(&start, &late, &limits)).is_none());
        assert!(game.choose(&Question::plain(&start, &start, &limits)).is_none());
        game.new_game();
        assert!(game.choose(&Question::plain(&start, &start, &limits)).is_some());
    }

    #[test]
    fn zero_weights_are_drawn_alike_but_only_among_themselves() {
        let start = Position::startpos();
        let moves = |weights: &[u32]| -> Vec<BookMove> {
            let legal = start.legal_move_list();
            legal.iter().zip(weights).map(|(&mv, &weight)| BookMove { mv, weight }).collect()
        };
        let mut random = Rng::with_seed(1);
        let alike = moves(&[0, 0]);
        let first = (0..1_000).filter(|_| draw(&alike, &mut random) == Some(alike[0].mv)).count();
        assert!((400..600).contains(&first), "{first}");
        let mixed = moves(&[0, 5, 0]);
        assert!((0..100).all(|_| draw(&mixed, &mut random) == Some(mixed[1].mv)));
        assert_eq!(draw(&[], &mut random), None);
        assert_eq!((shares(&alike), shares(&mixed)), (vec![50, 50], vec![0, 100, 0]));
    }
}
