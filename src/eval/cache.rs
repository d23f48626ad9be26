//! The evaluator: evaluation behind its caches (§2.14).

use super::pawns::PawnTable;
use super::style::EvalStyle;
use super::trace::NoTrace;
use super::{Window, evaluate};
use crate::chess::Position;
use crate::memory::ZeroedTable;

/// Entries of the cache of values (§2.14), 8 bytes each.
const ENTRIES: usize = 1 << 20;
/// Bits of an entry that hold a value, ±524,287 at most; those of the key that are not kept are known by the
/// place of an entry in a cache of the usual size.
const VALUE_BITS: u32 = 20;
const KEY_BITS: u64 = u64::MAX << VALUE_BITS;

#[inline(always)]
fn pack(key: u64, value: i32) -> u64 {
    debug_assert_eq!(value_of(value as u64), value);
    key & KEY_BITS | value as u64 & !KEY_BITS
}

/// The value an entry keeps for a key, if it is of that key.
#[inline(always)]
fn value_for(key: u64, entry: u64) -> Option<i32> {
    ((entry ^ key) & KEY_BITS == 0).then(|| value_of(entry))
}

#[inline(always)]
fn value_of(entry: u64) -> i32 {
    let unused = i32::BITS - VALUE_BITS;
    ((entry as u32) << unused) as i32 >> unused
}

/// Evaluates positions and remembers the values of those seen.
///
/// The cache is direct-mapped and always overwritten. Whether it keeps values that a narrow window
/// cut short, and gives them to any caller, is a matter of style (§8.2.5).
pub struct Evaluator<S> {
    pawns: PawnTable,
    /// The upper bits of a key and the value of its position: see [`pack`].
    entries: ZeroedTable<u64>,
    salt: u64,
    style: std::marker::PhantomData<S>,
}

impl<S: EvalStyle> Evaluator<S> {
    /// Memory an entry of the cache takes, bytes.
    pub const ENTRY_BYTES: usize = size_of::<u64>();

    /// An evaluator with empty caches of the usual size.
    #[must_use]
    pub fn new() -> Self {
        Self::with_entries(ENTRIES)
    }

    /// An evaluator whose cache has `entries` entries, rounded up to a power of two.
    #[must_use]
    pub fn with_entries(entries: usize) -> Self {
        Self {
            pawns: PawnTable::new(),
            entries: ZeroedTable::of_at_most(entries.next_power_of_two()),
            salt: u64::MAX,
            style: std::marker::PhantomData,
        }
    }

    /// Forgets all values in no time: entries of another generation have foreign keys. `salt` is
    /// the transposition table's number of the generation.
    pub fn set_generation(&mut self, salt: u64) {
        // Numbers of two generations must differ in the bits of keys that are kept.
        self.salt = (!salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// Fetches the cache line of a key in advance.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        crate::memory::prefetch(self.entries.slot(key));
    }

    /// The value for the side to move, centipawns. `key` identifies the position in the cache;
    /// `clock` is the half-move clock the value is faded by.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &Position, key: u64, clock: u32, window: Window) -> i32 {
        let sign = position.side_to_move().sign();
        let slot = self.entries.slot_mut(key);
        let salted = S::cache_key(key, position, clock) ^ self.salt;
        if let Some(value) = value_for(salted, *slot) {
            return value * sign;
        }
        let outcome = evaluate::<S, _>(position, clock, window, &mut self.pawns, &mut NoTrace);
        if outcome.cacheable {
            *slot = pack(salted, outcome.white);
        }
        outcome.white * sign
    }

    /// The value kept for a key, White's view.
    #[must_use]
    pub fn cached(&self, key: u64) -> Option<i32> {
        value_for(key ^ self.salt, *self.entries.slot(key))
    }
}

impl<S: EvalStyle> Default for Evaluator<S> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_gives_back_its_value_and_the_upper_bits_of_its_key() {
        for value in [0, 1, -1, 32_767, -100_000, (1 << 19) - 1, -(1 << 19)] {
            for key in [0, u64::MAX, 0x0123_4567_89AB_CDEF] {
                let entry = pack(key, value);
                assert_eq!((value_of(entry), (entry ^ key) & KEY_BITS), (value, 0));
                assert_eq!(value_for(key, entry), Some(value));
                assert_eq!(value_for(key ^ 1 << VALUE_BITS, entry), None);
            }
        }
    }
}
