//! An entry of a Polyglot book and its sixteen bytes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::chess::{Move, MoveCode, PieceKind, Position, Square, UciMove, Wing};

/// Size of an entry in a file.
pub const ENTRY_BYTES: usize = 16;

/// One move of one position, as it stands in a book.
///
/// In a file it is four big-endian numbers: key, move, weight and a number the reader is free to
/// use, which this engine only keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub key: u64,
    /// The number for the learning of other programs.
    pub learn: u32,
    /// The move.
    pub code: BookCode,
    /// How often the move is to be chosen, compared with the others of its position.
    pub weight: u16,
}

const _: () = assert!(size_of::<Entry>() == ENTRY_BYTES);

impl Entry {
    /// Reads an entry. Any sixteen bytes are one; whether it means anything a position must tell.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            code: BookCode(u16::from_be_bytes([m0, m1])),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    /// The entry as it stands in a file.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let [k0, k1, k2, k3, k4, k5, k6, k7] = self.key.to_be_bytes();
        let [m0, m1] = self.code.0.to_be_bytes();
        let [w0, w1] = self.weight.to_be_bytes();
        let [l0, l1, l2, l3] = self.learn.to_be_bytes();
        [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3]
    }
}

/// A move in Polyglot's fifteen bits: target file and rank, origin file and rank, promotion, three
/// bits each. Castling is the king taking his own rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookCode(pub u16);

const FROM: u32 = 6;
const PROMOTION: u32 = 12;

impl BookCode {
    /// The code of a legal move.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Self {
        let wing = match mv.code() {
            MoveCode::CastleShort => Some(Wing::Short),
            MoveCode::CastleLong => Some(Wing::Long),
            _ => None,
        };
        let rook = wing.and_then(|wing| position.castling_rook(mv.piece().color(), wing));
        let to = rook.unwrap_or(mv.to());
        let promotion = match mv.promoted().map(|piece| piece.kind()) {
            Some(PieceKind::Knight) => 1,
            Some(PieceKind::Bishop) => 2,
            Some(PieceKind::Rook) => 3,
            Some(PieceKind::Queen) => 4,
            _ => 0,
        };
        Self(to as u16 | (mv.from() as u16) << FROM | promotion << PROMOTION)
    }

    /// Squares and promotion; `None` if the bits are no move in any position.
    #[must_use]
    pub const fn squares(self) -> Option<UciMove> {
        let promotion = match self.0 >> PROMOTION {
            0 => None,
            1 => Some(PieceKind::Knight),
            2 => Some(PieceKind::Bishop),
            3 => Some(PieceKind::Rook),
            4 => Some(PieceKind::Queen),
            _ => return None,
        };
        let from = Square::from_low_bits((self.0 >> FROM) as u8);
        let to = Square::from_low_bits(self.0 as u8);
        Some(UciMove { from, to, promotion })
    }

    /// The legal move the code means in a position, if it means one. A king taking his own rook is
    /// castling; the same squares under a rook are a rook's move.
    #[must_use]
    pub fn resolve(self, position: &Position) -> Option<Move> {
        position.resolve(self.squares()?).ok()
    }
}

impl fmt::Display for BookCode {
    /// The squares as UCI writes them, castling as `e1h1`; `0000` for bits that are no move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.squares() {
            Some(squares) => squares.fmt(f),
            None => f.write_str("0000"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_big_endian_and_come_back() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        let entry = Entry::from_bytes(&bytes);
        assert_eq!((entry.key, entry.code), (0x0102_0304_0506_0708, BookCode(0x090A)));
        assert_eq!((entry.weight, entry.learn), (0x0B0C, 0x0D0E_0F10));
        assert_eq!(entry.to_bytes(), bytes);
    }

    #[test]
    fn every_legal_move_has_a_code_that_means_it() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in position.legal_move_list().iter() {
                let code = BookCode::of(&position, mv);
                assert_eq!(code.resolve(&position), Some(mv), "{fen} {mv:?}");
            }
        }
    }

    #[test]
    fn king_takes_rook_is_castling_only_under_a_king() {
        let e1h1 = BookCode(Square::H1 as u16 | (Square::E1 as u16) << 6);
        let castling = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(e1h1.resolve(&castling).unwrap().is_castling());
        let rook = Position::from_fen("7k/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
        let mv = e1h1.resolve(&rook).unwrap();
        assert!(!mv.is_castling() && mv.to() == Square::H1);
        for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "6k1/8/8/8/8/8/8/K3R2R w - - 0 1"] {
            assert_eq!(e1h1.resolve(&Position::from_fen(fen).unwrap()), None, "{fen}");
        }
    }

    #[test]
    fn senseless_bits_are_no_move() {
        let position = Position::startpos();
        for bits in [0, 0xFFFF, 5 << 12 | 12 << 6 | 28, 4 << 12 | 12 << 6 | 28, 1 << 15 | 12 << 6 | 28] {
            assert_eq!(BookCode(bits).resolve(&position), None, "{bits:#x}");
        }
        assert_eq!(BookCode(0xFFFF).to_string(), "0000");
        assert_eq!(BookCode(12 << 6 | 28).to_string(), "e2e4");
        assert_eq!(BookCode(4 << 12 | 52 << 6 | 60).to_string(), "e7e8q");
    }
}
