//! Making and unmaking moves.

use super::bitboard::Bitboard;
use super::castling::Wing;
use super::moves::{Move, MoveCode};
use super::piece::{Color, Piece, PieceKind};
use super::position::{Position, State};
use super::square::{Rank, Square};
use super::zobrist;

/// What a null move does with the square of a double push just made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullEnPassant {
    /// The chance to capture en passant is gone.
    Clear,
    /// The square stays set, though no move can use it (the 2012 engine, §1.6).
    Keep,
}

impl Position {
    #[inline(always)]
    fn lift<const TRACK: bool>(&mut self, piece: Piece, square: Square) {
        self.toggle::<TRACK>(piece, square);
        self.board[square.index()] = None;
        if TRACK {
            self.state.census -= 1 << (4 * piece as u32);
        }
    }

    #[inline(always)]
    fn drop<const TRACK: bool>(&mut self, piece: Piece, square: Square) {
        self.toggle::<TRACK>(piece, square);
        self.board[square.index()] = Some(piece);
        if TRACK {
            self.state.census += 1 << (4 * piece as u32);
        }
    }

    #[inline(always)]
    fn toggle<const TRACK: bool>(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        if TRACK {
            let number = zobrist::man(piece, square);
            self.state.key ^= number;
            if piece.kind() == PieceKind::Pawn {
                self.state.pawn_key ^= number;
            }
        }
    }

    #[inline(always)]
    fn shift<const TRACK: bool>(&mut self, piece: Piece, from: Square, to: Square) {
        let bits = Bitboard::of(from) | Bitboard::of(to);
        self.kinds[piece.kind().index()] ^= bits;
        self.colors[piece.color().index()] ^= bits;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        if TRACK {
            let number = zobrist::man(piece, from) ^ zobrist::man(piece, to);
            self.state.key ^= number;
            if piece.kind() == PieceKind::Pawn {
                self.state.pawn_key ^= number;
            }
        }
    }

    /// Puts a man on an empty square while a position is set up.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.drop::<true>(piece, square);
    }

    /// Makes a legal move and returns what [`Self::unmake`] needs.
    #[inline]
    pub fn make(&mut self, mv: Move) -> State {
        let before = self.make_tracked::<true>(mv);
        debug_assert!(self.is_consistent(), "{self:?} after {mv:?}");
        before
    }

    /// As [`Self::make`]; without `TRACK` the keys and the census are left behind, which perft does
    /// not look at.
    #[inline(always)]
    pub(super) fn make_tracked<const TRACK: bool>(&mut self, mv: Move) -> State {
        debug_assert_eq!(self.board[mv.from().index()], Some(mv.piece()), "{mv:?} in {self:?}");
        let before = self.state;
        let (from, to, piece, us) = (mv.from(), mv.to(), mv.piece(), self.side);
        self.state.en_passant = None;
        self.state.halfmove = self.state.halfmove.saturating_add(1);
        if let Some(captured) = mv.captured() {
            self.state.halfmove = 0;
            self.lift::<TRACK>(captured, captured_square(mv));
        }
        if before.castling.any() {
            self.lose_castling_rights::<TRACK>(mv);
        }
        if mv.is_castling() {
            self.castle::<TRACK>(mv, before.castling);
        } else if let Some(promoted) = mv.promoted() {
            self.lift::<TRACK>(piece, from);
            self.drop::<TRACK>(promoted, to);
            self.state.halfmove = 0;
        } else {
            self.shift::<TRACK>(piece, from, to);
            if piece.kind() == PieceKind::Pawn {
                self.state.halfmove = 0;
                if mv.code() == MoveCode::DoublePush {
                    self.state.en_passant = Some(Square::from_low_bits((from as u8 + to as u8) / 2));
                }
            }
        }
        self.pass_turn::<TRACK>(us);
        self.state.checkers = self.find_checkers();
        before
    }

    #[inline(always)]
    fn pass_turn<const TRACK: bool>(&mut self, us: Color) {
        self.side = !us;
        self.fullmove = self.fullmove.saturating_add(us as u32);
        if TRACK {
            self.state.key ^= zobrist::black_to_move();
        }
    }

    #[inline(always)]
    fn lose_castling_rights<const TRACK: bool>(&mut self, mv: Move) {
        let mut touched = Bitboard::of(mv.from()) | Bitboard::of(mv.to());
        if mv.piece().kind() == PieceKind::King {
            touched |= Bitboard::rank(Rank::First.relative_to(mv.piece().color()));
        }
        let lost = self.state.castling & touched;
        if lost.any() {
            self.state.castling ^= lost;
            if TRACK {
                for rook in lost {
                    self.state.key ^= zobrist::castling(rook);
                }
            }
        }
    }

    /// Moves king and rook; in Chess960 either may land where the other stood.
    fn castle<const TRACK: bool>(&mut self, mv: Move, rights: Bitboard) {
        let (wing, us) = (wing_of(mv), mv.piece().color());
        let rook = castling_rook_of(mv, rights);
        let man = Piece::new(us, PieceKind::Rook);
        self.lift::<TRACK>(man, rook);
        self.lift::<TRACK>(mv.piece(), mv.from());
        self.drop::<TRACK>(mv.piece(), mv.to());
        self.drop::<TRACK>(man, wing.rook_target(us));
        self.state.castled[us.index()] = Some(wing);
    }

    /// Takes back the move last made; `before` is what making it returned.
    #[inline]
    pub fn unmake(&mut self, mv: Move, before: State) {
        let us = !self.side;
        self.side = us;
        self.fullmove = self.fullmove.saturating_sub(us as u32);
        let (from, to, piece) = (mv.from(), mv.to(), mv.piece());
        if mv.is_castling() {
            let man = Piece::new(us, PieceKind::Rook);
            self.lift::<false>(man, wing_of(mv).rook_target(us));
            self.lift::<false>(piece, to);
            self.drop::<false>(piece, from);
            self.drop::<false>(man, castling_rook_of(mv, before.castling));
        } else {
            if let Some(promoted) = mv.promoted() {
                self.lift::<false>(promoted, to);
                self.drop::<false>(piece, from);
            } else {
                self.shift::<false>(piece, to, from);
            }
            if let Some(captured) = mv.captured() {
                self.drop::<false>(captured, captured_square(mv));
            }
        }
        self.state = before;
    }

    /// Passes the turn without a move; the side to move must not be in check. The half-move clock
    /// starts again, since no repetition can reach across a null move.
    pub fn make_null(&mut self, en_passant: NullEnPassant) -> State {
        debug_assert!(!self.in_check());
        let before = self.state;
        if en_passant == NullEnPassant::Clear {
            self.state.en_passant = None;
        }
        self.state.halfmove = 0;
        self.pass_turn::<true>(self.side);
        before
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, before: State) {
        self.side = !self.side;
        self.fullmove = self.fullmove.saturating_sub(self.side as u32);
        self.state = before;
    }
}

/// Where the captured man stands.
#[inline(always)]
fn captured_square(mv: Move) -> Square {
    match mv.code() {
        MoveCode::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

#[inline(always)]
fn wing_of(mv: Move) -> Wing {
    match mv.code() {
        MoveCode::CastleLong => Wing::Long,
        _ => Wing::Short,
    }
}

/// The rook of a castling move, by the rights before it: the outermost on the king's side of the
/// move.
fn castling_rook_of(mv: Move, rights: Bitboard) -> Square {
    let mine = rights & Bitboard::rank(mv.from().rank());
    let rook = match wing_of(mv) {
        Wing::Short => mine.last(),
        Wing::Long => mine.first(),
    };
    rook.unwrap_or(mv.from()) // a castling move is only generated where the right is left
}
