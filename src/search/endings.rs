//! What endgame tables tell the search.

use std::sync::Arc;

use super::limits::Limits;
use super::report::Line;
use super::score::{MATE_ZONE, Score, TABLE_WIN};
use super::style::Style;
use super::worker::Worker;
use crate::chess::{Move, Position};
use crate::tables::{Knowledge, Source, Tables, Usage, Wdl};

/// The endgame tables of a search.
#[derive(Clone, Debug)]
pub struct Endings {
    /// The tables.
    pub tables: Arc<Tables>,
    /// How they are to be used.
    pub usage: Usage,
}

impl Endings {
    /// What is known of the moves of the position that `moves` lead to from `start`.
    #[must_use]
    pub fn judge(&self, start: &Position, moves: &[Move]) -> Option<Arc<Knowledge>> {
        Knowledge::of(&self.tables, self.usage, start, moves).map(Arc::new)
    }
}

/// A worker's way to the tables.
#[derive(Default)]
pub(super) struct Probes {
    endings: Option<Endings>,
    /// What is known of the root moves.
    root: Option<Arc<Knowledge>>,
    /// A move of the kind that is being searched, for lines that show none.
    pub likely: Move,
    /// Positions found since the search began.
    pub hits: u64,
}

impl Probes {
    /// Where DTZ tables rule the root there is nothing more to be learnt: the search is left to find
    /// the mate.
    pub fn of(limits: &Limits) -> Self {
        let root = limits.known_moves.clone();
        let is_settled = root.as_ref().is_some_and(|known| known.source == Source::Dtz);
        let hits = root.as_ref().map_or(0, |known| known.moves.len() as u64);
        Self { endings: limits.endings.clone().filter(|_| !is_settled), root, hits, likely: Move::NONE }
    }

    /// Those of the moves among which the search is to choose: all if nothing is known of them.
    pub fn choice(&self, moves: &[Move]) -> Vec<Move> {
        self.root.as_ref().map_or_else(|| moves.to_vec(), |known| known.best_of(moves))
    }

    /// Brings lines into the order of what is known of their moves, and of their scores.
    pub fn sort(&self, lines: &mut [Line]) {
        let rank = |line: &Line| {
            let first = line.pv.first().copied().unwrap_or_default();
            self.root.as_ref().and_then(|known| known.get(first)).map_or(0, |known| known.rank)
        };
        lines.sort_by_key(|line| std::cmp::Reverse((rank(line), line.score)));
    }

    /// A line with the score that is known of its move, unless the search has found a mate.
    pub fn correct(&self, line: &Line) -> Line {
        let known = || {
            let first = line.pv.first().copied().unwrap_or(self.likely);
            let known = self.root.as_ref()?.get(first)?;
            Some(Score(score(known.wdl, 1)))
        };
        let score = if line.score.0.abs() < MATE_ZONE { known() } else { None };
        Line { score: score.unwrap_or(line.score), ..line.clone() }
    }
}

/// The score of a position `ply` half-moves from the root. A win or loss that the fifty-move rule
/// forbids is a draw, if a hair better or worse than others.
fn score(wdl: Wdl, ply: usize) -> i32 {
    match wdl {
        Wdl::Win => TABLE_WIN - ply as i32,
        Wdl::CursedWin => 1,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -1,
        Wdl::Loss => ply as i32 - TABLE_WIN,
    }
}

impl<S: Style> Worker<S> {
    /// Looks a node up in the endgame tables, when a capture or pawn move has just been made. A win
    /// of which the window wants to know more, how soon it mates, is left to the search.
    #[inline(always)]
    pub(super) fn value_by_tables(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        self.probes.endings.as_ref()?;
        self.look_up(ply, depth, alpha, beta)
    }

    #[cold]
    fn look_up(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let Endings { tables, usage } = self.probes.endings.as_ref()?;
        let (men, most) = (self.position.occupied().count() as u32, tables.most_men().min(usage.men));
        // Two men are nothing to look up.
        if !(3..=most).contains(&men)
            || men == most && depth < usage.depth
            || self.position.halfmove_clock() > 0
            || self.position.castling_rights().any()
        {
            return None;
        }
        let wdl = match tables.wdl(&self.position)? {
            Wdl::CursedWin if !usage.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !usage.fifty_moves => Wdl::Loss,
            wdl => wdl,
        };
        self.probes.hits += 1;
        let value = score(wdl, ply);
        let settles = match wdl {
            Wdl::Win => value > alpha,
            Wdl::Loss => value < beta,
            _ => true,
        };
        settles.then_some(value)
    }
}
