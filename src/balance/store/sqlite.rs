//! The embedded database.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};

use super::super::config::Survive;
use super::database::{Arg, Cell, Database, Dialect, Row};
use super::error::StoreError;

const DIALECT: Dialect = Dialect {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    serial: "INTEGER PRIMARY KEY",
    skip_locked: "",
    clustered: "WITHOUT ROWID",
    begin: "BEGIN IMMEDIATE",
    argument: '?',
};

/// How long another connection's short transaction is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Pages the write-ahead log may grow to before the checkpointer has to step in (4 KiB each).
const CHECKPOINT_PAGES: u32 = 4_000;

/// How long the lock of another writer is looked at again.
const SECOND_LOOK: Duration = Duration::from_millis(500);

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reading only, beside a writer.
    Read,
    /// One short change, beside a writer.
    Amend,
    /// Writing for as long as the connection lasts; one process at a time.
    Write,
}

/// A connection to a database file.
pub(super) struct Sqlite {
    connection: Connection,
    path: PathBuf,
    access: Access,
    survive: Survive,
    statements: HashMap<&'static str, String>,
    /// Held as long as the connection; the system lets go of it however the process ends.
    _writer: Option<File>,
}

impl ToSql for Arg<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Int(number) => ToSqlOutput::from(*number),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        if error
            .sqlite_error()
            .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE)
        {
            return Self::Full; // there is no room for the index of the log
        }
        match error.sqlite_error_code() {
            _ if text.starts_with("no such table") => Self::NoTable(text),
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::ReadOnly(text)
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Unreachable(text),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(text),
            _ => Self::Database(text),
        }
    }
}

impl Sqlite {
    /// Opens the file at `path`, which must exist unless `create` is set.
    pub fn open(path: &Path, access: Access, create: bool) -> Result<Self, StoreError> {
        let writer = match access {
            Access::Write => Some(lock(path)?),
            Access::Read | Access::Amend => None,
        };
        let connection = connect(path, access, create)?;
        Ok(Self {
            connection,
            path: path.to_owned(),
            access,
            survive: Survive::Kill,
            statements: HashMap::new(),
            _writer: writer,
        })
    }
}

/// Takes the lock beside the file that says who writes.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(PathBuf::from(beside));
    let file = file.map_err(|error| StoreError::ReadOnly(format!("{}: {error}", path.display())))?;
    // A child that is just being started may hold the file open for a moment after its parent has
    // ended, so that a lock that is taken deserves a second look.
    let asked = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if asked.elapsed() < SECOND_LOOK => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::SecondWriter(path.display().to_string()));
            }
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::ReadOnly(format!("{}: {error}", path.display())));
            }
        }
    }
}

fn connect(path: &Path, access: Access, create: bool) -> Result<Connection, StoreError> {
    let mode = match access {
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        Access::Amend | Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let create = if create { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
    let connection = Connection::open_with_flags(path, mode | create | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    if access == Access::Write && connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(StoreError::ReadOnly(format!("{} is read-only", path.display())));
    }
    Ok(connection)
}

/// Reads what a statement returns, to its end.
fn read_rows(mut found: rusqlite::Rows<'_>, rows: &mut Vec<Row>) -> Result<(), StoreError> {
    let columns = found.as_ref().map_or(0, |statement| statement.column_count());
    while let Some(row) = found.next()? {
        let cells = (0..columns).map(|column| {
            Ok(match row.get_ref(column)? {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Int(number),
                ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Real(_) | ValueRef::Blob(_) => {
                    return Err(StoreError::Damaged("an unexpected type".into()));
                }
            })
        });
        rows.push(Row(cells.collect::<Result<_, StoreError>>()?));
    }
    Ok(())
}

impl Database for Sqlite {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn execute(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let text = self.statements.entry(sql).or_insert_with(|| DIALECT.expand(sql));
        let mut statement = self.connection.prepare_cached(text)?;
        Ok(statement.execute(params_from_iter(args))? as u64)
    }

    fn query(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        let text = self.statements.entry(sql).or_insert_with(|| DIALECT.expand(sql));
        let mut statement = self.connection.prepare_cached(text)?;
        let mut rows = Vec::new();
        read_rows(statement.query(params_from_iter(args))?, &mut rows)?;
        Ok(rows)
    }

    fn script(&mut self, statements: &[&str]) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        for sql in statements {
            let mut statement = self.connection.prepare(&DIALECT.expand(sql))?;
            read_rows(statement.query([])?, &mut rows)?;
        }
        Ok(rows)
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch(&DIALECT.expand(sql))?)
    }

    fn reconnect(&mut self) -> Result<(), StoreError> {
        self.connection = connect(&self.path, self.access, false)?;
        if self.access == Access::Write {
            self.prepare_writing()?;
        }
        Ok(())
    }

    fn is_vacant(&mut self) -> Result<bool, StoreError> {
        let count =
            self.connection.query_row("SELECT COUNT(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0));
        Ok(count? == 0)
    }

    fn prepare_writing(&mut self) -> Result<(), StoreError> {
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        self.connection.pragma_update(None, "cache_size", -32_000)?; // 32 MB
        self.set_survive(self.survive)
    }

    fn set_survive(&mut self, survive: Survive) -> Result<(), StoreError> {
        self.survive = survive;
        let level = match survive {
            Survive::Kill => "NORMAL",
            Survive::Power => "FULL",
        };
        Ok(self.connection.pragma_update(None, "synchronous", level)?)
    }

    fn tidy(&mut self) -> Result<(), StoreError> {
        // Copies what is committed from the log into the file, without making a writer wait.
        self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
        Ok(())
    }
}
