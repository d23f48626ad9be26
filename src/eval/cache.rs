//! The evaluator: evaluation behind its caches (§2.14).

use super::pawns::PawnTable;
use super::style::EvalStyle;
use super::trace::NoTrace;
use super::{Window, evaluate};
use crate::chess::Position;

/// Entries of the cache of values (§2.14), 16 bytes each.
const ENTRIES: usize = 1 << 20;

/// Evaluates positions and remembers the values of those seen.
///
/// The cache is direct-mapped and always overwritten. Whether it keeps values that a narrow window
/// cut short, and gives them to any caller, is a matter of style (§8.2.5).
pub struct Evaluator<S> {
    pawns: PawnTable,
    /// Pairs of key and value; plain numbers, so that fresh memory is zeroed by the system and
    /// costs nothing until it is used.
    entries: Vec<[u64; 2]>,
    mask: usize,
    salt: u64,
    style: std::marker::PhantomData<S>,
}

impl<S: EvalStyle> Evaluator<S> {
    /// An evaluator with empty caches of the usual size.
    #[must_use]
    pub fn new() -> Self {
        Self::with_entries(ENTRIES)
    }

    /// An evaluator whose cache has `entries` entries, rounded up to a power of two.
    #[must_use]
    pub fn with_entries(entries: usize) -> Self {
        let entries = entries.next_power_of_two();
        Self {
            pawns: PawnTable::new(),
            entries: vec![[0; 2]; entries],
            mask: entries - 1,
            salt: u64::MAX,
            style: std::marker::PhantomData,
        }
    }

    /// Forgets all values in no time: entries of another generation have foreign keys. `salt` is
    /// the transposition table's number of the generation.
    pub fn set_generation(&mut self, salt: u64) {
        self.salt = !salt;
    }

    /// Fetches the cache line of a key in advance.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        crate::memory::prefetch(&self.entries[key as usize & self.mask]);
    }

    /// The value for the side to move, centipawns. `key` identifies the position in the cache;
    /// `clock` is the half-move clock the value is faded by.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &Position, key: u64, clock: u32, window: Window) -> i32 {
        let sign = position.side_to_move().sign();
        let slot = &mut self.entries[key as usize & self.mask];
        let salted = S::cache_key(key, position, clock) ^ self.salt;
        if slot[0] == salted {
            return slot[1] as i32 * sign;
        }
        let outcome = evaluate::<S, _>(position, clock, window, &mut self.pawns, &mut NoTrace);
        if outcome.cacheable {
            *slot = [salted, outcome.white as u64];
        }
        outcome.white * sign
    }

    /// The value kept for a key, White's view.
    #[must_use]
    pub fn cached(&self, key: u64) -> Option<i32> {
        let slot = &self.entries[key as usize & self.mask];
        (slot[0] == key ^ self.salt).then_some(slot[1] as i32)
    }
}

impl<S: EvalStyle> Default for Evaluator<S> {
    fn default() -> Self {
        Self::new()
    }
}
