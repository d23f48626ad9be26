//! The exchange evaluator of 2012 (engine-behaviour §4).
//!
//! It is no minimax: captures on a square are forced in turn, each with the least valuable man, to
//! the very end, and the plain sum is returned; nobody may stop. Values are centipawns.

use crate::chess::{Bitboard, Color, Move, Piece, PieceKind, Position, Rank, Square};
use crate::eval::VALUE;

fn value(kind: PieceKind) -> i32 {
    VALUE[kind.index()]
}

fn value_at(position: &Position, square: Square) -> i32 {
    position.piece_at(square).map_or(0, |man| value(man.kind()))
}

/// Whether a pawn that captures on its last rank becomes a queen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promotions {
    Count,
    Ignore,
}

/// Exchange value of a move for the mover on the board as it stands: the 2012 search asks after
/// the move has been made (then the value begins with the mover's own), its console before.
#[must_use]
pub fn exchange_of_move(position: &Position, mv: Move) -> i32 {
    let (to, mover) = (mv.to(), mv.piece().color());
    let promotes = mv.piece().kind() == PieceKind::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
    let raise = match mv.promoted() {
        Some(piece) if promotes => value(piece.kind()) - value(PieceKind::Pawn),
        _ => 0,
    };
    let pivot = if promotes { raise } else { value(mv.piece().kind()) };
    let gain = value_at(position, to) + raise;
    let attackers = position.attackers_to(to, position.occupied()) - Bitboard::of(mv.from());
    if (attackers & position.colored(!mover)).is_empty() {
        return gain;
    }
    let mut fight = Fight::new(position, to, Bitboard::of(mv.from()), Promotions::Count);
    let stops_at_once = pivot > value_at(position, to) && !promotes;
    gain + mover.sign() * fight.play(!mover, pivot, stops_at_once)
}

/// Exchange value of the man on a square, begun by `first` or, if it is that side's own man, by
/// the other side. The result is White's view, whoever begins (§4.2).
#[must_use]
pub fn exchange_on_square(position: &Position, square: Square, first: Color) -> i32 {
    let Some(man) = position.piece_at(square).filter(|man| man.kind() != PieceKind::King) else {
        return 0;
    };
    let attackers = position.attackers_to(square, position.occupied());
    if (attackers & position.colored(!man.color())).is_empty() {
        return 0;
    }
    let first = if first == man.color() { !first } else { first };
    Fight::new(position, square, Bitboard::EMPTY, Promotions::Ignore).play(first, value(man.kind()), false)
}

/// A sequence of captures on one square.
struct Fight<'a> {
    position: &'a Position,
    to: Square,
    /// Men that have left their squares.
    gone: Bitboard,
    /// Men that attack the square, sliders behind those gone included.
    attackers: Bitboard,
    promotions: Promotions,
}

impl<'a> Fight<'a> {
    fn new(position: &'a Position, to: Square, gone: Bitboard, promotions: Promotions) -> Self {
        let mut fight = Self { position, to, gone, attackers: Bitboard::EMPTY, promotions };
        fight.look();
        fight
    }

    /// Finds the attackers; sliders see through the men gone.
    fn look(&mut self) {
        self.attackers =
            self.position.attackers_to(self.to, self.position.occupied() - self.gone) - self.gone;
    }

    /// Captures in turn until a side has nothing left. Returns the sum, White's view.
    fn play(&mut self, mut side: Color, mut pivot: i32, stops_at_once: bool) -> i32 {
        let mut sum = 0;
        while let Some((square, next_pivot)) = self.pick(side) {
            sum += side.sign() * pivot;
            pivot = next_pivot;
            if stops_at_once {
                break;
            }
            self.gone |= Bitboard::of(square);
            self.look();
            side = !side;
        }
        sum
    }

    /// The least valuable attacker of a side and what it is worth to its enemy once it stands on
    /// the square.
    fn pick(&self, side: Color) -> Option<(Square, i32)> {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let promotes =
            self.promotions == Promotions::Count && self.to.rank().relative_to(side) == Rank::Eighth;
        let order = if promotes {
            [Knight, Bishop, Rook, Pawn, Queen, King]
        } else {
            [Pawn, Knight, Bishop, Rook, Queen, King]
        };
        for kind in order {
            let Some(square) = (self.attackers & self.position.men(side, kind)).first() else { continue };
            return match kind {
                King if (self.attackers & self.position.colored(!side)).any() => None,
                King => Some((square, 0)),
                Pawn if promotes => Some((square, value(Queen))),
                _ => Some((square, value(kind))),
            };
        }
        None
    }
}

/// Phase-value of a kind of man, by which the 2012 search compares men (§3.2 step 9).
#[inline(always)]
pub(super) fn phase_value(piece: Piece) -> i32 {
    const VALUES: [i32; PieceKind::COUNT] = [1, 3, 3, 5, 9, 10];
    VALUES[piece.kind().index()]
}
