//! `mangoac.ini`: the settings an engine starts with, and where each of them came from.
//!
//! The file is looked for in the working directory, then beside the executable; without one the
//! defaults hold. It never stops the engine: whatever cannot be used costs one [`Warning`].
//!
//! A new key is a field of [`Config`], its default, and one entry of [`KEYS`].

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod file;
mod show;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::book::{DEFAULT_FILE, DEFAULT_MAX_MIB};
use crate::protocol::Settings;
use crate::search::{MAX_MIB, MAX_THREADS, MIN_MIB};

/// Name of the file.
pub const FILE_NAME: &str = "mangoac.ini";

/// Memory of the table of 2012 by its levels 1 to 9, MiB (entries of 24 bytes).
const LEGACY_HASH_MIB: [u32; 9] = [6, 12, 24, 48, 96, 192, 384, 768, 1536];

/// Where a value came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// Nobody said anything.
    #[default]
    Default,
    /// A line of the file, counted from 1.
    Line(usize),
}

/// A value and where it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

impl<T> Sourced<T> {
    const fn default(value: T) -> Self {
        Self { value, origin: Origin::Default }
    }
}

/// What `mangoac.ini` says.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file read, if there was one.
    pub file: Option<PathBuf>,
    /// `UsarTablaHash`: use a transposition table of the size wanted.
    pub use_hash: Sourced<bool>,
    /// `HashMB`: size of the transposition table, MiB.
    pub hash_mb: Sourced<u32>,
    /// `TamanioTablaHash`: the size as a level of 2012; counts only without `HashMB`.
    pub hash_level: Sourced<u32>,
    /// `Hilos`: searching threads.
    pub threads: Sourced<u32>,
    /// `UsarLibroAperturas`: play from the opening book.
    pub use_book: Sourced<bool>,
    /// `RutaLibroPolyglot`: the opening book.
    pub book_file: Sourced<String>,
    /// `MaxLibroPolyglotMB`: a larger book is not loaded.
    pub book_limit_mb: Sourced<u32>,
    /// `SemillaLibro`: the seed of the choices from the book; 0: another one every time.
    pub book_seed: Sourced<u32>,
    /// `UsarTablaFinales`: use endgame tables, if `syzygy_path` names any.
    pub use_tables: Sourced<bool>,
    /// `RutaSyzygy`: folders of Syzygy tables.
    pub syzygy_path: Sourced<String>,
    /// What could not be used, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            file: None,
            use_hash: Sourced::default(true),
            hash_mb: Sourced::default(256),
            hash_level: Sourced::default(5),
            threads: Sourced::default(1),
            use_book: Sourced::default(true),
            book_file: Sourced::default(DEFAULT_FILE.to_owned()),
            book_limit_mb: Sourced::default(DEFAULT_MAX_MIB),
            book_seed: Sourced::default(0),
            use_tables: Sourced::default(true),
            syzygy_path: Sourced::default(String::new()),
            warnings: Vec::new(),
        }
    }
}

/// The type of a key's value, and the field it goes to.
enum Kind {
    /// 0 or 1.
    Switch(fn(&mut Config) -> &mut Sourced<bool>),
    /// A whole number within bounds, both included.
    Number(u32, u32, fn(&mut Config) -> &mut Sourced<u32>),
    /// A path, kept to the letter.
    Path(fn(&mut Config) -> &mut Sourced<String>),
    /// A key of 2012 that means nothing any more.
    Obsolete,
}

/// A key of the file.
struct Key {
    name: &'static str,
    kind: Kind,
}

/// All keys, in the order they are shown.
static KEYS: &[Key] = &[
    Key { name: "UsarTablaHash", kind: Kind::Switch(|c| &mut c.use_hash) },
    Key { name: "HashMB", kind: Kind::Number(MIN_MIB as u32, MAX_MIB as u32, |c| &mut c.hash_mb) },
    Key { name: "TamanioTablaHash", kind: Kind::Number(1, 9, |c| &mut c.hash_level) },
    Key { name: "Hilos", kind: Kind::Number(1, MAX_THREADS as u32, |c| &mut c.threads) },
    Key { name: "UsarLibroAperturas", kind: Kind::Switch(|c| &mut c.use_book) },
    Key { name: "RutaLibroPolyglot", kind: Kind::Path(|c| &mut c.book_file) },
    Key { name: "MaxLibroPolyglotMB", kind: Kind::Number(1, 4096, |c| &mut c.book_limit_mb) },
    Key { name: "SemillaLibro", kind: Kind::Number(0, u32::MAX, |c| &mut c.book_seed) },
    Key { name: "UsarTablaFinales", kind: Kind::Switch(|c| &mut c.use_tables) },
    Key { name: "RutaSyzygy", kind: Kind::Path(|c| &mut c.syzygy_path) },
    Key { name: "UsarTablaFinalesNalimov", kind: Kind::Obsolete },
    Key { name: "RutaEGBB", kind: Kind::Obsolete },
    Key { name: "CacheEGBB", kind: Kind::Obsolete },
    Key { name: "RutaRandom1", kind: Kind::Obsolete },
    Key { name: "RutaRandom2", kind: Kind::Obsolete },
    Key { name: "RutaMainBook", kind: Kind::Obsolete },
    Key { name: "RutaTourBook", kind: Kind::Obsolete },
];

/// Why a line of the file, or all of it, could not be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The file is there but cannot be read.
    #[error("cannot be read: {0}; the defaults are used")]
    Unreadable(String),
    /// A line that is neither a comment nor a key with a value.
    #[error("'{0}' is not a key with a value; ignored")]
    NoSetting(String),
    /// A key nobody knows.
    #[error("unknown key '{0}'; ignored")]
    UnknownKey(String),
    /// A value of the wrong kind or out of bounds.
    #[error("{key}: '{value}' is not {wanted}; using {used}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// What stands there.
        value: String,
        /// What a value looks like.
        wanted: String,
        /// The value used instead.
        used: String,
    },
    /// Keys of 2012 that mean nothing any more.
    #[error("no longer used: {0}")]
    Obsolete(String),
}

/// A fault and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match self.line {
            0 => write!(f, "{file}: {}", self.fault),
            line => write!(f, "{file}:{line}: {}", self.fault),
        }
    }
}

impl Config {
    /// Reads the file in the working directory, or else the one beside the executable.
    #[must_use]
    pub fn load() -> Self {
        let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(|dir| dir.join(FILE_NAME)));
        let mut places = std::iter::once(PathBuf::from(FILE_NAME)).chain(beside);
        places.find(|path| path.is_file()).map_or_else(Self::default, |path| Self::read(&path))
    }

    /// Reads a file.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        let mut config = Self { file: Some(path.to_owned()), ..Self::default() };
        match std::fs::read(path) {
            Ok(bytes) => config.take(&file::decode(&bytes)),
            Err(error) => config.warn(0, Fault::Unreadable(error.to_string())),
        }
        config
    }

    /// Size of the transposition table to start with, MiB, and where it came from. Without a table
    /// the search would not be the engine's own: `UsarTablaHash 0` leaves it the smallest.
    #[must_use]
    pub fn hash_mib(&self) -> Sourced<u32> {
        let level = || LEGACY_HASH_MIB.get((self.hash_level.value as usize).wrapping_sub(1)).copied();
        if !self.use_hash.value {
            Sourced { value: MIN_MIB as u32, origin: self.use_hash.origin }
        } else if self.hash_mb.origin == Origin::Default && self.hash_level.origin != Origin::Default {
            let value = level().unwrap_or(self.hash_mb.value);
            Sourced { value, origin: self.hash_level.origin }
        } else {
            self.hash_mb.clone()
        }
    }

    /// Makes what the file says the defaults of an engine's settings.
    pub fn apply(&self, settings: &mut Settings) {
        settings.hash_mib = self.hash_mib().value as usize;
        settings.threads = self.threads.value as usize;
        settings.own_book = self.use_book.value;
        settings.book_file.clone_from(&self.book_file.value);
        settings.book_limit_mib = self.book_limit_mb.value;
        settings.syzygy_path = self.tables().value;
    }

    /// Folders of Syzygy tables to use, empty for none, and where that came from.
    #[must_use]
    pub fn tables(&self) -> Sourced<String> {
        match self.use_tables.value {
            true => self.syzygy_path.clone(),
            false => Sourced { value: String::new(), origin: self.use_tables.origin },
        }
    }
}
