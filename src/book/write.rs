//! Writing books, merging them, and the SHA-256 beside them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::entry::{BookCode, Entry};
use super::reader::{Book, BookError};

/// The SHA-256 of bytes as 64 hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file beside a book that holds its SHA-256: the book's name and `.sha256`.
#[must_use]
pub fn sum_path(book: &Path) -> PathBuf {
    let mut name = OsString::from(book);
    name.push(".sha256");
    name.into()
}

/// Why a book does not agree with the sum beside it.
#[derive(Debug, thiserror::Error)]
pub enum ChecksumError {
    /// There is no sum, or it or the book cannot be read.
    #[error("{} cannot be read: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file beside the book holds no sum.
    #[error("{} does not begin with the 64 hexadecimal digits of a SHA-256", .0.display())]
    NoSum(PathBuf),
    /// The book is another one.
    #[error("the SHA-256 is {found}, but {wanted} by the file beside the book")]
    Different {
        /// The sum of the book.
        found: String,
        /// The sum in the file.
        wanted: String,
    },
}

/// Compares a book with the sum beside it and returns the sum.
///
/// # Errors
/// If there is no sum or the book has another.
pub fn check_sum(book: &Path) -> Result<String, ChecksumError> {
    let read =
        |path: &Path| fs::read(path).map_err(|source| ChecksumError::Read { path: path.to_owned(), source });
    let sum = sum_path(book);
    let text = String::from_utf8_lossy(&read(&sum)?).to_ascii_lowercase();
    let is_sum = |word: &&str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let Some(wanted) = text.split_whitespace().next().filter(is_sum) else {
        return Err(ChecksumError::NoSum(sum));
    };
    let found = sha256_hex(&read(book)?);
    if found == wanted {
        return Ok(found);
    }
    Err(ChecksumError::Different { found, wanted: wanted.to_owned() })
}

/// Writes a book and its sum beside it, each whole or not at all. Returns the sum.
///
/// # Errors
/// If the files cannot be written.
pub fn save(book: &Book, path: &Path) -> io::Result<String> {
    let bytes: Vec<u8> = book.entries().iter().flat_map(|entry| entry.to_bytes()).collect();
    let sum = sha256_hex(&bytes);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    replace(path, &bytes)?;
    replace(&sum_path(path), format!("{sum}  {name}\n").as_bytes())?;
    Ok(sum)
}

/// Writes a file under another name and then gives it its own.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut unfinished = OsString::from(path);
    unfinished.push(".unfinished");
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished); // it may not be there
    }
    written
}

/// Brings counts of any size into sixteen bits: as they are if they fit, in proportion if not. What
/// was not zero does not become zero.
pub(super) fn scale(counts: &[u64]) -> Vec<u16> {
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let limit = u64::from(u16::MAX);
    let scaled = |&count: &u64| match count {
        0 => 0,
        _ if largest <= limit => count,
        _ => (u128::from(count) * u128::from(limit) / u128::from(largest)).max(1) as u64,
    };
    counts.iter().map(|count| u16::try_from(scaled(count)).unwrap_or(u16::MAX)).collect()
}

/// The entries of one position in the order of a book: the weightiest first.
pub(super) fn sort_position(entries: &mut [Entry]) {
    entries.sort_unstable_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.code));
}

/// One book of several: the weights of a move they share are added.
///
/// # Errors
/// If there is no entry at all.
pub fn merge(books: &[Book]) -> Result<Book, BookError> {
    let mut sums: BTreeMap<u64, BTreeMap<BookCode, (u64, u32)>> = BTreeMap::new();
    for entry in books.iter().flat_map(Book::entries) {
        let (weight, learn) = sums.entry(entry.key).or_default().entry(entry.code).or_default();
        *weight += u64::from(entry.weight);
        *learn = entry.learn.max(*learn);
    }
    let mut entries = Vec::new();
    for (key, moves) in sums {
        let weights = scale(&moves.values().map(|&(weight, _)| weight).collect::<Vec<_>>());
        let merged = moves.into_iter().zip(weights);
        let mut merged: Vec<Entry> =
            merged.map(|((code, (_, learn)), weight)| Entry { key, learn, code, weight }).collect();
        sort_position(&mut merged);
        entries.append(&mut merged);
    }
    Book::from_entries(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_scaled_only_if_they_do_not_fit() {
        assert_eq!(scale(&[1, 0, 65_535]), [1, 0, 65_535]);
        assert_eq!(scale(&[65_536, 32_768, 1, 0]), [65_535, 32_767, 1, 0]);
        assert_eq!(scale(&[u64::MAX, 1]), [65_535, 1]);
        assert!(scale(&[]).is_empty());
    }

    #[test]
    fn merging_adds_the_weights_of_equal_moves() {
        let entry = |key, code, weight| Entry { key, code: BookCode(code), weight, learn: key as u32 };
        let one = Book::from_entries(vec![entry(1, 10, 60_000), entry(1, 11, 10), entry(9, 5, 0)]).unwrap();
        let two = Book::from_entries(vec![entry(1, 10, 60_000), entry(4, 3, 2)]).unwrap();
        let merged = merge(&[one.clone(), two.clone()]).unwrap();
        let expected = [entry(1, 10, 65_535), entry(1, 11, 5), entry(4, 3, 2), entry(9, 5, 0)];
        assert_eq!(merged.entries(), expected);
        assert_eq!(merge(&[two, one]).unwrap(), merged);
        assert!(matches!(merge(&[]), Err(BookError::Empty)));
    }

    #[test]
    fn a_saved_book_agrees_with_its_sum_until_it_is_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some book.bin");
        let entry = Entry { key: 1, code: BookCode(2), weight: 3, learn: 4 };
        let book = Book::from_entries(vec![entry]).unwrap();
        assert!(matches!(check_sum(&path), Err(ChecksumError::Read { .. })));
        let sum = save(&book, &path).unwrap();
        assert_eq!(check_sum(&path).unwrap(), sum);
        assert_eq!(Book::load(&path, 1).unwrap(), book);
        fs::write(&path, [0; 16]).unwrap();
        assert!(matches!(check_sum(&path), Err(ChecksumError::Different { .. })));
        fs::write(sum_path(&path), "what").unwrap();
        assert!(matches!(check_sum(&path), Err(ChecksumError::NoSum(_))));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing unfinished is left");
    }

    #[test]
    fn the_sum_is_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(&[]), empty);
    }
}
