//! Random numbers that identify positions (A. Zobrist, 1970).

use super::piece::Piece;
use super::square::{File, Square};

/// One number for each thing that tells positions apart.
pub struct Zobrist {
    /// A man on a square.
    men: [[u64; 64]; Piece::COUNT],
    /// A castling right, by the square of its rook.
    castling: [u64; 64],
    /// A double push that has just happened, by its file.
    en_passant: [u64; File::COUNT],
    /// Black is to move.
    black: u64,
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood 2014): the state's successor and its output.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ z >> 31)
}

const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        (state, numbers[i]) = next(state);
        i += 1;
    }
    (state, numbers)
}

static ZOBRIST: Zobrist = {
    // "Mango AC" and 2086: the first seed from there on with which no search of the golden data is
    // changed by a collision in the tables (see tests/golden_search.rs).
    let mut state = 0x4D61_6E67_6F20_4969;
    let mut men = [[0; 64]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        (state, men[piece]) = fill(state);
        piece += 1;
    }
    let (state, castling) = fill(state);
    let (state, en_passant) = fill(state);
    Zobrist { men, castling, en_passant, black: next(state).1 }
};

#[inline(always)]
pub(super) fn man(piece: Piece, square: Square) -> u64 {
    ZOBRIST.men[piece.index()][square.index()]
}

#[inline(always)]
pub(super) fn castling(rook: Square) -> u64 {
    ZOBRIST.castling[rook.index()]
}

#[inline(always)]
pub(super) fn en_passant(file: File) -> u64 {
    ZOBRIST.en_passant[file.index()]
}

#[inline(always)]
pub(super) fn black_to_move() -> u64 {
    ZOBRIST.black
}
