//! Stands between the search and whoever listens: shortens lines to what can be played, and plays
//! at the level set.

use super::any::AnyMove;
use super::game::Game;
use super::strength::Level;
use crate::search::{Line, Outcome, Report};

/// Passes on what a search reports, edited.
pub(super) struct Editor {
    game: Game,
    /// Lines the listener wants of each iteration.
    wanted: usize,
    level: Option<Level>,
    /// The lines of the last iteration.
    lines: Vec<Line>,
    listener: Box<dyn Report<AnyMove>>,
}

impl Editor {
    pub fn new(game: Game, wanted: usize, level: Option<Level>, listener: Box<dyn Report<AnyMove>>) -> Self {
        Self { game, wanted: wanted.max(1), level, lines: Vec::new(), listener }
    }

    /// A line as far as it can be played. Where an iteration found no move of its own, the search
    /// holds on to the line before.
    fn shorten(&self, line: &Line) -> Line {
        let before = self.lines.iter().find(|before| before.multipv == line.multipv);
        let pv = match (&line.pv[..], before) {
            ([], Some(before)) => before.pv.clone(),
            (moves, _) => self.game.playable(moves),
        };
        Line { pv, ..line.clone() }
    }

    /// The search has ended: says so, and returns what it came to.
    pub fn finish(mut self, outcome: Outcome) -> Outcome<AnyMove> {
        let mut line = outcome.line.map(|line| self.shorten(&line));
        let mut best = outcome.best;
        if let Some(level) = self.level
            && let Some(chosen) = level.choose(&self.lines, &self.game)
        {
            best = chosen.pv.first().copied();
            line = Some(chosen.clone());
        }
        let ponder = match line.as_ref().map(|line| &line.pv[..]) {
            Some([first, second, ..]) if Some(*first) == best => Some(*second),
            _ => None,
        };
        let outcome = Outcome { best, ponder, line }.map(AnyMove::Chess);
        self.listener.finished(&outcome);
        outcome
    }
}

impl Report for Editor {
    fn line(&mut self, line: &Line) {
        let line = self.shorten(line);
        if line.multipv as usize <= self.wanted {
            self.listener.line(&line.clone().map(AnyMove::Chess));
        }
        if line.multipv <= 1 {
            self.lines.clear();
        }
        self.lines.push(line);
    }
}
