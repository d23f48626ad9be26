//! Where a search is kept: one schema in SQLite or in PostgreSQL.

mod database;
mod error;
mod games;
mod postgresql;
mod promotion;
mod provenance;
mod queue;
mod results;
mod schema;
mod sqlite;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use database::{Database, atomically};
pub use error::StoreError;
pub use games::Game;
use postgresql::PostgreSql;
pub use provenance::{PassportId, SessionId, StoredPassport};
pub use queue::{ATTEMPTS, Completion, Done, Lease, Selection, Wish};
pub use results::{Count, Failure, JobState, Record};
pub use sqlite::Access;
use sqlite::Sqlite;

use super::config::Config;
use super::ladder::Ladder;
use super::order;
use super::pair::{Pair, PairKind};

/// Where a store is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its connection URL.
    Server(String),
}

/// An open store of one search.
pub struct Store {
    database: Box<dyn Database>,
    config: Config,
    ladder: Ladder,
}

impl FromStr for Location {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.starts_with("postgres://") || text.starts_with("postgresql://") {
            true => Self::Server(text.to_owned()),
            false => Self::File(PathBuf::from(text)),
        })
    }
}

impl fmt::Display for Location {
    /// The place, without a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(url) => match url.rsplit_once('@') {
                Some((_, server)) => write!(f, "postgres://{server}"),
                None => f.write_str(url),
            },
        }
    }
}

/// Jobs written in one statement when a search begins.
const CHUNK: usize = 1000;

impl Store {
    /// Begins a search: makes the tables and queues stage 0, all of it or nothing.
    ///
    /// # Errors
    /// If there is a search already, or the place cannot be written to.
    pub fn create(location: &Location, config: &Config) -> Result<Self, StoreError> {
        let mut database = connect(location, Access::Write, true)?;
        let vacant = schema::version(&mut *database).and_then(|version| match version {
            Some(_) => Err(StoreError::Exists(location.to_string())),
            None => database.is_vacant(),
        });
        match vacant {
            Ok(true) => database.prepare_writing()?,
            Ok(false) | Err(StoreError::Damaged(_)) => return Err(StoreError::Foreign(location.to_string())),
            Err(error) => return Err(error),
        }
        let mut pairs = order::stage_zero(config.seed);
        if let Some(limit) = config.pairs {
            pairs.truncate(limit as usize);
        }
        let toml = config.to_toml().map_err(|error| StoreError::Database(error.to_string()))?;
        atomically(&mut *database, |database| {
            schema::create(database)?;
            schema::set(database, "config", &toml)?;
            schema::set(database, "program", concat!("mangoac ", env!("CARGO_PKG_VERSION")))?;
            queue_stage_zero(database, &pairs)
        })?;
        drop(database);
        Self::open(location, Access::Write)
    }

    /// Opens a search.
    ///
    /// # Errors
    /// If there is none, it is of a newer program, or it cannot be used in the way asked for.
    pub fn open(location: &Location, access: Access) -> Result<Self, StoreError> {
        if let Location::File(path) = location
            && !path.exists()
        {
            return Err(StoreError::Missing(location.to_string()));
        }
        let mut database = connect(location, access, false)?;
        match schema::version(&mut *database) {
            Ok(Some(found)) if found > schema::VERSION => {
                return Err(StoreError::Newer { found, known: schema::VERSION });
            }
            Ok(Some(_)) => {}
            Ok(None) if matches!(location, Location::Server(_)) => {
                return Err(StoreError::Missing(location.to_string()));
            }
            Ok(None) | Err(StoreError::Damaged(_)) => return Err(StoreError::Foreign(location.to_string())),
            Err(error) => return Err(error),
        }
        let toml = schema::get(&mut *database, "config")?.unwrap_or_default();
        let config = Config::from_toml(&toml).map_err(|error| StoreError::Damaged(error.to_string()))?;
        database.set_survive(config.store.survive)?;
        if access == Access::Write {
            database.prepare_writing()?;
        }
        let mut store = Self { database, ladder: Ladder::new(&config), config };
        if access == Access::Write && matches!(location, Location::File(_)) {
            store.release_all()?; // whoever held a lease of this file has ended: the lock tells
        }
        Ok(store)
    }

    /// The configuration of the search.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The budgets of the search.
    #[must_use]
    pub const fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Replaces the configuration.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn set_config(&mut self, config: Config) -> Result<(), StoreError> {
        let toml = config.to_toml().map_err(|error| StoreError::Database(error.to_string()))?;
        schema::set(&mut *self.database, "config", &toml)?;
        self.ladder = Ladder::new(&config);
        self.config = config;
        Ok(())
    }

    /// Keeps a text under a name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn set_note(&mut self, key: &str, text: &str) -> Result<(), StoreError> {
        schema::set(&mut *self.database, key, text)
    }

    /// A text kept under a name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn note(&mut self, key: &str) -> Result<Option<String>, StoreError> {
        schema::get(&mut *self.database, key)
    }

    /// Connects anew after a transient error.
    ///
    /// # Errors
    /// If the database still cannot be reached.
    pub fn reconnect(&mut self) -> Result<(), StoreError> {
        self.database.reconnect()
    }

    /// Does what keeps the store quick and can be done beside a writer.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub fn tidy(&mut self) -> Result<(), StoreError> {
        self.database.tidy()
    }
}

fn connect(location: &Location, access: Access, create: bool) -> Result<Box<dyn Database>, StoreError> {
    Ok(match location {
        Location::File(path) => Box::new(Sqlite::open(path, access, create)?),
        Location::Server(url) => Box::new(PostgreSql::open(url)?),
    })
}

/// Queues the jobs of stage 0; the place in the order is their urgency.
fn queue_stage_zero(database: &mut dyn Database, pairs: &[Pair]) -> Result<(), StoreError> {
    use fmt::Write as _;
    let mut urgency = 0;
    for chunk in pairs.chunks(CHUNK) {
        let mut sql = String::from("INSERT INTO jobs (level, pair, urgency) VALUES ");
        for pair in chunk {
            let comma = if sql.ends_with(' ') { "" } else { "," };
            let _ = write!(sql, "{comma}(0,{},{urgency})", pair.index()); // a String takes everything
            urgency += 1;
        }
        database.batch(&sql)?;
    }
    let session = provenance::begin_session(database)?;
    for kind in PairKind::ALL {
        let queued = pairs.iter().filter(|pair| pair.kind() == kind).count();
        queue::Tally { queued: queued as i64, ..Default::default() }.add(database, session, 0, kind)?;
    }
    Ok(())
}
