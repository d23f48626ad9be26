//! The ideas that keep the tree small, each a function of a few lines. Branching is 61 and 226: these decide.

use super::super::moves::Move;
use super::super::piece::{Color, Kind};
use super::super::position::Position;

/// Deepest ply of a search.
pub(super) const MAX_PLY: usize = 120;

/// Deepest node at which a score far above the window is believed.
const REVERSE_DEPTH: i32 = 4;

/// Deepest node at which quiet moves are dropped because the score is far below the window.
const FUTILITY_DEPTH: i32 = 4;

/// Deepest node at which only the first quiet moves are tried.
const COUNT_DEPTH: i32 = 4;

/// How much a ply may change the score of a quiet position, in hundredths of a pawn.
const MARGIN: i32 = 120;

/// Check extension: a ply more when in check, unless the line is twice as long as the search is deep.
pub(super) fn check_extension(in_check: bool, ply: usize, root_depth: i32) -> i32 {
    i32::from(in_check && ply < 2 * root_depth as usize)
}

/// Reverse futility (static null move, E. Heinz 1998): so far above the window that a quiet ply will not matter.
pub(super) fn stands_above(depth: i32, score: i32, beta: i32) -> bool {
    depth <= REVERSE_DEPTH && score - MARGIN * depth >= beta
}

/// Null move (C. Donninger, *Null Move and Deep Search*, 1993): whether to pass. The published engine's conditions:
/// not in check, not with king and pawns alone, depth at least 3, never twice running (the caller sees to that).
pub(super) fn may_pass<const N: usize>(position: &Position<N>, depth: i32, score: i32, beta: i32) -> bool {
    depth >= 3 && score >= beta && !position.only_pawns(position.side())
}

/// Depth of the search after a pass: 3 less, and more at great depths and scores.
pub(super) fn depth_after_pass(depth: i32, score: i32, beta: i32) -> i32 {
    depth - 3 - depth / 5 - ((score - beta) / 200).min(2)
}

/// Futility (J. Schaeffer 1986, E. Heinz 1998): whether a quiet move is hopeless because the score is far below.
pub(super) fn is_futile(depth: i32, score: i32, alpha: i32) -> bool {
    depth <= FUTILITY_DEPTH && score + MARGIN * depth + 60 <= alpha
}

/// Late move pruning: how many quiet moves are tried at low depths. The bound grows with the board's branching.
pub(super) fn quiet_limit(depth: i32) -> usize {
    if depth > COUNT_DEPTH { usize::MAX } else { (3 + 4 * depth * depth) as usize }
}

/// Internal iterative reduction (E. Schröder 2020): a ply less where no move is known.
pub(super) fn reduction_without_move(depth: i32, known: bool) -> i32 {
    i32::from(!known && depth >= 4)
}

/// Binary logarithm in 16ths, linear between powers of two: integers only, the same everywhere.
const fn log16(value: usize) -> i32 {
    let whole = value.ilog2();
    (whole * 16) as i32 + (((value - (1 << whole)) * 16) >> whole) as i32
}

const LATE: [[u8; 256]; 64] = {
    let mut table = [[0; 256]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut number = 1;
        while number < 256 {
            // About 0.6 + 0.23·log2(depth)·log2(number).
            table[depth][number] = ((150 + log16(depth) * log16(number) * 23 / 100) / 256) as u8;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// Late move reduction (T. Romstad, *An Introduction to Late Move Reductions*, 2006), by depth and place in the order.
pub(super) fn late_reduction(depth: i32, number: usize, pv: bool) -> i32 {
    if depth < 2 || number < 3 {
        return 0;
    }
    let reduction = i32::from(LATE[depth.clamp(1, 63) as usize][number.min(255)]);
    (reduction - i32::from(pv)).clamp(0, depth - 1)
}

/// Delta pruning in quiescence: whether even the captured man does not bring the score near the window.
pub(super) fn is_hopeless(score: i32, gain: i32, alpha: i32) -> bool {
    score + gain + 150 <= alpha
}

/// Whether a move attacks the enemy king directly from its new place (discovered checks are not seen).
pub(super) fn gives_check<const N: usize>(position: &Position<N>, mv: Move, us: Color) -> bool {
    use super::super::geometry::{Lattice, class};
    let king = position.king(us.other());
    let relation = Lattice::<N>::relation(mv.to(), king);
    let kind = mv.promotion().unwrap_or(position.at(mv.from()).kind());
    match kind {
        Kind::Knight => relation.class == class::LEAP,
        Kind::Pawn | Kind::PawnW => {
            relation.distance == 1 && position.game().pawn_steps(us, kind).captures().contains(&relation.step)
        }
        _ => relation.class & kind.slides() != 0 && position.is_open(mv.to(), relation, mv.from()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        for depth in 2..40 {
            for number in 3..200 {
                let reduction = late_reduction(depth, number, false);
                assert!(reduction >= late_reduction(depth - 1, number, false).min(depth - 2));
                assert!(reduction >= late_reduction(depth, number - 1, false));
                assert!(reduction < depth);
            }
        }
        assert_eq!(late_reduction(6, 40, false), 3);
    }
}
