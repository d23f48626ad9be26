//! The search of the style Mango: what the description of the engine names, each done right.
//!
//! Principal variation search with a staged move picker, null move with verification, razoring,
//! futility and late-move pruning, late-move reductions with re-search, and a quiescence search
//! that knows checks. `docs/fidelity.md` tells what each step is worth.

mod alphabeta;
mod extensions;
mod history;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod see;

pub use see::{static_exchange, wins_at_least};

use super::clock::Timing;
use super::score::{MATE_ZONE, MATED_NOW};
use super::style::{Memory, Style};
use super::worker::{MAX_PLIES, Worker};
use crate::chess::{Move, NullEnPassant, PieceKind, Position};
use crate::eval::Mango;
use history::Histories;
use picker::Buffers;

/// From this ply on nothing is searched further.
const LAST_PLY: usize = MAX_PLIES - 2;

/// What one ply of the line being searched knows.
#[derive(Clone, Copy)]
struct Frame {
    /// The move made at this ply; `Move::NONE` for a null move.
    mv: Move,
    /// Static evaluation of the position, [`NO_EVAL`] when in check.
    eval: i32,
}

/// In check there is no static evaluation.
const NO_EVAL: i32 = i32::MIN;

/// What the style Mango remembers beside table and evaluation.
pub struct MemoryMango {
    histories: Histories,
    buffers: Vec<Buffers>,
    frames: Vec<Frame>,
    /// Depth of the iteration, plies.
    root_depth: i32,
    /// Until this ply no null move is tried, while one is being verified.
    no_null_before: usize,
}

impl Memory for MemoryMango {
    fn new() -> Self {
        Self {
            histories: Histories::new(MAX_PLIES),
            buffers: (0..MAX_PLIES).map(|_| Buffers::default()).collect(),
            frames: vec![Frame { mv: Move::NONE, eval: NO_EVAL }; MAX_PLIES],
            root_depth: 0,
            no_null_before: 0,
        }
    }

    fn prepare(&mut self) {
        self.histories.age();
    }

    fn reset(&mut self) {
        self.no_null_before = 0;
    }
}

impl Style for Mango {
    const NAME: &'static str = "Mango";
    const MAX_DEPTH: u32 = 127;
    const NULL_EN_PASSANT: NullEnPassant = NullEnPassant::Clear;
    const NARROWS_RESEARCHES: bool = false;
    const TIMING: Timing = Timing::Elastic;
    const ENDINGS_USE_ALL_TIME: bool = false;
    type Memory = MemoryMango;

    /// Positions are equal as the rules see it.
    #[inline(always)]
    fn key(position: &Position) -> u64 {
        position.key()
    }

    #[inline(always)]
    fn clock_after(mv: Move, before: u32) -> u32 {
        if mv.is_capture() || mv.piece().kind() == PieceKind::Pawn { 0 } else { before + 1 }
    }

    fn enough_of_iteration(_: usize) -> usize {
        0
    }

    /// Pruning may hide the shortest mate at first: the search goes on to twice its length.
    fn mate_is_settled(value: i32, depth: i32) -> bool {
        let plies = MATED_NOW - value.abs();
        plies < MATED_NOW - MATE_ZONE && depth >= 2 * plies + 4
    }

    fn search_root(worker: &mut Worker<Self>, depth: i32, alpha: i32, beta: i32) -> i32 {
        worker.memory.root_depth = depth;
        worker.search(0, depth, alpha, beta)
    }
}
