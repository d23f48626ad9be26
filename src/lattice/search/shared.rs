//! What the threads of a search share.

use super::clock::Timer;
use super::limits::Limits;
use super::table::Table;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Table, stop flags and counters.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// Set by the caller.
    stop: &'a AtomicBool,
    /// Set when the search is over.
    over: AtomicBool,
    timer: Timer,
    node_limit: Option<u64>,
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    /// Nodes after which a thread looks whether to stop.
    pub(super) const BATCH: u64 = 64;

    pub(super) fn new(table: &'a Table, stop: &'a AtomicBool, limits: &Limits) -> Shared<'a> {
        Shared {
            table,
            stop,
            over: AtomicBool::new(false),
            timer: Timer::new(limits),
            node_limit: limits.nodes,
            nodes: AtomicU64::new(0),
        }
    }

    pub(super) fn timer(&self) -> &Timer {
        &self.timer
    }

    /// Called by each thread after every batch of nodes.
    pub(super) fn must_stop(&self, first: bool) -> bool {
        let nodes = self.nodes.fetch_add(Self::BATCH, Relaxed) + Self::BATCH;
        let spent = self.node_limit.is_some_and(|limit| nodes >= limit);
        if spent || first && self.timer.is_over() {
            self.finish();
        }
        self.over.load(Relaxed) || self.stop.load(Relaxed)
    }

    /// Ends the search on all threads.
    pub(super) fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether the caller has.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Nodes of all threads, in whole batches.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
