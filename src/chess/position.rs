//! A legal position and what can be asked of it.

use super::attacks::{
    bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use super::bitboard::Bitboard;
use super::castling::Wing;
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::square::{Rank, Square};
use super::zobrist;

/// The part of a position that making a move cannot derive back; [`Position::make`] returns the
/// old one and [`Position::unmake`] takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Zobrist key of men, castling rights and side to move; the en-passant square is left out.
    pub(super) key: u64,
    /// Zobrist key of the pawns of both sides alone.
    pub(super) pawn_key: u64,
    /// Four bits for each of the twelve kinds of men: how many there are.
    pub(super) census: u64,
    /// Rooks that may still castle.
    pub(super) castling: Bitboard,
    /// Enemy men that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// The square jumped by a double push just made, whether or not it can be captured on.
    pub(super) en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub(super) halfmove: u16,
    /// How each side has castled since the position was set up.
    pub(super) castled: [Option<Wing>; Color::COUNT],
}

/// A legal position: made from a checked `Setup` and changed by legal moves only.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) kinds: [Bitboard; PieceKind::COUNT],
    pub(super) colors: [Bitboard; Color::COUNT],
    pub(super) board: [Option<Piece>; Square::COUNT],
    pub(super) side: Color,
    pub(super) state: State,
    pub(super) fullmove: u32,
}

impl Position {
    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The man on a square.
    #[inline(always)]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The men of a colour.
    #[inline(always)]
    #[must_use]
    pub const fn colored(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of a kind, both colours.
    #[inline(always)]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The men of a colour and kind.
    #[inline(always)]
    #[must_use]
    pub const fn men(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.kinds[kind.index()].0 & self.colors[color.index()].0)
    }

    /// All men.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// Rooks and queens of a colour.
    #[inline(always)]
    #[must_use]
    pub const fn straight_sliders(&self, color: Color) -> Bitboard {
        Bitboard((self.kinds[3].0 | self.kinds[4].0) & self.colors[color.index()].0)
    }

    /// Bishops and queens of a colour.
    #[inline(always)]
    #[must_use]
    pub const fn diagonal_sliders(&self, color: Color) -> Bitboard {
        Bitboard((self.kinds[2].0 | self.kinds[4].0) & self.colors[color.index()].0)
    }

    /// The square of a king.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        Square::from_low_bits(self.men(color, PieceKind::King).0.trailing_zeros() as u8)
    }

    /// How many men of a colour and kind there are.
    #[inline(always)]
    #[must_use]
    pub const fn count(&self, color: Color, kind: PieceKind) -> i32 {
        (self.state.census >> (4 * Piece::new(color, kind) as u32) & 15) as i32
    }

    /// Four bits for each kind of man in the order of [`Piece`], lowest first: how many there are.
    #[inline(always)]
    #[must_use]
    pub const fn census(&self) -> u64 {
        self.state.census
    }

    /// Enemy men that give check to the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// True if the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// Rooks that may still castle; the rank tells the colour.
    #[inline(always)]
    #[must_use]
    pub const fn castling_rights(&self) -> Bitboard {
        self.state.castling
    }

    /// The square jumped by the double push just made, even if no pawn can capture there.
    #[inline(always)]
    #[must_use]
    pub const fn jumped_square(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove as u32
    }

    /// The number of the move to be made, 1 in the start position.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove
    }

    /// Half-moves since move 1 of White, by the move number.
    #[must_use]
    pub const fn game_ply(&self) -> u32 {
        self.fullmove.saturating_sub(1) * 2 + self.side as u32
    }

    /// How `color` has castled since the position was set up; a FEN does not tell.
    #[inline(always)]
    #[must_use]
    pub const fn castled(&self, color: Color) -> Option<Wing> {
        self.state.castled[color.index()]
    }

    /// Says that a side has castled, as the golden data of the 2012 engine state it.
    pub const fn set_castled(&mut self, color: Color, wing: Option<Wing>) {
        self.state.castled[color.index()] = wing;
    }

    /// Key of men, castling rights and side to move, without en passant.
    #[inline(always)]
    #[must_use]
    pub const fn base_key(&self) -> u64 {
        self.state.key
    }

    /// Key that is equal exactly for positions that are equal under the rules: the en-passant
    /// square counts only if a capture there is legal.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        match self.state.en_passant {
            Some(square) if self.en_passant_is_legal() => self.state.key ^ zobrist::en_passant(square.file()),
            _ => self.state.key,
        }
    }

    /// Key in which every double push counts, whether or not it can be answered en passant
    /// (the 2012 engine's habit).
    #[inline(always)]
    #[must_use]
    pub fn key_with_jumped_square(&self) -> u64 {
        match self.state.en_passant {
            Some(square) => self.state.key ^ zobrist::en_passant(square.file()),
            None => self.state.key,
        }
    }

    /// The key after an ordinary move, before it is made: time to fetch what is kept under it. A guess:
    /// lost castling rights, the rook of a castling, a pawn taken en passant and the square jumped by
    /// a double push are left out.
    #[inline(always)]
    #[must_use]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let moved = zobrist::man(mv.piece(), mv.from())
            ^ zobrist::man(mv.promoted().unwrap_or(mv.piece()), mv.to())
            ^ zobrist::black_to_move();
        self.state.key ^ moved ^ mv.captured().map_or(0, |captured| zobrist::man(captured, mv.to()))
    }

    /// Key of the pawns of both sides.
    #[inline(always)]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        self.state.pawn_key
    }

    /// Men of both sides that attack `square` through `occupied`.
    #[inline(always)]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        let diagonal = self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen);
        let mut attackers = knight_attacks(square) & self.kind(PieceKind::Knight)
            | king_attacks(square) & self.kind(PieceKind::King)
            | pawn_attacks(Color::Black, square) & self.men(Color::White, PieceKind::Pawn)
            | pawn_attacks(Color::White, square) & self.men(Color::Black, PieceKind::Pawn);
        // Most squares have no slider on their lines at all: two tests spare two table look-ups.
        if (rook_rays(square) & straight).any() {
            attackers |= rook_attacks(square, occupied) & straight;
        }
        if (bishop_rays(square) & diagonal).any() {
            attackers |= bishop_attacks(square, occupied) & diagonal;
        }
        attackers
    }

    /// Sliders of both sides that bear on `square` through `occupied` along the lines by which a man of
    /// `kind` captures there: once it has left, those it covered are among them. None for knight and
    /// king.
    #[inline(always)]
    #[must_use]
    pub(crate) fn sliders_behind(&self, kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
        use PieceKind::{Bishop, Pawn, Queen, Rook};
        let mut sliders = Bitboard::EMPTY;
        if matches!(kind, Pawn | Bishop | Queen) {
            sliders |= bishop_attacks(square, occupied) & (self.kind(Bishop) | self.kind(Queen));
        }
        if matches!(kind, Rook | Queen) {
            sliders |= rook_attacks(square, occupied) & (self.kind(Rook) | self.kind(Queen));
        }
        sliders
    }

    /// True if a man of `by` attacks `square` through `occupied`.
    #[inline(always)]
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let enemies = self.colored(by);
        let near = knight_attacks(square) & self.kind(PieceKind::Knight)
            | king_attacks(square) & self.kind(PieceKind::King)
            | pawn_attacks(!by, square) & self.kind(PieceKind::Pawn);
        if (near & enemies).any() {
            return true;
        }
        let straight = self.straight_sliders(by);
        if (rook_rays(square) & straight).any() && (rook_attacks(square, occupied) & straight).any() {
            return true;
        }
        let diagonal = self.diagonal_sliders(by);
        (bishop_rays(square) & diagonal).any() && (bishop_attacks(square, occupied) & diagonal).any()
    }

    /// Men that give check to the side to move, found from scratch.
    #[inline(always)]
    pub(super) fn find_checkers(&self) -> Bitboard {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let mut checkers = (knight_attacks(king) & self.kind(PieceKind::Knight)
            | pawn_attacks(us, king) & self.kind(PieceKind::Pawn))
            & self.colored(them);
        let straight = self.straight_sliders(them);
        if (rook_rays(king) & straight).any() {
            checkers |= rook_attacks(king, self.occupied()) & straight;
        }
        let diagonal = self.diagonal_sliders(them);
        if (bishop_rays(king) & diagonal).any() {
            checkers |= bishop_attacks(king, self.occupied()) & diagonal;
        }
        checkers
    }

    /// The pawns of the side to move that could capture en passant if their king allowed it.
    #[inline(always)]
    #[must_use]
    pub fn en_passant_capturers(&self) -> Bitboard {
        match self.state.en_passant {
            // After a null move the square may be stale: it must lie on the mover's sixth rank.
            Some(square) if square.rank().relative_to(self.side) == Rank::Sixth => {
                pawn_attacks(!self.side, square) & self.men(self.side, PieceKind::Pawn)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// True if the pawn on `from` may capture en passant without exposing its king.
    #[must_use]
    pub fn en_passant_is_legal_from(&self, from: Square) -> bool {
        let Some(to) = self.state.en_passant else { return false };
        let us = self.side;
        let victim = Bitboard::of(Square::new(to.file(), from.rank()));
        let occupied = (self.occupied() ^ Bitboard::of(from) ^ victim) | Bitboard::of(to);
        let king = self.king(us);
        let standing = self.state.checkers & (self.kind(PieceKind::Pawn) | self.kind(PieceKind::Knight));
        (standing - victim).is_empty()
            && (rook_attacks(king, occupied) & self.straight_sliders(!us)).is_empty()
            && (bishop_attacks(king, occupied) & self.diagonal_sliders(!us)).is_empty()
    }

    /// True if some capture en passant is legal.
    #[must_use]
    pub fn en_passant_is_legal(&self) -> bool {
        self.en_passant_capturers().into_iter().any(|from| self.en_passant_is_legal_from(from))
    }

    /// True if no sequence of legal moves can mate for sure by material alone: bare kings, one
    /// minor piece, or bishops that all stand on squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.kind(PieceKind::Pawn) | self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        if heavy.any() {
            return false;
        }
        let (knights, bishops) = (self.kind(PieceKind::Knight), self.kind(PieceKind::Bishop));
        if knights.is_empty() {
            let light = (bishops & Bitboard::LIGHT).any();
            let dark = (bishops & Bitboard::DARK).any();
            return !(light && dark);
        }
        bishops.is_empty() && !knights.many()
    }

    /// The state with its keys, census and checkers computed from the board alone: the slow check
    /// beside the fast incremental one.
    #[must_use]
    pub fn state_from_scratch(&self) -> State {
        let mut state = State { key: 0, pawn_key: 0, census: 0, ..self.state };
        for square in Square::ALL {
            let Some(piece) = self.board[square.index()] else { continue };
            state.key ^= zobrist::man(piece, square);
            state.census += 1 << (4 * piece as u32);
            if piece.kind() == PieceKind::Pawn {
                state.pawn_key ^= zobrist::man(piece, square);
            }
        }
        for rook in self.state.castling {
            state.key ^= zobrist::castling(rook);
        }
        if self.side == Color::Black {
            state.key ^= zobrist::black_to_move();
        }
        state.checkers = self.attackers_to(self.king(self.side), self.occupied()) & self.colored(!self.side);
        state
    }

    /// True if bitboards, mailbox and state tell the same story. Slow; for debug builds and tests.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let mut kinds = [Bitboard::EMPTY; PieceKind::COUNT];
        let mut colors = [Bitboard::EMPTY; Color::COUNT];
        for square in Square::ALL {
            if let Some(piece) = self.board[square.index()] {
                kinds[piece.kind().index()] |= Bitboard::of(square);
                colors[piece.color().index()] |= Bitboard::of(square);
            }
        }
        (kinds, colors) == (self.kinds, self.colors) && self.state == self.state_from_scratch()
    }

    /// The state, for comparison in tests.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
