//! Test suites: what a record wants found, and whether it was.

use super::Finding;
use crate::chess::{Move, Position, UciMove};
use crate::records::Epd;
use crate::search::{Line, ScoreKind};

/// What a record asks for. All that is named must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// One of these moves is to be found.
    pub best: Vec<Move>,
    /// None of these may be played.
    pub avoid: Vec<Move>,
    /// A mate in at most so many moves is to be found.
    pub mate: Option<u32>,
}

/// Why a record cannot be scored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// It asks for nothing.
    #[error("neither bm nor am nor dm is given")]
    Nothing,
    /// A move named is none.
    #[error("{name} {word}: {reason}")]
    Move {
        /// The operation.
        name: &'static str,
        /// The word.
        word: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The number of moves of a mate is none.
    #[error("'{0}' is not a number of moves to a mate")]
    Mate(String),
}

impl Task {
    /// Reads `bm`, `am` and `dm`. Moves may be written in SAN or as UCI does, a mate also as `bm #5`.
    ///
    /// # Errors
    /// If nothing is asked for, or something that cannot be.
    pub fn of(record: &Epd) -> Result<Self, TaskError> {
        let mut task = Self::default();
        for operation in &record.operations {
            match operation.name.as_str() {
                "bm" => {
                    for word in words(operation.value()) {
                        match word.strip_prefix('#') {
                            Some(moves) => task.mate = Some(mate(moves)?),
                            None => task.best.push(resolve(&record.position, "bm", word)?),
                        }
                    }
                }
                "am" => {
                    for word in words(operation.value()) {
                        task.avoid.push(resolve(&record.position, "am", word)?);
                    }
                }
                "dm" => task.mate = Some(mate(operation.value())?),
                _ => {}
            }
        }
        if task == Self::default() { Err(TaskError::Nothing) } else { Ok(task) }
    }

    /// True if the finding is what was asked for.
    #[must_use]
    pub fn is_solved(&self, finding: &Finding) -> bool {
        finding.first().is_some_and(|line| self.holds(finding.best, line))
    }

    fn holds(&self, best: Option<Move>, line: &Line) -> bool {
        let mates = |wanted: u32| matches!(line.score.kind(), ScoreKind::MateIn(moves) if moves <= wanted);
        best.is_some_and(|best| {
            (self.best.is_empty() || self.best.contains(&best)) && !self.avoid.contains(&best)
        }) && self.mate.is_none_or(mates)
    }

    /// The iteration from which on the search held on to a solution; `None` if it has none.
    #[must_use]
    pub fn found<'a>(&self, finding: &'a Finding) -> Option<&'a Line> {
        let held = finding.course.iter().rev();
        let solved = held.take_while(|line| self.holds(line.pv.first().copied(), line));
        solved.last().filter(|_| self.is_solved(finding))
    }

    /// What is asked for, in words.
    #[must_use]
    pub fn words(&self, position: &Position) -> String {
        let mut parts = Vec::new();
        for (name, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                let words: Vec<String> = moves.iter().map(|&mv| position.san(mv)).collect();
                parts.push(format!("{name} {}", words.join(" ")));
            }
        }
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        parts.join("; ")
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty())
}

fn mate(text: &str) -> Result<u32, TaskError> {
    let moves = text.trim().trim_start_matches('+').parse().ok().filter(|moves| *moves > 0);
    moves.ok_or_else(|| TaskError::Mate(text.chars().take(20).collect()))
}

fn resolve(position: &Position, name: &'static str, word: &str) -> Result<Move, TaskError> {
    position.resolve_san(word).or_else(|error| {
        let uci = word.parse::<UciMove>().ok().and_then(|mv| position.resolve(mv).ok());
        let word = word.chars().take(20).collect();
        uci.ok_or_else(|| TaskError::Move { name, word, reason: error.to_string() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analyst;
    use crate::engine::Game;
    use crate::search::{Limits, StyleName};

    const MATE_IN_TWO: &str = "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - -";

    fn task(operations: &str) -> Result<(Task, Position), TaskError> {
        let record: Epd = format!("{MATE_IN_TWO} {operations}").parse().unwrap();
        Task::of(&record).map(|task| (task, record.position))
    }

    #[test]
    fn tasks_are_read_in_all_their_forms() {
        for (operations, words) in [
            ("bm Qh4;", None),
            ("bm Qg8 b3b4;", Some("bm Qg8+ Qb4")),
            ("bm Qg8,Qb4+;", Some("bm Qg8+ Qb4")),
            ("am Qb4; dm 2;", Some("am Qb4; dm 2")),
            ("bm #2;", Some("dm 2")),
            ("dm x;", None),
            ("dm 0;", None),
            ("id \"x\";", None),
            ("bm ;", None),
            ("bm é;", None),
        ] {
            let read = task(operations).ok().map(|(task, position)| task.words(&position));
            assert_eq!(read.as_deref(), words, "{operations}");
        }
        assert_eq!(task("bm Ra9;").unwrap_err().to_string(), "bm Ra9: not a move in algebraic notation");
    }

    #[test]
    fn solutions_are_told_from_failures() {
        let mut analyst = Analyst::new(StyleName::Mango, 1).unwrap();
        let limits = Limits { depth: Some(10), ..Limits::default() };
        for (operations, solved) in [
            ("bm Qg8;", true),
            ("bm Qb4;", false),
            ("am Qg8;", false),
            ("am Qb4;", true),
            ("dm 2;", true),
            ("dm 1;", false),
            ("bm Qg8; dm 2;", true),
            ("bm Qg8; dm 1;", false),
        ] {
            let (task, position) = task(operations).unwrap();
            analyst.forget().unwrap();
            let finding = analyst.search(&Game::new(position), &limits).unwrap();
            assert_eq!(task.is_solved(&finding), solved, "{operations}");
            assert_eq!(task.found(&finding).is_some(), solved, "{operations}");
        }
    }
}
