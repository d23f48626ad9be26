//! What follows from results: jobs on the next rung, and the tally.

use std::collections::BTreeMap;

use super::super::config::Config;
use super::super::ladder::{Ladder, Level, Rung, RungKind};
use super::super::pair::{Pair, PairKind};
use super::super::value::Value;
use super::super::verdict::standing;
use super::StoreError;
use super::database::Database;
use super::provenance::SessionId;
use super::queue::{Done, TALLY_INTO, TALLY_SUM, Tally, key, level_of, pair_of, value_of};

/// What a batch of results adds to queue and tally.
#[derive(Default)]
pub(super) struct Outcome {
    /// Jobs to be queued unless they have been: by whom, and how urgent they are.
    jobs: BTreeMap<(Level, Pair), (SessionId, i64)>,
    tallies: BTreeMap<(SessionId, Level, PairKind), Tally>,
}

impl Outcome {
    fn queue(&mut self, session: SessionId, level: Level, pair: Pair, urgency: i64) {
        self.jobs.entry((level, pair)).or_insert((session, urgency));
    }

    fn count(&mut self, session: SessionId, level: Level, kind: PairKind, amounts: Tally) {
        let sum = self.tallies.entry((session, level, kind)).or_default();
        *sum = sum.plus(amounts);
    }

    /// Queues the jobs and adds to the tally: a statement each, however many there are.
    pub fn write(mut self, database: &mut dyn Database) -> Result<(), StoreError> {
        if !self.jobs.is_empty() {
            let row = |(&(level, pair), &(_, urgency)): (&(Level, Pair), &(SessionId, i64))| {
                format!("({},{},{urgency})", level.0, pair.index())
            };
            let rows = self.jobs.iter().map(row).collect::<Vec<_>>().join(",");
            // Done jobs stay in the table, so that its key alone keeps a job from being queued twice.
            let sql = format!(
                "INSERT INTO jobs (level, pair, urgency) VALUES {rows} ON CONFLICT DO NOTHING RETURNING level, pair"
            );
            for row in &database.script(&[&sql])? {
                let (level, pair) = (level_of(row, 0)?, pair_of(row, 1)?);
                if let Some((session, _)) = self.jobs.get(&(level, pair)).copied() {
                    self.count(session, level, pair.kind(), Tally { queued: 1, ..Tally::default() });
                }
            }
        }
        if self.tallies.is_empty() {
            return Ok(());
        }
        let row = |(&(session, level, kind), tally): (&(SessionId, Level, PairKind), &Tally)| {
            let amounts = tally.amounts().map(|amount| amount.to_string()).join(",");
            format!("({},{},{},{amounts})", session.0, level.0, kind.index())
        };
        let rows = self.tallies.iter().map(row).collect::<Vec<_>>().join(",");
        database.script(&[&format!("{TALLY_INTO} VALUES {rows} {TALLY_SUM}")]).map(drop)
    }
}

/// What follows from a result.
pub(super) struct Promotion<'a> {
    pub config: &'a Config,
    pub ladder: &'a Ladder,
    pub done: &'a Done,
}

impl Promotion<'_> {
    pub fn follow(&self, database: &mut dyn Database, outcome: &mut Outcome) -> Result<(), StoreError> {
        let Done { session, lease, evaluation, .. } = self.done;
        let Some(rung) = self.ladder.rung(lease.level) else { return Ok(()) };
        let (pair, value) = (lease.pair, evaluation.value);
        let survived = match rung.kind {
            RungKind::Stage { window } => self.passes(database, rung, window)?,
            RungKind::Deepening | RungKind::Verification => true,
        };
        if survived
            && let Some(above) = self.ladder.above(rung.level)
            && self.may_climb(above)
        {
            outcome.queue(*session, above.level, pair, value.magnitude().into());
        }
        if rung.kind == RungKind::Deepening {
            self.follow_deepening(database, outcome)?;
        }
        let tally = Tally {
            evaluated: 1,
            survived: survived.into(),
            zero: (value == Value::Centipawns(0)).into(),
            busy: i64::try_from(evaluation.busy.as_micros()).unwrap_or(i64::MAX),
            ..Tally::default()
        };
        outcome.count(*session, rung.level, pair.kind(), tally);
        Ok(())
    }

    /// True if the pair is within the window, and for a control, which may have been asked for at
    /// any stage: within those of all stages below as well.
    fn passes(&self, database: &mut dyn Database, rung: &Rung, window: u32) -> Result<bool, StoreError> {
        let (value, pair) = (self.done.evaluation.value, self.done.lease.pair);
        if !value.is_within(window) || pair.kind() != PairKind::Control {
            return Ok(value.is_within(window));
        }
        let sql = "SELECT cp, mate FROM evaluations WHERE level = ?1 AND pair = ?2";
        for below in self.ladder.stages().take_while(|below| below.level < rung.level) {
            let rows = database.query(sql, &key(below.level, pair))?;
            let Some(row) = rows.first() else { return Ok(false) };
            if !value_of(row, 0)?.is_within(below.window().unwrap_or(u32::MAX)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Controls end with the stages: they are there to be compared with, not to be ranked.
    fn may_climb(&self, above: &Rung) -> bool {
        above.kind != RungKind::Deepening || self.done.lease.pair.kind() != PairKind::Control
    }

    /// A pair that enters the corridor is shown to the further engines, and its mirror is deepened.
    fn follow_deepening(&self, database: &mut dyn Database, outcome: &mut Outcome) -> Result<(), StoreError> {
        let Some(first) = self.ladder.deepening().next() else { return Ok(()) };
        let (session, pair) = (self.done.session, self.done.lease.pair);
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
        let urgency = self.done.evaluation.value.magnitude().into();
        if pair.kind() == PairKind::Candidate {
            outcome.queue(session, first.level, pair.mirror(), urgency);
        }
        for verification in self.ladder.verification() {
            outcome.queue(session, verification.level, pair, urgency);
            // The symmetrical starts are the yardstick; queued before, they are not queued again.
            for control in Pair::controls() {
                outcome.queue(session, verification.level, control, 0);
            }
        }
        Ok(())
    }
}
