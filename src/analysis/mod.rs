//! Searching positions for people to read: games, files of positions, test suites.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod annotate;
pub mod suite;
mod write;

use std::sync::mpsc::{Sender, channel};

use crate::chess::Move;
use crate::engine::{AnyMove, Engine, Game, GoError, Turn};
use crate::search::{Limits, Line, Report, StyleName, TableError};

pub use annotate::{Annotated, Fault, Ply, annotate, read_plies};
pub use write::{describe, epd, eval_tag, json, score_words};

/// Why a position was not searched.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The system gives no memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No search could begin.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A search ended without an answer.
    #[error("the search has died")]
    Died,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The lines of the last iteration, the best first.
    pub lines: Vec<Line>,
    /// The best line of every iteration, in order.
    pub course: Vec<Line>,
}

impl Finding {
    /// The best line.
    #[must_use]
    pub fn first(&self) -> Option<&Line> {
        self.lines.first()
    }
}

/// An engine that answers questions and prints nothing.
pub struct Analyst {
    engine: Engine,
    hash_mib: usize,
}

impl Analyst {
    /// An engine with a table of `hash_mib` MiB.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(style: StyleName, hash_mib: usize) -> Result<Self, TableError> {
        let mut engine = Engine::new(hash_mib)?;
        engine.set_style(style);
        Ok(Self { engine, hash_mib })
    }

    /// Forgets everything, so that what comes does not depend on what was.
    ///
    /// # Errors
    /// If the system refuses the memory of a fresh table; then the old one is cleared only.
    pub fn forget(&mut self) -> Result<(), TableError> {
        self.engine.new_game();
        // A table that was only cleared still differs in what it overwrites first.
        self.engine.resize_hash(self.hash_mib).map(drop)
    }

    /// Searches the position at the end of a game.
    ///
    /// # Errors
    /// If there is no search or it dies.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Result<Finding, AnalysisError> {
        let (sender, heard) = channel();
        self.engine.game = game.clone();
        let limits = limits.clone().map(|mv| Some(AnyMove::Chess(mv)));
        self.engine.go(limits, Turn::Own, Box::new(Tell(sender)))?;
        let outcome = self.engine.wait().ok_or(AnalysisError::Died)?;
        let (mut lines, mut course): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
        for line in heard {
            if line.multipv <= 1 {
                lines.clear();
                course.push(line.clone());
            }
            lines.push(line);
        }
        Ok(Finding { best: outcome.best.and_then(AnyMove::chess), lines, course })
    }
}

/// Passes on all lines.
struct Tell(Sender<Line>);

impl Report<AnyMove> for Tell {
    fn line(&mut self, line: &Line<AnyMove>) {
        // All moves are of chess: no variant is played here.
        let line = line.clone().map(|mv| mv.chess().unwrap_or_default());
        let _ = self.0.send(line); // nobody may be listening any more
    }
}
