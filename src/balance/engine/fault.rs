//! How engines fail.

use std::collections::VecDeque;

/// Why an engine did not deliver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// It could not be started.
    #[error("could not be started: {0}")]
    Start(String),
    /// It is gone.
    #[error("crashed ({0})")]
    Crashed(String),
    /// It was silent for too long.
    #[error("hung: no output for {0} seconds")]
    Hung(u64),
    /// It went on for too long without an answer.
    #[error("gave no answer in {0} seconds")]
    Endless(u64),
    /// What it said makes no sense.
    #[error("answered nonsense: {0}")]
    Nonsense(String),
    /// It does not take an option.
    #[error("refused the option {0}")]
    Option(String),
    /// The run is being stopped; no fault of the engine.
    #[error("was interrupted")]
    Interrupted,
}

/// A failure with the dialogue that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The last lines to and from the engine.
    pub transcript: String,
}

/// The last lines of the dialogue with an engine.
#[derive(Debug, Default)]
pub(super) struct Transcript(VecDeque<String>);

/// Lines kept.
const LINES: usize = 120;
/// Characters kept of a line.
const LINE_LENGTH: usize = 400;

impl Transcript {
    /// Adds a line; `mark` says whose it is.
    pub fn add(&mut self, mark: &str, line: &str) {
        let mut kept =
            if self.0.len() >= LINES { self.0.pop_front().unwrap_or_default() } else { String::new() };
        kept.clear();
        kept.push_str(mark);
        kept.extend(line.chars().filter(|c| !c.is_control()).take(LINE_LENGTH));
        self.0.push_back(kept);
    }

    /// The lines kept, oldest first.
    pub fn text(&self) -> String {
        self.0.iter().map(|line| format!("{line}\n")).collect()
    }
}
