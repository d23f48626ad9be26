//! Geometric masks of pawn structure.

use crate::chess::{Bitboard, Color, File, Rank, Square};

static ADJACENT_FILES: [Bitboard; 8] = {
    let mut table = [Bitboard::EMPTY; 8];
    let mut file = 0;
    while file < 8 {
        let own = Bitboard::file(File::ALL[file]);
        table[file] = Bitboard(own.left().0 | own.right().0);
        file += 1;
    }
    table
};

static AHEAD: [[Bitboard; 8]; 2] = {
    let mut table = [[Bitboard::EMPTY; 8]; 2];
    let mut rank = 0;
    while rank < 8 {
        let mut other = 0;
        while other < 8 {
            let color = if other > rank { 0 } else { 1 };
            if other != rank {
                table[color][rank] = Bitboard(table[color][rank].0 | Bitboard::rank(Rank::ALL[other]).0);
            }
            other += 1;
        }
        rank += 1;
    }
    table
};

/// The files beside a file.
#[inline(always)]
pub(super) fn adjacent_files(file: File) -> Bitboard {
    ADJACENT_FILES[file.index()]
}

/// All squares on ranks ahead of `square` as `color` sees it.
#[inline(always)]
pub(super) fn ranks_ahead(color: Color, square: Square) -> Bitboard {
    AHEAD[color.index()][square.rank().index()]
}

/// The squares of the same file ahead.
#[inline(always)]
pub(super) fn file_ahead(color: Color, square: Square) -> Bitboard {
    ranks_ahead(color, square) & Bitboard::file(square.file())
}

/// The squares of the adjacent files ahead.
#[inline(always)]
pub(super) fn adjacent_ahead(color: Color, square: Square) -> Bitboard {
    ranks_ahead(color, square) & adjacent_files(square.file())
}

/// The squares from which enemy pawns could stop or capture a pawn on its way.
#[inline(always)]
pub(crate) fn passed_mask(color: Color, square: Square) -> Bitboard {
    ranks_ahead(color, square) & (adjacent_files(square.file()) | Bitboard::file(square.file()))
}

/// Squares on adjacent files, on the same rank or one beside it.
#[inline(always)]
pub(super) fn neighbours(square: Square) -> Bitboard {
    crate::chess::king_attacks(square) & adjacent_files(square.file())
}

/// The man of `set` nearest to `color`'s eighth rank.
#[inline(always)]
pub(super) fn foremost(color: Color, set: Bitboard) -> Option<Square> {
    match color {
        Color::White => set.last(),
        Color::Black => set.first(),
    }
}

/// The last square of a pawn's file.
#[inline(always)]
pub(super) fn promotion_square(color: Color, square: Square) -> Square {
    Square::new(square.file(), Rank::Eighth.relative_to(color))
}
