//! What ends a search, and the signals that reach one while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::chess::Move;

/// What a search may use. Every limit given is obeyed; the first one reached ends the search.
#[derive(Clone, Debug)]
pub struct Limits<M = Move> {
    /// Deepest iteration, plies.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<ClockTime>,
    /// End as soon as a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// The root moves to look at; all if empty.
    pub root_moves: Vec<M>,
    /// Lines wanted, each of another root move; 0 counts as 1.
    pub multipv: usize,
    /// Time lost outside the engine on every move, taken off all times.
    pub overhead: Duration,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            infinite: false,
            root_moves: Vec::new(),
            multipv: 0,
            overhead: Duration::ZERO,
        }
    }
}

impl<M> Limits<M> {
    /// The same limits with their root moves written otherwise; those that cannot be are left out.
    #[must_use]
    pub fn map<N>(self, to: impl Fn(M) -> Option<N>) -> Limits<N> {
        let Self { depth, nodes, movetime, clock, mate, infinite, root_moves, multipv, overhead } = self;
        let root_moves = root_moves.into_iter().filter_map(to).collect();
        Limits { depth, nodes, movetime, clock, mate, infinite, root_moves, multipv, overhead }
    }
}

/// A chess clock as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// Signals shared with a running search.
#[derive(Debug)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the engine's own time began to run, nanoseconds after `origin`.
    started: AtomicU64,
    origin: Instant,
}

impl Default for Signals {
    fn default() -> Self {
        Self::new()
    }
}

impl Signals {
    /// Signals of a search whose time runs from now on.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            started: AtomicU64::new(0),
            origin: Instant::now(),
        }
    }

    /// Signals of a search in the opponent's time; limits of time do not count until
    /// [`Self::ponderhit`].
    #[must_use]
    pub fn pondering() -> Self {
        let signals = Self::new();
        signals.pondering.store(true, Relaxed);
        signals
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// True once the search has been asked to end.
    #[inline(always)]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent played the expected move: the engine's own time begins now.
    pub fn ponderhit(&self) {
        self.started.store(self.origin.elapsed().as_nanos() as u64, Relaxed);
        self.pondering.store(false, Relaxed);
    }

    /// True while the opponent's clock is running.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the search began, the opponent's included.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.origin.elapsed()
    }

    /// The engine's own time used so far.
    #[must_use]
    pub fn own_elapsed(&self) -> Duration {
        self.origin.elapsed().saturating_sub(Duration::from_nanos(self.started.load(Relaxed)))
    }
}
