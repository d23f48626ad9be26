//! The queue of jobs: lending, completing, failing, promoting.

use super::super::engine::{Evaluation, Fault};
use super::super::ladder::{Level, Rung, RungKind};
use super::super::pair::{Pair, PairKind};
use super::super::value::Value;
use super::super::verdict::standing;
use super::database::{Arg, Database, Row, atomically};
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

impl Tally {
    /// Adds the amounts to a session's row.
    pub fn add(
        self,
        database: &mut dyn Database,
        session: SessionId,
        level: i64,
        kind: PairKind,
    ) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO tally (session, level, kind, queued, evaluated, survived, zero, failed, busy_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (session, level, kind) DO UPDATE SET
            queued = tally.queued + excluded.queued, evaluated = tally.evaluated + excluded.evaluated,
            survived = tally.survived + excluded.survived, zero = tally.zero + excluded.zero,
            failed = tally.failed + excluded.failed, busy_us = tally.busy_us + excluded.busy_us";
        let amounts = [self.queued, self.evaluated, self.survived, self.zero, self.failed, self.busy];
        let mut args = vec![Arg::Int(session.0), Arg::Int(level), Arg::Int(kind.index() as i64)];
        args.extend(amounts.map(Arg::Int));
        database.execute(sql, &args).map(|_| ())
    }
}

impl Store {
    /// Lends the most urgent job there is: the highest level first, within a level the most
    /// balanced pair first. `None` if nothing is ready.
    ///
    /// # Errors
    /// If the database fails.
    pub fn lease(&mut self, session: SessionId, selection: Selection) -> Result<Option<Lease>, StoreError> {
        let term = self.term();
        lend(&mut *self.database, session, selection, term)
    }

    /// Prolongs a lease. False if it has returned in the meantime.
    ///
    /// # Errors
    /// If the database fails.
    pub fn renew(&mut self, session: SessionId, lease: &Lease) -> Result<bool, StoreError> {
        let sql = "UPDATE jobs SET expires = {now} + ?4
                   WHERE level = ?1 AND pair = ?2 AND state = 1 AND holder = ?3";
        let [level, pair] = key(lease.level, lease.pair);
        let args = [level, pair, Arg::Int(session.0), Arg::Int(self.term())];
        Ok(self.database.execute(sql, &args)? > 0)
    }

    /// Returns what was lent to a session.
    ///
    /// # Errors
    /// If the database fails.
    pub fn release(&mut self, session: SessionId) -> Result<(), StoreError> {
        release(&mut *self.database, session)
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

    /// Stores a result and, in the same transaction, queues what follows from it and lends the next
    /// job if one is asked for. Doing it again changes nothing: a job ends only once.
    ///
    /// # Errors
    /// If the database fails; then nothing has happened, or all of it and the answer was lost.
    pub fn complete(
        &mut self,
        session: SessionId,
        passport: PassportId,
        lease: &Lease,
        evaluation: &Evaluation,
        next: Option<Selection>,
    ) -> Result<(Completion, Option<Lease>), StoreError> {
        let term = self.term();
        let Self { database, config, ladder } = self;
        let promotion = Promotion { config, ladder, session, lease, value: evaluation.value };
        atomically(&mut **database, |database| {
            let completion = finish(database, session, passport, lease, evaluation)?;
            if completion == Completion::Stored {
                promotion.follow(database, evaluation)?;
            }
            let next = match next {
                Some(selection) => lend(database, session, selection, term)?,
                None => None,
            };
            Ok((completion, next))
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

/// What follows from a result.
struct Promotion<'a> {
    config: &'a super::Config,
    ladder: &'a super::Ladder,
    session: SessionId,
    lease: &'a Lease,
    value: Value,
}

impl Promotion<'_> {
    fn follow(&self, database: &mut dyn Database, evaluation: &Evaluation) -> Result<(), StoreError> {
        let Some(rung) = self.ladder.rung(self.lease.level) else { return Ok(()) };
        let pair = self.lease.pair;
        let survived = match rung.kind {
            RungKind::Stage { window } => self.passes(database, rung, window)?,
            RungKind::Deepening | RungKind::Verification => true,
        };
        if survived
            && let Some(above) = self.ladder.above(rung.level)
            && self.may_climb(above)
        {
            enqueue(database, self.session, above.level, pair, self.value.magnitude().into())?;
        }
        if rung.kind == RungKind::Deepening {
            self.follow_deepening(database)?;
        }
        let tally = Tally {
            evaluated: 1,
            survived: survived.into(),
            zero: (self.value == Value::Centipawns(0)).into(),
            busy: i64::try_from(evaluation.busy.as_micros()).unwrap_or(i64::MAX),
            ..Tally::default()
        };
        tally.add(database, self.session, rung.level.0.into(), pair.kind())
    }

    /// True if the pair is within the window, and for a control, which may have been asked for at
    /// any stage: within those of all stages below as well.
    fn passes(&self, database: &mut dyn Database, rung: &Rung, window: u32) -> Result<bool, StoreError> {
        if !self.value.is_within(window) || self.lease.pair.kind() != PairKind::Control {
            return Ok(self.value.is_within(window));
        }
        let sql = "SELECT cp, mate FROM evaluations WHERE level = ?1 AND pair = ?2";
        for below in self.ladder.stages().take_while(|below| below.level < rung.level) {
            let rows = database.query(sql, &key(below.level, self.lease.pair))?;
            let Some(row) = rows.first() else { return Ok(false) };
            if !value_of(row, 0)?.is_within(below.window().unwrap_or(u32::MAX)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Controls end with the stages: they are there to be compared with, not to be ranked.
    fn may_climb(&self, above: &Rung) -> bool {
        above.kind != RungKind::Deepening || self.lease.pair.kind() != PairKind::Control
    }

    /// A pair that enters the corridor is shown to the further engines, and its mirror is deepened.
    fn follow_deepening(&self, database: &mut dyn Database) -> Result<(), StoreError> {
        let Some(first) = self.ladder.deepening().next() else { return Ok(()) };
        let pair = self.lease.pair;
        // One look by the key a rung: a search by the pair alone would read them all.
        let sql = "SELECT cp, mate FROM evaluations WHERE level = ?1 AND pair = ?2";
        let mut values = Vec::new();
        for rung in self.ladder.deepening() {
            for row in &database.query(sql, &key(rung.level, pair))? {
                values.push(value_of(row, 0)?);
            }
        }
        if !standing(&values, &self.config.corridor).is_inside() {
            return Ok(());
        }
        let urgency = self.value.magnitude().into();
        if pair.kind() == PairKind::Candidate {
            enqueue(database, self.session, first.level, pair.mirror(), urgency)?;
        }
        for verification in self.ladder.verification() {
            enqueue(database, self.session, verification.level, pair, urgency)?;
            self.enqueue_controls(database, verification.level)?;
        }
        Ok(())
    }

    /// Queues the symmetrical starts for a further engine, unless that has been done.
    fn enqueue_controls(&self, database: &mut dyn Database, level: Level) -> Result<(), StoreError> {
        // One row stands for all: they are queued in one transaction.
        let Some(sample) = Pair::controls().next() else { return Ok(()) };
        if !enqueue(database, self.session, level, sample, 0)? {
            return Ok(());
        }
        for control in Pair::controls().skip(1) {
            enqueue(database, self.session, level, control, 0)?;
        }
        Ok(())
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
    session: SessionId,
    selection: Selection,
    term: i64,
) -> Result<Option<Lease>, StoreError> {
    let sql = "UPDATE jobs SET state = 1, holder = ?1, expires = {now} + ?2 WHERE (level, pair) = (
                   SELECT level, pair FROM jobs WHERE state = 0 AND level <= ?3 AND wanted >= ?4
                   ORDER BY level DESC, urgency, pair LIMIT 1 {skip_locked})
               RETURNING level, pair, attempts";
    let args = [session.0, term, selection.highest.0.into(), selection.wanted_only.into()].map(Arg::Int);
    let rows = database.query(sql, &args)?;
    let read =
        |row: &Row| Ok(Lease { level: level_of(row, 0)?, pair: pair_of(row, 1)?, attempts: row.int(2)? });
    rows.first().map(read).transpose()
}

/// Returns what was lent to a session.
pub(super) fn release(database: &mut dyn Database, session: SessionId) -> Result<(), StoreError> {
    let sql = "UPDATE jobs SET state = 0, holder = NULL, expires = NULL WHERE state = 1 AND holder = ?1";
    database.execute(sql, &[Arg::Int(session.0)]).map(|_| ())
}

/// Ends a job with its evaluation, once.
fn finish(
    database: &mut dyn Database,
    session: SessionId,
    passport: PassportId,
    lease: &Lease,
    evaluation: &Evaluation,
) -> Result<Completion, StoreError> {
    let [level, pair] = key(lease.level, lease.pair);
    // A job is marked done only here, so that a mark tells of an earlier completion. The lease is
    // not asked for: if it has returned, the result is as good as before.
    let sql = "UPDATE jobs SET state = 3, holder = NULL, expires = NULL WHERE level = ?1 AND pair = ?2 AND state <> 3";
    if database.execute(sql, &[level, pair])? == 0 {
        return Ok(Completion::Duplicate);
    }
    let sql = "INSERT INTO evaluations (level, pair, passport, session, cp, mate, depth, seldepth, nodes, time_ms,
               busy_us, pv, best, finished) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, {now})";
    let optional = |number: Option<i64>| number.map_or(Arg::Null, Arg::Int);
    let large = |number: u64| Arg::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let args = [
        level,
        pair,
        Arg::Int(passport.0),
        Arg::Int(session.0),
        optional(evaluation.value.centipawns().map(i64::from)),
        optional(evaluation.value.mate().map(i64::from)),
        Arg::Int(evaluation.depth.into()),
        optional(evaluation.seldepth.map(i64::from)),
        large(evaluation.nodes),
        large(evaluation.time),
        large(u64::try_from(evaluation.busy.as_micros()).unwrap_or(u64::MAX)),
        Arg::Text(&evaluation.pv),
        Arg::Text(&evaluation.best),
    ];
    database.execute(sql, &args)?;
    Ok(Completion::Stored)
}

fn key<'a>(level: Level, pair: Pair) -> [Arg<'a>; 2] {
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
