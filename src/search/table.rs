//! The transposition table (§3.7): direct-mapped, shared, cleared in no time.
//!
//! An entry is two words: data, and the position's key mixed with the data and with a number that
//! stands for the table's generation. A torn or foreign entry therefore has the wrong key
//! (R. Hyatt and T. Mann, "A lockless transposition-table implementation", 2002), and advancing
//! the generation makes every older entry foreign without touching memory.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::score::{Bound, COUNTED_ZONE};
use crate::chess::Move;
use crate::memory::{Plain, ZeroedTable, prefetch};

/// One place of the table.
#[repr(C)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 16);

// SAFETY: two numbers, aligned to eight bytes; there are no invalid patterns.
unsafe impl Plain for Slot {}

/// Slots of a bucket: one cache line.
const BUCKET: usize = 4;

impl Slot {
    /// The entry, if it is of the key given; mates counted from `ply`.
    #[inline(always)]
    fn read(&self, salted_key: u64, ply: usize) -> Option<Entry> {
        let data = self.data.load(Relaxed);
        if self.key.load(Relaxed) ^ data != salted_key {
            return None;
        }
        let mut entry = Entry::unpack(data)?;
        if entry.score > COUNTED_ZONE {
            entry.score -= ply as i32;
        } else if entry.score < -COUNTED_ZONE {
            entry.score += ply as i32;
        }
        Some(entry)
    }

    /// Keeps an entry whose mates are counted from `ply`.
    #[inline(always)]
    fn write(&self, salted_key: u64, mut entry: Entry, ply: usize) {
        if entry.score > COUNTED_ZONE {
            entry.score += ply as i32;
        } else if entry.score < -COUNTED_ZONE {
            entry.score -= ply as i32;
        }
        let data = entry.pack();
        self.key.store(salted_key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the move that cut off; `Move::NONE` if unknown.
    pub mv: Move,
    /// Score from the node's view; mates count from the node.
    pub score: i32,
    /// Depth of the search behind it, plies.
    pub depth: i32,
    /// How the score relates to the truth.
    pub bound: Bound,
    /// Low eight bits of the number of the search that stored it.
    pub age: u8,
}

const SCORE_SHIFT: u32 = 28;
const SCORE_BITS: u32 = 18;
const DEPTH_SHIFT: u32 = SCORE_SHIFT + SCORE_BITS;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 8;
const AGE_SHIFT: u32 = BOUND_SHIFT + 2;

impl Entry {
    fn pack(self) -> u64 {
        let score = (self.score as u64) & ((1 << SCORE_BITS) - 1);
        u64::from(self.mv.bits())
            | score << SCORE_SHIFT
            | u64::from(self.depth.clamp(0, 255) as u8) << DEPTH_SHIFT
            | (self.bound as u64) << BOUND_SHIFT
            | u64::from(self.age) << AGE_SHIFT
    }

    /// True if the entry proves a value outside a window or exact.
    #[inline(always)]
    #[must_use]
    pub fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    fn unpack(data: u64) -> Option<Self> {
        let unsigned = data << (64 - DEPTH_SHIFT);
        Some(Self {
            mv: Move::from_bits(data as u32),
            score: (unsigned as i64 >> (64 - SCORE_BITS)) as i32,
            depth: i32::from((data >> DEPTH_SHIFT) as u8),
            bound: Bound::from_bits(data >> BOUND_SHIFT)?,
            age: (data >> AGE_SHIFT) as u8,
        })
    }
}

/// The smallest size, MiB.
pub const MIN_MIB: usize = 1;
/// The largest size, MiB.
pub const MAX_MIB: usize = 8192;

/// The system would not give the memory asked for.
#[derive(Debug, thiserror::Error)]
#[error("{mib} MiB of hash could not be had: {source}")]
pub struct TableError {
    mib: usize,
    source: std::io::Error,
}

/// A transposition table; threads share it without locks.
pub struct Table {
    slots: ZeroedTable<Slot>,
    /// Number of times the table has been cleared.
    generation: AtomicU64,
    /// Number of the search going on.
    age: AtomicU8,
    /// Searches begun since the table was cleared, as far as one can count.
    searches: AtomicU8,
}

impl Table {
    /// A table of at most `mib` MiB (1 to 8192), rounded down to a power of two of entries.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let mib = mib.clamp(MIN_MIB, MAX_MIB);
        let entries = (mib << 20) / size_of::<Slot>();
        Self::with_entries(1 << entries.ilog2()).map_err(|source| TableError { mib, source })
    }

    /// A table of exactly `entries` entries, a power of two.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn with_entries(entries: usize) -> Result<Self, std::io::Error> {
        Ok(Self {
            slots: ZeroedTable::new(entries.next_power_of_two())?,
            generation: AtomicU64::new(0),
            age: AtomicU8::new(0),
            searches: AtomicU8::new(0),
        })
    }

    /// Size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.slots.bytes() >> 20
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &Slot {
        self.slots.slot(key)
    }

    /// A number unlike that of any other generation; the first is not zero, so that untouched
    /// memory holds no entry.
    #[inline(always)]
    pub(crate) fn salt(&self) -> u64 {
        (self.generation.load(Relaxed) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Forgets everything, whatever the size, without touching the memory.
    pub fn clear(&self) {
        self.generation.fetch_add(1, Relaxed);
        self.searches.store(0, Relaxed);
    }

    /// Tells the table that another search begins.
    pub fn next_search(&self) {
        self.age.fetch_add(1, Relaxed);
        self.searches.store(self.searches.load(Relaxed).saturating_add(1), Relaxed);
    }

    /// Fetches the cache line of a key in advance.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.slot(key));
    }

    /// What is known of a position. Mates are counted from `ply`, the distance to the root.
    #[inline(always)]
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.slot(key).read(key ^ self.salt(), ply)
    }

    /// The slots of a key for styles that choose among several; they share a cache line.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot] {
        let slots = self.slots.values();
        let first = key as usize & (slots.len() - 1) & !(BUCKET - 1);
        &slots[first..(first + BUCKET).min(slots.len())]
    }

    /// As [`Self::probe`], of any slot of the key's bucket.
    #[inline(always)]
    #[must_use]
    pub fn probe_bucket(&self, key: u64, ply: usize) -> Option<Entry> {
        let salted = key ^ self.salt();
        self.bucket(key).iter().find_map(|slot| slot.read(salted, ply))
    }

    /// Stores what a search found in the key's bucket: over an entry of the same position unless
    /// that is much deeper, else over the shallowest, entries of earlier searches first. A move
    /// known before stays if no new one is given.
    #[inline(always)]
    pub fn store_in_bucket(&self, key: u64, ply: usize, depth: i32, score: i32, bound: Bound, mut mv: Move) {
        let (salted, age) = (key ^ self.salt(), self.age.load(Relaxed));
        let (mut worst, mut worst_worth) = (None, i32::MAX);
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == salted {
                if let Some(old) = Entry::unpack(data) {
                    if bound != Bound::Exact && old.age == age && old.depth > depth + 3 {
                        return;
                    }
                    mv = if mv.is_none() { old.mv } else { mv };
                }
                worst = Some(slot);
                break;
            }
            let worth = self.worth(slot, data, age);
            if worth < worst_worth {
                (worst, worst_worth) = (Some(slot), worth);
            }
        }
        if let Some(slot) = worst {
            slot.write(salted, Entry { mv, score, depth, bound, age }, ply);
        }
    }

    /// What an entry is worth keeping: its depth, less for every search since. Entries of earlier
    /// generations are worth nothing: their keys do not lead here, and where one does by chance, it is
    /// older than the first search since. So what is kept does not depend on games before.
    #[inline(always)]
    fn worth(&self, slot: &Slot, data: u64, age: u8) -> i32 {
        let key = slot.key.load(Relaxed) ^ data ^ self.salt();
        if data == 0 || !self.is_in_bucket(slot, key) {
            return i32::MIN;
        }
        let searches = age.wrapping_sub((data >> AGE_SHIFT) as u8);
        if searches > self.searches.load(Relaxed).saturating_sub(1) {
            return i32::MIN;
        }
        i32::from((data >> DEPTH_SHIFT) as u8) - 8 * i32::from(searches)
    }

    /// True if a key leads to the bucket a slot lies in.
    #[inline(always)]
    fn is_in_bucket(&self, slot: &Slot, key: u64) -> bool {
        self.bucket(key).as_ptr_range().contains(&std::ptr::from_ref(slot))
    }

    /// Stores what a search found, unless the slot holds the same position at greater depth.
    #[inline(always)]
    pub fn store(&self, key: u64, ply: usize, depth: i32, score: i32, bound: Bound, mv: Move) {
        let (slot, salt) = (self.slot(key), self.salt());
        let old = slot.data.load(Relaxed);
        let same = slot.key.load(Relaxed) ^ old ^ salt == key;
        if same && i32::from((old >> DEPTH_SHIFT) as u8) > depth {
            return;
        }
        slot.write(key ^ salt, Entry { mv, score, depth, bound, age: self.age.load(Relaxed) }, ply);
    }

    /// How full the table is with entries of the current search, per mille, by a sample.
    #[must_use]
    pub fn per_mille_used(&self) -> u32 {
        let (salt, age) = (self.salt(), self.age.load(Relaxed));
        let sample = &self.slots.values()[..self.slots.values().len().min(1000)];
        let used = sample.iter().filter(|slot| {
            let data = slot.data.load(Relaxed);
            let key = slot.key.load(Relaxed) ^ data ^ salt;
            // The key of an entry of this generation leads back to its own bucket; a style that does
            // not choose among its slots has it in the very slot.
            self.is_in_bucket(slot, key) && Entry::unpack(data).is_some_and(|entry| entry.age == age)
        });
        (used.count() * 1000 / sample.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Piece, Square};

    fn some_move() -> Move {
        Move::plain(Square::G1, Square::F3, Piece::WhiteKnight, None)
    }

    #[test]
    fn entries_come_back_and_greater_depth_stays() {
        let table = Table::with_entries(1 << 10).unwrap();
        for (key, depth, score, bound) in [(77, 5, -321, Bound::Upper), (1 << 40, 0, 99_000, Bound::Lower)] {
            table.store(key, 0, depth, score, bound, some_move());
            let entry = table.probe(key, 0).unwrap();
            assert_eq!((entry.depth, entry.score, entry.bound, entry.mv), (depth, score, bound, some_move()));
        }
        table.store(77, 0, 4, 9, Bound::Exact, Move::NONE);
        assert_eq!(table.probe(77, 0).unwrap().depth, 5);
        table.store(77 + (1 << 10), 0, 1, 9, Bound::Exact, Move::NONE);
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn mates_are_kept_as_seen_from_the_node() {
        let table = Table::with_entries(4).unwrap();
        table.store(1, 6, 3, 98_990, Bound::Exact, Move::NONE);
        assert_eq!(table.probe(1, 2).unwrap().score, 98_994);
        table.store(2, 6, 3, -98_990, Bound::Exact, Move::NONE);
        assert_eq!(table.probe(2, 2).unwrap().score, -98_994);
    }

    #[test]
    fn clearing_forgets_all_generations_for_good() {
        let table = Table::with_entries(1 << 8).unwrap();
        assert_eq!(table.probe(0, 0), None);
        for round in 0..2_000 {
            assert_eq!((0..256).filter(|&key| table.probe(key, 0).is_some()).count(), 0, "round {round}");
            table.store(round % 256, 0, 1, 0, Bound::Exact, some_move());
            assert!(table.probe(round % 256, 0).is_some());
            table.clear();
        }
    }

    #[test]
    fn the_use_of_the_table_is_told_whichever_slots_a_style_chooses() {
        for in_bucket in [false, true] {
            let table = Table::with_entries(1 << 10).unwrap();
            assert_eq!(table.per_mille_used(), 0);
            table.next_search();
            // 256 positions that all belong to the first slot of their buckets, and as many twins.
            for key in (0..1 << 10).step_by(4).flat_map(|slot| [slot, slot + (1 << 40)]) {
                match in_bucket {
                    true => table.store_in_bucket(key, 0, 3, 5, Bound::Exact, Move::NONE),
                    false => table.store(key, 0, 3, 5, Bound::Exact, Move::NONE),
                }
            }
            let used = if in_bucket { 500 } else { 250 };
            assert_eq!(table.per_mille_used(), used, "in buckets: {in_bucket}");
            table.next_search();
            assert_eq!(table.per_mille_used(), 0, "entries of earlier searches do not count");
            table.clear();
            assert_eq!(table.per_mille_used(), 0);
        }
    }

    #[test]
    fn what_was_forgotten_keeps_no_place() {
        let table = Table::with_entries(16).unwrap();
        let bucket = |high: u64| (0..4).map(move |low| high << 32 | low);
        table.next_search();
        bucket(1).for_each(|key| table.store_in_bucket(key, 0, 200, 0, Bound::Exact, some_move()));
        let before = table.salt();
        // Until the keys of these deep entries lead to their bucket in another generation, too.
        while {
            table.clear();
            (before ^ table.salt()) as usize & 15 & !(BUCKET - 1) != 0
        } {}
        table.next_search();
        bucket(2).for_each(|key| table.store_in_bucket(key, 0, 1, 0, Bound::Exact, some_move()));
        assert_eq!(bucket(2).filter(|&key| table.probe_bucket(key, 0).is_some()).count(), 4);
        table.next_search();
        bucket(3).take(1).for_each(|key| table.store_in_bucket(key, 0, 1, 0, Bound::Exact, some_move()));
        assert_eq!(bucket(2).filter(|&key| table.probe_bucket(key, 0).is_some()).count(), 3);
    }

    #[test]
    fn size_is_rounded_down_to_a_power_of_two() {
        assert_eq!(Table::new(3).unwrap().mib(), 2);
        assert_eq!(Table::new(0).unwrap().mib(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn clearing_8192_mib_touches_no_memory() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let before = resident();
        let table = Table::new(MAX_MIB).unwrap();
        assert_eq!(table.mib(), MAX_MIB);
        let start = std::time::Instant::now();
        table.clear();
        let taken = start.elapsed();
        assert_eq!(table.probe(12_345, 0), None);
        assert!(taken.as_micros() < 1_000, "{taken:?}");
        // Other tests run beside this one and use memory of their own, but not gigabytes.
        assert!(resident().saturating_sub(before) < 256 << 20);
    }
}
