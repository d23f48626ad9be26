//! How long the engine thinks about a move.

use std::time::Duration;

use super::{CommandError, Console, shorten};
use crate::engine::AnyLimits;

/// Limits of the engine's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    /// What it is called.
    pub name: &'static str,
    /// Time for a move.
    pub time: Duration,
    /// Deepest iteration.
    pub depth: Option<u32>,
}

impl Level {
    pub const EASY: Self = Self::timed("fácil / easy", 3);
    pub const MEDIUM: Self = Self::timed("medio / medium", 7);
    pub const HARD: Self = Self::timed("fuerte / hard", 12);
    const CUSTOM: &'static str = "personalizado / custom";

    const fn timed(name: &'static str, seconds: u64) -> Self {
        Self { name, time: Duration::from_secs(seconds), depth: None }
    }

    /// The limits of one search.
    pub fn limits(self, overhead: Duration) -> AnyLimits {
        AnyLimits { movetime: Some(self.time), depth: self.depth, overhead, ..AnyLimits::default() }
    }
}

impl Default for Level {
    /// Two seconds, as a new game had in 2012.
    fn default() -> Self {
        Self::timed("normal", 2)
    }
}

impl Console {
    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.leave_named_level();
        self.show_level();
    }

    fn show_level(&mut self) {
        let Level { name, time, depth } = self.level;
        let depth = depth.map_or_else(String::new, |depth| format!(", profundidad / depth {depth}"));
        self.session.out.line(format_args!("Nivel / level: {name}: {} ms{depth}", time.as_millis()));
    }

    /// `sd N`: both limits hold.
    pub(super) fn set_depth(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let depth = number(rest)?;
        self.level.depth = Some(depth.clamp(1, u32::MAX as u64) as u32);
        self.level.name = Level::CUSTOM;
        self.leave_named_level();
        self.show_level();
        Ok(())
    }

    /// `tiempo N`: seconds, at least one.
    pub(super) fn set_time(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        const LONGEST: u64 = 100_000_000;
        self.level.time = Duration::from_secs(number(rest)?.clamp(1, LONGEST));
        self.level.name = Level::CUSTOM;
        self.leave_named_level();
        self.show_level();
        Ok(())
    }
}

/// The first word as a number.
pub(super) fn number(rest: &[&str]) -> Result<u64, CommandError> {
    let word = rest.first().copied().unwrap_or_default();
    word.parse().map_err(|_| CommandError::Number(shorten(word)))
}
