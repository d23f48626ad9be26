//! Move ordering (§3.6): scores, and selection by swapping.

use crate::chess::{Color, Move, MoveList, Piece};
use crate::eval::VALUE;

use super::history::History;

const HASH_MOVE: i32 = 10_000_000;
const PRINCIPAL_VARIATION: i32 = 1_000_000;
const PROMOTION: i32 = 500_000;
const CAPTURE: i32 = 100_000;
const QUIET: i32 = 10_000;
/// First and second killer of the ply, of two plies before.
const KILLER: [i32; 4] = [1_000, 500, 250, 150];

#[inline(always)]
fn value(piece: Piece) -> i32 {
    VALUE[piece.kind().index()]
}

/// A list of moves with scores.
pub(super) struct ScoredList {
    pub moves: MoveList,
    scores: Vec<i32>,
}

impl ScoredList {
    pub fn new() -> Self {
        Self { moves: MoveList::new(), scores: Vec::new() }
    }

    /// Scores every move.
    #[inline(always)]
    pub fn score(&mut self, score: impl FnMut(Move) -> i32) {
        self.scores.clear();
        self.scores.extend(self.moves.iter().copied().map(score));
    }

    /// Keeps the moves that `keep` accepts, with their scores.
    pub fn retain(&mut self, keep: impl Fn(Move) -> bool) {
        let kept = self.moves.iter().zip(&self.scores).filter(|(mv, _)| keep(**mv));
        self.scores = kept.map(|(_, &score)| score).collect();
        self.moves.retain(keep);
    }

    /// Swaps the best of the moves from `index` on into place `index`, the first among equals, and
    /// returns it. The swap disturbs the order of the rest, which the search of 2012 relies on.
    #[inline(always)]
    pub fn select(&mut self, index: usize) -> Option<Move> {
        let rest = self.scores.get(index..)?;
        let mut best = 0;
        let mut best_score = *rest.first()?;
        for (place, &score) in rest.iter().enumerate().skip(1) {
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
        self.scores.swap(index, index + best);
        self.moves.swap(index, index + best);
        self.moves.get(index).copied()
    }
}

/// What scores depend on at a node.
pub(super) struct Hints<'a> {
    pub side: Color,
    pub hash_move: Move,
    /// The previous iteration's move here, while its line is being followed.
    pub pv_move: Option<Move>,
    /// Killers of this ply and of two plies before.
    pub killers: [Move; 4],
    pub history: &'a History,
}

impl Hints<'_> {
    #[inline(always)]
    pub fn score(&self, mv: Move) -> i32 {
        if mv == self.hash_move {
            return HASH_MOVE;
        }
        if Some(mv) == self.pv_move {
            return PRINCIPAL_VARIATION;
        }
        if let Some(promoted) = mv.promoted() {
            return PROMOTION + 10 * value(promoted);
        }
        if let Some(captured) = mv.captured() {
            return CAPTURE + 10 * value(captured) - value(mv.piece());
        }
        let killer = self.killers.iter().position(|&killer| killer == mv).map_or(0, |place| KILLER[place]);
        QUIET + self.history.of(self.side, mv) as i32 + killer
    }
}

/// Score of a capture or promotion in quiescence (§3.4).
#[inline(always)]
pub(super) fn quiescence_score(mv: Move) -> i32 {
    let capture = mv.captured().map_or(0, |captured| 128 * value(captured) - value(mv.piece()));
    let promotion = mv.promoted().map_or(0, |promoted| 128 * value(promoted) - VALUE[0]);
    capture + promotion
}
