//! Where the search of 2012 is peculiar (engine-behaviour §3, §8.3), named in one place.
//! `docs/fidelity.md` lists these with their sections, and those of the evaluation.

use super::exchange::{exchange_of_move, exchange_on_square, exchange_once_made};
use crate::chess::{Move, Position};

/// §3.2 step 4: from this ply on the main search turns into quiescence.
pub(super) const MAIN_PLIES: usize = 24;

/// §3.4 step 2: from this ply on quiescence only evaluates.
pub(super) const QUIESCENCE_PLIES: usize = 30;

/// §8.3.5: the mate score that bounds a node's window before its ply is taken off. It is two less
/// than the score of a mate on the spot, so a mate one move shorter than a known one may be
/// overlooked.
pub(super) const MATE_BOUND: i32 = 99_000;

/// §8.3.6: a table entry cuts off only if it is deeper than needed by at least this.
pub(super) const CUTOFF_EXTRA_DEPTH: i32 = 1;

/// §8.3.1, §8.3.2: whether a move that has just been made and gives check is extended. A capture:
/// if the capturing man, whose own value the sum begins with, can be retaken. A quiet move: if the
/// exchange on its square is below zero *as White sees it*.
#[inline(always)]
pub(super) fn extends_check(after: &Position, mv: Move) -> bool {
    if mv.is_capture() {
        exchange_of_move(after, mv) < 1
    } else {
        exchange_on_square(after, mv.to(), after.side_to_move()) < 0
    }
}

/// §8.3.1: whether quiescence passes over a capture by a more valuable man. The exchange is that
/// after the move, whose sum begins with the mover's own value, so few are.
#[inline(always)]
pub(super) fn passes_over(position: &Position, mv: Move) -> bool {
    exchange_once_made(position, mv) < -15
}
