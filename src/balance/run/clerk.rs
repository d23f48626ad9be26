//! Between the workers and the store: one clerk keeps the books for all of them.
//!
//! Workers with short jobs hold a few leases in advance, so that an engine gets its next position
//! the moment it has answered. The clerk stores results in batches, each in one transaction with
//! what follows from it and with the leases that replace those used up: a lease is in the store
//! before the worker hears of it, and no worker gets further leases before its results are in the
//! store.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::super::engine::{Evaluation, Fault};
use super::super::ladder::Level;
use super::super::store::{Completion, Done, Lease, PassportId, SessionId, Store, StoreError, Wish};
use super::Shared;

/// How often a job is looked for while a worker has none.
const IDLE: Duration = Duration::from_millis(50);
/// How long a lost database is waited for once a stop is requested.
const PARTING: Duration = Duration::from_secs(3);
/// How much work a worker holds in advance.
const AHEAD: Duration = Duration::from_millis(20);
/// How long results wait for others to be stored with.
const GATHER: Duration = Duration::from_millis(5);
/// The most jobs a worker holds in advance.
const MOST_AHEAD: usize = 32;
/// A job is not held in advance behind so much work: somebody else may do it sooner.
const LONG: Duration = Duration::from_millis(500);

/// What a worker tells the clerk.
pub(super) struct Post {
    /// Its number.
    pub worker: usize,
    /// What there is to tell.
    pub news: News,
}

/// News of a worker.
pub(super) enum News {
    /// A job is done.
    Result(Lease, PassportId, Box<Evaluation>),
    /// An engine has failed at a job.
    Fault(Lease, Fault),
    /// The worker has left.
    Left,
}

/// What the clerk tells a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Do this job when the earlier ones are done.
    Job(Lease),
    /// There is nothing to do at the moment.
    Wait,
    /// There is nothing left to do.
    Finished,
}

/// What the clerk knows of a worker.
struct Seat {
    session: SessionId,
    orders: Sender<Order>,
    /// What is lent to it, in its order of work.
    held: Vec<Lease>,
    /// It has been told to wait.
    waits: bool,
    present: bool,
    /// Its session has ended.
    ended: bool,
}

/// Keeps the books.
pub(super) struct Clerk<'a> {
    shared: &'a Shared,
    store: Store,
    news: Receiver<Post>,
    seats: Vec<Seat>,
    /// How long a job takes, as the last few say: any job, and one of each level.
    pace: Option<Duration>,
    pace_of: BTreeMap<Level, Duration>,
    renewed: Instant,
    stored: u64,
}

impl<'a> Clerk<'a> {
    /// A clerk for the workers who hear `orders`.
    ///
    /// # Errors
    /// If the store fails for good.
    pub fn new(
        shared: &'a Shared,
        mut store: Store,
        news: Receiver<Post>,
        orders: Vec<Sender<Order>>,
    ) -> Result<Self, StoreError> {
        let mut seats = Vec::with_capacity(orders.len());
        for orders in orders {
            let session = insist(shared, &mut store, |store, _| store.begin_session())?;
            seats.push(Seat { session, orders, held: Vec::new(), waits: false, present: true, ended: false });
        }
        Ok(Self {
            shared,
            store,
            news,
            seats,
            pace: None,
            pace_of: BTreeMap::new(),
            renewed: Instant::now(),
            stored: 0,
        })
    }

    /// Serves the workers until all have left; how many results were stored.
    ///
    /// # Errors
    /// If the store fails for good.
    pub fn run(mut self) -> Result<u64, StoreError> {
        // What stops the clerk stops all; from then on even a lost database is not waited for long.
        let served = self.serve().inspect_err(|_| self.shared.stop.request());
        let mut ended = Ok(());
        for index in 0..self.seats.len() {
            ended = ended.and(self.end_session(index));
        }
        served.and(ended).map(|()| self.stored)
    }

    fn serve(&mut self) -> Result<(), StoreError> {
        self.settle(&[])?;
        while self.seats.iter().any(|seat| seat.present) {
            let patience = if self.seats.iter().any(Seat::is_idle) { IDLE } else { self.term() / 3 };
            let mut results = Vec::new();
            match self.news.recv_timeout(patience) {
                Ok(post) => self.take(post, &mut results)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()), // nobody is left
            }
            self.gather(&mut results)?;
            self.settle(&results)?;
            self.renew();
            self.dismiss()?;
        }
        Ok(())
    }

    /// Takes the news that have come, and waits a moment for more while every worker has plenty to do.
    fn gather(&mut self, results: &mut Vec<Done>) -> Result<(), StoreError> {
        let until = Instant::now() + GATHER;
        loop {
            let least = self.seats.iter().filter(|seat| seat.present).map(|seat| seat.held.len()).min();
            let plenty = results.len() < least.unwrap_or(0) / 2 && !self.shared.stop.is_requested();
            let patience =
                if plenty { until.saturating_duration_since(Instant::now()) } else { Duration::ZERO };
            match self.news.recv_timeout(patience) {
                Ok(post) => self.take(post, results)?,
                Err(_) => return Ok(()),
            }
        }
    }

    fn term(&self) -> Duration {
        self.shared.lease_term
    }

    fn take(&mut self, Post { worker, news }: Post, results: &mut Vec<Done>) -> Result<(), StoreError> {
        let Some(seat) = self.seats.get_mut(worker) else { return Ok(()) };
        let session = seat.session;
        match news {
            News::Result(lease, passport, evaluation) => {
                self.learn(&lease, evaluation.busy);
                results.push(Done { session, passport, lease, evaluation: *evaluation });
            }
            News::Fault(lease, fault) => {
                let store = &mut self.store;
                insist(self.shared, store, |store, _| store.fail(session, &lease, &fault))?;
                seat.held.retain(|held| *held != lease);
            }
            News::Left => {
                seat.present = false;
                // What it has handed in comes first.
                self.settle(&std::mem::take(results))?;
                self.end_session(worker)?;
            }
        }
        Ok(())
    }

    /// Notes how long jobs take.
    fn learn(&mut self, lease: &Lease, took: Duration) {
        let mean = |before: Option<Duration>| before.map_or(took, |before| (before * 7 + took) / 8);
        self.pace = Some(mean(self.pace));
        let of_level = mean(self.pace_of.get(&lease.level).copied());
        self.pace_of.insert(lease.level, of_level);
    }

    /// How many jobs a worker may hold in advance.
    fn ahead(&self) -> usize {
        let Some(pace) = self.pace else { return 0 };
        let jobs = AHEAD.as_secs_f64() / pace.as_secs_f64().max(1e-6);
        (jobs.ceil() as usize).clamp(1, MOST_AHEAD)
    }

    /// How long a job will take: as long as others of its level, or else so much longer than those
    /// of the next level known below as it has more nodes.
    fn expected(&self, lease: &Lease) -> Duration {
        let nodes = |level| self.shared.ladder.rung(level).map_or(1, |rung| rung.nodes.max(1)) as f64;
        match self.pace_of.range(..=lease.level).next_back() {
            Some((level, pace)) if *level == lease.level => *pace,
            Some((level, pace)) => {
                let seconds = pace.as_secs_f64() * nodes(lease.level) / nodes(*level);
                Duration::from_secs_f64(seconds.min(1e9))
            }
            None => Duration::ZERO,
        }
    }

    /// Stores results and lends the jobs that are wanted, in one transaction.
    fn settle(&mut self, results: &[Done]) -> Result<(), StoreError> {
        for done in results {
            if let Some(seat) = self.seats.iter_mut().find(|seat| seat.session == done.session) {
                seat.held.retain(|held| *held != done.lease);
            }
        }
        let wishes = self.wishes();
        if results.is_empty() && wishes.is_empty() {
            return Ok(());
        }
        let (selection, seats) = (self.shared.selection, &self.seats);
        let (completions, lent) = insist(self.shared, &mut self.store, |store, attempt| {
            if attempt > 0 {
                // The answer that was lost may have lent jobs nobody knows of.
                for seat in seats.iter().filter(|seat| seat.present) {
                    let mine = results.iter().filter(|done| done.session == seat.session);
                    let known: Vec<Lease> = mine.map(|done| done.lease).chain(seat.held.clone()).collect();
                    store.release_all_but(seat.session, &known)?;
                }
            }
            store.settle(results, &wishes, selection)
        })?;
        self.stored +=
            completions.iter().filter(|completion| **completion == Completion::Stored).count() as u64;
        for (wish, leases) in wishes.iter().zip(lent) {
            self.hand_out(*wish, leases)?;
        }
        Ok(())
    }

    /// What the workers need.
    fn wishes(&self) -> Vec<Wish> {
        if self.shared.stop.is_requested() {
            return Vec::new();
        }
        let wish = |seat: &Seat| {
            let in_hand: Duration = seat.held.iter().map(|lease| self.expected(lease)).sum();
            let wanted = match in_hand < LONG {
                true => 1 + self.ahead(),
                false => 1,
            };
            // A handful at a time: a lease more is not worth a transaction.
            let missing = wanted.saturating_sub(seat.held.len());
            let due = missing > 0 && seat.present && missing >= wanted.div_ceil(4);
            due.then_some(Wish { session: seat.session, jobs: missing })
        };
        self.seats.iter().filter_map(wish).collect()
    }

    /// Tells a worker of its leases; those that would have to wait long go back.
    fn hand_out(&mut self, wish: Wish, leases: Vec<Lease>) -> Result<(), StoreError> {
        let Some(index) = self.seats.iter().position(|seat| seat.session == wish.session) else {
            return Ok(());
        };
        let mut too_far = Vec::new();
        let mut ahead: Duration = match self.seats.get(index) {
            Some(seat) => seat.held.iter().map(|lease| self.expected(lease)).sum(),
            None => Duration::ZERO,
        };
        for lease in leases {
            let took = self.expected(&lease);
            let Some(seat) = self.seats.get_mut(index) else { break };
            if !seat.held.is_empty() && ahead >= LONG {
                too_far.push(lease);
                continue;
            }
            ahead += took;
            seat.waits = false;
            seat.held.push(lease);
            let _ = seat.orders.send(Order::Job(lease)); // a worker that is leaving gives it back
        }
        if let Some(seat) = self.seats.get_mut(index)
            && seat.is_idle()
            && !std::mem::replace(&mut seat.waits, true)
        {
            let _ = seat.orders.send(Order::Wait);
        }
        let store = &mut self.store;
        insist(self.shared, store, |store, _| store.give_back(wish.session, &too_far))
    }

    /// Prolongs the leases if the database can be reached; if not, the next time will do.
    fn renew(&mut self) {
        if self.renewed.elapsed() < self.term() / 3 {
            return;
        }
        self.renewed = Instant::now();
        for seat in self.seats.iter().filter(|seat| !seat.held.is_empty()) {
            let renewed = self.store.renew(seat.session);
            if renewed.is_err_and(|error| error.is_transient()) && self.store.reconnect().is_ok() {
                let _ = self.store.renew(seat.session); // a lease that expires comes back to somebody
            }
        }
    }

    /// Sends the workers home if no job is left, and none is being done from which another may follow.
    fn dismiss(&mut self) -> Result<(), StoreError> {
        if !self.seats.iter().any(|seat| seat.is_idle() && seat.waits) {
            return Ok(());
        }
        let selection = self.shared.selection;
        if insist(self.shared, &mut self.store, |store, _| store.outstanding(selection))? == (0, 0) {
            for seat in self.seats.iter().filter(|seat| seat.is_idle()) {
                let _ = seat.orders.send(Order::Finished); // it may have left by itself
            }
        }
        Ok(())
    }

    /// Ends a worker's session, once; what is lent to it goes back.
    fn end_session(&mut self, index: usize) -> Result<(), StoreError> {
        let Some(seat) = self.seats.get_mut(index).filter(|seat| !seat.ended) else { return Ok(()) };
        (seat.present, seat.ended) = (false, true);
        seat.held.clear();
        let session = seat.session;
        insist(self.shared, &mut self.store, |store, _| store.end_session(session))
    }
}

impl Seat {
    /// True if the worker has nothing to do.
    fn is_idle(&self) -> bool {
        self.present && self.held.is_empty()
    }
}

/// Does `work`, again and again while the database cannot be reached; `work` is told how often it
/// has been tried.
fn insist<T>(
    shared: &Shared,
    store: &mut Store,
    mut work: impl FnMut(&mut Store, u32) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let began = Instant::now();
    let mut pause = Duration::from_millis(5);
    for attempt in 0.. {
        let error = match work(store, attempt) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let patience = if shared.stop.is_requested() { PARTING } else { shared.database_patience };
        if !error.is_transient() || began.elapsed() > patience {
            return Err(error);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_secs(2));
        let _ = store.reconnect(); // if it fails, so will the work, and say why
    }
    Err(StoreError::Unreachable("too many attempts".into()))
}
