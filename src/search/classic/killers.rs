//! Killer moves: quiet moves that cut off at the same ply before.

use crate::chess::Move;

/// A killer and the value it cut off with, unsigned.
#[derive(Clone, Copy)]
struct Killer {
    mv: Move,
    value: u32,
}

/// What the old program's erased memory reads as.
const ERASED: Killer = Killer { mv: Move::NONE, value: 0x6060_6060 };

/// The killers of 2012 (§3.6): values are compared as unsigned numbers, so that only negative
/// cut-off values, which wrap to large ones, ever find a place.
pub(super) struct Killers {
    plies: Vec<[Killer; 2]>,
}

impl Killers {
    /// No killers at all.
    pub fn new(plies: usize) -> Self {
        Self { plies: vec![[ERASED; 2]; plies] }
    }

    /// Forgets all.
    pub fn erase(&mut self) {
        self.plies.fill([ERASED; 2]);
    }

    /// The two killers of a ply, the better first.
    #[inline(always)]
    pub fn at(&self, ply: usize) -> [Move; 2] {
        self.plies[ply].map(|killer| killer.mv)
    }

    /// A quiet move cut off at `ply` with a value.
    #[inline(always)]
    pub fn update(&mut self, ply: usize, mv: Move, value: i32) {
        let [first, second] = &mut self.plies[ply];
        let new = Killer { mv, value: value as u32 };
        if first.mv == mv {
            return;
        }
        if first.value < new.value {
            *second = *first;
            *first = new;
        } else if second.value < new.value {
            *second = new;
        }
    }
}
