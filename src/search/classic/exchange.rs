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
    exchange(position, mv, value_at(position, mv.to()), position.occupied())
}

/// What [`exchange_of_move`] says of a capture once it is made, without making it; not for
/// promotions and captures en passant.
pub(super) fn exchange_once_made(position: &Position, mv: Move) -> i32 {
    exchange(position, mv, value(mv.piece().kind()), position.occupied() - Bitboard::of(mv.from()))
}

/// The exchange a move begins, with a man worth `standing` on its target.
#[inline(always)]
fn exchange(position: &Position, mv: Move, standing: i32, occupied: Bitboard) -> i32 {
    let (to, mover) = (mv.to(), mv.piece().color());
    let promotes = mv.piece().kind() == PieceKind::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
    let raise = match mv.promoted() {
        Some(piece) if promotes => value(piece.kind()) - value(PieceKind::Pawn),
        _ => 0,
    };
    let pivot = if promotes { raise } else { value(mv.piece().kind()) };
    let gain = standing + raise;
    let from = Bitboard::of(mv.from());
    let attackers = position.attackers_to(to, occupied) - from;
    if (attackers & position.colored(!mover)).is_empty() {
        return gain;
    }
    let mut fight = Fight { position, to, gone: from, attackers, promotions: Promotions::Count };
    if occupied.has(mv.from()) {
        fight.look();
    }
    let stops_at_once = pivot > standing && !promotes;
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
    let mut fight =
        Fight { position, to: square, gone: Bitboard::EMPTY, attackers, promotions: Promotions::Ignore };
    fight.play(first, value(man.kind()), false)
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

impl Fight<'_> {
    /// Finds the attackers; sliders see through the men gone.
    fn look(&mut self) {
        self.attackers =
            self.position.attackers_to(self.to, self.position.occupied() - self.gone) - self.gone;
    }

    /// A man takes and leaves its square, on which others may have waited behind it.
    #[inline(always)]
    fn leave(&mut self, kind: PieceKind, square: Square) {
        self.gone |= Bitboard::of(square);
        if kind == PieceKind::King {
            return self.look(); // alone it uncovers lines of both kinds
        }
        let occupied = self.position.occupied() - self.gone;
        self.attackers |= self.position.sliders_behind(kind, self.to, occupied);
        self.attackers = self.attackers - self.gone;
    }

    /// Captures in turn until a side has nothing left. Returns the sum, White's view.
    fn play(&mut self, mut side: Color, mut pivot: i32, stops_at_once: bool) -> i32 {
        let mut sum = 0;
        while let Some((kind, square, next_pivot)) = self.pick(side) {
            sum += side.sign() * pivot;
            pivot = next_pivot;
            if stops_at_once {
                break;
            }
            self.leave(kind, square);
            side = !side;
        }
        sum
    }

    /// The least valuable attacker of a side and what it is worth to its enemy once it stands on
    /// the square.
    fn pick(&self, side: Color) -> Option<(PieceKind, Square, i32)> {
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
                King => Some((kind, square, 0)),
                Pawn if promotes => Some((kind, square, value(Queen))),
                _ => Some((kind, square, value(kind))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::MoveCode;

    /// Calls `look` with every position up to `depth` plies away and every legal move there.
    fn walk(position: &mut Position, depth: u32, look: &mut impl FnMut(&mut Position, Move)) {
        for &mv in position.legal_move_list().iter() {
            look(position, mv);
            if depth > 1 {
                let before = position.make(mv);
                walk(position, depth - 1, look);
                position.unmake(mv, before);
            }
        }
    }

    #[test]
    fn an_exchange_is_known_before_its_first_capture_is_made() {
        let mut captures = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3r1k1/pp1q1pp1/4b1p1/3p2B1/3Q1R2/8/PPP3PP/4R1K1 w - - 0 1",
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            walk(&mut position, 3, &mut |position, mv| {
                if mv.is_quiet() || mv.is_promotion() || mv.code() == MoveCode::EnPassant {
                    return;
                }
                let early = exchange_once_made(position, mv);
                let before = position.make(mv);
                assert_eq!(early, exchange_of_move(position, mv), "{mv:?} before {position:?}");
                position.unmake(mv, before);
                captures += 1;
            });
        }
        assert!(captures > 10_000, "{captures}");
    }
}
