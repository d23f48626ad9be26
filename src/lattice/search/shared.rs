//! What the threads of a search share.

use super::clock;
use super::limits::Limits;
use super::table::Table;
use crate::search::Signals;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Table, stop flags and counters.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// Given by the caller.
    signals: &'a Signals,
    /// Set when the search is over.
    over: AtomicBool,
    limit: Option<Duration>,
    node_limit: Option<u64>,
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    /// Nodes after which a thread looks whether to stop.
    pub(super) const BATCH: u64 = 64;

    pub(super) fn new(table: &'a Table, signals: &'a Signals, limits: &Limits) -> Shared<'a> {
        Shared {
            table,
            signals,
            over: AtomicBool::new(false),
            limit: clock::hard_limit(limits),
            node_limit: limits.nodes,
            nodes: AtomicU64::new(0),
        }
    }

    /// Time since the search began, the opponent's included.
    pub(super) fn elapsed(&self) -> Duration {
        self.signals.elapsed()
    }

    /// The time that counts, if any does: none in the opponent's time.
    pub(super) fn own_elapsed(&self) -> Option<Duration> {
        (!self.signals.is_pondering()).then(|| self.signals.own_elapsed())
    }

    fn is_out_of_time(&self) -> bool {
        self.limit.zip(self.own_elapsed()).is_some_and(|(limit, elapsed)| elapsed >= limit)
    }

    /// Called by each thread after every batch of nodes.
    pub(super) fn must_stop(&self, first: bool) -> bool {
        let nodes = self.nodes.fetch_add(Self::BATCH, Relaxed) + Self::BATCH;
        let spent = self.node_limit.is_some_and(|limit| nodes >= limit);
        if spent || first && self.is_out_of_time() {
            self.finish();
        }
        self.over.load(Relaxed) || self.signals.is_stopped()
    }

    /// Ends the search on all threads.
    pub(super) fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// Nodes of all threads, in whole batches.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
