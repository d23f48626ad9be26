//! One worker: has its engines do one job after the other and tells the clerk what came of them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::super::engine::{Answer, Engine, Fault, FaultKind, Query};
use super::super::error::BalanceError;
use super::super::ladder::Role;
use super::super::store::Lease;
use super::clerk::{News, Order, Post};
use super::{Crew, Shared};

/// Failures in a row, of whatever jobs, after which an engine is taken to be broken.
const BROKEN: u32 = 12;
/// How often a worker without a job looks whether it is to stop.
const TICK: Duration = Duration::from_millis(50);

/// How a worker has spent its time: from answer to answer, less the time in which there was no job
/// for it and the time around failures and starts of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Work {
    /// All of it.
    pub total: Duration,
    /// The part in which an engine had a question: from `go` to `bestmove`.
    pub inside: Duration,
}

/// A job and all that is needed to begin it.
#[derive(Clone)]
struct Job<'a> {
    lease: Lease,
    role: Role,
    crew: &'a Crew,
    query: Query,
}

/// A worker and what it works with.
pub(super) struct Worker<'a> {
    shared: &'a Shared,
    number: usize,
    orders: Receiver<Order>,
    post: Sender<Post>,
    /// Jobs not yet begun, each with its question.
    queue: VecDeque<Job<'a>>,
    engines: HashMap<Role, Engine>,
    work: Work,
    /// When the last answer came, if the time since then counts.
    answered: Option<Instant>,
    /// Failures since the last result.
    failures: u32,
    finished: bool,
}

impl<'a> Worker<'a> {
    /// A worker who hears `orders` and tells `post`.
    pub fn new(shared: &'a Shared, number: usize, orders: Receiver<Order>, post: Sender<Post>) -> Self {
        Self {
            shared,
            number,
            orders,
            post,
            queue: VecDeque::new(),
            engines: HashMap::new(),
            work: Work::default(),
            answered: None,
            failures: 0,
            finished: false,
        }
    }

    /// Works until nothing is left or a stop is requested.
    ///
    /// # Errors
    /// If the engine is broken.
    pub fn run(mut self) -> Result<Work, BalanceError> {
        let mut asked = None;
        loop {
            let job = match asked.take() {
                Some(job) => job,
                None => {
                    let Some(job) = self.await_job() else { return Ok(self.work) };
                    match self.ask(&job) {
                        Ok(()) => job,
                        Err(fault) => match self.cope_with(&job, fault)? {
                            true => continue,
                            false => return Ok(self.work),
                        },
                    }
                }
            };
            self.take_orders();
            match self.hear(&job) {
                Ok(answer) => asked = self.follow(&job, answer)?,
                Err(fault) => {
                    if !self.cope_with(&job, fault)? {
                        return Ok(self.work);
                    }
                }
            }
        }
    }

    /// Gives the engine its next position before anything else, and only then looks at its answer.
    /// Returns the job begun.
    fn follow(&mut self, job: &Job<'a>, answer: Answer) -> Result<Option<Job<'a>>, BalanceError> {
        let begun = self.next_in_hand().map(|next| {
            let asked = self.ask(&next);
            (next, asked)
        });
        self.clock(&answer);
        match answer.evaluation() {
            Ok(evaluation) => {
                self.failures = 0;
                self.tell(News::Result(job.lease, job.crew.passport, Box::new(evaluation)));
            }
            Err(fault) => {
                // The engine is given up, whatever it may be doing by now.
                self.engines.clear();
                self.cope_with(job, fault)?;
                match begun {
                    Some((next, Ok(()))) => self.put_back(next),
                    Some((next, Err(fault))) => drop(self.cope_with(&next, fault)?),
                    None => {}
                }
                return Ok(None);
            }
        }
        match begun {
            Some((next, Ok(()))) => Ok(Some(next)),
            Some((next, Err(fault))) => self.cope_with(&next, fault).map(|_| None),
            None => Ok(None),
        }
    }

    /// Notes where the time since the answer before has gone.
    fn clock(&mut self, answer: &Answer) {
        if let Some(before) = self.answered.replace(answer.heard) {
            self.work.total += answer.heard.saturating_duration_since(before);
            self.work.inside += answer.heard.saturating_duration_since(answer.put.max(before));
        }
    }

    /// Takes the orders that have come.
    fn take_orders(&mut self) {
        while let Ok(order) = self.orders.try_recv() {
            self.obey(order);
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Job(lease) => {
                let shared = self.shared;
                let rung = shared.ladder.rung(lease.level);
                let crew = rung.and_then(|rung| shared.crew.get(&rung.role));
                let (Some(rung), Some(crew)) = (rung, crew) else {
                    // The selection keeps to rungs whose engines are there; were one not, the job
                    // would have to go back.
                    let kind = FaultKind::Start("there is no such engine".into());
                    return self.tell(News::Fault(lease, Fault { kind, transcript: String::new() }));
                };
                let query = Query::new(lease.pair.position(), rung.nodes, rung.hash);
                self.queue.push_back(Job { lease, role: rung.role, crew, query });
            }
            Order::Wait => self.answered = None,
            Order::Finished => self.finished = true,
        }
    }

    /// A job that can be begun without waiting, if one may be begun at all.
    fn next_in_hand(&mut self) -> Option<Job<'a>> {
        if self.queue.is_empty() {
            self.take_orders();
        }
        if self.queue.is_empty() || self.shared.stop.is_requested() || !self.shared.tickets.take() {
            return None;
        }
        self.queue.pop_front()
    }

    /// Waits for a job; `None` if the work is at its end.
    fn await_job(&mut self) -> Option<Job<'a>> {
        loop {
            if self.shared.stop.is_requested() {
                return None;
            }
            if !self.queue.is_empty() {
                return if self.shared.tickets.take() { self.queue.pop_front() } else { None };
            }
            if self.finished || self.shared.tickets.are_gone() {
                return None;
            }
            match self.orders.recv_timeout(TICK) {
                Ok(order) => self.obey(order),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Leaves a job for later.
    fn put_back(&mut self, job: Job<'a>) {
        self.shared.tickets.give_back();
        self.queue.push_front(job);
    }

    /// Puts a job to its engine, which is started if need be.
    fn ask(&mut self, job: &Job<'a>) -> Result<(), Fault> {
        let shared = self.shared;
        let engine = match self.engines.entry(job.role) {
            Entry::Occupied(running) => running.into_mut(),
            Entry::Vacant(place) => {
                self.answered = None;
                place.insert(start(job.crew, &mut || shared.stop.is_requested())?)
            }
        };
        let asked = engine.ask(&job.query);
        if asked.is_err() {
            self.engines.remove(&job.role);
        }
        asked
    }

    fn hear(&mut self, job: &Job<'a>) -> Result<Answer, Fault> {
        let shared = self.shared;
        let Some(engine) = self.engines.get_mut(&job.role) else {
            let kind = FaultKind::Start("it is not running".into());
            return Err(Fault { kind, transcript: String::new() });
        };
        let heard = engine.hear(&mut || shared.stop.is_requested());
        if heard.is_err() {
            self.engines.remove(&job.role);
        }
        heard
    }

    /// Tells of a failure; false if it was no failure but a request to stop.
    fn cope_with(&mut self, job: &Job<'a>, fault: Fault) -> Result<bool, BalanceError> {
        self.shared.tickets.give_back();
        self.answered = None;
        if matches!(fault.kind, FaultKind::Interrupted) {
            return Ok(false);
        }
        self.failures += 1;
        self.shared.faults.fetch_add(1, Ordering::Relaxed);
        let why = fault.kind.to_string();
        self.tell(News::Fault(job.lease, fault));
        if self.failures >= BROKEN {
            let (failures, pair) = (self.failures, job.lease.pair);
            return Err(BalanceError::Engine(format!(
                "it failed {failures} times in a row, at last on {pair} because it {why}"
            )));
        }
        thread::sleep(Duration::from_millis(5) * (self.failures - 1));
        Ok(true)
    }

    fn tell(&self, news: News) {
        let _ = self.post.send(Post { worker: self.number, news }); // a clerk who has failed says so himself
    }
}

fn start(crew: &Crew, interrupt: &mut dyn FnMut() -> bool) -> Result<Engine, Fault> {
    let unchanged = crew.spec.binary.check_unchanged();
    unchanged
        .map_err(|error| Fault { kind: FaultKind::Start(error.to_string()), transcript: String::new() })?;
    Engine::start(&crew.spec, interrupt)
}
