//! Memory for large tables, and hints to the memory system.

use std::alloc::{Layout, handle_alloc_error};
use std::io;
use std::marker::PhantomData;

use memmap2::{MmapOptions, MmapRaw};

/// What fresh memory, all zero, may be taken for.
///
/// # Safety
/// Every pattern of bits must be a valid value, and a page must suit its alignment.
pub(crate) unsafe trait Plain {}

// SAFETY: numbers have no invalid patterns.
unsafe impl Plain for u64 {}

/// A table of values, zero at first, looked up by the low bits of a key. The system hands out the
/// memory where it is first written, in large pages if it can: probes at random cost fewer page
/// walks then.
pub(crate) struct ZeroedTable<T> {
    memory: MmapRaw,
    mask: usize,
    values: PhantomData<T>,
}

impl<T: Plain> ZeroedTable<T> {
    /// Room for `count` values, one at least; for a look-up by keys a power of two.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(count: usize) -> io::Result<Self> {
        let count = count.max(1);
        let memory = MmapOptions::new().len(count * size_of::<T>()).map_anon()?;
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage); // a wish, not a need
        Ok(Self { memory: memory.into(), mask: count - 1, values: PhantomData })
    }

    /// Room for `count` values, or for a half, a quarter … of them, as the system grants: a smaller
    /// table is slower, but there has to be one.
    pub fn of_at_most(count: usize) -> Self {
        match Self::new(count) {
            Ok(table) => table,
            Err(_) if count > 1 => Self::of_at_most(count / 2),
            Err(_) => handle_alloc_error(Layout::new::<T>()),
        }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// All values.
    #[inline(always)]
    pub fn values(&self) -> &[T] {
        // SAFETY: the mapping is page-aligned, holds `mask + 1` values and lives as long as `self`;
        // `T: Plain` makes every pattern of bits valid. What is written through a shared reference
        // is atomic by its own type; `slot_mut` borrows `self` exclusively.
        unsafe { std::slice::from_raw_parts(self.memory.as_mut_ptr().cast(), self.mask + 1) }
    }

    /// The value in the place of a key.
    #[inline(always)]
    pub fn slot(&self, key: u64) -> &T {
        &self.values()[key as usize & self.mask]
    }

    /// The value in the place of a key, to be written.
    #[inline(always)]
    pub fn slot_mut(&mut self, key: u64) -> &mut T {
        // SAFETY: as in `values`; the exclusive borrow of `self` keeps all others out.
        let values =
            unsafe { std::slice::from_raw_parts_mut(self.memory.as_mut_ptr().cast(), self.mask + 1) };
        &mut values[key as usize & self.mask]
    }
}

/// Asks for the cache line at `place` before it is needed. A hint only: it changes nothing.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the address of a live reference is valid, and prefetching has no effect on memory.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_begins_with_zeros_and_keeps_what_is_written_at_the_low_bits_of_a_key() {
        let mut table = ZeroedTable::<u64>::new(1_024).unwrap();
        assert_eq!((table.values().len(), table.bytes()), (1_024, 1_024 * 8));
        assert!(table.values().iter().all(|value| *value == 0));
        *table.slot_mut(u64::MAX) = 12;
        assert_eq!(*table.slot(1_023), 12);
        assert_eq!(table.values().iter().filter(|value| **value != 0).count(), 1);
    }
}
