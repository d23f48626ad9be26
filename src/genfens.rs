//! Openings for matches between engines, as OpenBench's workers ask for them.
//!
//! A position is reached by a few random moves, from the start position or from where a book leaves
//! off, and taken if a short search finds it playable. The same seed gives the same positions.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;

use crate::book::{self, Book, BookError, draw};
use crate::chess::Position;
use crate::engine::Game;
use crate::records::{Epd, read_games, read_positions};
use crate::search::{Limits, Score, ScoreKind, Searcher, Signals, Silent, StyleName, Table, TableError};

/// The largest score of a position taken, either side's view, centipawns.
pub const MAX_SCORE: i32 = 200;
/// Depth of the search that judges a position, plies.
const DEPTH: u32 = 8;
/// The most nodes of that search.
const NODES: u64 = 20_000;
/// Size of its table, MiB.
const HASH_MIB: usize = 1;
/// Half-moves played at random from the start position, or one more.
const RANDOM_PLIES: usize = 8;
/// Half-moves played at random behind a book, or one more.
const PLIES_BEHIND_BOOK: usize = 2;
/// The most half-moves a Polyglot book is followed.
const BOOK_PLIES: usize = 12;
/// Positions refused in a row after which no more are looked for.
const PATIENCE: usize = 500;

/// Where the positions begin.
#[derive(Debug)]
pub enum Source {
    /// The start position.
    Start,
    /// Positions, each good for beginning.
    Positions(Vec<String>),
    /// The start position, followed by moves of a Polyglot book.
    Polyglot(Book),
}

/// Why there is no source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error("the book {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// It is no Polyglot book.
    #[error("the book {path} {reason}")]
    Polyglot {
        /// The file.
        path: String,
        /// Why.
        reason: BookError,
    },
    /// Nothing in it can be used.
    #[error("the book {0} has no position")]
    Empty(String),
}

/// Why there are no more positions.
#[derive(Debug, thiserror::Error)]
pub enum GenfensError {
    /// The system gives no memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Too many were refused.
    #[error("no further position was found: {0} in a row were known already, lost or over")]
    Exhausted(usize),
}

impl Source {
    /// The source OpenBench names: `None`, or a book by its ending: `.pgn` for games, at whose ends
    /// positions begin, `.bin` for Polyglot, everything else a file of positions. `complain` hears
    /// of lines that cannot be used.
    ///
    /// # Errors
    /// If the book cannot be read or holds nothing.
    pub fn open(name: &str, mut complain: impl FnMut(String)) -> Result<Self, SourceError> {
        if name.eq_ignore_ascii_case("none") {
            return Ok(Self::Start);
        }
        let ends = |ending: &str| {
            Path::new(name).extension().is_some_and(|known| known.eq_ignore_ascii_case(ending))
        };
        if ends("bin") {
            let book = Book::load(Path::new(name), book::DEFAULT_MAX_MIB);
            return book
                .map(Self::Polyglot)
                .map_err(|reason| SourceError::Polyglot { path: name.to_owned(), reason });
        }
        let failed = |source| SourceError::Read { path: name.to_owned(), source };
        let file = BufReader::new(File::open(name).map_err(failed)?);
        let mut positions = Vec::new();
        let mut note = |line: usize, result: Result<String, String>| match result {
            Ok(fen) => positions.push(fen),
            Err(reason) => complain(format!("{name}: line {line}: {reason}")),
        };
        match ends("pgn") {
            true => read_games(file, |game| note(game.line, last_position(&game))).map_err(failed)?,
            false => read_positions(file, |line, epd| {
                note(line, epd.map(|epd: Epd| epd.position.fen()).map_err(|error| error.to_string()));
            })
            .map_err(failed)?,
        }
        match positions.is_empty() {
            true => Err(SourceError::Empty(name.to_owned())),
            false => Ok(Self::Positions(positions)),
        }
    }

    /// A position to begin with, and how many random half-moves are due.
    fn choose(&self, random: &mut Rng) -> Option<(Position, usize)> {
        let behind_book = PLIES_BEHIND_BOOK + random.usize(..2);
        match self {
            Self::Start => Some((Position::startpos(), RANDOM_PLIES + random.usize(..2))),
            Self::Positions(fens) => {
                let position = Position::from_fen(random.choice(fens)?).ok()?;
                Some((position, behind_book))
            }
            Self::Polyglot(book) => {
                let mut position = Position::startpos();
                for _ in 0..random.usize(1..=BOOK_PLIES) {
                    let Some(mv) = draw(&book.moves(&position), random) else { break };
                    position.make(mv);
                }
                Some((position, behind_book))
            }
        }
    }
}

/// The position at the end of a game.
fn last_position(game: &crate::records::Game) -> Result<String, String> {
    let mut position = game.start().map_err(|error| error.to_string())?;
    for word in game.main_line() {
        let mv = position.resolve_san(&word.text);
        position.make(mv.map_err(|error| format!("{}: {error}", word.text))?);
    }
    Ok(position.fen())
}

/// Makes positions, each only once.
pub struct Generator {
    source: Source,
    random: Rng,
    judge: Box<dyn Searcher>,
    seen: HashSet<u64>,
}

impl Generator {
    /// A generator whose choices follow a seed.
    ///
    /// # Errors
    /// If the system gives no memory.
    pub fn new(source: Source, seed: u64) -> Result<Self, GenfensError> {
        let judge = StyleName::default().searcher(Arc::new(Table::new(HASH_MIB)?));
        Ok(Self { source, random: Rng::with_seed(seed), judge, seen: HashSet::new() })
    }

    /// Another position: legal, not over, not seen before, and of a score of at most
    /// [`MAX_SCORE`].
    ///
    /// # Errors
    /// If none is found.
    pub fn next_position(&mut self) -> Result<Position, GenfensError> {
        for _ in 0..PATIENCE {
            let Some(position) = self.random_position() else { continue };
            if !self.seen.contains(&position.key()) && self.is_playable(&position) {
                self.seen.insert(position.key());
                return Ok(position);
            }
        }
        Err(GenfensError::Exhausted(PATIENCE))
    }

    fn random_position(&mut self) -> Option<Position> {
        let (mut position, plies) = self.source.choose(&mut self.random)?;
        for _ in 0..plies {
            position.make(self.random.choice(position.legal_move_list().iter().copied())?);
        }
        Game::new(position.clone()).end().is_none().then_some(position)
    }

    fn is_playable(&mut self, position: &Position) -> bool {
        let limits = Limits { depth: Some(DEPTH), nodes: Some(NODES), ..Limits::default() };
        let outcome = self.judge.think(position, &[], &limits, Arc::new(Signals::new()), &mut Silent);
        let score = outcome.line.map_or(Score::MATED, |line| line.score);
        matches!(score.kind(), ScoreKind::Centipawns(value) if value.abs() <= MAX_SCORE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_without_playable_positions_comes_to_an_end() {
        let lost = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1".to_owned();
        let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned();
        for fen in [lost, over] {
            let mut generator = Generator::new(Source::Positions(vec![fen]), 1).unwrap();
            assert!(matches!(generator.next_position(), Err(GenfensError::Exhausted(_))));
        }
    }
}
