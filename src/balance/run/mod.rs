//! The loop between store and engines.

mod clerk;
mod crew;
mod progress;
mod stop;
mod worker;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clerk::{Clerk, News, Post};
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
    /// The share of the workers' time outside engines, 0 to 1: of the time from one answer to the
    /// next, the part before the engine was sent its next position. Time in which there was no job
    /// and time around starts and failures of engines is left out.
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

    fn are_gone(&self) -> bool {
        self.0.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0)
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
    // The helper that watches is no writer of its own: it amends.
    let watch = Store::open(location, Access::Amend)?;
    let began = Instant::now();
    let (evaluations, work) = work(&shared, store, watch, options)?;
    let outside = 1.0 - work.inside.as_secs_f64() / work.total.as_secs_f64().max(f64::MIN_POSITIVE);
    Ok(RunReport {
        evaluations,
        faults: shared.faults.load(Ordering::Relaxed),
        elapsed: began.elapsed(),
        outside: if work.total.is_zero() { 0.0 } else { outside.clamp(0.0, 1.0) },
        stopped: stop.is_requested() || shared.tickets.are_gone(),
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
        faults: AtomicU64::new(0),
        at_work: AtomicUsize::new(options.workers.get()),
    })
}

/// Lets the workers and their clerk loose and watches over them; how many results were stored, and
/// how the workers have spent their time.
fn work(
    shared: &Shared,
    store: Store,
    watch: Store,
    options: &RunOptions,
) -> Result<(u64, Work), BalanceError> {
    let (post, news) = channel();
    let (orders, desks): (Vec<_>, Vec<_>) = (0..options.workers.get()).map(|_| channel()).unzip();
    let clerk = Clerk::new(shared, store, news, orders)?;
    let watcher = thread::current();
    thread::scope(|scope| {
        let clerk = scope.spawn(|| clerk.run());
        let workers: Vec<_> = desks
            .into_iter()
            .enumerate()
            .map(|(number, desk)| {
                let leaves = Leaves { shared, number, post: post.clone(), watcher: watcher.clone() };
                let worker = Worker::new(shared, number, desk, post.clone());
                scope.spawn(move || {
                    let _leaves = leaves;
                    worker.run().inspect_err(|_| shared.stop.request()) // what stops one stops all
                })
            })
            .collect();
        drop(post);
        watch_over(shared, watch, options);
        let mut sum = Work::default();
        let evaluations = joined(clerk.join())?;
        for worker in workers {
            let work = joined(worker.join())?;
            sum.total += work.total;
            sum.inside += work.inside;
        }
        Ok((evaluations, sum))
    })
}

/// What a thread has returned; if it panicked, so does this one.
fn joined<T, E: Into<BalanceError>>(result: thread::Result<Result<T, E>>) -> Result<T, BalanceError> {
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(Into::into)
}

/// Counts a worker out, however it ends, and tells clerk and watcher.
struct Leaves<'a> {
    shared: &'a Shared,
    number: usize,
    post: Sender<Post>,
    watcher: thread::Thread,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        let _ = self.post.send(Post { worker: self.number, news: News::Left }); // or the clerk has gone first
        self.shared.at_work.fetch_sub(1, Ordering::Relaxed);
        self.watcher.unpark();
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
