//! What every loop works with, and what passes from the console to a protocol's loop.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::input::Events;
use super::options::{Effect, Entry, OptionError, Settings};
use super::output::Output;
use crate::config::Config;
use crate::engine::{Engine, GoError, Level, Turn};
use crate::search::{Limits, MIN_MIB, TableError};

/// An engine, what the user has set, and the ways in and out.
pub struct Session {
    /// The engine.
    pub engine: Engine,
    /// What the user has set.
    pub settings: Settings,
    /// What `mangoac.ini` says: the book and the endgame tables to use.
    pub config: Config,
    /// What arrives.
    pub events: Events,
    /// Where answers go.
    pub out: Output,
    /// Number of the last search begun.
    searches: u64,
}

impl Session {
    /// A session at the start position. If the system refuses the memory for the table asked for,
    /// the smallest one has to do.
    ///
    /// # Errors
    /// If even that is refused.
    pub fn new(config: Config, events: Events, out: Output) -> Result<Self, TableError> {
        let mut settings = Settings::default();
        config.apply(&mut settings);
        let engine = Engine::new(settings.hash_mib).or_else(|_| {
            settings.hash_mib = MIN_MIB;
            Engine::new(MIN_MIB)
        })?;
        Ok(Self { engine, settings, config, events, out, searches: 0 })
    }

    /// Begins a search whose events carry the number returned.
    ///
    /// # Errors
    /// If a search is going on or the system gives no thread.
    pub fn go(&mut self, limits: Limits, turn: Turn) -> Result<u64, GoError> {
        self.searches += 1;
        let limits = Limits { multipv: self.settings.multipv, ..limits };
        // Whoever asks for a search without end wants the truth.
        let weaker = self.settings.limit_strength && !limits.infinite;
        self.engine.level = weaker.then(|| Level::of_elo(self.settings.elo));
        self.engine.go(limits, turn, self.events.report(self.searches))?;
        Ok(self.searches)
    }

    /// Sets an option given as text and does what follows from it. To be called between searches.
    ///
    /// # Errors
    /// If there is no such option or the value does not fit it; nothing is changed.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let entry = self.settings.set(name, value)?;
        self.follow(entry);
        Ok(())
    }

    fn follow(&mut self, entry: &Entry) {
        match entry.effect {
            Effect::None => {}
            Effect::ResizeHash => {
                if self.engine.resize_hash(self.settings.hash_mib).is_err() {
                    self.settings.hash_mib = self.engine.hash_mib();
                }
            }
            Effect::ClearHash => self.engine.clear_hash(),
            Effect::OpenLog => {
                if let Err(error) = self.out.set_log(&self.settings.debug_log) {
                    self.out.info(error);
                }
            }
        }
    }
}
