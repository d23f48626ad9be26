//! The tables. PostgreSQL and SQLite have the same.

use super::database::Database;
use super::error::StoreError;

/// The version of the tables below.
pub(super) const VERSION: i64 = 1;

/// Makes the tables. `docs/balance-schema.md` describes them.
const TABLES: &str = "
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE passports (
    id {serial},
    role BIGINT NOT NULL,
    engine TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    content TEXT NOT NULL,
    begun BIGINT NOT NULL
);
CREATE TABLE sessions (
    id {serial},
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    ended BIGINT
);
CREATE TABLE jobs (
    pair BIGINT NOT NULL,
    level BIGINT NOT NULL,
    urgency BIGINT NOT NULL,
    wanted BIGINT NOT NULL DEFAULT 0,
    state BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    holder BIGINT,
    expires BIGINT,
    PRIMARY KEY (level, pair)
) {clustered};
CREATE INDEX jobs_ready ON jobs (level DESC, urgency, pair) WHERE state = 0;
CREATE INDEX jobs_lent ON jobs (expires) WHERE state = 1;
CREATE INDEX jobs_failed ON jobs (level, pair) WHERE state = 2;
CREATE TABLE evaluations (
    level BIGINT NOT NULL,
    pair BIGINT NOT NULL,
    passport BIGINT NOT NULL REFERENCES passports (id),
    session BIGINT NOT NULL REFERENCES sessions (id),
    cp BIGINT,
    mate BIGINT,
    depth BIGINT NOT NULL,
    seldepth BIGINT,
    nodes BIGINT NOT NULL,
    time_ms BIGINT NOT NULL,
    busy_us BIGINT NOT NULL,
    pv TEXT NOT NULL,
    best TEXT NOT NULL,
    finished BIGINT NOT NULL,
    PRIMARY KEY (level, pair)
) {clustered};
CREATE TABLE tally (
    session BIGINT NOT NULL,
    level BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    queued BIGINT NOT NULL DEFAULT 0,
    evaluated BIGINT NOT NULL DEFAULT 0,
    survived BIGINT NOT NULL DEFAULT 0,
    zero BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    busy_us BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (session, level, kind)
) {clustered};
CREATE TABLE failures (
    id {serial},
    pair BIGINT NOT NULL,
    level BIGINT NOT NULL,
    session BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    reason TEXT NOT NULL,
    transcript TEXT NOT NULL,
    happened BIGINT NOT NULL
);
CREATE INDEX failures_of_job ON failures (level, pair);
CREATE TABLE games (
    pair BIGINT NOT NULL,
    nodes BIGINT NOT NULL,
    number BIGINT NOT NULL,
    passport BIGINT NOT NULL REFERENCES passports (id),
    white BIGINT NOT NULL,
    points BIGINT NOT NULL,
    plies BIGINT NOT NULL,
    ending TEXT NOT NULL,
    pgn TEXT NOT NULL,
    finished BIGINT NOT NULL,
    PRIMARY KEY (pair, nodes, number)
) {clustered};
";

/// Makes the tables and writes their version down.
pub(super) fn create(database: &mut dyn Database) -> Result<(), StoreError> {
    database.batch(TABLES)?;
    set(database, "schema", &VERSION.to_string())
}

/// The version of the tables that are there; `None` if there are none.
pub(super) fn version(database: &mut dyn Database) -> Result<Option<i64>, StoreError> {
    // Asking a missing table is an error in either database; in PostgreSQL it also spoils a
    // transaction, so this is asked outside of any.
    match get(database, "schema") {
        Ok(Some(version)) => {
            version.parse().map(Some).map_err(|_| StoreError::Damaged(format!("schema {version:?}")))
        }
        Ok(None) | Err(StoreError::NoTable(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a fact about the search down.
pub(super) fn set(database: &mut dyn Database, key: &str, value: &str) -> Result<(), StoreError> {
    use super::database::Arg::Text;
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    database.execute(sql, &[Text(key), Text(value)]).map(|_| ())
}

/// A fact about the search.
pub(super) fn get(database: &mut dyn Database, key: &str) -> Result<Option<String>, StoreError> {
    use super::database::Arg::Text;
    let rows = database.query("SELECT value FROM meta WHERE key = ?1", &[Text(key)])?;
    rows.first().map(|row| row.text(0).map(str::to_owned)).transpose()
}
