//! The pseudo-legal lists of the 2012 engine in their exact order (engine-behaviour §1.4). Its
//! search selects by swapping within the whole list, illegal moves included, so this order decides
//! its node counts.

use crate::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::Wing;
use crate::chess::movelist::MoveList;
use crate::chess::moves::{Move, MoveCode};
use crate::chess::piece::{Color, Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::{Rank, Square};

impl Position {
    /// Appends all pseudo-legal moves: pawns, rooks, knights, bishops, queens, king, castling;
    /// origins and destinations in ascending order.
    pub fn pseudo_legal_moves(&self, list: &mut MoveList) {
        match self.side_to_move() {
            Color::White => self.pseudo_pawns::<true, false>(list),
            Color::Black => self.pseudo_pawns::<false, false>(list),
        }
        let targets = !self.colored(self.side_to_move());
        self.pseudo_men(PieceKind::Rook, rook_attacks, targets, list);
        self.pseudo_men(PieceKind::Knight, |from, _| knight_attacks(from), targets, list);
        self.pseudo_men(PieceKind::Bishop, bishop_attacks, targets, list);
        self.pseudo_men(PieceKind::Queen, queen_attacks, targets, list);
        self.pseudo_men(PieceKind::King, |from, _| king_attacks(from), targets, list);
        if self.castling_rights().any() && !self.in_check() {
            self.pseudo_castling(list);
        }
    }

    /// Appends pseudo-legal captures and promotions: pawns, knights, bishops, rooks, queens, king.
    pub fn pseudo_legal_captures(&self, list: &mut MoveList) {
        match self.side_to_move() {
            Color::White => self.pseudo_pawns::<true, true>(list),
            Color::Black => self.pseudo_pawns::<false, true>(list),
        }
        let targets = self.colored(!self.side_to_move());
        self.pseudo_men(PieceKind::Knight, |from, _| knight_attacks(from), targets, list);
        self.pseudo_men(PieceKind::Bishop, bishop_attacks, targets, list);
        self.pseudo_men(PieceKind::Rook, rook_attacks, targets, list);
        self.pseudo_men(PieceKind::Queen, queen_attacks, targets, list);
        self.pseudo_men(PieceKind::King, |from, _| king_attacks(from), targets, list);
    }

    #[inline(always)]
    fn pseudo_men(
        &self,
        kind: PieceKind,
        attacks: impl Fn(Square, Bitboard) -> Bitboard,
        targets: Bitboard,
        list: &mut MoveList,
    ) {
        let us = self.side_to_move();
        let (piece, occupied) = (Piece::new(us, kind), self.occupied());
        for from in self.men(us, kind) {
            for to in attacks(from, occupied) & targets {
                list.push(Move::plain(from, to, piece, self.piece_at(to)));
            }
        }
    }

    fn pseudo_castling(&self, list: &mut MoveList) {
        let us = self.side_to_move();
        let (king, piece) = (self.king(us), Piece::new(us, PieceKind::King));
        for (wing, code) in [(Wing::Short, MoveCode::CastleShort), (Wing::Long, MoveCode::CastleLong)] {
            if self.can_castle(wing) {
                list.push(Move::quiet(king, wing.king_target(us), piece, code));
            }
        }
    }

    /// Pawn moves pawn by pawn: all destinations ascending, then that pawn's en-passant capture.
    #[inline(always)]
    fn pseudo_pawns<const WHITE: bool, const TACTICAL: bool>(&self, list: &mut MoveList) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (pawn, empty) = (Piece::new(us, PieceKind::Pawn), !self.occupied());
        let (enemies, capturers) = (self.colored(!us), self.en_passant_capturers());
        let seventh = Rank::Seventh.relative_to(us);
        let third_rank = Bitboard::rank(Rank::Third.relative_to(us));
        for from in self.men(us, PieceKind::Pawn) {
            let captures = pawn_attacks(us, from) & enemies;
            let promotes = from.rank() == seventh;
            let mut to = captures;
            if !TACTICAL || promotes {
                let one = Bitboard::of(from).forward(us) & empty;
                to |= one;
                if !TACTICAL {
                    to |= (one & third_rank).forward(us) & empty;
                }
            }
            for square in to {
                self.push_pawn_move(from, square, pawn, promotes, list);
            }
            if capturers.has(from) {
                self.push_en_passant(from, pawn, list);
            }
        }
    }

    #[inline(always)]
    fn push_pawn_move(&self, from: Square, to: Square, pawn: Piece, promotes: bool, list: &mut MoveList) {
        let captured = self.piece_at(to);
        if promotes {
            for kind in PieceKind::PROMOTIONS {
                list.push(Move::promotion(from, to, pawn, captured, kind));
            }
        } else if (from as u8).abs_diff(to as u8) == 16 {
            list.push(Move::quiet(from, to, pawn, MoveCode::DoublePush));
        } else {
            list.push(Move::plain(from, to, pawn, captured));
        }
    }

    fn push_en_passant(&self, from: Square, pawn: Piece, list: &mut MoveList) {
        if let Some(to) = self.jumped_square() {
            let victim = Piece::new(!pawn.color(), PieceKind::Pawn);
            list.push(Move::capture(from, to, pawn, victim, MoveCode::EnPassant));
        }
    }
}
