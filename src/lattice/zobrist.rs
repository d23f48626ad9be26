//! Keys of positions (A. L. Zobrist, *A New Hashing Method with Application for Game Playing*, 1970), 64 bits.
//!
//! The random numbers are splitmix64 (Steele, Lea, Flood 2014) of a fixed seed: keys are the same everywhere, and a
//! test pins one.

use super::geometry::MAX_CELLS;
use super::piece::{Color, Kind};

const KEYS_PER_COLOR: usize = Kind::COUNT * MAX_CELLS;

struct Keys {
    /// Colour, kind, cell.
    men: [u64; 2 * KEYS_PER_COLOR],
    /// Cell of the pawn that can be taken in passing.
    passing: [u64; MAX_CELLS],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut keys = Keys { men: [0; 2 * KEYS_PER_COLOR], passing: [0; MAX_CELLS], black_to_move: 0 };
    let mut seed = 0x6d61_6e67_6f61_6300;
    let mut index = 0;
    while index < keys.men.len() {
        (keys.men[index], seed) = splitmix(seed);
        index += 1;
    }
    index = 0;
    while index < keys.passing.len() {
        (keys.passing[index], seed) = splitmix(seed);
        index += 1;
    }
    (keys.black_to_move, _) = splitmix(seed);
    keys
};

/// Next number and next state of splitmix64.
pub(super) const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

/// Key of a man on the cell with this number.
#[inline(always)]
pub(super) fn man(color: Color, kind: Kind, cell: usize) -> u64 {
    KEYS.men[color.index() * KEYS_PER_COLOR + kind.index() * MAX_CELLS + cell]
}

/// Key of the right to take the pawn on this cell in passing.
#[inline(always)]
pub(super) fn passing(cell: usize) -> u64 {
    KEYS.passing[cell]
}

/// Key of Black's turn.
#[inline(always)]
pub(super) fn side() -> u64 {
    KEYS.black_to_move
}
