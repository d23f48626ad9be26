//! Reading a book: the file is checked, taken whole into memory and let go.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

use memmap2::Mmap;

use super::entry::{ENTRY_BYTES, Entry};
use super::key::polyglot_key;
use crate::chess::{Move, Position};

/// The largest book taken unless told otherwise, MiB.
pub const DEFAULT_MAX_MIB: u32 = 64;

/// Why a book is not used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file is missing or may not be read.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("is not a file")]
    NotAFile,
    /// There is nothing in it.
    #[error("is empty")]
    Empty,
    /// It ends within an entry.
    #[error("has {0} bytes, not a multiple of {ENTRY_BYTES}")]
    Ragged(u64),
    /// It is larger than allowed.
    #[error("has {bytes} bytes, more than the {max_mib} MiB allowed")]
    TooBig {
        /// Size of the file.
        bytes: u64,
        /// Size allowed.
        max_mib: u32,
    },
    /// A key is smaller than the one before.
    #[error("is not sorted: entry {0} has a smaller key than the one before")]
    Unsorted(usize),
}

/// A book in memory: entries sorted by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    entries: Box<[Entry]>,
}

/// A legal move a book knows and its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight; two entries for the same move count together.
    pub weight: u32,
}

impl Book {
    /// Reads a file of at most `max_mib` MiB. Nothing of the file is needed afterwards.
    ///
    /// # Errors
    /// If it cannot be read or is no book.
    pub fn load(path: &Path, max_mib: u32) -> Result<Self, BookError> {
        // Asked before opening: the opening of a pipe would wait for its writer.
        if !fs::metadata(path)?.is_file() {
            return Err(BookError::NotAFile);
        }
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        if bytes > u64::from(max_mib) << 20 {
            return Err(BookError::TooBig { bytes, max_mib });
        }
        if bytes == 0 {
            return Err(BookError::Empty); // and cannot be mapped
        }
        // SAFETY: the mapping is read-only, private to this function and read once as plain bytes,
        // of which every pattern is valid; what another program writes meanwhile can make the book
        // bad, which is checked on the copy, but not the memory.
        let map = unsafe { Mmap::map(&file) }?;
        Self::from_bytes(&map)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(BookError::Ragged(bytes.len() as u64));
        }
        Self::from_entries(entries.iter().map(Entry::from_bytes).collect())
    }

    /// A book of entries sorted by key.
    ///
    /// # Errors
    /// If there is none or they are not sorted.
    pub fn from_entries(entries: Vec<Entry>) -> Result<Self, BookError> {
        if entries.is_empty() {
            return Err(BookError::Empty);
        }
        // Nearly always sorted: first only ask, without counting.
        if !entries.is_sorted_by_key(|entry| entry.key) {
            let before = entries.iter().zip(entries.iter().skip(1)).position(|(a, b)| a.key > b.key);
            return Err(BookError::Unsorted(before.map_or(0, |index| index + 2)));
        }
        Ok(Self { entries: entries.into() })
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many different positions the book knows.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|a, b| a.key == b.key).count()
    }

    /// The entries of a key.
    #[must_use]
    pub fn find(&self, key: u64) -> &[Entry] {
        let start = self.entries.partition_point(|entry| entry.key < key);
        let from = self.entries.get(start..).unwrap_or_default();
        let length = from.iter().take_while(|entry| entry.key == key).count();
        from.get(..length).unwrap_or_default()
    }

    /// The legal moves the book knows in a position, the weightiest first. Entries that mean no
    /// legal move there are passed over.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.find(polyglot_key(position)) {
            let Some(mv) = entry.code.resolve(position) else { continue };
            let weight = u32::from(entry.weight);
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.weight = known.weight.saturating_add(weight),
                None => moves.push(BookMove { mv, weight }),
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::entry::BookCode;
    use crate::chess::Square;

    fn entry(key: u64, from: Square, to: Square, weight: u16) -> Entry {
        Entry { key, code: BookCode(to as u16 | (from as u16) << 6), weight, learn: 0 }
    }

    fn book(entries: &[Entry]) -> Result<Book, BookError> {
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        Book::from_bytes(&bytes)
    }

    #[test]
    fn bad_bytes_are_told_apart() {
        let entries = [entry(3, Square::A2, Square::A3, 1), entry(3, Square::A2, Square::A4, 1)];
        assert_eq!(book(&entries).unwrap().positions(), 1);
        assert!(matches!(book(&[]), Err(BookError::Empty)));
        assert!(matches!(Book::from_bytes(&[0; 15]), Err(BookError::Ragged(15))));
        let unsorted = [entries[0], entries[1], entry(2, Square::A2, Square::A3, 1)];
        assert!(matches!(book(&unsorted), Err(BookError::Unsorted(3))));
    }

    #[test]
    fn keys_are_found_at_both_ends_and_nowhere_else() {
        let keys = [0, 0, 5, 7, 7, 7, u64::MAX];
        let entries = keys.map(|key| entry(key, Square::A2, Square::A3, 1));
        let book = book(&entries).unwrap();
        for (key, count) in [(0, 2), (1, 0), (5, 1), (6, 0), (7, 3), (8, 0), (u64::MAX, 1)] {
            assert_eq!(book.find(key).len(), count, "{key}");
        }
        assert_eq!(book.positions(), 4);
    }

    #[test]
    fn illegal_entries_are_passed_over_and_twins_count_together() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let key = polyglot_key(&position);
        let entries = [
            entry(key, Square::E2, Square::E4, 100),
            entry(key, Square::E1, Square::H1, 2),
            entry(key, Square::E1, Square::E2, 3),
            entry(key, Square::E1, Square::G1, 4),
            entry(key, Square::H1, Square::H1, 100),
        ];
        let moves = book(&entries).unwrap().moves(&position);
        let told: Vec<_> = moves.iter().map(|known| (position.san(known.mv), known.weight)).collect();
        assert_eq!(told, [("O-O".to_owned(), 6), ("Ke2".to_owned(), 3)]);
    }
}
