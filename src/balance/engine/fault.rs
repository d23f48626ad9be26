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

/// The dialogue with an engine about one position: how it began and how it ended.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    first: Vec<String>,
    last: VecDeque<String>,
    omitted: usize,
}

/// Lines kept of the beginning.
const FIRST: usize = 40;
/// Lines kept of the end.
const LAST: usize = 80;
/// Characters kept of a line.
const LINE_LENGTH: usize = 400;

impl Transcript {
    /// Begins anew.
    pub fn clear(&mut self) {
        self.first.clear();
        self.last.clear();
        self.omitted = 0;
    }

    /// Adds a line; `mark` says whose it is.
    pub fn add(&mut self, mark: &str, line: &str) {
        let mut kept = String::with_capacity(mark.len() + line.len().min(LINE_LENGTH));
        kept.push_str(mark);
        kept.extend(line.chars().filter(|c| !c.is_control()).take(LINE_LENGTH));
        if self.first.len() < FIRST {
            return self.first.push(kept);
        }
        if self.last.len() >= LAST {
            self.last.pop_front();
            self.omitted += 1;
        }
        self.last.push_back(kept);
    }

    /// The lines kept, oldest first.
    pub fn text(&self) -> String {
        let mut text: String = self.first.iter().map(|line| format!("{line}\n")).collect();
        if self.omitted > 0 {
            text.push_str(&format!("… {} lines …\n", self.omitted));
        }
        text.extend(self.last.iter().map(|line| format!("{line}\n")));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_kept() {
        let mut transcript = Transcript::default();
        transcript.add("> ", "go nodes 5");
        for number in 0..1000 {
            transcript.add("< ", &format!("line {number}"));
        }
        let text = transcript.text();
        assert!(text.starts_with("> go nodes 5\n< line 0\n"));
        assert!(text.contains("… 881 lines …\n") && text.ends_with("< line 999\n"));
        assert_eq!(text.lines().count(), 121);
        transcript.clear();
        assert_eq!(transcript.text(), "");
    }
}
