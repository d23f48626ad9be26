//! The search of 2012 (engine-behaviour §3), node for node.

mod alphabeta;
mod exchange;
mod extensions;
mod history;
mod killers;
mod ordering;
mod pruning;
mod quiescence;
mod quirks;

pub use exchange::{exchange_of_move, exchange_on_square};

use super::clock::Timing;
use super::style::{Memory, Style};
use super::worker::{MAX_PLIES, Worker};
use crate::chess::{Move, NullEnPassant, PieceKind, Position};
use crate::eval::Style2012;
use alphabeta::NullMove;
use history::History;
use killers::Killers;
use ordering::ScoredList;

/// What the search of 2012 remembers.
pub struct Memory2012 {
    history: History,
    killers: Killers,
    lists: Vec<ScoredList>,
    /// The line of the previous iteration is still being followed.
    following_pv: bool,
}

impl Memory for Memory2012 {
    fn new() -> Self {
        Self {
            history: History::new(),
            killers: Killers::new(MAX_PLIES),
            lists: (0..MAX_PLIES).map(|_| ScoredList::new()).collect(),
            following_pv: false,
        }
    }

    /// The history tables last for one search (§3.1 step 3).
    fn prepare(&mut self) {
        self.history.clear();
    }

    /// Killers and the largest history last for one (re-)search (§3.1 step 4).
    fn reset(&mut self) {
        self.killers.erase();
        self.history.forget_largest();
        self.following_pv = true;
    }
}

impl Style for Style2012 {
    const NAME: &'static str = "2012";
    const MAX_DEPTH: u32 = 98;
    /// §1.6: the square stays set.
    const NULL_EN_PASSANT: NullEnPassant = NullEnPassant::Keep;
    const NARROWS_RESEARCHES: bool = true;
    const TIMING: Timing = Timing::Fixed;
    const ENDINGS_USE_ALL_TIME: bool = true;
    type Memory = Memory2012;

    /// §8.3.10: any double push counts, so the first occurrence of a position after one is not
    /// recognised.
    #[inline(always)]
    fn key(position: &Position) -> u64 {
        position.key_with_jumped_square()
    }

    /// §8.3.9: 1 after a capture by a piece.
    #[inline(always)]
    fn clock_after(mv: Move, before: u32) -> u32 {
        if mv.piece().kind() == PieceKind::Pawn {
            0
        } else if mv.is_capture() {
            1
        } else {
            before + 1
        }
    }

    /// §3.1: more than a sixth.
    fn enough_of_iteration(root_moves: usize) -> usize {
        root_moves / 6
    }

    /// §3.1 step 4: a mate within the depth ends the search.
    fn mate_is_settled(value: i32, depth: i32) -> bool {
        value.abs() > quirks::MATE_BOUND - depth
    }

    fn search_root(worker: &mut Worker<Self>, depth: i32, alpha: i32, beta: i32) -> i32 {
        worker.search(0, depth, alpha, beta, NullMove::Allowed)
    }
}
