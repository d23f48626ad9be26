//! The queue of jobs: lending, completing, failing, promoting.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::engine::{Evaluation, Fault};
use super::super::ladder::Level;
use super::super::pair::{Pair, PairKind};
use super::super::value::Value;
use super::database::{Arg, Database, Row, atomically};
use super::promotion::{Outcome, Promotion};
use super::provenance::{PassportId, SessionId};
use super::{Store, StoreError};

/// Failures after which a job is not given out any more.
pub const ATTEMPTS: i64 = 3;

/// A job lent to a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The pair to be evaluated.
    pub pair: Pair,
    /// At which rung.
    pub level: Level,
    /// How often it has failed.
    pub attempts: i64,
}

/// Which jobs a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// None above this level.
    pub highest: Level,
    /// Only those that a command has asked for explicitly.
    pub wanted_only: bool,
}

/// What became of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// It is stored and counted.
    Stored,
    /// The job had been completed before; nothing was changed.
    Duplicate,
}

/// A result to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Whose it is.
    pub session: SessionId,
    /// Of which engine.
    pub passport: PassportId,
    /// The job.
    pub lease: Lease,
    /// The result.
    pub evaluation: Evaluation,
}

/// Jobs that a session asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Who asks.
    pub session: SessionId,
    /// How many it wants.
    pub jobs: usize,
}

/// Amounts that are added to the tally.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub queued: i64,
    pub evaluated: i64,
    pub survived: i64,
    pub zero: i64,
    pub failed: i64,
    pub busy: i64,
}

pub(super) const TALLY_INTO: &str =
    "INSERT INTO tally (session, level, kind, queued, evaluated, survived, zero, failed, busy_us)";
pub(super) const TALLY_SUM: &str = "ON CONFLICT (session, level, kind) DO UPDATE SET
    queued = tally.queued + excluded.queued, evaluated = tally.evaluated + excluded.evaluated,
    survived = tally.survived + excluded.survived, zero = tally.zero + excluded.zero,
    failed = tally.failed + excluded.failed, busy_us = tally.busy_us + excluded.busy_us";

impl Tally {
    /// The amounts in the order of the columns.
    pub const fn amounts(self) -> [i64; 6] {
        [self.queued, self.evaluated, self.survived, self.zero, self.failed, self.busy]
    }

    pub const fn plus(self, other: Self) -> Self {
        Self {
            queued: self.queued + other.queued,
            evaluated: self.evaluated + other.evaluated,
            survived: self.survived + other.survived,
            zero: self.zero + other.zero,
            failed: self.failed + other.failed,
            busy: self.busy.saturating_add(other.busy),
        }
    }

    /// Adds the amounts to a session's row.
    pub fn add(
        self,
        database: &mut dyn Database,
        session: SessionId,
        level: i64,
        kind: PairKind,
    ) -> Result<(), StoreError> {
        let amounts = self.amounts().map(|amount| amount.to_string()).join(",");
        let row = format!("({},{level},{},{amounts})", session.0, kind.index());
        database.script(&[&format!("{TALLY_INTO} VALUES {row} {TALLY_SUM}")]).map(drop)
    }
}

impl Store {
    /// Lends the most urgent job there is: the highest level first, within a level the most
    /// balanced pair first. `None` if nothing is ready.
    ///
    /// # Errors
    /// If the database fails.
    pub fn lease(&mut self, session: SessionId, selection: Selection) -> Result<Option<Lease>, StoreError> {
        let lent = self.settle(&[], &[Wish { session, jobs: 1 }], selection)?.1;
        Ok(lent.into_iter().flatten().next())
    }

    /// Prolongs all leases of a session; how many.
    ///
    /// # Errors
    /// If the database fails.
    pub fn renew(&mut self, session: SessionId) -> Result<u64, StoreError> {
        let sql = "UPDATE jobs SET expires = {now} + ?2 WHERE state = 1 AND holder = ?1";
        self.database.execute(sql, &[Arg::Int(session.0), Arg::Int(self.term())])
    }

    /// Returns what was lent to a session beside the leases it knows of: those in an answer that
    /// was lost.
    ///
    /// # Errors
    /// If the database fails.
    pub fn release_all_but(&mut self, session: SessionId, known: &[Lease]) -> Result<(), StoreError> {
        let but = match known.is_empty() {
            true => String::new(),
            false => format!(" AND (level, pair) NOT IN ({})", keys(known)),
        };
        let sql = format!("{RELEASE} WHERE state = 1 AND holder = {}{but}", session.0);
        self.database.script(&[&sql]).map(drop)
    }

    /// Returns some of the leases of a session.
    ///
    /// # Errors
    /// If the database fails.
    pub fn give_back(&mut self, session: SessionId, leases: &[Lease]) -> Result<(), StoreError> {
        if leases.is_empty() {
            return Ok(());
        }
        let (holder, keys) = (session.0, keys(leases));
        let sql = format!("{RELEASE} WHERE state = 1 AND holder = {holder} AND (level, pair) IN ({keys})");
        self.database.script(&[&sql]).map(drop)
    }

    /// Returns the leases that have expired; how many.
    ///
    /// # Errors
    /// If the database fails.
    pub fn release_expired(&mut self) -> Result<u64, StoreError> {
        // The argument only makes the two databases count alike.
        let sql = "UPDATE jobs SET state = 0, holder = NULL, expires = NULL WHERE state = 1 AND expires < {now} + ?1";
        self.database.execute(sql, &[Arg::Int(0)])
    }

    /// Returns all leases.
    pub(super) fn release_all(&mut self) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET state = 0, holder = NULL, expires = NULL WHERE state = 1";
        self.database.execute(sql, &[]).map(|_| ())
    }

    /// Stores a result as [`Self::settle`] does, and lends the next job if one is asked for.
    ///
    /// # Errors
    /// As [`Self::settle`].
    pub fn complete(
        &mut self,
        session: SessionId,
        passport: PassportId,
        lease: &Lease,
        evaluation: &Evaluation,
        next: Option<Selection>,
    ) -> Result<(Completion, Option<Lease>), StoreError> {
        let done = Done { session, passport, lease: *lease, evaluation: evaluation.clone() };
        let wishes: Vec<Wish> = next.iter().map(|_| Wish { session, jobs: 1 }).collect();
        let selection = next.unwrap_or(Selection { highest: Level(0), wanted_only: true });
        let (completions, lent) = self.settle(&[done], &wishes, selection)?;
        let completion = completions.first().copied().unwrap_or(Completion::Duplicate);
        Ok((completion, lent.into_iter().flatten().next()))
    }

    /// Stores results and, in the same transaction, queues what follows from them and lends the jobs
    /// asked for, the most urgent first: the highest level, within a level the most balanced pair.
    /// Doing it again changes nothing: a job ends only once.
    ///
    /// Returns what became of each result, and the leases for each wish, the most urgent first.
    ///
    /// # Errors
    /// If the database fails; then nothing has happened, or all of it and the answer was lost.
    pub fn settle(
        &mut self,
        results: &[Done],
        wishes: &[Wish],
        selection: Selection,
    ) -> Result<(Vec<Completion>, Vec<Vec<Lease>>), StoreError> {
        let term = self.term();
        let Self { database, config, ladder } = self;
        atomically(&mut **database, |database| {
            let mut stored = finish(database, results)?;
            // A job that is told of twice in one batch is stored once and followed once.
            let completion = |done: &Done| match stored.remove(&done.lease.key()) {
                true => Completion::Stored,
                false => Completion::Duplicate,
            };
            let completions: Vec<Completion> = results.iter().map(completion).collect();
            let mut outcome = Outcome::default();
            for (done, completion) in results.iter().zip(&completions) {
                if *completion == Completion::Stored {
                    Promotion { config, ladder, done }.follow(database, &mut outcome)?;
                }
            }
            outcome.write(database)?;
            let lent = wishes.iter().map(|wish| lend(database, *wish, selection, term));
            Ok((completions, lent.collect::<Result<_, _>>()?))
        })
    }

    /// Notes a failure and returns the job; the third failure marks it failed. True if it did.
    ///
    /// # Errors
    /// If the database fails.
    pub fn fail(&mut self, session: SessionId, lease: &Lease, fault: &Fault) -> Result<bool, StoreError> {
        let [level, pair] = key(lease.level, lease.pair);
        let reason = fault.kind.to_string();
        atomically(&mut *self.database, |database| {
            let sql = "UPDATE jobs SET attempts = attempts + 1, holder = NULL, expires = NULL,
                       state = CASE WHEN attempts + 1 >= ?4 THEN 2 ELSE 0 END
                       WHERE level = ?1 AND pair = ?2 AND state = 1 AND holder = ?3 RETURNING attempts, state";
            let rows = database.query(sql, &[level, pair, Arg::Int(session.0), Arg::Int(ATTEMPTS)])?;
            let Some(row) = rows.first() else { return Ok(false) }; // the lease had returned
            let (attempt, state) = (row.int(0)?, row.int(1)?);
            let sql = "INSERT INTO failures (pair, level, session, attempt, reason, transcript, happened)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, {now})";
            let args = [
                pair,
                level,
                Arg::Int(session.0),
                Arg::Int(attempt),
                Arg::Text(&reason),
                Arg::Text(&fault.transcript),
            ];
            database.execute(sql, &args)?;
            let failed = i64::from(state == 2);
            Tally { failed, ..Tally::default() }.add(
                database,
                session,
                lease.level.0.into(),
                lease.pair.kind(),
            )?;
            Ok(state == 2)
        })
    }

    /// Queues failed jobs again, those of `level` and `pair` if given; how many.
    ///
    /// # Errors
    /// If the database fails.
    pub fn retry(&mut self, level: Option<Level>, pair: Option<Pair>) -> Result<u64, StoreError> {
        atomically(&mut *self.database, |database| {
            let sql = "UPDATE jobs SET state = 0, attempts = 0
                       WHERE state = 2 AND level BETWEEN ?1 AND ?2 AND pair BETWEEN ?3 AND ?4 RETURNING level, pair";
            let level = level.map_or((0, 255), |level| (i64::from(level.0), i64::from(level.0)));
            let pair =
                pair.map_or((0, i64::from(Pair::COUNT)), |pair| (pair.index().into(), pair.index().into()));
            let rows = database.query(sql, &[level.0, level.1, pair.0, pair.1].map(Arg::Int))?;
            if rows.is_empty() {
                return Ok(0);
            }
            let session = super::provenance::begin_session(database)?;
            for row in &rows {
                let tally = Tally { failed: -1, ..Tally::default() };
                tally.add(database, session, row.int(0)?, pair_of(row, 1)?.kind())?;
            }
            Ok(rows.len() as u64)
        })
    }

    /// Asks for evaluations of `pairs` at `level` whatever the windows say: those that are neither
    /// there nor queued are queued, and all that are queued are marked as wanted. How many jobs
    /// are wanted now.
    ///
    /// # Errors
    /// If the database fails.
    pub fn want(&mut self, session: SessionId, level: Level, pairs: &[Pair]) -> Result<usize, StoreError> {
        atomically(&mut *self.database, |database| {
            let mut wanted = 0;
            for pair in pairs {
                enqueue(database, session, level, *pair, 0)?;
                let sql = "UPDATE jobs SET wanted = 1, urgency = -1
                           WHERE level = ?1 AND pair = ?2 AND state <> 3";
                wanted += database.execute(sql, &key(level, *pair))? as usize;
            }
            Ok(wanted)
        })
    }

    /// How many jobs of a selection are ready, and how many are lent.
    ///
    /// # Errors
    /// If the database fails.
    pub fn outstanding(&mut self, selection: Selection) -> Result<(i64, i64), StoreError> {
        let count = |rows: Vec<Row>| rows.first().map_or(Ok(0), |row| row.int(0));
        let args = [Arg::Int(selection.highest.0.into()), Arg::Int(selection.wanted_only.into())];
        let sql = "SELECT COUNT(*) FROM jobs WHERE state = 0 AND level <= ?1 AND wanted >= ?2";
        let ready = count(self.database.query(sql, &args)?)?;
        let sql = "SELECT COUNT(*) FROM jobs WHERE state = 1 AND level <= ?1 AND wanted >= ?2";
        Ok((ready, count(self.database.query(sql, &args)?)?))
    }

    /// How long a lease lasts, in milliseconds.
    fn term(&self) -> i64 {
        (self.config.store.lease * 1000.0) as i64
    }
}

/// Queues a job unless it has been queued before; true if it was queued.
fn enqueue(
    database: &mut dyn Database,
    session: SessionId,
    level: Level,
    pair: Pair,
    urgency: i64,
) -> Result<bool, StoreError> {
    // Done jobs stay in the table, so that its key alone keeps a job from being queued twice.
    let sql = "INSERT INTO jobs (level, pair, urgency) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    let [level_arg, pair_arg] = key(level, pair);
    let queued = database.execute(sql, &[level_arg, pair_arg, Arg::Int(urgency)])? as i64;
    if queued > 0 {
        Tally { queued, ..Tally::default() }.add(database, session, level.0.into(), pair.kind())?;
    }
    Ok(queued > 0)
}

fn lend(
    database: &mut dyn Database,
    wish: Wish,
    selection: Selection,
    term: i64,
) -> Result<Vec<Lease>, StoreError> {
    // The choice stands apart, so that no plan can make it twice and lock more than is lent.
    let sql = "WITH chosen AS MATERIALIZED (
                   SELECT level AS its_level, pair AS its_pair FROM jobs
                   WHERE state = 0 AND level <= ?3 AND wanted >= ?4
                   ORDER BY level DESC, urgency, pair LIMIT ?5 {skip_locked})
               UPDATE jobs SET state = 1, holder = ?1, expires = {now} + ?2 FROM chosen
               WHERE level = its_level AND pair = its_pair RETURNING level, pair, attempts, urgency";
    let jobs = i64::try_from(wish.jobs).unwrap_or(i64::MAX);
    let (highest, wanted_only) = (selection.highest.0.into(), selection.wanted_only.into());
    let rows = database.query(sql, &[wish.session.0, term, highest, wanted_only, jobs].map(Arg::Int))?;
    let read = |row: &Row| {
        let lease = Lease { level: level_of(row, 0)?, pair: pair_of(row, 1)?, attempts: row.int(2)? };
        Ok((Reverse(lease.level), row.int(3)?, lease.pair, lease))
    };
    let mut lent = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
    lent.sort_unstable_by_key(|&(level, urgency, pair, _)| (level, urgency, pair));
    Ok(lent.into_iter().map(|(.., lease)| lease).collect())
}

const RELEASE: &str = "UPDATE jobs SET state = 0, holder = NULL, expires = NULL";

/// Returns what was lent to a session.
pub(super) fn release(database: &mut dyn Database, session: SessionId) -> Result<(), StoreError> {
    let sql = "UPDATE jobs SET state = 0, holder = NULL, expires = NULL WHERE state = 1 AND holder = ?1";
    database.execute(sql, &[Arg::Int(session.0)]).map(|_| ())
}

/// The keys of leases as rows for a statement.
fn keys<'a>(leases: impl IntoIterator<Item = &'a Lease>) -> String {
    let row = |lease: &Lease| format!("({},{})", lease.level.0, lease.pair.index());
    format!("VALUES {}", leases.into_iter().map(row).collect::<Vec<_>>().join(","))
}

/// Ends jobs with their evaluations, each once; which of them ended now.
fn finish(database: &mut dyn Database, results: &[Done]) -> Result<BTreeSet<(Level, Pair)>, StoreError> {
    let mut sorted: Vec<&Done> = results.iter().collect();
    // In one order everywhere, so that two programs do not wait for each other in a ring.
    sorted.sort_unstable_by_key(|done| done.lease.key());
    sorted.dedup_by_key(|done| done.lease.key());
    if sorted.is_empty() {
        return Ok(BTreeSet::new());
    }
    // The key of the evaluations says whether a job has ended before. The lease is not asked for:
    // if it has returned, the result is as good as before.
    let rows = sorted.iter().map(|done| row_of(done)).collect::<Vec<_>>().join(",");
    let keys = keys(sorted.iter().map(|done| &done.lease));
    let results = format!(
        "INSERT INTO evaluations (level, pair, passport, session, cp, mate, depth, seldepth, nodes, time_ms,
         busy_us, pv, best, finished) VALUES {rows} ON CONFLICT DO NOTHING RETURNING level, pair"
    );
    let jobs = format!(
        "UPDATE jobs SET state = 3, holder = NULL, expires = NULL WHERE state <> 3 AND (level, pair) IN ({keys})"
    );
    let read = |row: &Row| Ok((level_of(row, 0)?, pair_of(row, 1)?));
    database.script(&[&results, &jobs])?.iter().map(read).collect()
}

/// A result as a row for the table of evaluations.
fn row_of(Done { session, passport, lease, evaluation }: &Done) -> String {
    let number = |number: Option<i64>| number.map_or_else(|| "NULL".to_owned(), |number| number.to_string());
    let large = |number: u128| i64::try_from(number).unwrap_or(i64::MAX).to_string();
    let text = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let cells = [
        lease.level.0.to_string(),
        lease.pair.index().to_string(),
        passport.0.to_string(),
        session.0.to_string(),
        number(evaluation.value.centipawns().map(i64::from)),
        number(evaluation.value.mate().map(i64::from)),
        evaluation.depth.to_string(),
        number(evaluation.seldepth.map(i64::from)),
        large(evaluation.nodes.into()),
        large(evaluation.time.into()),
        large(evaluation.busy.as_micros()),
        text(&evaluation.pv),
        text(&evaluation.best),
        "{now}".to_owned(),
    ];
    format!("({})", cells.join(","))
}

impl Lease {
    /// What tells the job from all others.
    const fn key(&self) -> (Level, Pair) {
        (self.level, self.pair)
    }
}

/// A job's key as arguments.
pub(super) fn key<'a>(level: Level, pair: Pair) -> [Arg<'a>; 2] {
    [Arg::Int(level.0.into()), Arg::Int(pair.index().into())]
}

/// The pair a column names.
pub(super) fn pair_of(row: &Row, column: usize) -> Result<Pair, StoreError> {
    let index = row.small(column)?;
    Pair::from_index(index).ok_or_else(|| StoreError::Damaged(format!("there is no pair {index}")))
}

/// The level a column names.
pub(super) fn level_of(row: &Row, column: usize) -> Result<Level, StoreError> {
    row.small(column).map(Level)
}

/// The value that two columns, `cp` and `mate`, state.
pub(super) fn value_of(row: &Row, column: usize) -> Result<Value, StoreError> {
    match (row.small_or_null(column)?, row.small_or_null(column + 1)?) {
        (Some(cp), None) => Ok(Value::Centipawns(cp)),
        (None, Some(mate)) => Ok(Value::Mate(mate)),
        _ => Err(StoreError::Damaged("an evaluation without a value".into())),
    }
}
