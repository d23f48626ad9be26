//! The loop between store and engines.

mod crew;
mod progress;
mod stop;
mod worker;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use crew::{Choice, Crew};
use progress::Progress;
pub use stop::Stop;
use worker::{Work, Worker};

use super::error::BalanceError;
use super::ladder::{Ladder, Level, Role};
use super::store::{Access, Location, Selection, Store};

/// When a run ends although there is work left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Never.
    Done,
    /// After so many evaluations.
    Evaluations(u64),
    /// At a moment.
    Moment(Instant),
}

/// How a run is to be done.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Engines at work at the same time.
    pub workers: NonZeroUsize,
    /// Which engines.
    pub choice: Choice,
    /// Whether pairs in the corridor are shown to the further engines by this run.
    pub verify: bool,
    /// Whether only jobs are done that a command has asked for.
    pub wanted_only: bool,
    /// When to end.
    pub until: Until,
    /// Whether progress is shown.
    pub progress: bool,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunReport {
    /// Results stored.
    pub evaluations: u64,
    /// Failures of engines.
    pub faults: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// The share of the workers' time in which their engines had nothing to do, 0 to 1; time without
    /// any job left and with failing engines is left out.
    pub outside: f64,
    /// Whether it was stopped before the work was done.
    pub stopped: bool,
}

/// What the workers share.
struct Shared {
    stop: Stop,
    tickets: Tickets,
    selection: Selection,
    crew: HashMap<Role, Crew>,
    ladder: Ladder,
    lease_term: Duration,
    database_patience: Duration,
    evaluations: AtomicU64,
    faults: AtomicU64,
    at_work: AtomicUsize,
}

/// How many evaluations may still be begun.
struct Tickets(Option<AtomicU64>);

impl Tickets {
    fn take(&self) -> bool {
        let Some(left) = &self.0 else { return true };
        left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    fn give_back(&self) {
        if let Some(left) = &self.0 {
            left.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// How often the run looks after its workers.
const WATCH: Duration = Duration::from_millis(50);
/// How often progress is drawn and the store is looked after.
const CARE: Duration = Duration::from_secs(1);

/// Works on a search until it is done or a stop is requested.
///
/// # Errors
/// If the store or an engine cannot be used, or an engine is not the one of the passport. What was
/// committed stays.
pub fn run(location: &Location, options: &RunOptions, stop: &Stop) -> Result<RunReport, BalanceError> {
    let mut store = Store::open(location, Access::Write)?;
    let shared = share(&mut store, options, stop)?;
    let mut stores = vec![Arc::new(Mutex::new(store))];
    for _ in 1..options.workers.get() {
        stores.push(match (location, stores.first()) {
            (Location::File(_), Some(only)) => Arc::clone(only), // one file, one writer
            _ => Arc::new(Mutex::new(Store::open(location, Access::Write)?)),
        });
    }
    // The helper that watches is no writer of its own: it amends.
    let watch = Store::open(location, Access::Amend)?;
    let began = Instant::now();
    let results = work(&shared, stores, watch, options);
    let mut sum = Work::default();
    for result in results {
        let work = result?;
        sum.evaluations += work.evaluations;
        sum.idle += work.idle;
        sum.total += work.total;
    }
    let outside = sum.idle.as_secs_f64() / sum.total.as_secs_f64().max(f64::MIN_POSITIVE);
    Ok(RunReport {
        evaluations: sum.evaluations,
        faults: shared.faults.load(Ordering::Relaxed),
        elapsed: began.elapsed(),
        outside: outside.min(1.0),
        stopped: stop.is_requested()
            || shared.tickets.0.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0),
    })
}

/// Hires the engines and puts together what the workers share.
fn share(store: &mut Store, options: &RunOptions, stop: &Stop) -> Result<Shared, BalanceError> {
    let ladder = store.ladder().clone();
    let mut crew = HashMap::new();
    let mut highest = Level(0);
    for rung in ladder.rungs() {
        if rung.role != Role::MAIN && !options.verify {
            break;
        }
        if let Entry::Vacant(place) = crew.entry(rung.role) {
            place.insert(Crew::hire(store, rung.role, &options.choice, stop)?);
        }
        highest = rung.level;
    }
    let tickets = match options.until {
        Until::Evaluations(number) => Some(AtomicU64::new(number)),
        Until::Done | Until::Moment(_) => None,
    };
    Ok(Shared {
        stop: stop.clone(),
        tickets: Tickets(tickets),
        selection: Selection { highest, wanted_only: options.wanted_only },
        crew,
        ladder,
        lease_term: Duration::from_secs_f64(store.config().store.lease),
        database_patience: Duration::from_secs_f64(store.config().store.wait),
        evaluations: AtomicU64::new(0),
        faults: AtomicU64::new(0),
        at_work: AtomicUsize::new(options.workers.get()),
    })
}

/// Lets one worker a store loose and watches over them; what each of them did.
fn work(
    shared: &Shared,
    stores: Vec<Arc<Mutex<Store>>>,
    watch: Store,
    options: &RunOptions,
) -> Vec<Result<Work, BalanceError>> {
    let results = Mutex::new(Vec::new());
    let watcher = thread::current();
    thread::scope(|scope| {
        for store in stores {
            let (results, leaves) = (&results, Leaves(shared, watcher.clone()));
            scope.spawn(move || {
                let result = Worker::run(shared, store);
                if result.is_err() {
                    shared.stop.request(); // what stops one of them stops all
                }
                results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                drop(leaves);
            });
        }
        watch_over(shared, watch, options);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a worker out, however it ends, and wakes whoever watches.
struct Leaves<'a>(&'a Shared, thread::Thread);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::Relaxed);
        self.1.unpark();
    }
}

fn watch_over(shared: &Shared, mut store: Store, options: &RunOptions) {
    let mut progress = options.progress.then(Progress::new);
    let mut cared = Instant::now();
    while shared.at_work.load(Ordering::Relaxed) > 0 {
        thread::park_timeout(WATCH);
        if matches!(options.until, Until::Moment(moment) if Instant::now() >= moment) {
            shared.stop.request();
        }
        if cared.elapsed() < CARE {
            continue;
        }
        cared = Instant::now();
        let care = store.release_expired().and_then(|_| store.tidy()).and_then(|()| store.counts());
        match (care, &mut progress) {
            (Ok(counts), Some(progress)) => progress.update(&shared.ladder, &counts),
            (Ok(_), None) => {}
            // The workers will meet the same error and decide.
            (Err(_), _) => drop(store.reconnect()),
        }
    }
    if let (Some(progress), Ok(counts)) = (&mut progress, store.counts()) {
        progress.update(&shared.ladder, &counts);
        progress.finish();
    }
}
