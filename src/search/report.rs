//! What a search tells while it runs and when it ends.

use std::time::Duration;

use super::score::{Bound, Score};
use crate::chess::Move;

/// Work done, in nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the iteration's last search, quiescence included.
    pub nodes: u64,
    /// Quiescence nodes among them.
    pub quiescence: u64,
    /// Nodes of all searches of the iteration (aspiration may need several).
    pub iteration: u64,
    /// Searches of the iteration.
    pub searches: u32,
    /// Nodes since the search began.
    pub total: u64,
}

/// What is known of one root move after an iteration, or of the best.
#[derive(Clone, Debug)]
pub struct Line<M = Move> {
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Place among the root moves, 1 for the best.
    pub multipv: u32,
    /// Score, side to move's view.
    pub score: Score,
    /// How the score relates to the truth.
    pub bound: Bound,
    /// Work done.
    pub effort: Effort,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variation, as far as its moves are legal and the game goes on.
    pub pv: Vec<M>,
}

impl<M> Line<M> {
    /// Nodes per second since the search began.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.effort.total as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    /// The same line with its moves written otherwise.
    #[must_use]
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Line<N> {
        let Self { depth, seldepth, multipv, score, bound, effort, hashfull, tbhits, time, pv } = self;
        let pv = pv.into_iter().map(to).collect();
        Line { depth, seldepth, multipv, score, bound, effort, hashfull, tbhits, time, pv }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome<M = Move> {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<M>,
    /// The reply expected.
    pub ponder: Option<M>,
    /// The last line told.
    pub line: Option<Line<M>>,
}

impl<M> Outcome<M> {
    /// Nothing came of it.
    pub const NONE: Self = Self { best: None, ponder: None, line: None };

    /// The same outcome with its moves written otherwise.
    #[must_use]
    pub fn map<N>(self, to: impl Fn(M) -> N + Copy) -> Outcome<N> {
        let Self { best, ponder, line } = self;
        Outcome { best: best.map(to), ponder: ponder.map(to), line: line.map(|line| line.map(to)) }
    }
}

/// Takes what a search has to tell. Called from the searching thread.
pub trait Report<M = Move>: Send {
    /// A new line.
    fn line(&mut self, _line: &Line<M>) {}
    /// The search has ended; called once.
    fn finished(&mut self, _outcome: &Outcome<M>) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Report<M> for Silent {}

/// Keeps all lines, for tests and tools.
impl Report for Vec<Line> {
    fn line(&mut self, line: &Line) {
        self.push(line.clone());
    }
}
