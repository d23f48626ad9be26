//! What earlier nodes teach about the order of moves.

use crate::chess::{Color, Move, Piece, Square};

/// No counter leaves ±this.
pub(super) const LIMIT: i32 = 16_384;

/// A counter that moves toward ±[`LIMIT`], the slower the nearer it is ("history gravity").
#[inline(always)]
fn nudge(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// How good a cut-off at a depth is.
#[inline(always)]
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 128 * depth).min(2_048)
}

type Squares<T> = [[T; Square::COUNT]; Square::COUNT];

/// Quiet moves by colour, origin and destination; replies to moves; killers by ply.
pub(super) struct Histories {
    quiet: Box<[Squares<i16>; Color::COUNT]>,
    counter: Box<[[Move; Square::COUNT]; Piece::COUNT]>,
    killers: Vec<[Move; 2]>,
}

impl Histories {
    pub fn new(plies: usize) -> Self {
        Self {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            counter: Box::new([[Move::NONE; 64]; Piece::COUNT]),
            killers: vec![[Move::NONE; 2]; plies + 2],
        }
    }

    /// Another search begins: what is known fades, killers are those of other positions.
    pub fn age(&mut self) {
        for counter in self.quiet.as_flattened_mut().as_flattened_mut() {
            *counter /= 2;
        }
        self.killers.fill([Move::NONE; 2]);
    }

    /// The value of a quiet move, −[`LIMIT`] to [`LIMIT`].
    #[inline(always)]
    pub fn of(&self, mv: Move) -> i32 {
        let color = mv.piece().color();
        i32::from(self.quiet[color.index()][mv.from().index()][mv.to().index()])
    }

    /// The two quiet moves that cut off last at a ply.
    #[inline(always)]
    pub fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    /// The children of a node at `ply` begin without killers of their own children's.
    #[inline(always)]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [Move::NONE; 2];
    }

    /// The quiet move that last refuted `previous`.
    #[inline(always)]
    pub fn counter(&self, previous: Move) -> Move {
        if previous.is_none() {
            return Move::NONE;
        }
        self.counter[previous.piece().index()][previous.to().index()]
    }

    /// A quiet move cut off after `tried` quiet moves had not.
    pub fn cut_off(&mut self, ply: usize, depth: i32, mv: Move, previous: Move, tried: &[Move]) {
        let [first, second] = &mut self.killers[ply];
        if *first != mv {
            (*second, *first) = (*first, mv);
        }
        if !previous.is_none() {
            self.counter[previous.piece().index()][previous.to().index()] = mv;
        }
        let bonus = bonus(depth);
        self.reward(mv, bonus);
        for &other in tried {
            self.reward(other, -bonus);
        }
    }

    #[inline(always)]
    fn reward(&mut self, mv: Move, bonus: i32) {
        let color = mv.piece().color();
        nudge(&mut self.quiet[color.index()][mv.from().index()][mv.to().index()], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limits() {
        let mut counter = 0;
        for _ in 0..1_000 {
            nudge(&mut counter, 2_048);
        }
        assert!(i32::from(counter) <= LIMIT && i32::from(counter) > LIMIT * 9 / 10);
        for _ in 0..1_000 {
            nudge(&mut counter, -2_048);
        }
        assert!(i32::from(counter) >= -LIMIT && i32::from(counter) < -LIMIT * 9 / 10);
    }
}
