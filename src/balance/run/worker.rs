//! One worker: takes a job, has it evaluated, hands the result in, takes the next.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::super::engine::{Engine, Evaluation, Fault, FaultKind};
use super::super::error::BalanceError;
use super::super::ladder::Role;
use super::super::store::{Completion, Lease, SessionId, Store, StoreError};
use super::{Crew, Shared};

/// Failures in a row, of whatever jobs, after which an engine is taken to be broken.
const BROKEN: u32 = 12;
/// How often a worker without a job looks for one.
const IDLE: Duration = Duration::from_millis(50);
/// How long a lost database is waited for once a stop is requested.
const PARTING: Duration = Duration::from_secs(3);

/// What a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Work {
    /// Results stored.
    pub evaluations: u64,
    /// Time in which its engines had nothing to do.
    pub idle: Duration,
    /// Time from its first job to its last, less the time without a job and with failing engines.
    pub total: Duration,
}

/// A worker and what it works with.
pub(super) struct Worker<'a> {
    shared: &'a Shared,
    store: Arc<Mutex<Store>>,
    session: SessionId,
    engines: HashMap<Role, Engine>,
    work: Work,
}

/// Locks the store. A thread that panicked while holding it has left a transaction that the next
/// statement finds or the database has rolled back, so that poison need not spread.
pub(super) fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Worker<'a> {
    /// Begins a session and works until nothing is left or a stop is requested.
    ///
    /// # Errors
    /// If the store fails for good or the engine is broken.
    pub fn run(shared: &'a Shared, store: Arc<Mutex<Store>>) -> Result<Work, BalanceError> {
        let session = insist(shared, &store, |store, _| store.begin_session())?;
        let mut worker = Self { shared, store, session, engines: HashMap::new(), work: Work::default() };
        let result = worker.work();
        worker.engines.clear();
        let ended = insist(shared, &worker.store, |store, _| store.end_session(session));
        result?;
        ended?;
        Ok(worker.work)
    }

    fn work(&mut self) -> Result<(), BalanceError> {
        let mut lease = self.lease()?;
        let (mut failures, mut waited) = (0, true);
        while !self.shared.stop.is_requested() {
            let Some(job) = lease else {
                if self.is_all_done()? {
                    return Ok(());
                }
                thread::sleep(IDLE);
                waited = true;
                lease = self.lease()?;
                continue;
            };
            if !self.shared.tickets.take() {
                return Ok(());
            }
            let began = Instant::now();
            match self.evaluate(&job) {
                Ok(evaluation) => {
                    failures = 0;
                    lease = self.hand_in(&job, &evaluation)?;
                    if !std::mem::take(&mut waited) {
                        self.work.idle += evaluation.idle;
                        self.work.total += began.elapsed();
                    }
                }
                Err(Fault { kind: FaultKind::Interrupted, .. }) => {
                    self.shared.tickets.give_back();
                    return Ok(());
                }
                Err(fault) => {
                    self.shared.tickets.give_back();
                    failures += 1;
                    lease = self.cope_with(&job, &fault, failures)?;
                }
            }
        }
        Ok(())
    }

    fn lease(&self) -> Result<Option<Lease>, BalanceError> {
        let (session, selection) = (self.session, self.shared.selection);
        let lease = insist(self.shared, &self.store, |store, attempt| {
            if attempt > 0 {
                store.release(session)?; // the answer that was lost may have lent a job
            }
            store.lease(session, selection)
        });
        Ok(lease?)
    }

    /// True if no job is left, and none is being done from which another may follow.
    fn is_all_done(&self) -> Result<bool, BalanceError> {
        let selection = self.shared.selection;
        let outstanding = insist(self.shared, &self.store, |store, _| store.outstanding(selection));
        Ok(outstanding? == (0, 0))
    }

    fn evaluate(&mut self, job: &Lease) -> Result<Evaluation, Fault> {
        let nonsense =
            |what: &str| Fault { kind: FaultKind::Start(what.to_owned()), transcript: String::new() };
        let rung = self.shared.ladder.rung(job.level).ok_or_else(|| nonsense("there is no such rung"))?;
        let crew = self.shared.crew.get(&rung.role).ok_or_else(|| nonsense("there is no such engine"))?;
        let (shared, store, session) = (self.shared, &self.store, self.session);
        let mut renewed = Instant::now();
        let mut look_around = || {
            if renewed.elapsed() > shared.lease_term / 3 {
                renewed = Instant::now();
                renew(store, session, job);
            }
            shared.stop.is_requested()
        };
        let engine = match self.engines.entry(rung.role) {
            Entry::Occupied(running) => running.into_mut(),
            Entry::Vacant(place) => place.insert(start(crew, &mut look_around)?),
        };
        let result = engine.evaluate(&job.pair.position(), rung.nodes, rung.hash, &mut look_around);
        if result.is_err() {
            self.engines.remove(&rung.role);
        }
        result
    }

    fn hand_in(&mut self, job: &Lease, evaluation: &Evaluation) -> Result<Option<Lease>, BalanceError> {
        let role = self.shared.ladder.rung(job.level).map_or(Role::MAIN, |rung| rung.role);
        let Some(crew) = self.shared.crew.get(&role) else { return Ok(None) };
        let (session, passport, selection) = (self.session, crew.passport, self.shared.selection);
        let (completion, next) = insist(self.shared, &self.store, |store, attempt| {
            if attempt > 0 {
                store.release(session)?; // the answer that was lost may have lent a job
            }
            store.complete(session, passport, job, evaluation, Some(selection))
        })?;
        if completion == Completion::Stored {
            self.work.evaluations += 1;
            self.shared.evaluations.fetch_add(1, Ordering::Relaxed);
        }
        Ok(next)
    }

    fn cope_with(&self, job: &Lease, fault: &Fault, failures: u32) -> Result<Option<Lease>, BalanceError> {
        let session = self.session;
        insist(self.shared, &self.store, |store, _| store.fail(session, job, fault))?;
        self.shared.faults.fetch_add(1, Ordering::Relaxed);
        if failures >= BROKEN {
            return Err(BalanceError::Engine(format!(
                "it failed {failures} times in a row, at last on {} because it {}",
                job.pair, fault.kind
            )));
        }
        thread::sleep(Duration::from_millis(5) * (failures - 1));
        self.lease()
    }
}

fn start(crew: &Crew, look_around: &mut dyn FnMut() -> bool) -> Result<Engine, Fault> {
    let unchanged = crew.spec.binary.check_unchanged();
    unchanged
        .map_err(|error| Fault { kind: FaultKind::Start(error.to_string()), transcript: String::new() })?;
    Engine::start(&crew.spec, look_around)
}

/// Prolongs a lease if the database can be reached; if not, the next time will do.
fn renew(store: &Mutex<Store>, session: SessionId, job: &Lease) {
    let mut store = lock(store);
    if store.renew(session, job).is_err_and(|error| error.is_transient()) && store.reconnect().is_ok() {
        let _ = store.renew(session, job); // a lease that expires comes back to somebody
    }
}

/// Does `work`, again and again while the database cannot be reached; `work` is told how often it
/// has been tried.
pub(super) fn insist<T>(
    shared: &Shared,
    store: &Mutex<Store>,
    mut work: impl FnMut(&mut Store, u32) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let began = Instant::now();
    let mut pause = Duration::from_millis(5);
    for attempt in 0.. {
        let error = match work(&mut lock(store), attempt) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let patience = if shared.stop.is_requested() { PARTING } else { shared.database_patience };
        if !error.is_transient() || began.elapsed() > patience {
            return Err(error);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_secs(2));
        let _ = lock(store).reconnect(); // if it fails, so will the work, and say why
    }
    Err(StoreError::Unreachable("too many attempts".into()))
}
