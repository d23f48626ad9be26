//! The loop: listens to the GUI and to the search, and never waits for either alone.

use std::collections::VecDeque;
use std::io;

use super::Exit;
use super::commands::skip_unknown;
use super::go::Go;
use super::job::{GLANCE, Job};
use super::print;
use crate::book::Choice;
use crate::engine::{AnyLimits, AnyMove, AnyOutcome, Engine, Turn, chances};
use crate::protocol::options::Settings;
use crate::protocol::session::set_strength;
use crate::protocol::{Event, Events, Input, Output, SearchEvent};
use crate::search::{Line, Score};

/// A dialogue with a GUI.
pub struct Session<'a> {
    pub(super) engine: Engine,
    pub(super) settings: Settings,
    /// What the settings were at the start; declared as defaults.
    pub(super) defaults: Settings,
    pub(super) output: &'a mut Output,
    events: &'a Events,
    task: Task,
    /// Lines that wait for the end of the task.
    waiting: VecDeque<String>,
    /// How many searches there have been; the number of the last one.
    searches: u64,
    exit: Option<Exit>,
}

/// What is being worked on.
enum Task {
    Nothing,
    Search(Search),
    Job(Job),
}

/// A search and what its answer waits for.
struct Search {
    /// The answer waits for `stop`.
    endless: bool,
    /// The answer waits for `ponderhit` or `stop`.
    pondering: bool,
    stopped: bool,
    /// How it ended, while the answer waits.
    outcome: Option<AnyOutcome>,
}

impl Search {
    fn may_answer(&self) -> bool {
        self.stopped || !(self.endless || self.pondering)
    }
}

impl<'a> Session<'a> {
    /// A dialogue that has not begun. The settings are those of the start; the engine's table
    /// already has their size.
    pub fn new(engine: Engine, settings: Settings, events: &'a Events, output: &'a mut Output) -> Self {
        Self {
            engine,
            defaults: settings.clone(),
            settings,
            output,
            events,
            task: Task::Nothing,
            waiting: VecDeque::new(),
            searches: 0,
            exit: None,
        }
    }

    /// Listens until `quit` or the end of input.
    pub fn run(&mut self) -> Exit {
        self.work_off();
        loop {
            if let Some(exit) = self.exit {
                return exit;
            }
            match self.next_event() {
                Some(Event::Input(Input::Line(line))) => self.hear(line),
                Some(Event::Input(Input::TooLong)) => self.output.info("error: UCI command too long"),
                Some(Event::Input(Input::End)) => self.end(),
                Some(Event::Search(event)) => self.search_event(event),
                None => self.end_job(),
            }
            self.work_off();
        }
    }

    /// Takes a line: does what it says at once if it concerns the task, or puts it in the queue.
    pub fn hear(&mut self, line: String) {
        self.output.heard(&line);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if self.concerns_task(skip_unknown(&words)) {
            self.obey(&line);
        } else {
            self.waiting.push_back(line);
        }
    }

    /// Whether a command is obeyed at once, whatever is going on. A `stop` for what has been stopped
    /// already belongs to a search that still waits in the queue.
    fn concerns_task(&self, command: &[&str]) -> bool {
        match (command, &self.task) {
            (_, Task::Nothing) => false,
            (["quit" | "isready" | "debug", ..], _) => true,
            (["stop" | "ponderhit", ..], _) => self.waiting.is_empty() || self.concerns_unstopped(command),
            _ => false,
        }
    }

    /// Obeys what waits, as long as nothing is going on.
    fn work_off(&mut self) {
        while self.exit.is_none() && matches!(self.task, Task::Nothing) {
            let Some(line) = self.waiting.pop_front() else { return };
            self.obey(&line);
            self.catch_up();
        }
    }

    /// Obeys what concerns a task that came from the queue itself and stands in the queue before
    /// the next search, as if it had just arrived.
    fn catch_up(&mut self) {
        let mut index = 0;
        while let Some(line) = self.waiting.get(index) {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let command = skip_unknown(&words);
            if matches!(self.task, Task::Nothing) || command.first() == Some(&"go") {
                return;
            }
            if self.concerns_unstopped(command)
                && let Some(line) = self.waiting.remove(index)
            {
                self.obey(&line);
            } else {
                index += 1;
            }
        }
    }

    /// Whether a command changes what is going on and is not yet asked to end.
    fn concerns_unstopped(&self, command: &[&str]) -> bool {
        match (command, &self.task) {
            (["stop" | "ponderhit", ..], Task::Search(search)) => !search.stopped,
            (["stop", ..], Task::Job(job)) => !job.is_stopped(),
            _ => false,
        }
    }

    fn next_event(&self) -> Option<Event> {
        match &self.task {
            Task::Job(job) if job.is_finished() => None,
            Task::Job(_) => self.events.next_within(GLANCE),
            _ => Some(self.events.next()),
        }
    }

    /// Begins a search.
    pub(super) fn search(&mut self, go: &Go) {
        let limits = AnyLimits {
            overhead: self.settings.move_overhead,
            multipv: self.settings.multipv,
            ..go.limits(self.engine.side(), |text| self.engine.read_move(text))
        };
        set_strength(&mut self.engine, &self.settings, self.settings.analyse_mode);
        let turn = if go.ponder { Turn::Opponent } else { Turn::Own };
        let (analysing, castling) = (self.settings.analyse_mode, self.settings.castling);
        if let Some(choice) = self.engine.book_move(&limits, turn, analysing, castling) {
            return self.answer_from_book(&choice);
        }
        self.searches += 1;
        match self.engine.go(limits, turn, self.events.report(self.searches)) {
            Ok(()) => {
                let (endless, pondering) = (go.is_endless(), go.ponder);
                self.task = Task::Search(Search { endless, pondering, stopped: false, outcome: None });
            }
            Err(error) => {
                self.output.info(format_args!("error: {error}"));
                self.answer(AnyOutcome::NONE);
            }
        }
    }

    /// Begins a job, if the system gave it a thread.
    pub(super) fn begin(&mut self, job: io::Result<Job>) {
        match job {
            Ok(job) => self.task = Task::Job(job),
            Err(error) => self.output.info(format_args!("error: no thread could be started: {error}")),
        }
        self.end_job();
    }

    /// Prints what a job came to, if it has ended.
    fn end_job(&mut self) {
        match std::mem::replace(&mut self.task, Task::Nothing) {
            Task::Job(job) if job.is_finished() => self.output.block(job.wait()),
            other => self.task = other,
        }
    }

    fn search_event(&mut self, event: SearchEvent) {
        match event {
            // That there is no move (depth 0) is said together with the answer.
            SearchEvent::Line(number, line) if number == self.searches && line.depth > 0 => {
                self.show_line(&line);
            }
            SearchEvent::Finished(number, outcome) if number == self.searches => {
                self.engine.wait();
                if let Task::Search(search) = &mut self.task {
                    search.outcome = Some(outcome);
                }
                self.answer_if_due();
            }
            _ => {}
        }
    }

    fn answer_if_due(&mut self) {
        if let Task::Search(search) = &mut self.task
            && search.may_answer()
            && let Some(outcome) = search.outcome.take()
        {
            self.task = Task::Nothing;
            self.answer(outcome);
        }
    }

    /// Prints the answer to a `go` and plays the move on the engine's own board.
    fn answer(&mut self, outcome: AnyOutcome) {
        let legal = self.engine.legal_moves();
        let Some(&any) = legal.first() else {
            let score = if self.engine.in_check() { Score::MATED } else { Score::DRAW };
            self.output.line(print::no_move(score));
            return self.output.line(print::best_move(&[]));
        };
        let best = outcome.best.unwrap_or_else(|| {
            // The search died or never began: the game goes on all the same.
            self.output.line(print::no_move(Score::DRAW));
            any
        });
        let moves: Vec<AnyMove> = [best].into_iter().chain(outcome.ponder).collect();
        self.output.line(print::best_move(&self.written(&moves)));
        self.engine.play(best);
    }

    fn written(&self, moves: &[AnyMove]) -> Vec<String> {
        let castling = self.settings.castling;
        self.engine.write_line(moves, |position, mv| position.uci(mv, castling).to_string())
    }

    fn show_line(&mut self, line: &Line<AnyMove>) {
        // What a score means in games is known of chess alone.
        let shown = self.settings.show_wdl && self.engine.lattice.is_none();
        let chances = shown.then(|| chances(line.score, self.engine.game.position()));
        self.output.line(print::info(line, chances, &self.written(&line.pv)));
    }

    /// Prints a book move and plays it.
    fn answer_from_book(&mut self, choice: &Choice) {
        let (position, castling) = (self.engine.game.position(), self.settings.castling);
        self.output.info(format_args!("book {}", choice.words(position, castling)));
        let mv = AnyMove::Chess(choice.mv);
        self.output.line(print::best_move(&self.written(&[mv])));
        self.engine.play(mv);
    }

    pub(super) fn stop(&mut self) {
        match &mut self.task {
            Task::Nothing => {}
            Task::Job(job) => job.stop(),
            Task::Search(search) => {
                search.stopped = true;
                self.engine.stop();
                self.answer_if_due();
            }
        }
    }

    pub(super) fn ponderhit(&mut self) {
        if let Task::Search(search) = &mut self.task
            && search.pondering
        {
            search.pondering = false;
            self.engine.ponderhit();
            self.answer_if_due();
        }
    }

    /// Ends the dialogue; a search gives its answer first.
    pub(super) fn quit(&mut self) {
        self.waiting.clear();
        self.stop();
        while matches!(self.task, Task::Search(_)) {
            match self.events.next() {
                Event::Search(event) => self.search_event(event),
                Event::Input(Input::End) => break,
                Event::Input(_) => {}
            }
        }
        self.exit = Some(Exit::Quit);
    }

    /// Input has ended: nothing more is written.
    fn end(&mut self) {
        self.engine.stop();
        if let Task::Job(job) = &self.task {
            job.stop();
        }
        self.exit = Some(Exit::EndOfInput);
    }
}
