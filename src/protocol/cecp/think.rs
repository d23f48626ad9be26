//! When the engine thinks, and what comes of it.

use std::time::{Duration, Instant};

use super::board::Board;
use super::text::{self, centiseconds, move_text};
use super::{Role, Xboard};
use crate::chess::Move;
use crate::engine::Turn;
use crate::search::{Limits, Line, Outcome};

/// Time for a hint.
const HINT: Duration = Duration::from_millis(500);

/// Why a search goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To find the engine's move.
    Move,
    /// To use the opponent's time: the move expected, and how it is written.
    Ponder { expected: Move, text: String },
    /// To show what it finds.
    Analysis,
    /// To advise the user.
    Hint,
}

/// A search begun.
pub(super) struct Search {
    id: u64,
    pub purpose: Purpose,
    /// When the engine's own time began.
    started: Instant,
    /// The last line told; it always shows a variation, if any has been found.
    last: Option<Line>,
    /// What came of it, where it has ended but is not done with.
    outcome: Option<Outcome>,
}

impl Search {
    /// The reply to a move in the last variation told.
    fn reply_to(&self, mv: Move) -> Option<Move> {
        match *self.last.as_ref()?.pv {
            [first, reply, ..] if first == mv => Some(reply),
            _ => None,
        }
    }
}

impl Xboard {
    /// True while a move of the engine is due and being thought about.
    pub(super) fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Begins the search that the state of things calls for, if any does.
    pub(super) fn set_to_work(&mut self) {
        if self.search.is_some() || self.paused || !matches!(self.board, Board::Ready) {
            return;
        }
        let turn = self.session.engine.game.position().side_to_move();
        match self.role {
            Role::Force => {}
            Role::Analyze => self.begin_analysis(),
            Role::Play(_) if self.over => {}
            Role::Play(side) if side == turn => self.begin_move(),
            Role::Play(_) => self.begin_pondering(),
        }
    }

    fn begin(&mut self, purpose: Purpose, limits: Limits, turn: Turn) {
        match self.session.go(limits, turn) {
            Ok(id) => {
                let started = Instant::now();
                self.search = Some(Search { id, purpose, started, last: None, outcome: None });
            }
            // Without a thread the engine cannot play; asking for one over and over would not help.
            Err(error) => {
                self.session.out.line(format_args!("tellusererror {error}"));
                self.role = Role::Force;
            }
        }
    }

    /// The root moves left, all of them if none is left out; `None` if every one is.
    fn root_moves(&self) -> Option<Vec<Move>> {
        if self.excluded.is_empty() {
            return Some(Vec::new());
        }
        let legal = self.session.engine.game.position().legal_move_list();
        let left: Vec<Move> = legal.iter().copied().filter(|mv| !self.excluded.contains(mv)).collect();
        (!left.is_empty()).then_some(left)
    }

    /// How many moves the engine's side has made in this game.
    fn moves_made(&self) -> u32 {
        let game = &self.session.engine.game;
        let side = match self.role {
            Role::Play(side) => side,
            _ => game.position().side_to_move(),
        };
        let began = side == game.start().side_to_move();
        ((game.moves().len() + usize::from(began)) / 2) as u32
    }

    fn move_limits(&self) -> Limits {
        self.clock.limits(self.moves_made(), self.session.settings.move_overhead)
    }

    fn begin_move(&mut self) {
        if self.session.engine.game.position().has_no_legal_moves() {
            return self.tell_end();
        }
        let mut limits = self.move_limits();
        limits.root_moves = self.root_moves().unwrap_or_default();
        limits.multipv = self.session.settings.multipv;
        if let Some(mv) = self.book_move(&limits) {
            return self.make_book_move(mv);
        }
        self.begin(Purpose::Move, limits, Turn::Own);
    }

    fn book_move(&mut self, limits: &Limits) -> Option<Move> {
        let analysing = self.session.settings.analyse_mode;
        Some(self.session.engine.book_move(limits, Turn::Own, analysing, self.castling)?.mv)
    }

    fn make_book_move(&mut self, mv: Move) {
        self.session.out.line("0 0 0 0 Book move");
        let search =
            Search { id: 0, purpose: Purpose::Move, started: Instant::now(), last: None, outcome: None };
        self.make_move(&search, Outcome { best: Some(mv), ponder: None, line: None });
    }

    fn begin_analysis(&mut self) {
        let Some(root_moves) = self.root_moves() else { return };
        if self.session.engine.game.position().has_no_legal_moves() {
            return;
        }
        let limits = Limits { infinite: true, root_moves, ..Limits::default() };
        self.begin(Purpose::Analysis, limits, Turn::Own);
    }

    fn begin_pondering(&mut self) {
        let Some(expected) = self.expected.filter(|_| self.ponder) else { return };
        let limits = self.move_limits();
        let game = &mut self.session.engine.game;
        let text = move_text(game.position(), expected, self.castling);
        game.play(expected);
        if game.end().is_none() {
            self.begin(Purpose::Ponder { expected, text }, limits, Turn::Opponent);
        } else {
            self.expected = None;
        }
        self.session.engine.game.undo();
    }

    /// Ends whatever search is going on; nothing of it is told any more.
    pub(super) fn halt(&mut self) -> Option<(Search, Option<Outcome>)> {
        let mut search = self.search.take()?;
        self.session.engine.stop();
        let outcome = self.session.engine.wait().or(search.outcome.take());
        Some((search, outcome))
    }

    pub(super) fn search_line(&mut self, id: u64, mut line: Line) {
        let Some(search) = self.search.as_mut().filter(|search| search.id == id) else { return };
        if line.pv.is_empty()
            && let Some(last) = &mut search.last
        {
            // No move has reached the window: the variation known so far still holds.
            line.pv = std::mem::take(&mut last.pv);
        }
        let shown = match search.purpose {
            Purpose::Move | Purpose::Ponder { .. } => self.post == Some(true),
            Purpose::Analysis => self.post != Some(false),
            Purpose::Hint => false,
        };
        if shown {
            let position = self.session.engine.game.position();
            let text = match &search.purpose {
                Purpose::Ponder { expected, text } => {
                    let mut after = position.clone();
                    after.make(*expected);
                    text::thinking(&after, &line, Some(text), self.castling)
                }
                _ => text::thinking(position, &line, None, self.castling),
            };
            self.session.out.line(text);
        }
        if line.multipv <= 1 {
            search.last = Some(line);
        }
    }

    pub(super) fn search_finished(&mut self, id: u64, outcome: Outcome) {
        let Some(search) = self.search.as_mut().filter(|search| search.id == id) else { return };
        self.session.engine.wait();
        match search.purpose {
            // Both wait for what comes next.
            Purpose::Ponder { .. } | Purpose::Analysis => search.outcome = Some(outcome),
            Purpose::Hint => {
                self.search = None;
                self.tell_hint(outcome.best);
            }
            Purpose::Move => {
                if let Some(search) = self.search.take() {
                    self.make_move(&search, outcome);
                }
            }
        }
    }

    /// Plays the engine's move and tells it, and the result if it ends the game.
    fn make_move(&mut self, search: &Search, outcome: Outcome) {
        let game = &self.session.engine.game;
        let legal = game.position().legal_move_list();
        // A search whose thread died knows no move; the game goes on with any.
        let Some(mv) = outcome.best.or_else(|| legal.first().copied()) else { return };
        self.clock.moved(search.started.elapsed(), self.moves_made() + 1);
        self.score = outcome.line.as_ref().map(|line| line.score);
        let text = move_text(self.session.engine.game.position(), mv, self.castling);
        self.session.out.line(format_args!("move {text}"));
        self.session.engine.game.play(mv);
        self.position_changed();
        self.expected = outcome.ponder.or_else(|| search.reply_to(mv));
        self.tell_end();
    }

    /// True if the engine has been thinking about this reply.
    pub(super) fn is_pondered(&self, mv: Move) -> bool {
        let purpose = self.search.as_ref().map(|search| &search.purpose);
        matches!(purpose, Some(Purpose::Ponder { expected, .. }) if *expected == mv)
    }

    /// The reply expected has been played: what was thought in the opponent's time goes on in the
    /// engine's own.
    pub(super) fn ponder_hit(&mut self) {
        self.position_changed();
        let Some(search) = &mut self.search else { return };
        search.purpose = Purpose::Move;
        search.started = Instant::now();
        if search.outcome.is_none() {
            self.session.engine.ponderhit();
        } else {
            self.move_now();
        }
    }

    /// `?`: the move found so far is played.
    pub(super) fn move_now(&mut self) {
        if !self.is_thinking() {
            return;
        }
        if let Some((search, outcome)) = self.halt() {
            self.make_move(&search, outcome.unwrap_or(Outcome { best: None, ponder: None, line: None }));
        }
    }

    /// `force`, `result`: the engine plays no side, and a move being thought about is dropped.
    pub(super) fn stand_down(&mut self) {
        self.halt();
        self.role = Role::Force;
        self.paused = false;
    }

    pub(super) fn go(&mut self) {
        self.halt();
        self.over = false;
        self.paused = false;
        self.role = Role::Play(self.session.engine.game.position().side_to_move());
    }

    pub(super) fn play_other(&mut self) {
        self.halt();
        self.over = false;
        self.role = Role::Play(!self.session.engine.game.position().side_to_move());
    }

    pub(super) fn analyze(&mut self) {
        self.halt();
        self.role = Role::Analyze;
    }

    pub(super) fn exit_analysis(&mut self) {
        if self.role == Role::Analyze {
            self.stand_down();
        }
    }

    /// `pause`: no thinking until `resume`.
    pub(super) fn pause(&mut self) {
        self.halt();
        self.paused = true;
    }

    /// `.` in analysis: `stat01: time nodes ply left total move`, as of the last iteration.
    pub(super) fn status(&mut self) {
        let Some(search) = self.search.as_ref().filter(|search| search.purpose == Purpose::Analysis) else {
            return;
        };
        let position = self.session.engine.game.position();
        let total = position.legal_move_list().len().saturating_sub(self.excluded.len());
        let (depth, nodes) = search.last.as_ref().map_or((0, 0), |line| (line.depth, line.effort.total));
        let best = search.last.as_ref().and_then(|line| line.pv.first());
        let mut text =
            format!("stat01: {} {nodes} {depth} 0 {total}", centiseconds(search.started.elapsed()));
        if let Some(&best) = best {
            text.push(' ');
            text.push_str(&move_text(position, best, self.castling));
        }
        self.session.out.line(text);
    }

    /// `hint`: what the engine would play for the side to move, from what it knows or from a short
    /// search.
    pub(super) fn hint(&mut self) {
        if !matches!(self.board, Board::Ready) {
            return;
        }
        let known = match &self.search {
            Some(Search { purpose: Purpose::Ponder { expected, .. }, .. }) => Some(*expected),
            Some(Search { purpose: Purpose::Analysis, last, .. }) => {
                last.as_ref().and_then(|line| line.pv.first().copied())
            }
            _ => self.expected,
        };
        if known.is_some() {
            return self.tell_hint(known);
        }
        if self.search.is_none() && !self.session.engine.game.position().has_no_legal_moves() {
            let limits =
                Limits { movetime: Some(HINT), depth: self.move_limits().depth, ..Limits::default() };
            self.begin(Purpose::Hint, limits, Turn::Own);
        }
    }

    /// Cuts the search for a hint short and tells it.
    pub(super) fn finish_hint(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Hint) {
            let best = self.halt().and_then(|(_, outcome)| outcome?.best);
            self.tell_hint(best);
        }
    }

    fn tell_hint(&mut self, hint: Option<Move>) {
        if let Some(mv) = hint {
            let text = move_text(self.session.engine.game.position(), mv, self.castling);
            self.session.out.line(format_args!("Hint: {text}"));
        }
    }
}
