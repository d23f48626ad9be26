//! From anything that can be written down to a legal position.

use super::bitboard::Bitboard;
use super::castling::Wing;
use super::piece::{Color, Piece, PieceKind};
use super::position::{Position, State};
use super::square::{File, Rank, Square};
use super::zobrist;

/// A castling right as it is written, before anybody has looked whether the rook is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingClaim {
    /// `K Q k q`: the outermost rook of a wing (FEN, X-FEN).
    Outermost(Color, Wing),
    /// `A`–`H`, `a`–`h`: the rook on a file (Shredder-FEN).
    OnFile(Color, File),
}

/// A position as written: any men anywhere. [`Setup::position`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men by square.
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Color,
    /// Castling rights claimed; false ones are dropped by the check.
    pub castling: Vec<CastlingClaim>,
    /// En-passant square claimed; ignored if no pawn can just have jumped it.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u32,
    /// Number of the move to be made.
    pub fullmove: u32,
}

/// Why a position is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("{} has no king", name(*.0))]
    NoKing(Color),
    #[error("{} has more than one king", name(*.0))]
    SeveralKings(Color),
    #[error("{} has more than 16 men", name(*.0))]
    TooManyMen(Color),
    #[error("{} has more than 8 pawns", name(*.0))]
    TooManyPawns(Color),
    #[error("a pawn stands on {0}")]
    PawnOnBackRank(Square),
    #[error("the side not to move, {}, is in check", name(*.0))]
    OpponentInCheck(Color),
    #[error("{0} legal moves: more than any possible position has (218)")]
    TooManyMoves(u64),
}

/// The most legal moves any position reachable in a game has (N. Petrović 1964; proved to be
/// the maximum by integer programming, Tobs40 2024).
const MOST_MOVES: u64 = 218;

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: [None; Square::COUNT],
            side: Color::White,
            castling: Vec::new(),
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        }
    }
}

impl Position {
    /// The same men and castling rights with the turn given to `side`; nothing can have been
    /// jumped.
    ///
    /// # Errors
    /// If the side not to move would be in check.
    pub fn with_side_to_move(&self, side: Color) -> Result<Self, SetupError> {
        let rook = |color, wing| self.castling_rook(color, wing);
        let claims = Color::ALL.into_iter().flat_map(|color| {
            Wing::ALL.into_iter().filter_map(move |wing| {
                rook(color, wing).map(|rook| CastlingClaim::OnFile(color, rook.file()))
            })
        });
        Setup {
            board: self.board,
            side,
            castling: claims.collect(),
            en_passant: None,
            halfmove: self.halfmove_clock(),
            fullmove: self.fullmove_number(),
        }
        .position()
    }
}

impl Setup {
    /// The position written down, if it is possible.
    ///
    /// # Errors
    /// The first reason found why it is not.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.check_men()?;
        let mut position = Position {
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            colors: [Bitboard::EMPTY; Color::COUNT],
            board: [None; Square::COUNT],
            side: self.side,
            state: State {
                key: 0,
                pawn_key: 0,
                census: 0,
                castling: Bitboard::EMPTY,
                checkers: Bitboard::EMPTY,
                en_passant: None,
                halfmove: self.halfmove.min(u16::MAX as u32) as u16,
                castled: [None; Color::COUNT],
            },
            fullmove: self.fullmove.max(1),
        };
        for square in Square::ALL {
            if let Some(piece) = self.board[square.index()] {
                position.put(piece, square);
            }
        }
        if position.is_attacked(position.king(!self.side), self.side, position.occupied()) {
            return Err(SetupError::OpponentInCheck(!self.side));
        }
        self.grant_castling(&mut position);
        position.state.en_passant = self.en_passant.filter(|&square| jumped(&position, square));
        if self.side == Color::Black {
            position.state.key ^= zobrist::black_to_move();
        }
        position.state.checkers = position.find_checkers();
        let moves = position.count_legal_moves();
        if moves > MOST_MOVES {
            return Err(SetupError::TooManyMoves(moves));
        }
        debug_assert!(position.is_consistent());
        Ok(position)
    }

    fn check_men(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let count = |kind: Option<PieceKind>| {
                let fits = |piece: Piece| piece.color() == color && kind.is_none_or(|k| piece.kind() == k);
                self.board.iter().flatten().filter(|&&piece| fits(piece)).count()
            };
            match count(Some(PieceKind::King)) {
                0 => return Err(SetupError::NoKing(color)),
                1 => {}
                _ => return Err(SetupError::SeveralKings(color)),
            }
            if count(None) > 16 {
                return Err(SetupError::TooManyMen(color));
            }
            if count(Some(PieceKind::Pawn)) > 8 {
                return Err(SetupError::TooManyPawns(color));
            }
        }
        let on_back_rank = |square: &Square| {
            matches!(square.rank(), Rank::First | Rank::Eighth)
                && self.board[square.index()].is_some_and(|piece| piece.kind() == PieceKind::Pawn)
        };
        match Square::ALL.into_iter().find(on_back_rank) {
            Some(square) => Err(SetupError::PawnOnBackRank(square)),
            None => Ok(()),
        }
    }

    fn grant_castling(&self, position: &mut Position) {
        for &claim in &self.castling {
            let (color, wing, rook) = match claim {
                CastlingClaim::Outermost(color, wing) => (color, wing, outermost_rook(position, color, wing)),
                CastlingClaim::OnFile(color, file) => {
                    let rook = Square::new(file, Rank::First.relative_to(color));
                    let wing = if rook > position.king(color) { Wing::Short } else { Wing::Long };
                    (color, wing, Some(rook))
                }
            };
            let Some(rook) = rook else { continue };
            if position.is_castling_rook(color, wing, rook) && position.castling_rook(color, wing).is_none() {
                position.state.castling |= Bitboard::of(rook);
                position.state.key ^= zobrist::castling(rook);
            }
        }
    }
}

/// The rook nearest the rim on the king's back rank.
fn outermost_rook(position: &Position, color: Color, wing: Wing) -> Option<Square> {
    let rooks = position.men(color, PieceKind::Rook) & Bitboard::rank(Rank::First.relative_to(color));
    match wing {
        Wing::Short => rooks.last(),
        Wing::Long => rooks.first(),
    }
}

/// True if the last move can have been a double push over `square`.
fn jumped(position: &Position, square: Square) -> bool {
    let them = !position.side_to_move();
    if square.rank().relative_to(them) != Rank::Third {
        return false;
    }
    let toward_us = if them == Color::White { 1 } else { -1 };
    let (Some(origin), Some(target)) = (square.offset(0, -toward_us), square.offset(0, toward_us)) else {
        return false;
    };
    position.piece_at(square).is_none()
        && position.piece_at(origin).is_none()
        && position.piece_at(target) == Some(Piece::new(them, PieceKind::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_can_be_given_away() {
        let position = Position::from_fen("r3k2r/8/8/8/4Pp2/8/8/R3K1R1 b Gkq e3 3 9").unwrap();
        let other = position.with_side_to_move(Color::White).unwrap();
        assert_eq!(other.fen(), "r3k2r/8/8/8/4Pp2/8/8/R3K1R1 w Kkq - 3 9");
        let check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        let error = check.with_side_to_move(Color::Black).unwrap_err();
        assert_eq!(error, SetupError::OpponentInCheck(Color::White));
    }
}
