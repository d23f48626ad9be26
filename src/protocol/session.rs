//! What every loop works with, and what passes from the console to a protocol's loop.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use super::input::Events;
use super::options::{CHESS, Effect, OptionError, Settings};
use super::output::Output;
use crate::book;
use crate::chess::Position;
use crate::config::Config;
use crate::engine::{AnyLimits, Engine, GoError, Level, Turn};
use crate::search::{MIN_MIB, TableError};

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
    /// Why the book of the settings is not used, if it is not.
    pub complaint: Option<String>,
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
        let mut engine = Engine::new(settings.hash_mib).or_else(|_| {
            settings.hash_mib = MIN_MIB;
            Engine::new(MIN_MIB)
        })?;
        let seed = config.book_seed.value;
        if seed > 0 {
            engine.book.set_seed(seed.into());
        }
        let complaint = load_book(&mut engine, &settings).err();
        Ok(Self { engine, settings, config, events, out, complaint, searches: 0 })
    }

    /// Begins a search whose events carry the number returned.
    ///
    /// # Errors
    /// If a search is going on or the system gives no thread.
    pub fn go(&mut self, limits: AnyLimits, turn: Turn) -> Result<u64, GoError> {
        self.searches += 1;
        let limits = AnyLimits { multipv: self.settings.multipv, ..limits };
        // Whoever asks for a search without end wants the truth.
        set_strength(&mut self.engine, &self.settings, limits.infinite);
        self.engine.go(limits, turn, self.events.report(self.searches))?;
        Ok(self.searches)
    }

    /// Sets an option given as text and does what follows from it. To be called between searches.
    ///
    /// # Errors
    /// If there is no such option, the value does not fit it, or what follows cannot be done.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetError> {
        let entry = self.settings.set(name, value)?;
        follow(entry.effect, &mut self.engine, &mut self.settings, &mut self.out)
            .map(drop)
            .map_err(SetError::Effect)
    }
}

/// Why an option is not in effect.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// It was not set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// It was set, but what follows could not be done.
    #[error("{0}")]
    Effect(String),
}

/// Does what follows from an option that has been set. Returns what there is to say of it.
///
/// # Errors
/// It could not be done; the text says why.
pub(super) fn follow(
    effect: Effect,
    engine: &mut Engine,
    settings: &mut Settings,
    out: &mut Output,
) -> Result<Option<String>, String> {
    match effect {
        Effect::None => {}
        Effect::SetStyle => engine.set_style(settings.style),
        Effect::SetVariant => return Ok(Some(set_variant(engine, settings))),
        Effect::CheckLevel => return Ok(check_level(settings)),
        Effect::ClearHash => engine.clear_hash(),
        Effect::LoadBook => load_book(engine, settings)?,
        Effect::ResizeHash => return resize_hash(engine, settings).map(Some),
        Effect::OpenLog => out.set_log(&settings.debug_log).map_err(|error| error.to_string())?,
    }
    Ok(None)
}

/// Plays the game set from its start position on. Says so in Fairy-Stockfish's words, with the further axes.
fn set_variant(engine: &mut Engine, settings: &Settings) -> String {
    engine.set_variant(settings.variant);
    match settings.variant {
        Some(variant) => variant.info(),
        None => format!(
            "variant {CHESS} files 8 ranks 8 pocket 0 template {CHESS} startpos {}",
            Position::startpos().fen()
        ),
    }
}

/// What is played where the variant has no level of the number set.
fn check_level(settings: &Settings) -> Option<String> {
    let (number, variant) = (settings.level?, settings.variant?);
    let level = variant.level(number).filter(|level| level.number != number)?;
    Some(format!("Level: {} has no level {number}, {} is played", variant.name(), level.number))
}

/// Tells the engine how strongly to play; an analysis wants the truth.
pub(super) fn set_strength(engine: &mut Engine, settings: &Settings, analysing: bool) {
    let weaker = settings.limit_strength && !analysing;
    engine.level = weaker.then(|| Level::of_elo(settings.elo));
    let level = settings.level.filter(|_| !analysing);
    engine.lattice_level =
        level.zip(engine.variant()).and_then(|(level, variant)| variant.level(level)).copied();
    engine.threads = settings.threads;
}

/// Reads the book set, if it is to be used. Without it the engine plays on without a book.
fn load_book(engine: &mut Engine, settings: &Settings) -> Result<(), String> {
    engine.book.set_book(None);
    if !settings.own_book {
        return Ok(());
    }
    let opened = book::open(Path::new(&settings.book_file), settings.book_limit_mib);
    let opened = opened.map_err(|error| format!("{error}; no book is used"))?;
    engine.book.set_book(Some(opened.book));
    match opened.complaint {
        None => Ok(()),
        Some(complaint) => Err(format!("{complaint}; {} is used", opened.origin)),
    }
}

/// Gives the table the size set; without the memory the old one stays.
fn resize_hash(engine: &mut Engine, settings: &mut Settings) -> Result<String, String> {
    let wanted = settings.hash_mib;
    match engine.resize_hash(wanted) {
        Ok(got) => Ok(format!("Hash solicitado {wanted} MB, reservado {got} MB")),
        Err(error) => {
            let kept = engine.hash_mib();
            settings.hash_mib = kept;
            Err(format!("Hash solicitado {wanted} MB, no reservado, siguen {kept} MB: {error}"))
        }
    }
}
