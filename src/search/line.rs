//! The moves from the last set-up position to the node, the game's own included.

use crate::chess::{Move, Position, State};

use super::style::Style;

/// Keys and moves of the line, and the half-move clock at its end.
pub(super) struct Line {
    /// The key before each move.
    keys: Vec<u64>,
    moves: Vec<Move>,
    clock: u32,
    /// Moves made before the root.
    root: usize,
}

/// What [`Line::pop`] needs.
#[derive(Clone, Copy)]
pub(super) struct Before {
    state: State,
    clock: u32,
}

impl Line {
    pub const fn new() -> Self {
        Self { keys: Vec::new(), moves: Vec::new(), clock: 0, root: 0 }
    }

    /// Replays a game; returns the position at its end.
    pub fn replay<S: Style>(&mut self, start: &Position, moves: &[Move]) -> Position {
        self.keys.clear();
        self.moves.clear();
        self.clock = start.halfmove_clock();
        let mut position = start.clone();
        for &mv in moves {
            self.make::<S>(&mut position, mv);
        }
        self.root = moves.len();
        position
    }

    #[inline(always)]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Makes a move and writes it down.
    #[inline(always)]
    pub fn make<S: Style>(&mut self, position: &mut Position, mv: Move) -> Before {
        self.keys.push(S::key(position));
        self.moves.push(mv);
        let before = Before { clock: self.clock, state: position.make(mv) };
        self.clock = S::clock_after(mv, self.clock);
        before
    }

    #[inline(always)]
    pub fn unmake(&mut self, position: &mut Position, mv: Move, before: Before) {
        position.unmake(mv, before.state);
        self.keys.pop();
        self.moves.pop();
        self.clock = before.clock;
    }

    /// Passes the turn; the line does not show it, but no repetition reaches back across it.
    pub fn make_null<S: Style>(&mut self, position: &mut Position) -> Before {
        let before = Before { clock: self.clock, state: position.make_null(S::NULL_EN_PASSANT) };
        self.clock = 0;
        before
    }

    pub fn unmake_null(&mut self, position: &mut Position, before: Before) {
        position.unmake_null(before.state);
        self.clock = before.clock;
    }

    /// Positions that have occurred twice since the last capture or pawn move; `current` is the key of
    /// the one on the board.
    pub fn repeated(&self, current: u64) -> Vec<u64> {
        let oldest = self.keys.len().saturating_sub(self.clock as usize);
        let mut recent = self.keys[oldest..].to_vec();
        recent.push(current);
        recent.sort_unstable();
        recent.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]).collect()
    }

    /// True if the position has occurred before, in the game or in the line (§3.2 step 3).
    #[inline(always)]
    pub fn is_repetition(&self, key: u64) -> bool {
        let index = self.keys.len();
        let oldest = index.saturating_sub(self.clock as usize);
        // The side to move is the same every other ply.
        self.keys[oldest..].iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key)
    }

    /// True if a draw by repetition stands or is sure to come: the position has occurred before in
    /// the line being searched, or twice in the game.
    #[inline(always)]
    pub fn is_draw_by_repetition(&self, key: u64) -> bool {
        let index = self.keys.len();
        let oldest = index.saturating_sub(self.clock as usize);
        let mut seen = 0;
        for (steps, &earlier) in self.keys[oldest..].iter().rev().enumerate().skip(3).step_by(2) {
            if earlier == key {
                seen += 1;
                if seen == 2 || index - 1 - steps >= self.root {
                    return true;
                }
            }
        }
        false
    }

    /// The move before the last one, if at least three have been made. Null moves do not show
    /// (§8.3.11).
    #[inline(always)]
    pub fn previous(&self) -> Option<Move> {
        match self.moves[..] {
            [.., _, before, _] => Some(before),
            _ => None,
        }
    }
}
