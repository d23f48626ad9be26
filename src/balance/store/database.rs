//! The small trait behind which SQLite and PostgreSQL do the same.
//!
//! Statements are written once. They are constants with `?1`, `?2`, … for the arguments and these
//! words for what the two do not share: `{now}` milliseconds since 1970 by the clock of the
//! database, `{serial}` the type of a counting primary key, `{skip_locked}` how a job is picked among
//! rivals, `{clustered}` the storage of a table in the order of its key.

use super::super::config::Survive;
use super::error::StoreError;

/// An argument of a statement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Arg<'a> {
    /// A number.
    Int(i64),
    /// A text.
    Text(&'a str),
}

/// A value in a row.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    /// No value.
    Null,
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
}

/// A row of a result.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row(pub Vec<Cell>);

/// The words that differ.
pub(super) struct Dialect {
    pub now: &'static str,
    pub serial: &'static str,
    pub skip_locked: &'static str,
    pub clustered: &'static str,
    pub begin: &'static str,
    /// What the sign before the number of an argument is.
    pub argument: char,
}

/// A connection to a database.
pub(super) trait Database: Send {
    /// The words of this database.
    fn dialect(&self) -> &'static Dialect;
    /// Runs a statement; the number of rows it touched.
    fn execute(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<u64, StoreError>;
    /// Runs a query; its rows.
    fn query(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError>;
    /// Runs statements that are used only once and hold their arguments, in one turn; the rows of
    /// numbers they return.
    fn script(&mut self, statements: &[&str]) -> Result<Vec<Row>, StoreError>;
    /// Runs statements without arguments that are used only once.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;
    /// Connects anew after [`StoreError::Unreachable`].
    fn reconnect(&mut self) -> Result<(), StoreError>;
    /// True if there is nothing in the place where a search would be.
    fn is_vacant(&mut self) -> Result<bool, StoreError>;
    /// Makes ready for many writes, once it is certain whose database it is.
    fn prepare_writing(&mut self) -> Result<(), StoreError>;
    /// Sets what a commit survives.
    fn set_survive(&mut self, survive: Survive) -> Result<(), StoreError>;
    /// Does what keeps the database quick and can be done beside a writer.
    fn tidy(&mut self) -> Result<(), StoreError>;
}

impl Dialect {
    /// A statement in the words of this database.
    pub fn expand(&self, sql: &str) -> String {
        let sql = sql
            .replace("{now}", self.now)
            .replace("{serial}", self.serial)
            .replace("{skip_locked}", self.skip_locked)
            .replace("{clustered}", self.clustered);
        match self.argument {
            '?' => sql,
            other => sql.replace('?', &other.to_string()),
        }
    }
}

impl Row {
    /// The number in column `column`.
    pub fn int(&self, column: usize) -> Result<i64, StoreError> {
        match self.0.get(column) {
            Some(Cell::Int(number)) => Ok(*number),
            other => Err(StoreError::Damaged(format!("a number was expected instead of {other:?}"))),
        }
    }

    /// The number in column `column` as a smaller type.
    pub fn small<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StoreError> {
        let number = self.int(column)?;
        T::try_from(number).map_err(|_| StoreError::Damaged(format!("the number {number} is out of range")))
    }

    /// The number in column `column` as a smaller type, if there is one.
    pub fn small_or_null<T: TryFrom<i64>>(&self, column: usize) -> Result<Option<T>, StoreError> {
        match self.0.get(column) {
            Some(Cell::Null) => Ok(None),
            _ => self.small(column).map(Some),
        }
    }

    /// The text in column `column`.
    pub fn text(&self, column: usize) -> Result<&str, StoreError> {
        match self.0.get(column) {
            Some(Cell::Text(text)) => Ok(text),
            other => Err(StoreError::Damaged(format!("a text was expected instead of {other:?}"))),
        }
    }
}

/// Runs `work` in a transaction: all of it happens or nothing.
pub(super) fn atomically<T>(
    database: &mut dyn Database,
    work: impl FnOnce(&mut dyn Database) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let begin = database.dialect().begin;
    database.execute(begin, &[])?;
    let result = work(database).and_then(|value| database.execute("COMMIT", &[]).map(|_| value));
    if result.is_err() {
        let _ = database.execute("ROLLBACK", &[]); // the first error is the one to tell
    }
    result
}
