//! Attack sets, and the lines between squares.

use super::bitboard::Bitboard;
use super::magics::{BISHOP, BISHOP_MAGICS, ROOK, ROOK_MAGICS, TABLE_SIZE, walk};
use super::piece::Color;
use super::square::Square;

include!(concat!(env!("OUT_DIR"), "/slider_attacks.rs"));

const _: () = assert!(TABLE_SIZE == 107_648);

const fn leaper(square: usize, steps: &[(i32, i32)]) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = Square::from_low_bits(square as u8).offset(steps[i].0, steps[i].1) {
            attacks |= 1 << to as u8;
        }
        i += 1;
    }
    attacks
}

const fn leaper_table(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(leaper(square, steps));
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    leaper_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    leaper_table(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper_table(&[(1, 1), (-1, 1)]), leaper_table(&[(1, -1), (-1, -1)])];

const fn ray_table(rooks: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(walk(square, 0, if rooks { &ROOK } else { &BISHOP }, false));
        square += 1;
    }
    table
}

static ROOK_RAYS: [Bitboard; 64] = ray_table(true);
static BISHOP_RAYS: [Bitboard; 64] = ray_table(false);

/// For two squares: those strictly between them, or the whole line through both, rim to rim.
const fn line_table(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (bit_a, bit_b) = (1u64 << a, 1u64 << b);
            let mut kind = 0;
            while kind < 2 {
                let directions = if kind == 0 { &ROOK } else { &BISHOP };
                if a != b && walk(a, 0, directions, false) & bit_b != 0 {
                    table[a][b] = Bitboard(if whole {
                        walk(a, 0, directions, false) & walk(b, 0, directions, false) | bit_a | bit_b
                    } else {
                        walk(a, bit_b, directions, false) & walk(b, bit_a, directions, false)
                    });
                }
                kind += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = line_table(false);
static LINE: [[Bitboard; 64]; 64] = line_table(true);

/// Squares a knight attacks.
#[inline(always)]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a king attacks.
#[inline(always)]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a pawn of `color` attacks.
#[inline(always)]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares a rook attacks through `occupied`, the first blocker of each line included.
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDER_ATTACKS[ROOK_MAGICS[square.index()].index(occupied.0)])
}

/// Squares a bishop attacks through `occupied`, the first blocker of each line included.
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDER_ATTACKS[BISHOP_MAGICS[square.index()].index(occupied.0)])
}

/// Squares a queen attacks through `occupied`, the first blocker of each line included.
#[inline(always)]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// Squares a rook attacks on an empty board.
#[inline(always)]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Squares a bishop attacks on an empty board.
#[inline(always)]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Squares strictly between two squares of a common line; empty if there is none.
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line through two squares, rim to rim; empty if there is none.
#[inline(always)]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_agrees_with_walking_the_lines() {
        let mut occupied = 0x1234_5678_9ABC_DEF0_u64;
        for round in 0..2_000 {
            occupied = occupied.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ round;
            for square in Square::ALL {
                let (set, index) = (Bitboard(occupied & occupied.rotate_left(23)), square.index());
                assert_eq!(rook_attacks(square, set).0, walk(index, set.0, &ROOK, false));
                assert_eq!(bishop_attacks(square, set).0, walk(index, set.0, &BISHOP, false));
            }
        }
    }

    #[test]
    fn lines_are_what_their_names_say() {
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(between(Square::A1, Square::D4), set(&[Square::B2, Square::C3]));
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::B3, Square::D3), Bitboard::rank(crate::chess::Rank::Third));
        assert_eq!(line(Square::A2, Square::B1), set(&[Square::A2, Square::B1]));
        assert_eq!(pawn_attacks(Color::Black, Square::A5), set(&[Square::B4]));
    }
}
