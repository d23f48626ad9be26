//! Where the search of 2012 is peculiar (engine-behaviour §3, §8.3), named in one place and decided
//! when the program is compiled. `docs/fidelity.md` lists these with their sections.

use super::exchange::{exchange_of_move, exchange_on_square};
use super::killers::{Killers, Killers2012};
use crate::chess::{Move, MoveCode, NullEnPassant, PieceKind, Position};
use crate::eval::{EvalStyle, Style2012};

/// The choices a search makes where the engine of 2012 had a peculiarity.
pub trait Style: EvalStyle + Send {
    /// The style's name, as the option `Style` gives it.
    const NAME: &'static str;
    /// §3.2 step 4: from this ply on the main search turns into quiescence.
    const MAIN_PLIES: usize;
    /// §3.4 step 2: from this ply on quiescence only evaluates.
    const QUIESCENCE_PLIES: usize;
    /// §3.1: deepest iteration.
    const MAX_DEPTH: u32;
    /// §8.3.5: the mate score that bounds a node's window before its ply is taken off.
    const MATE_BOUND: i32;
    /// §8.3.6: a table entry cuts off only if it is deeper than needed by at least this.
    const CUTOFF_EXTRA_DEPTH: i32;
    /// §8.3.4: a reduced move that beats alpha is searched again at full depth.
    const RESEARCH_REDUCED: bool;
    /// §1.6: what a null move does with the square of a double push.
    const NULL_EN_PASSANT: NullEnPassant;
    /// §8.3.12: in endings the search goes on although most of its time is used.
    const ENDINGS_USE_ALL_TIME: bool;
    /// §8.3.3: how killers are kept.
    type Killers: Killers;

    /// §8.3.10: the key of table, caches and repetitions.
    fn key(position: &Position) -> u64;

    /// §8.3.9: the half-move clock after a move.
    fn clock_after(mv: Move, before: u32) -> u32;

    /// §8.3.1, §8.3.2: whether a move that has just been made and gives check is extended.
    fn extends_check(after: &Position, mv: Move) -> bool;

    /// §8.3.1: whether quiescence passes over a capture by a more valuable man that has just been
    /// made.
    fn passes_over(after: &Position, mv: Move) -> bool;
}

impl Style for Style2012 {
    const NAME: &'static str = "2012";
    const MAIN_PLIES: usize = 24;
    const QUIESCENCE_PLIES: usize = 30;
    const MAX_DEPTH: u32 = 98;
    /// Two less than the score of a mate on the spot, so a mate one move shorter than a known one
    /// may be overlooked.
    const MATE_BOUND: i32 = 99_000;
    const CUTOFF_EXTRA_DEPTH: i32 = 1;
    const RESEARCH_REDUCED: bool = false;
    const NULL_EN_PASSANT: NullEnPassant = NullEnPassant::Keep;
    const ENDINGS_USE_ALL_TIME: bool = true;
    type Killers = Killers2012;

    /// Any double push counts, so the first occurrence of a position after one is not recognised.
    #[inline(always)]
    fn key(position: &Position) -> u64 {
        position.key_with_jumped_square()
    }

    /// 1 after a capture by a piece.
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

    /// A capture: if the capturing man, whose own value the sum begins with, can be retaken. A
    /// quiet move: if the exchange on its square is below zero *as White sees it*.
    #[inline(always)]
    fn extends_check(after: &Position, mv: Move) -> bool {
        if mv.is_capture() {
            exchange_of_move(after, mv) < 1
        } else {
            exchange_on_square(after, mv.to(), after.side_to_move()) < 0
        }
    }

    #[inline(always)]
    fn passes_over(after: &Position, mv: Move) -> bool {
        debug_assert_ne!(mv.code(), MoveCode::CastleShort);
        exchange_of_move(after, mv) < -15
    }
}
