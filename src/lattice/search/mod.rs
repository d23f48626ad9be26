//! Search of lattice games: iterative deepening, principal variation search, one table for all threads.
//!
//! The published engine of Raumschach gives the skeleton (order of moves, quiescence, null move, aspiration, levels);
//! the rest is what its author lists as wanting. Every pruning step is a named function of `pruning`.

mod clock;
mod limits;
mod order;
mod pruning;
mod quiescence;
mod report;
mod root;
mod shared;
mod table;
mod worker;

use super::eval::Weights;
use super::game::Level;
use super::moves::Move;
use super::position::Position;
use crate::search::Signals;
pub use limits::{Clock, Limits};
pub use report::{Outcome, Report, Reporter, Score, Silent};
use shared::Shared;
use std::time::Duration;
use table::Table;
use worker::{Memory, Worker};

/// Largest depth, in plies.
pub const MAX_DEPTH: u8 = 64;

/// Most threads.
pub const MAX_THREADS: usize = 256;

/// A player: figures, a table, and what it learned in the game so far.
pub struct Engine<const N: usize> {
    weights: Weights,
    table: Table,
    memories: Vec<Memory>,
}

impl<const N: usize> Engine<N> {
    /// A player with a table of so many MiB and one thread.
    pub fn new(mebibytes: usize) -> Engine<N> {
        Engine::with_weights(mebibytes, Weights::of::<N>().clone())
    }

    /// A player with figures of its own, for fitting.
    pub fn with_weights(mebibytes: usize, weights: Weights) -> Engine<N> {
        Engine { weights, table: Table::new(mebibytes), memories: vec![Memory::new()] }
    }

    /// Sets the number of threads, from 1 to [`MAX_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.clamp(1, MAX_THREADS), Memory::new);
    }

    /// Replaces the table by an empty one of so many MiB.
    pub fn set_table(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes);
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(|memory| *memory = Memory::new());
    }

    /// Searches a position until a limit or a signal ends it. Reports come from the first thread only. With one thread
    /// and without limits of time the same searches in the same order give the same results everywhere.
    pub fn search(
        &mut self,
        position: &Position<N>,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.table.age();
        self.memories.iter_mut().for_each(|memory| memory.history.halve());
        let shared = Shared::new(&self.table, signals, limits);
        let (weights, shared) = (&self.weights, &shared);
        let mut memories = self.memories.iter_mut();
        let Some(first) = memories.next() else {
            return Outcome { best: None, ponder: None, score: Score::Centipawns(0), depth: 0, nodes: 0 };
        };
        std::thread::scope(|scope| {
            for (number, memory) in memories.enumerate() {
                scope.spawn(move || {
                    let mut helper = Worker::new(position, weights, shared, memory, false);
                    helper.deepen(limits, (number & 1) as u8, &mut Silent);
                });
            }
            let outcome = Worker::new(position, weights, shared, first, true).deepen(limits, 0, reporter);
            // The answer waits for the caller, even after the last depth.
            while (limits.infinite || signals.is_pondering()) && !signals.is_stopped() {
                std::thread::sleep(Duration::from_millis(2));
            }
            shared.finish();
            outcome
        })
    }

    /// Plays at a level: to its depth, for its time, with its noise, and within further limits. Depth 0 is a random legal
    /// move. All randomness is drawn from the game record, so a repeated game repeats itself.
    pub fn play_level(
        &mut self,
        position: &Position<N>,
        level: &Level,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        if level.depth == 0 {
            let best = limits.searchmoves.first().copied().or_else(|| random_move(position));
            return Outcome { best, ponder: None, score: Score::Centipawns(0), depth: 0, nodes: 0 };
        }
        let limits = Limits {
            depth: Some(limits.depth.map_or(level.depth, |depth| depth.min(level.depth))),
            movetime: Some(limits.movetime.map_or(level.time, |time| time.min(level.time))),
            noise: level.noise,
            ..limits.clone()
        };
        self.search(position, &limits, signals, reporter)
    }
}

/// A legal move drawn from the game record.
pub fn random_move<const N: usize>(position: &Position<N>) -> Option<Move> {
    let moves = position.legal_moves();
    let random = root::game_seed(position).checked_rem(moves.len() as u64)?;
    moves.get(random as usize).copied()
}
