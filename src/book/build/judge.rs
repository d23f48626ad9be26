//! Who judges positions: this engine, inside the program.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io;
use std::sync::Arc;

use crate::chess::Position;
use crate::search::{Limits, Signals, Silent, StyleName, Table, TableError};

/// Size of the judge's table, MiB; it is part of what makes a build repeatable.
const HASH_MIB: usize = 4;

/// Why there is no judgement.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The engine's own memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A foreign engine could not be started.
    #[error("the engine '{command}' could not be started: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// A foreign engine went away.
    #[error("the engine '{0}' has ended")]
    Ended(String),
    /// A foreign engine does not answer.
    #[error("the engine '{command}' did not say '{wanted}' within {seconds} s")]
    Silent {
        /// The command.
        command: String,
        /// What it was to say.
        wanted: &'static str,
        /// How long it was waited for.
        seconds: u64,
    },
    /// A foreign engine ended a search without a score.
    #[error("the engine '{command}' gave no score for {fen}")]
    NoScore {
        /// The command.
        command: String,
        /// The position.
        fen: String,
    },
}

/// Somebody who scores positions. The score depends on the position and the depth alone, not on
/// what was judged before.
pub trait Judge {
    /// The score of a search to a fixed depth, side to move's view, centipawns; mates are beyond
    /// all other scores.
    ///
    /// # Errors
    /// If there is no answer.
    fn score(&mut self, position: &Position, depth: u32) -> Result<i32, JudgeError>;
}

/// This engine, in the style it plays in unless told otherwise.
///
/// Each judgement begins with nothing remembered: tables that have only been cleared still differ
/// in what they would overwrite first, and histories fade rather than end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own;

impl Judge for Own {
    fn score(&mut self, position: &Position, depth: u32) -> Result<i32, JudgeError> {
        let mut searcher = StyleName::default().searcher(Arc::new(Table::new(HASH_MIB)?));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let outcome = searcher.think(position, &[], &limits, Arc::new(Signals::new()), &mut Silent);
        Ok(outcome.line.map_or(0, |line| line.score.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_do_not_depend_on_what_was_judged_before() {
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
            "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
        ];
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        let fresh = |position| Own.score(position, 6).unwrap();
        let mut judge = Own;
        for _ in 0..2 {
            for position in &positions {
                assert_eq!(judge.score(position, 6).unwrap(), fresh(position), "{position:?}");
            }
        }
    }
}
