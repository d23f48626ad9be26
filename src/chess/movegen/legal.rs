//! Strictly legal generation with check and pin masks; nothing is made and tested.

use super::legality::NodeInfo;
use crate::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, line, queen_attacks, rook_attacks,
};
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::Wing;
use crate::chess::movelist::MoveList;
use crate::chess::moves::{Move, MoveCode};
use crate::chess::piece::{Color, Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::{Rank, Square};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Captures and promotions.
    Tactical,
    /// The rest.
    Quiet,
}

/// Takes the generated moves in groups, so that counting need not look at each.
trait Sink {
    /// A man other than a pawn may go from `from` to each square of `to`.
    fn man(&mut self, position: &Position, piece: Piece, from: Square, to: Bitboard);
    /// Pawns arrive on `to`, each from `step` squares before; none promotes.
    fn pawns(&mut self, position: &Position, pawn: Piece, to: Bitboard, step: i8, code: MoveCode);
    /// As [`Self::pawns`], on the last rank: four moves each.
    fn promotions(&mut self, position: &Position, pawn: Piece, to: Bitboard, step: i8);
    /// A castling or en-passant move.
    fn special(&mut self, mv: Move);
}

struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn man(&mut self, _: &Position, _: Piece, _: Square, to: Bitboard) {
        self.0 += to.count() as u64;
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Position, _: Piece, to: Bitboard, _: i8, _: MoveCode) {
        self.0 += to.count() as u64;
    }

    #[inline(always)]
    fn promotions(&mut self, _: &Position, _: Piece, to: Bitboard, _: i8) {
        self.0 += 4 * to.count() as u64;
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[inline(always)]
fn back(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as u8).wrapping_sub(step as u8))
}

impl Sink for MoveList {
    #[inline(always)]
    fn man(&mut self, position: &Position, piece: Piece, from: Square, to: Bitboard) {
        let occupied = position.occupied();
        for square in to & occupied {
            self.push(Move::plain(from, square, piece, position.piece_at(square)));
        }
        for square in to - occupied {
            self.push(Move::quiet(from, square, piece, MoveCode::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, position: &Position, pawn: Piece, to: Bitboard, step: i8, code: MoveCode) {
        for square in to {
            let from = back(square, step);
            self.push(match position.piece_at(square) {
                Some(man) => Move::capture(from, square, pawn, man, code),
                None => Move::quiet(from, square, pawn, code),
            });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, position: &Position, pawn: Piece, to: Bitboard, step: i8) {
        for square in to {
            for kind in PieceKind::PROMOTIONS {
                let captured = position.piece_at(square);
                self.push(Move::promotion(back(square, step), square, pawn, captured, kind));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// One run of the generator; the colour is a constant so that pawns need no branches.
struct Run<'a, S, const WHITE: bool> {
    position: &'a Position,
    info: NodeInfo,
    sink: &'a mut S,
    wanted: Wanted,
}

impl<S: Sink, const WHITE: bool> Run<'_, S, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline(always)]
    fn all(&mut self) {
        let position = self.position;
        let targets = match self.wanted {
            Wanted::All => !position.colored(Self::US),
            Wanted::Tactical => position.colored(!Self::US),
            Wanted::Quiet => !position.occupied(),
        };
        self.king(targets);
        if self.info.evasions.is_empty() {
            return; // double check
        }
        self.pawns();
        let targets = targets & self.info.evasions;
        self.men(PieceKind::Knight, targets, |from, _| knight_attacks(from));
        self.men(PieceKind::Bishop, targets, bishop_attacks);
        self.men(PieceKind::Rook, targets, rook_attacks);
        self.men(PieceKind::Queen, targets, queen_attacks);
    }

    #[inline(always)]
    fn men(&mut self, kind: PieceKind, targets: Bitboard, attacks: impl Fn(Square, Bitboard) -> Bitboard) {
        let (piece, occupied) = (Piece::new(Self::US, kind), self.position.occupied());
        let men = self.position.men(Self::US, kind);
        for from in men - self.info.pinned {
            self.sink.man(self.position, piece, from, attacks(from, occupied) & targets);
        }
        for from in men & self.info.pinned {
            let to = attacks(from, occupied) & targets & line(self.info.king, from);
            self.sink.man(self.position, piece, from, to);
        }
    }

    #[inline(always)]
    fn king(&mut self, targets: Bitboard) {
        let (position, king) = (self.position, self.info.king);
        let without_king = position.occupied() ^ Bitboard::of(king);
        let mut to = king_attacks(king) & targets;
        for square in to {
            if position.is_attacked(square, !Self::US, without_king) {
                to ^= Bitboard::of(square);
            }
        }
        let piece = Piece::new(Self::US, PieceKind::King);
        self.sink.man(position, piece, king, to);
        if self.wanted != Wanted::Tactical && position.castling_rights().any() && !position.in_check() {
            for (wing, code) in [(Wing::Short, MoveCode::CastleShort), (Wing::Long, MoveCode::CastleLong)] {
                if position.can_castle(wing) {
                    self.sink.special(Move::quiet(king, wing.king_target(Self::US), piece, code));
                }
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let pawns = self.position.men(Self::US, PieceKind::Pawn);
        self.pawn_set(pawns - self.info.pinned, self.info.evasions);
        for pawn in pawns & self.info.pinned {
            self.pawn_set(Bitboard::of(pawn), self.info.evasions & line(self.info.king, pawn));
        }
        for from in self.position.en_passant_capturers() {
            self.en_passant(from);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square) {
        let Some(to) = self.position.jumped_square() else { return };
        if self.wanted != Wanted::Quiet && self.position.en_passant_is_legal_from(from) {
            let (ours, theirs) =
                (Piece::new(Self::US, PieceKind::Pawn), Piece::new(!Self::US, PieceKind::Pawn));
            self.sink.special(Move::capture(from, to, ours, theirs, MoveCode::EnPassant));
        }
    }

    /// Pushes and captures of a set of pawns that may go to the squares of `allowed`.
    #[inline(always)]
    fn pawn_set(&mut self, pawns: Bitboard, allowed: Bitboard) {
        let (position, empty) = (self.position, !self.position.occupied());
        let pawn = Piece::new(Self::US, PieceKind::Pawn);
        let up: i8 = if WHITE { 8 } else { -8 };
        let last_rank = Bitboard::rank(Rank::Eighth.relative_to(Self::US));
        let third_rank = Bitboard::rank(Rank::Third.relative_to(Self::US));
        let one = pawns.forward(Self::US) & empty;
        if self.wanted != Wanted::Tactical {
            let two = (one & third_rank).forward(Self::US) & empty & allowed;
            self.sink.pawns(position, pawn, (one & allowed) - last_rank, up, MoveCode::Quiet);
            self.sink.pawns(position, pawn, two, 2 * up, MoveCode::DoublePush);
        }
        if self.wanted == Wanted::Quiet {
            return;
        }
        let enemies = position.colored(!Self::US) & allowed;
        let ahead = pawns.forward(Self::US);
        let (left, right) = (ahead.left() & enemies, ahead.right() & enemies);
        self.sink.pawns(position, pawn, left - last_rank, up - 1, MoveCode::Capture);
        self.sink.pawns(position, pawn, right - last_rank, up + 1, MoveCode::Capture);
        if ((one & allowed | left | right) & last_rank).any() {
            self.sink.promotions(position, pawn, one & allowed & last_rank, up);
            self.sink.promotions(position, pawn, left & last_rank, up - 1);
            self.sink.promotions(position, pawn, right & last_rank, up + 1);
        }
    }
}

impl Position {
    #[inline(always)]
    fn generate<S: Sink>(&self, sink: &mut S, wanted: Wanted) {
        let info = self.node_info();
        match self.side_to_move() {
            Color::White => Run::<S, true> { position: self, info, sink, wanted }.all(),
            Color::Black => Run::<S, false> { position: self, info, sink, wanted }.all(),
        }
    }

    /// Appends all legal moves.
    pub fn legal_moves(&self, list: &mut MoveList) {
        self.generate(list, Wanted::All);
    }

    /// Appends the legal captures and promotions.
    pub fn legal_captures(&self, list: &mut MoveList) {
        self.generate(list, Wanted::Tactical);
    }

    /// Appends the legal moves that are neither captures nor promotions.
    pub fn legal_quiets(&self, list: &mut MoveList) {
        self.generate(list, Wanted::Quiet);
    }

    /// The number of legal moves, counted without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(&mut count, Wanted::All);
        count.0
    }

    /// All legal moves in a fresh list, for callers that are not in a hurry.
    #[must_use]
    pub fn legal_move_list(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list
    }

    /// True if the side to move has no legal move.
    #[must_use]
    pub fn has_no_legal_moves(&self) -> bool {
        self.count_legal_moves() == 0
    }
}
