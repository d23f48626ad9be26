//! What a search tells while it runs and when it ends.

use super::super::moves::Move;
use std::time::Duration;

/// Score of a mate now; a mate in `n` plies is worth `n` less.
pub(super) const MATE: i32 = 30_000;

/// Scores beyond this are mates.
pub(super) const MATE_BOUND: i32 = MATE - 1_000;

/// A score as users read it, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in so many of its moves.
    MateIn(u32),
    /// The side to move is mated in so many of its opponent's moves; 0 if it is mated already.
    MatedIn(u32),
}

impl Score {
    pub(super) fn of(value: i32) -> Score {
        match value {
            MATE_BOUND.. => Score::MateIn(((MATE - value + 1) / 2) as u32),
            _ if value <= -MATE_BOUND => Score::MatedIn(((MATE + value) / 2) as u32),
            _ => Score::Centipawns(value),
        }
    }
}

/// The state of a search after a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Depth finished, in plies.
    pub depth: u8,
    /// Place among the lines wanted, 1 for the best.
    pub multipv: usize,
    /// Deepest ply reached.
    pub seldepth: u8,
    /// Score for the side to move.
    pub score: Score,
    /// Positions visited, on all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// The line both sides are expected to play.
    pub pv: Vec<Move>,
}

/// Receives reports.
pub trait Reporter {
    /// A depth is finished.
    fn report(&mut self, report: &Report);
}

/// Hears nothing.
pub struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _: &Report) {}
}

/// Keeps everything: for tests and tools.
impl Reporter for Vec<Report> {
    fn report(&mut self, report: &Report) {
        self.push(report.clone());
    }
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// The answer expected.
    pub ponder: Option<Move>,
    /// Score of the move, for the side to move.
    pub score: Score,
    /// Depth finished.
    pub depth: u8,
    /// Positions visited, on all threads.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::of(MATE - 1), Score::MateIn(1));
        assert_eq!(Score::of(MATE - 3), Score::MateIn(2));
        assert_eq!(Score::of(-MATE), Score::MatedIn(0));
        assert_eq!(Score::of(-MATE + 2), Score::MatedIn(1));
        assert_eq!(Score::of(-75), Score::Centipawns(-75));
    }
}
