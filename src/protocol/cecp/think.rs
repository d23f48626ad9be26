//! When the engine thinks, and what comes of it.

use std::time::{Duration, Instant};

use super::board::Board;
use super::text::{self, centiseconds, move_text};
use super::{Role, Xboard};
use crate::engine::{AnyLimits, AnyMove, AnyOutcome, Turn};
use crate::search::Line;

/// Time for a hint.
const HINT: Duration = Duration::from_millis(500);

/// Why a search goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To find the engine's move.
    Move,
    /// To use the opponent's time: the move expected, and how it is written.
    Ponder { expected: AnyMove, text: String },
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
    last: Option<Line<AnyMove>>,
    /// What came of it, where it has ended but is not done with.
    outcome: Option<AnyOutcome>,
}

impl Search {
    /// The reply to a move in the last variation told.
    fn reply_to(&self, mv: AnyMove) -> Option<AnyMove> {
        match *self.last.as_ref()?.pv {
            [first, reply, ..] if first == mv => Some(reply),
            _ => None,
        }
    }
}

impl Xboard {
    /// A variation as CECP writes it.
    pub(super) fn written_line(&self, moves: &[AnyMove]) -> Vec<String> {
        self.session.engine.write_line(moves, |position, mv| move_text(position, mv, self.castling))
    }

    /// A move as CECP writes it.
    pub(super) fn written(&self, mv: AnyMove) -> String {
        self.written_line(&[mv]).concat()
    }

    /// True while a move of the engine is due and being thought about.
    pub(super) fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Begins the search that the state of things calls for, if any does.
    pub(super) fn set_to_work(&mut self) {
        if self.search.is_some() || self.paused || !matches!(self.board, Board::Ready) {
            return;
        }
        let turn = self.session.engine.side();
        match self.role {
            Role::Force => {}
            Role::Analyze => self.begin_analysis(),
            Role::Play(_) if self.over => {}
            Role::Play(side) if side == turn => self.begin_move(),
            Role::Play(_) => self.begin_pondering(),
        }
    }

    fn begin(&mut self, purpose: Purpose, limits: AnyLimits, turn: Turn) {
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
    fn root_moves(&self) -> Option<Vec<AnyMove>> {
        if self.excluded.is_empty() {
            return Some(Vec::new());
        }
        let mut left = self.session.engine.legal_moves();
        left.retain(|mv| !self.excluded.contains(mv));
        (!left.is_empty()).then_some(left)
    }

    /// How many moves the engine's side has made in this game.
    fn moves_made(&self) -> u32 {
        let (turn, plies) = (self.session.engine.side(), self.session.engine.plies());
        let side = match self.role {
            Role::Play(side) => side,
            _ => turn,
        };
        let began = (side == turn) == plies.is_multiple_of(2);
        ((plies + usize::from(began)) / 2) as u32
    }

    fn move_limits(&self) -> AnyLimits {
        self.clock.limits(self.moves_made(), self.session.settings.move_overhead)
    }

    fn begin_move(&mut self) {
        if self.session.engine.legal_moves().is_empty() {
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

    fn book_move(&mut self, limits: &AnyLimits) -> Option<AnyMove> {
        let analysing = self.session.settings.analyse_mode;
        let choice = self.session.engine.book_move(limits, Turn::Own, analysing, self.castling)?;
        Some(AnyMove::Chess(choice.mv))
    }

    fn make_book_move(&mut self, mv: AnyMove) {
        self.session.out.line("0 0 0 0 Book move");
        let search =
            Search { id: 0, purpose: Purpose::Move, started: Instant::now(), last: None, outcome: None };
        self.make_move(&search, AnyOutcome { best: Some(mv), ..AnyOutcome::NONE });
    }

    fn begin_analysis(&mut self) {
        let Some(root_moves) = self.root_moves() else { return };
        if self.session.engine.legal_moves().is_empty() {
            return;
        }
        let limits = AnyLimits { infinite: true, root_moves, ..AnyLimits::default() };
        self.begin(Purpose::Analysis, limits, Turn::Own);
    }

    fn begin_pondering(&mut self) {
        let Some(expected) = self.expected.filter(|_| self.ponder) else { return };
        let limits = self.move_limits();
        let text = self.written(expected);
        self.session.engine.play(expected);
        if self.session.engine.end().is_none() {
            self.begin(Purpose::Ponder { expected, text }, limits, Turn::Opponent);
        } else {
            self.expected = None;
        }
        self.session.engine.take_back();
    }

    /// Ends whatever search is going on; nothing of it is told any more.
    pub(super) fn halt(&mut self) -> Option<(Search, Option<AnyOutcome>)> {
        let mut search = self.search.take()?;
        self.session.engine.stop();
        let outcome = self.session.engine.wait().or(search.outcome.take());
        Some((search, outcome))
    }

    pub(super) fn search_line(&mut self, id: u64, mut line: Line<AnyMove>) {
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
            let (expected, said) = match &search.purpose {
                Purpose::Ponder { expected, text } => (Some(*expected), Some(text.clone())),
                _ => (None, None),
            };
            let moves: Vec<AnyMove> = expected.into_iter().chain(line.pv.iter().copied()).collect();
            let words = self.written_line(&moves);
            let pv = words.get(usize::from(expected.is_some())..).unwrap_or_default();
            self.session.out.line(text::thinking(&line, said.as_deref(), pv));
        }
        if line.multipv <= 1
            && let Some(search) = &mut self.search
        {
            search.last = Some(line);
        }
    }

    pub(super) fn search_finished(&mut self, id: u64, outcome: AnyOutcome) {
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
    fn make_move(&mut self, search: &Search, outcome: AnyOutcome) {
        let legal = self.session.engine.legal_moves();
        // A search whose thread died knows no move; the game goes on with any.
        let Some(mv) = outcome.best.or_else(|| legal.first().copied()) else { return };
        self.clock.moved(search.started.elapsed(), self.moves_made() + 1);
        self.score = outcome.line.as_ref().map(|line| line.score);
        let text = self.written(mv);
        self.session.out.line(format_args!("move {text}"));
        self.session.engine.play(mv);
        self.position_changed();
        self.expected = outcome.ponder.or_else(|| search.reply_to(mv));
        self.tell_end();
    }

    /// True if the engine has been thinking about this reply.
    pub(super) fn is_pondered(&self, mv: AnyMove) -> bool {
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
            self.make_move(&search, outcome.unwrap_or(AnyOutcome::NONE));
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
        self.role = Role::Play(self.session.engine.side());
    }

    pub(super) fn play_other(&mut self) {
        self.halt();
        self.over = false;
        self.role = Role::Play(!self.session.engine.side());
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
        let total = self.session.engine.legal_moves().len().saturating_sub(self.excluded.len());
        let (depth, nodes) = search.last.as_ref().map_or((0, 0), |line| (line.depth, line.effort.total));
        let best = search.last.as_ref().and_then(|line| line.pv.first());
        let mut text =
            format!("stat01: {} {nodes} {depth} 0 {total}", centiseconds(search.started.elapsed()));
        if let Some(&best) = best {
            text.push(' ');
            text.push_str(&self.written(best));
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
        if self.search.is_none() && !self.session.engine.legal_moves().is_empty() {
            let limits =
                AnyLimits { movetime: Some(HINT), depth: self.move_limits().depth, ..AnyLimits::default() };
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

    fn tell_hint(&mut self, hint: Option<AnyMove>) {
        if let Some(mv) = hint {
            let text = self.written(mv);
            self.session.out.line(format_args!("Hint: {text}"));
        }
    }
}
