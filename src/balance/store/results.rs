//! Reading what is known. Everything comes in pages, so that memory stays flat.

use super::super::ladder::Level;
use super::super::pair::{Pair, PairKind};
use super::super::value::Value;
use super::database::{Arg, Row};
use super::provenance::PassportId;
use super::queue::{level_of, pair_of, value_of};
use super::{Store, StoreError};

/// An evaluation in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rung.
    pub level: Level,
    /// The pair.
    pub pair: Pair,
    /// Where the evaluation comes from.
    pub passport: PassportId,
    /// The value for White.
    pub value: Value,
    /// Nominal depth of the iteration it comes from.
    pub depth: u32,
    /// Greatest depth reached, if told.
    pub seldepth: Option<u32>,
    /// Nodes when it was reported.
    pub nodes: u64,
    /// Milliseconds when it was reported, by the engine's clock.
    pub time: u64,
    /// Microseconds the engine was busy with the position, by our clock.
    pub busy: u64,
    /// The line, in UCI words.
    pub pv: String,
    /// The move the engine would have played.
    pub best: String,
    /// When it was stored, in milliseconds since 1970.
    pub finished: i64,
}

/// How many jobs of one kind there are and were at a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The rung.
    pub level: Level,
    /// What the pairs are.
    pub kind: PairKind,
    /// Jobs that were ever queued.
    pub queued: u64,
    /// Jobs that have their evaluation.
    pub evaluated: u64,
    /// Those that went on.
    pub survived: u64,
    /// Those worth exactly 0.00.
    pub zero: u64,
    /// Jobs that are marked failed.
    pub failed: u64,
    /// Microseconds engines were busy with them.
    pub busy: u64,
}

/// A failure in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The rung.
    pub level: Level,
    /// The pair.
    pub pair: Pair,
    /// The how manieth failure of the job.
    pub attempt: i64,
    /// What happened.
    pub reason: String,
    /// The last lines of the dialogue with the engine.
    pub transcript: String,
    /// When, in milliseconds since 1970.
    pub happened: i64,
}

/// Rows read at a time.
const PAGE: i64 = 5000;

impl Store {
    /// How many jobs there are and were, by level and kind. Quick however large the search is.
    ///
    /// # Errors
    /// If the database fails.
    pub fn counts(&mut self) -> Result<Vec<Count>, StoreError> {
        let sql = "SELECT level, kind, CAST(SUM(queued) AS BIGINT), CAST(SUM(evaluated) AS BIGINT),
                   CAST(SUM(survived) AS BIGINT), CAST(SUM(zero) AS BIGINT), CAST(SUM(failed) AS BIGINT),
                   CAST(SUM(busy_us) AS BIGINT) FROM tally GROUP BY level, kind ORDER BY level, kind";
        let read = |row: &Row| {
            let kind = PairKind::try_from_index(row.small(1)?);
            Ok(Count {
                level: level_of(row, 0)?,
                kind: kind.ok_or_else(|| StoreError::Damaged("an unknown kind of pair".into()))?,
                queued: row.small(2)?,
                evaluated: row.small(3)?,
                survived: row.small(4)?,
                zero: row.small(5)?,
                failed: row.small(6)?,
                busy: row.small(7)?,
            })
        };
        self.database.query(sql, &[])?.iter().map(read).collect()
    }

    /// How many jobs are lent at the moment.
    ///
    /// # Errors
    /// If the database fails.
    pub fn lent(&mut self) -> Result<u64, StoreError> {
        let rows = self.database.query("SELECT COUNT(*) FROM jobs WHERE state = 1", &[])?;
        rows.first().map_or(Ok(0), |row| row.small(0))
    }

    /// Shows `each` all evaluations from level `from` to level `to`, by level and pair.
    ///
    /// # Errors
    /// If the database fails, or `each` does.
    pub fn for_each_record<E: From<StoreError>>(
        &mut self,
        from: Level,
        to: Level,
        mut each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = "SELECT level, pair, passport, cp, mate, depth, seldepth, nodes, time_ms, busy_us, pv, best, finished
                   FROM evaluations WHERE (level, pair) > (?1, ?2) AND level <= ?3 ORDER BY level, pair LIMIT ?4";
        let mut after = (i64::from(from.0), -1);
        loop {
            let args = [after.0, after.1, to.0.into(), PAGE].map(Arg::Int);
            let rows = self.database.query(sql, &args)?;
            for row in &rows {
                after = (row.int(0)?, row.int(1)?);
                each(record(row)?)?;
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Shows `each` pair and value of one level, by pair; leaner than [`Self::for_each_record`].
    ///
    /// # Errors
    /// If the database fails.
    pub fn for_each_value(
        &mut self,
        level: Level,
        mut each: impl FnMut(Pair, Value),
    ) -> Result<(), StoreError> {
        let sql =
            "SELECT pair, cp, mate FROM evaluations WHERE level = ?1 AND pair > ?2 ORDER BY pair LIMIT ?3";
        let mut after = -1;
        loop {
            let rows = self.database.query(sql, &[i64::from(level.0), after, PAGE].map(Arg::Int))?;
            for row in &rows {
                after = row.int(0)?;
                each(pair_of(row, 0)?, value_of(row, 1)?);
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// The evaluations of one pair, by level.
    ///
    /// # Errors
    /// If the database fails.
    pub fn records_of(&mut self, pair: Pair) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT level, pair, passport, cp, mate, depth, seldepth, nodes, time_ms, busy_us, pv, best, finished
                   FROM evaluations WHERE level = ?1 AND pair = ?2";
        let levels: Vec<i64> = self.ladder.rungs().iter().map(|rung| rung.level.0.into()).collect();
        let mut records = Vec::new();
        for level in levels {
            let rows = self.database.query(sql, &[level, pair.index().into()].map(Arg::Int))?;
            for row in &rows {
                records.push(record(row)?);
            }
        }
        Ok(records)
    }

    /// The jobs that wait for the pair, by level, and what each of them waits for.
    ///
    /// # Errors
    /// If the database fails.
    pub fn jobs_of(&mut self, pair: Pair) -> Result<Vec<(Level, JobState)>, StoreError> {
        let sql = "SELECT level, state FROM jobs WHERE level = ?1 AND pair = ?2 AND state <> 3";
        let levels: Vec<i64> = self.ladder.rungs().iter().map(|rung| rung.level.0.into()).collect();
        let mut jobs = Vec::new();
        for level in levels {
            let rows = self.database.query(sql, &[level, pair.index().into()].map(Arg::Int))?;
            for row in &rows {
                jobs.push((level_of(row, 0)?, JobState::of(row.int(1)?)?));
            }
        }
        Ok(jobs)
    }

    /// The jobs that are marked failed, each with its last failure; at most `limit`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn failed_jobs(&mut self, limit: usize) -> Result<Vec<Failure>, StoreError> {
        let sql = "SELECT level, pair, attempt, reason, transcript, happened FROM failures
                   WHERE id IN (SELECT MAX(failures.id) FROM jobs
                                JOIN failures ON failures.level = jobs.level AND failures.pair = jobs.pair
                                WHERE jobs.state = 2 GROUP BY jobs.level, jobs.pair)
                   ORDER BY id DESC LIMIT ?1";
        let rows = self.database.query(sql, &[Arg::Int(i64::try_from(limit).unwrap_or(i64::MAX))])?;
        rows.iter().map(failure).collect()
    }

    /// All failures of a pair, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn failures_of(&mut self, pair: Pair) -> Result<Vec<Failure>, StoreError> {
        let sql = "SELECT level, pair, attempt, reason, transcript, happened FROM failures
                   WHERE pair = ?1 ORDER BY id";
        let rows = self.database.query(sql, &[Arg::Int(pair.index().into())])?;
        rows.iter().map(failure).collect()
    }
}

/// What a job waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// A worker.
    Ready,
    /// The worker it is lent to.
    Lent,
    /// `retry`.
    Failed,
}

impl JobState {
    fn of(state: i64) -> Result<Self, StoreError> {
        match state {
            0 => Ok(Self::Ready),
            1 => Ok(Self::Lent),
            2 => Ok(Self::Failed),
            _ => Err(StoreError::Damaged(format!("an unknown state {state} of a job"))),
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ready => "queued",
            Self::Lent => "being evaluated",
            Self::Failed => "failed",
        }
    }
}

fn record(row: &Row) -> Result<Record, StoreError> {
    Ok(Record {
        level: level_of(row, 0)?,
        pair: pair_of(row, 1)?,
        passport: PassportId(row.int(2)?),
        value: value_of(row, 3)?,
        depth: row.small(5)?,
        seldepth: row.small_or_null(6)?,
        nodes: row.small(7)?,
        time: row.small(8)?,
        busy: row.small(9)?,
        pv: row.text(10)?.to_owned(),
        best: row.text(11)?.to_owned(),
        finished: row.int(12)?,
    })
}

fn failure(row: &Row) -> Result<Failure, StoreError> {
    Ok(Failure {
        level: level_of(row, 0)?,
        pair: pair_of(row, 1)?,
        attempt: row.int(2)?,
        reason: row.text(3)?.to_owned(),
        transcript: row.text(4)?.to_owned(),
        happened: row.int(5)?,
    })
}
