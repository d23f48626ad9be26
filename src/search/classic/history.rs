//! The history heuristic (J. Schaeffer 1983): how often a move was good anywhere in the tree.

use crate::chess::{Color, Move, Square};

/// Counters by colour, origin and destination (§3.6).
pub(super) struct History {
    counters: Box<[[[u32; Square::COUNT]; Square::COUNT]; Color::COUNT]>,
    /// The largest counter touched since the last (re-)search began.
    largest: [u32; Color::COUNT],
}

impl History {
    pub fn new() -> Self {
        Self { counters: Box::new([[[0; 64]; 64]; 2]), largest: [0; 2] }
    }

    pub fn clear(&mut self) {
        self.counters.as_flattened_mut().as_flattened_mut().fill(0);
        self.forget_largest();
    }

    pub fn forget_largest(&mut self) {
        self.largest = [0; 2];
    }

    #[inline(always)]
    pub fn of(&self, color: Color, mv: Move) -> u32 {
        self.counters[color.index()][mv.from().index()][mv.to().index()]
    }

    /// A hundredth of the largest counter touched.
    #[inline(always)]
    pub fn percent(&self, color: Color) -> u32 {
        self.largest[color.index()] / 100
    }

    /// A move of `color` was good at a node of `depth`.
    #[inline(always)]
    pub fn reward(&mut self, color: Color, mv: Move, depth: i32) {
        let counter = &mut self.counters[color.index()][mv.from().index()][mv.to().index()];
        *counter = counter.wrapping_add((depth * depth) as u32);
        let largest = &mut self.largest[color.index()];
        *largest = (*largest).max(*counter);
    }
}
