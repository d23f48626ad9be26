//! Passports, and the sessions in which work is done.

use super::super::passport::{Passport, machine};
use super::Store;
use super::database::{Arg, Database, atomically};
use super::error::StoreError;

/// A passport's number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PassportId(pub i64);

/// The number of one worker's time at work, from start to end; leases are lent to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub i64);

/// A passport in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPassport {
    /// Its number.
    pub id: PassportId,
    /// What it says.
    pub passport: Passport,
    /// When it was begun, in milliseconds since 1970.
    pub begun: i64,
}

/// Adds a session.
pub(super) fn begin_session(database: &mut dyn Database) -> Result<SessionId, StoreError> {
    let sql = "INSERT INTO sessions (machine, process, begun) VALUES (?1, ?2, {now}) RETURNING id";
    let machine = machine();
    let rows = database.query(sql, &[Arg::Text(&machine), Arg::Int(std::process::id().into())])?;
    let row = rows.first().ok_or_else(|| StoreError::Damaged("a session without a number".into()))?;
    Ok(SessionId(row.int(0)?))
}

impl Store {
    /// Begins a worker's session.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn begin_session(&mut self) -> Result<SessionId, StoreError> {
        begin_session(&mut *self.database)
    }

    /// Ends a session and returns whatever was lent to it.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn end_session(&mut self, session: SessionId) -> Result<(), StoreError> {
        atomically(&mut *self.database, |database| {
            super::queue::release(database, session)?;
            database.execute("UPDATE sessions SET ended = {now} WHERE id = ?1", &[Arg::Int(session.0)])
        })?;
        Ok(())
    }

    /// All passports, oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn passports(&mut self) -> Result<Vec<StoredPassport>, StoreError> {
        passports(&mut *self.database)
    }

    /// The number of the passport that says exactly what `wanted` says, or else a new one.
    ///
    /// `Ok(Err(why))` tells that the latest passport of the same role conflicts with it; a new one
    /// is then begun only if `anew` is set.
    ///
    /// # Errors
    /// If passports cannot be read or stored.
    pub fn admit(&mut self, wanted: &Passport, anew: bool) -> Result<Result<PassportId, String>, StoreError> {
        let content =
            serde_json::to_string(wanted).map_err(|error| StoreError::Database(error.to_string()))?;
        atomically(&mut *self.database, |database| {
            // Whoever changes this row keeps every other one out until the commit.
            super::schema::set(database, "admitting", &wanted.engine)?;
            let mut known = passports(database)?;
            known.retain(|stored| stored.passport.role == wanted.role);
            let conflict = known.last().and_then(|latest| wanted.conflict(&latest.passport));
            if let Some(why) = conflict.filter(|_| !anew) {
                return Ok(Err(why));
            }
            // Only a passport that no conflicting one has followed is taken up again.
            let fitting = known.iter().rev().take_while(|stored| wanted.conflict(&stored.passport).is_none());
            if let Some(same) = fitting.into_iter().find(|stored| stored.passport == *wanted) {
                return Ok(Ok(same.id));
            }
            let sql = "INSERT INTO passports (role, engine, sha256, content, begun)
                       VALUES (?1, ?2, ?3, ?4, {now}) RETURNING id";
            let args = [
                Arg::Int(wanted.role.into()),
                Arg::Text(&wanted.engine),
                Arg::Text(&wanted.sha256),
                Arg::Text(&content),
            ];
            let rows = database.query(sql, &args)?;
            let row =
                rows.first().ok_or_else(|| StoreError::Damaged("a passport without a number".into()))?;
            Ok(Ok(PassportId(row.int(0)?)))
        })
    }
}

fn passports(database: &mut dyn Database) -> Result<Vec<StoredPassport>, StoreError> {
    let rows = database.query("SELECT id, content, begun FROM passports ORDER BY id", &[])?;
    let read = |row: &super::database::Row| {
        let passport = serde_json::from_str(row.text(1)?);
        Ok(StoredPassport {
            id: PassportId(row.int(0)?),
            passport: passport.map_err(|error| StoreError::Damaged(format!("a passport: {error}")))?,
            begun: row.int(2)?,
        })
    };
    rows.iter().map(read).collect()
}
