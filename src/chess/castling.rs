//! Castling: wings, modes and the squares involved, for classical chess and every Chess960 start.

use super::attacks::between;
use super::bitboard::Bitboard;
use super::piece::{Color, PieceKind};
use super::position::Position;
use super::square::{File, Rank, Square};
use crate::macros::small_enum;

small_enum! {
    /// The side of the board a king castles to.
    pub enum Wing {
        /// Towards the h-file: O-O; the king lands on the g-file.
        Short,
        /// Towards the a-file: O-O-O; the king lands on the c-file.
        Long,
    }
}

/// How castling is written in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingMode {
    /// The king's two-square move, `e1g1`.
    #[default]
    Standard,
    /// King takes own rook, `e1h1` (the option UCI_Chess960).
    Chess960,
}

impl Wing {
    /// Where the king of `color` lands.
    #[inline(always)]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::Short => File::G,
            Self::Long => File::C,
        };
        Square::new(file, Rank::First).relative_to(color)
    }

    /// Where the rook of `color` lands.
    #[inline(always)]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::Short => File::F,
            Self::Long => File::D,
        };
        Square::new(file, Rank::First).relative_to(color)
    }
}

impl Position {
    /// The rook `color` may still castle with on `wing`, if the right is left.
    #[inline(always)]
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let rights = self.castling_rights() & Bitboard::rank(Rank::First.relative_to(color));
        if rights.is_empty() {
            return None;
        }
        let king = self.king(color);
        // While a right is left the king has not moved, so the rook's side of it is the wing.
        match wing {
            Wing::Short => rights.last().filter(|&rook| rook > king),
            Wing::Long => rights.first().filter(|&rook| rook < king),
        }
    }

    /// The form in which castling is written: classical where kings and castling rooks stand as in
    /// classical chess.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        let classical = Color::ALL.into_iter().all(|color| {
            let home = |file| Square::new(file, Rank::First.relative_to(color));
            let rook_at_home =
                |wing, file| self.castling_rook(color, wing).is_none_or(|rook| rook == home(file));
            let has_right = Wing::ALL.into_iter().any(|wing| self.castling_rook(color, wing).is_some());
            !has_right
                || self.king(color) == home(File::E)
                    && rook_at_home(Wing::Short, File::H)
                    && rook_at_home(Wing::Long, File::A)
        });
        if classical { CastlingMode::Standard } else { CastlingMode::Chess960 }
    }

    /// True if the side to move may castle on `wing` now: the right is left, the way is free, and
    /// the king neither stands on, passes nor reaches an attacked square.
    #[must_use]
    pub fn can_castle(&self, wing: Wing) -> bool {
        let us = self.side_to_move();
        let Some(rook) = self.castling_rook(us, wing) else { return false };
        let king = self.king(us);
        let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
        let king_way = between(king, king_target) | Bitboard::of(king_target);
        let rook_way = between(rook, rook_target) | Bitboard::of(rook_target);
        let others = self.occupied() - (Bitboard::of(king) | Bitboard::of(rook));
        if ((king_way | rook_way) & others).any() {
            return false;
        }
        let enemies = self.colored(!us);
        let safe = |square, occupied| (self.attackers_to(square, occupied) & enemies).is_empty();
        // The castling rook may shield the king where it stands, but not where the king arrives.
        self.checkers().is_empty()
            && king_way.into_iter().all(|square| safe(square, self.occupied() ^ Bitboard::of(king)))
            && safe(king_target, others | Bitboard::of(rook_target))
    }

    /// True if the man on `rook` can be a castling rook of `color` on `wing`.
    pub(super) fn is_castling_rook(&self, color: Color, wing: Wing, rook: Square) -> bool {
        let king = self.king(color);
        let back_rank = Rank::First.relative_to(color);
        self.men(color, PieceKind::Rook).has(rook)
            && king.rank() == back_rank
            && rook.rank() == back_rank
            && (rook > king) == (wing == Wing::Short)
    }
}
