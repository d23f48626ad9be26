//! When a search ends.

use super::super::moves::Move;
use std::time::Duration;

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// What ends a search; whatever comes first. Nothing set means: until stopped, or [`super::MAX_DEPTH`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u8>,
    /// Positions visited, on all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The caller wants no answer before it says stop: it waits after the last depth.
    pub infinite: bool,
    /// The search ends as soon as it has found a mate in so many moves.
    pub mate: Option<u32>,
    /// Lines wanted, each of another root move; 0 counts as 1.
    pub multipv: usize,
    /// Only these moves are considered, if there are any.
    pub searchmoves: Vec<Move>,
    /// Largest random bonus to a root move, in hundredths of a pawn; 0 plays the best move found.
    pub noise: u16,
}
