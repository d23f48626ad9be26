//! Static exchange evaluation: what a capture wins when both sides then capture on the square
//! with their least valuable man as long as it pays (the swap algorithm; F. Reul and others).

use crate::chess::{Bitboard, Color, Move, MoveCode, PieceKind, Position, Square};
use crate::eval::VALUE;

/// Men from the least valuable to the most.
const ORDER: [PieceKind; PieceKind::COUNT] = PieceKind::ALL;

fn value(kind: PieceKind) -> i32 {
    VALUE[kind.index()]
}

/// What the move takes or makes before anybody answers.
fn first_gain(mv: Move) -> i32 {
    let captured = mv.captured().map_or(0, |man| value(man.kind()));
    let promoted = mv.promoted().map_or(0, |man| value(man.kind()) - value(PieceKind::Pawn));
    captured + promoted
}

/// A square being fought over.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// The square as it is once the move has been made.
    fn after(position: &'a Position, mv: Move) -> Self {
        let mut occupied = position.occupied() ^ Bitboard::of(mv.from());
        if mv.code() == MoveCode::EnPassant {
            occupied ^= Bitboard::of(Square::new(mv.to().file(), mv.from().rank()));
        }
        let attackers = position.attackers_to(mv.to(), occupied) & occupied;
        Self { position, square: mv.to(), occupied, attackers }
    }

    /// Takes the least valuable attacker of a side off the board and uncovers what stood behind
    /// it. A king only captures if nobody can take it.
    fn pick(&mut self, side: Color) -> Option<PieceKind> {
        let own = self.attackers & self.position.colored(side);
        let kind = ORDER.into_iter().find(|&kind| (own & self.position.kind(kind)).any())?;
        if kind == PieceKind::King && (self.attackers - own).any() {
            return None;
        }
        let from = (own & self.position.kind(kind)).first()?;
        self.occupied ^= Bitboard::of(from);
        self.attackers |= self.position.sliders_behind(kind, self.square, self.occupied);
        self.attackers &= self.occupied;
        Some(kind)
    }
}

/// What a legal move wins in exchanges on its target square, mover's view, centipawns.
#[must_use]
pub fn static_exchange(position: &Position, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let mut exchange = Exchange::after(position, mv);
    let mut gains = [0; 32];
    let mut captures = 0;
    let mut standing = mv.promoted().unwrap_or(mv.piece()).kind();
    let mut side = !mv.piece().color();
    gains[0] = first_gain(mv);
    while let Some(kind) = exchange.pick(side) {
        captures += 1;
        gains[captures] = value(standing) - gains[captures - 1];
        standing = kind;
        side = !side;
    }
    // Nobody need capture: walking back, each side takes the better of stopping and going on.
    for depth in (1..=captures).rev() {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
    }
    gains[0]
}

/// True if a legal move wins at least `threshold` in exchanges on its target square. Gives up as
/// soon as the answer is known, so it is faster than [`static_exchange`].
#[must_use]
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let mut balance = first_gain(mv) - threshold;
    if balance < 0 {
        return false;
    }
    let mut standing = mv.promoted().unwrap_or(mv.piece()).kind();
    balance -= value(standing);
    if balance >= 0 {
        return true; // even losing the man that moved leaves enough
    }
    let mut exchange = Exchange::after(position, mv);
    let us = mv.piece().color();
    let mut side = !us;
    while let Some(kind) = exchange.pick(side) {
        standing = kind;
        side = !side;
        // The side that just captured is ahead by `-balance - 1` at least; does it stay ahead
        // if the capturing man is lost?
        balance = -balance - 1 - value(standing);
        if balance >= 0 {
            break;
        }
    }
    // Whoever cannot, or need not, capture has the last word.
    side != us
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveList, Piece};

    /// The same question answered by brute force on a bare mailbox: every capture is made, the
    /// attackers are found by walking from the square, and each side may stop.
    fn brute_force(board: &mut [Option<Piece>; 64], square: Square, side: Color) -> i32 {
        let Some(victim) = board[square.index()] else { return 0 };
        let mut attackers: Vec<Square> =
            Square::ALL.into_iter().filter(|&from| reaches(board, from, square, side)).collect();
        attackers.sort_by_key(|from| board[from.index()].map(|man| man.kind()));
        let Some(&from) = attackers.first() else { return 0 };
        let man = board[from.index()];
        let enemies = Square::ALL.into_iter().any(|s| s != from && reaches(board, s, square, !side));
        if man.is_some_and(|man| man.kind() == PieceKind::King) && enemies {
            return 0;
        }
        board[from.index()] = None;
        board[square.index()] = man;
        let gain = value(victim.kind()) - brute_force(board, square, !side);
        board[from.index()] = man;
        board[square.index()] = Some(victim);
        gain.max(0)
    }

    fn reaches(board: &[Option<Piece>; 64], from: Square, to: Square, side: Color) -> bool {
        let Some(man) = board[from.index()].filter(|man| man.color() == side && from != to) else {
            return false;
        };
        let files = to.file() as i32 - from.file() as i32;
        let ranks = to.rank() as i32 - from.rank() as i32;
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        match man.kind() {
            PieceKind::Pawn => return files.abs() == 1 && ranks == side.sign(),
            PieceKind::Knight => return files.abs() * ranks.abs() == 2,
            PieceKind::King => return files.abs().max(ranks.abs()) == 1,
            PieceKind::Bishop if !diagonal => return false,
            PieceKind::Rook if !straight => return false,
            PieceKind::Queen if !(straight || diagonal) => return false,
            _ => {}
        }
        let steps = files.abs().max(ranks.abs());
        (1..steps).all(|step| {
            let between = from.offset(files.signum() * step, ranks.signum() * step);
            between.is_some_and(|square| board[square.index()].is_none())
        })
    }

    fn expected(position: &Position, mv: Move) -> i32 {
        let mut after = position.clone();
        after.make(mv);
        let mut board = Square::ALL.map(|square| after.piece_at(square));
        first_gain(mv) - brute_force(&mut board, mv.to(), after.side_to_move())
    }

    #[test]
    fn agrees_with_brute_force_on_random_positions() {
        let mut seed = 0x5EEu64;
        let mut next = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as usize
        };
        let mut tested = 0;
        while tested < 20_000 {
            let mut position = Position::startpos();
            for _ in 0..120 {
                let mut list = MoveList::new();
                position.legal_moves(&mut list);
                if list.is_empty() {
                    break;
                }
                for &mv in list.iter().filter(|mv| !mv.is_castling()) {
                    let exact = static_exchange(&position, mv);
                    assert_eq!(exact, expected(&position, mv), "{position:?} {mv:?}");
                    for threshold in [exact - 1, exact, exact + 1, 0, -50, 100] {
                        let claimed = wins_at_least(&position, mv, threshold);
                        assert_eq!(claimed, exact >= threshold, "{position:?} {mv:?} {threshold}");
                    }
                    tested += 1;
                }
                position.make(list[next() % list.len()]);
            }
        }
    }
}
