//! The engine's moves, and what it thinks meanwhile.

use std::time::Instant;

use super::game::result;
use super::levels::number;
use super::{CommandError, Console};
use crate::chess::{CastlingMode, Position};
use crate::engine::{AnyMove, AnyOutcome, Turn};
use crate::protocol::Event;
use crate::protocol::uci::job::{GLANCE, Job};
use crate::search::{Line, Score, ScoreKind};

/// What is being worked on.
pub(super) enum Task {
    /// Nothing: the next command is obeyed at once.
    Nothing,
    /// A search for a move, by its number.
    Move(u64),
    /// One for a move of the game against itself.
    Itself(u64),
    /// A count.
    Job(Job, Instant),
}

impl Task {
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    fn is_search(&self, id: u64) -> bool {
        matches!(self, Self::Move(search) | Self::Itself(search) if *search == id)
    }
}

const HEADER: &str = "Prof    Valor   Tiempo        Nodos  Variante / depth, score, time, nodes, line";

/// `+0.31`, `mate 3`, `mate -2`.
fn score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreKind::MateIn(moves) => format!("mate {moves}"),
        ScoreKind::MatedIn(moves) => format!("mate -{moves}"),
    }
}

/// An iteration as a row of the table, with its line as written.
fn row<M>(line: &Line<M>, pv: &[String]) -> String {
    let mut text = format!(
        "{:>4} {:>8} {:>7.2}s {:>12} ",
        line.depth,
        score(line.score),
        line.time.as_secs_f64(),
        line.effort.total
    );
    for word in pv {
        text.push(' ');
        text.push_str(word);
    }
    text
}

impl Console {
    /// Begins to think, or makes a move from the book. Refuses where no move is left.
    fn begin(&mut self, task: fn(u64) -> Task) -> Result<(), CommandError> {
        let engine = &self.session.engine;
        if engine.legal_moves().is_empty() {
            return Err(CommandError::Over(engine.end().map_or("", result)));
        }
        let limits = self.limits();
        if let Some(choice) = self.session.engine.book_move(&limits, Turn::Own, false, CastlingMode::Standard)
        {
            let words = choice.words(self.position(), CastlingMode::Standard);
            self.session.out.line(format_args!("Libro / Book: {words}"));
            self.make_move(&AnyOutcome { best: Some(AnyMove::Chess(choice.mv)), ..AnyOutcome::NONE });
            return Ok(());
        }
        let id =
            self.session.go(limits, Turn::Own).map_err(|error| CommandError::System(error.to_string()))?;
        self.task = task(id);
        if matches!(self.task, Task::Move(_)) {
            self.session.out.line("Pensando... / Thinking...");
            self.session.out.line(HEADER);
        }
        Ok(())
    }

    /// `dale`: the engine moves.
    pub(super) fn go(&mut self) -> Result<(), CommandError> {
        self.begin(Task::Move)
    }

    /// `cc`: the engine plays both sides to the end.
    pub(super) fn play_itself(&mut self) -> Result<(), CommandError> {
        if let Some(end) = self.session.engine.end() {
            return Err(CommandError::Over(result(end)));
        }
        self.play_on()
    }

    /// The next moves of the game against itself: those of the book at once, then one to think
    /// about.
    fn play_on(&mut self) -> Result<(), CommandError> {
        while self.task.is_nothing() && self.session.engine.end().is_none() {
            self.begin(Task::Itself)?;
        }
        Ok(())
    }

    pub(super) fn search_line(&mut self, id: u64, line: &Line<AnyMove>) {
        if self.task.is_search(id) && matches!(self.task, Task::Move(_)) {
            let words = self.session.engine.write_line(&line.pv, Position::san);
            self.session.out.line(row(line, &words));
        }
    }

    /// Takes the end of a search; false if it was an old one.
    pub(super) fn search_finished(&mut self, id: u64, outcome: AnyOutcome) -> bool {
        if !self.task.is_search(id) {
            return false;
        }
        self.session.engine.wait();
        let itself = matches!(self.task, Task::Itself(_));
        self.task = Task::Nothing;
        self.make_move(&outcome);
        if itself && let Err(error) = self.play_on() {
            self.session.out.line(error);
        }
        true
    }

    fn make_move(&mut self, outcome: &AnyOutcome) {
        let any = || self.session.engine.legal_moves().first().copied();
        let Some(mv) = outcome.best.or_else(any) else { return };
        self.say_move(mv);
        self.session.engine.play(mv);
        self.show_board();
        self.show_end();
    }

    fn say_move(&mut self, mv: AnyMove) {
        let in_both_forms = |position: &Position, mv| {
            format!("{} ({})", position.san(mv), position.uci(mv, CastlingMode::Standard))
        };
        let text = self.session.engine.write_line(&[mv], in_both_forms).concat();
        self.session.out.line(format_args!("Mi jugada / My move: {text}"));
    }

    /// `ya`, `para`: a move is played as it stands, a game against itself and a count end.
    pub(super) fn cut_short(&mut self) {
        match std::mem::replace(&mut self.task, Task::Nothing) {
            Task::Nothing => {}
            Task::Move(_) => {
                self.session.engine.stop();
                if let Some(outcome) = self.session.engine.wait() {
                    self.make_move(&outcome);
                }
            }
            Task::Itself(_) => {
                self.session.engine.stop();
                self.session.engine.wait();
            }
            Task::Job(job, begun) => {
                job.stop();
                self.tell_job(job, begun);
            }
        }
    }

    /// Ends whatever is being worked on, without a word.
    pub(super) fn halt(&mut self) {
        self.session.engine.stop();
        self.session.engine.wait();
        if let Task::Job(job, _) = &self.task {
            job.stop();
        }
        self.task = Task::Nothing;
    }

    /// `perft N`.
    pub(super) fn perft(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let depth = number(rest)?;
        let depth = u32::try_from(depth).ok().filter(|&depth| depth <= self.session.engine.perft_max_depth());
        let depth = depth.ok_or_else(|| CommandError::Number(super::shorten(&rest.join(" "))))?;
        let begun = Instant::now();
        let job = Job::perft(&self.session.engine, depth, CastlingMode::Standard);
        self.task = Task::Job(job.map_err(|error| CommandError::System(error.to_string()))?, begun);
        self.job_finished();
        Ok(())
    }

    /// The next thing to look at; `None` when a count has ended.
    pub(super) fn next_event(&self) -> Option<Event> {
        match &self.task {
            Task::Job(job, _) => loop {
                if job.is_finished() {
                    return None;
                }
                if let Some(event) = self.session.events.next_within(GLANCE) {
                    return Some(event);
                }
            },
            _ => Some(self.session.events.next()),
        }
    }

    /// Tells what a count came to, if it has ended.
    pub(super) fn job_finished(&mut self) {
        match std::mem::replace(&mut self.task, Task::Nothing) {
            Task::Job(job, begun) if job.is_finished() => self.tell_job(job, begun),
            other => self.task = other,
        }
    }

    fn tell_job(&mut self, job: Job, begun: Instant) {
        let text = job.wait();
        self.session.out.block(text);
        self.session.out.line(format_args!("Tiempo / time: {} ms", begun.elapsed().as_millis()));
    }
}
