//! The transposition table: what was found about positions, shared by all threads.
//!
//! Buckets of two entries (D. Breuker, J. Uiterwijk, J. van den Herik, *Replacement Schemes for Transposition Tables*,
//! 1994): the first keeps the deeper search, the second takes everything. An entry is two words, the first xored with
//! the second, so that an entry torn by two threads does not match its key (R. Hyatt, T. Mann, *A Lockless
//! Transposition Table Implementation*, 2002).

use super::super::moves::Move;
use super::report::MATE_BOUND;
use crate::memory::{Plain, ZeroedTable};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// At least.
    Lower,
    /// At most.
    Upper,
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    const fn bits(self) -> u64 {
        match self {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Best move, or the one that refuted the position's last move.
    pub(super) mv: Option<Move>,
    /// Score from the position's own point of view: mates are counted from it.
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl Found {
    /// The score at a node `ply` plies below the root.
    pub(super) fn score_at(&self, ply: usize) -> i32 {
        match self.score {
            MATE_BOUND.. => self.score - ply as i32,
            score if score <= -MATE_BOUND => score + ply as i32,
            score => score,
        }
    }
}

/// Makes a score found at `ply` independent of the way there.
pub(super) fn rooted(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score + ply as i32,
        score if score <= -MATE_BOUND => score - ply as i32,
        score => score,
    }
}

/// Move 32 bits, score 16, depth 8, bound 2, generation 6. All zero is an empty entry.
fn pack(found: &Found, generation: u8) -> u64 {
    u64::from(found.mv.unwrap_or(Move::NONE).bits())
        | u64::from(found.score as i16 as u16) << 32
        | u64::from(found.depth.clamp(0, 255) as u8) << 48
        | found.bound.bits() << 56
        | u64::from(generation & 63) << 58
}

fn unpack(data: u64) -> Found {
    let mv = Move::from_bits(data as u32);
    Found {
        mv: (mv != Move::NONE).then_some(mv),
        score: i32::from((data >> 32) as u16 as i16),
        depth: i32::from((data >> 48) as u8),
        bound: Bound::from_bits(data >> 56),
    }
}

struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    /// The data, if the entry is of this key.
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.check.load(Relaxed) ^ data == key).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Two entries for the positions that share a place.
struct Bucket {
    deep: Entry,
    latest: Entry,
}

const _: () = assert!(size_of::<Bucket>() == 32);

// SAFETY: four numbers, aligned to eight bytes; there are no invalid patterns.
unsafe impl Plain for Bucket {}

/// The table.
pub(super) struct Table {
    buckets: ZeroedTable<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table of about so many MiB, or of as many as the system gives.
    pub(super) fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: ZeroedTable::of_at_most(count), generation: AtomicU8::new(0) }
    }

    /// Begins a new search: what older ones left may be replaced.
    pub(super) fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Table::new(self.buckets.bytes() >> 20);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets.values();
        let place = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[place as usize]
    }

    pub(super) fn find(&self, key: u64) -> Option<Found> {
        let bucket = self.bucket(key);
        bucket.deep.read(key).or_else(|| bucket.latest.read(key)).map(unpack)
    }

    /// Remembers what was found: in the first entry if that is of an older search or not deeper, else in the second.
    pub(super) fn store(&self, key: u64, mut found: Found) {
        let bucket = self.bucket(key);
        let generation = self.generation.load(Relaxed) & 63;
        let old = bucket.deep.data.load(Relaxed);
        let same = bucket.deep.read(key).or_else(|| bucket.latest.read(key));
        found.mv = found.mv.or_else(|| same.and_then(|data| unpack(data).mv));
        let stale = old == 0 || (old >> 58) as u8 != generation;
        let data = pack(&found, generation);
        if stale || found.depth >= unpack(old).depth {
            // What was there sinks to the second entry, unless it is the same position.
            if old != 0 && bucket.deep.read(key).is_none() {
                let old_key = bucket.deep.check.load(Relaxed) ^ old;
                bucket.latest.write(old_key, old);
            }
            bucket.deep.write(key, data);
        } else {
            bucket.latest.write(key, data);
        }
    }

    /// How many of a thousand entries the current search has written.
    pub(super) fn hashfull(&self) -> u16 {
        let generation = self.generation.load(Relaxed) & 63;
        let used = |entry: &Entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && (data >> 58) as u8 == generation
        };
        let sample = self.buckets.values().iter().take(500);
        let count =
            sample.map(|bucket| u16::from(used(&bucket.deep)) + u16::from(used(&bucket.latest))).sum::<u16>();
        count.min(1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i32, score: i32) -> Found {
        Found { mv: Some(Move::from_bits(77)), score, depth, bound: Bound::Lower }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(1);
        for score in [0, 1, -1, 29_990, -29_990] {
            table.store(score as u64, found(5, score));
            assert_eq!(table.find(score as u64), Some(found(5, score)));
        }
        assert_eq!(table.find(12345 << 40), None);
    }

    #[test]
    fn the_deeper_stays_and_the_latest_too() {
        let table = Table::new(1);
        table.store(1, found(9, 1));
        table.store(2, found(3, 2));
        table.store(3, found(2, 3));
        assert_eq!(table.find(1), Some(found(9, 1)));
        assert_eq!(table.find(2), None);
        assert_eq!(table.find(3), Some(found(2, 3)));
        table.age();
        table.store(4, found(1, 4));
        assert_eq!((table.find(4), table.find(1)), (Some(found(1, 4)), Some(found(9, 1))));
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let deep = found(1, rooted(29_995, 3));
        assert_eq!((deep.score_at(3), deep.score_at(5)), (29_995, 29_993));
    }
}
