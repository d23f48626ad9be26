//! Which book is used: the one named, the one beside the program, or the one inside it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::reader::{Book, BookError};

/// The name of the default book, seen from the working folder or the program's.
pub const DEFAULT_FILE: &str = "polyglotbooks/mangoac-book.bin";

/// The bytes of the default book that is part of the program.
#[must_use]
pub const fn embedded_bytes() -> &'static [u8] {
    include_bytes!("../../polyglotbooks/mangoac-book.bin")
}

/// Where a book came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// The program itself.
    Embedded,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Embedded => f.write_str("the book inside the program"),
        }
    }
}

/// A book had by [`open`].
#[derive(Clone, Debug)]
pub struct Opened {
    /// The book.
    pub book: Arc<Book>,
    /// Where it came from.
    pub origin: Origin,
    /// Why the file of the default book was not taken, if it is there and bad.
    pub complaint: Option<String>,
}

/// A named book that is missing or bad.
#[derive(Debug, thiserror::Error)]
#[error("book {} {reason}", .path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: BookError,
}

/// Reads a book. A relative name is looked for in the working folder and then in the program's.
///
/// If [`DEFAULT_FILE`] is named and not there, or bad, the book inside the program is taken; and so
/// it is for an empty name.
///
/// # Errors
/// If another book was named and is missing or bad.
pub fn open(name: &Path, max_mib: u32) -> Result<Opened, OpenError> {
    let found = if name.as_os_str().is_empty() { None } else { locate(name) };
    if !name.as_os_str().is_empty() && name != Path::new(DEFAULT_FILE) {
        return load(found.unwrap_or_else(|| name.to_owned()), max_mib);
    }
    let complaint = match found.map(|path| load(path, max_mib)) {
        Some(Ok(opened)) => return Ok(opened),
        Some(Err(error)) => Some(error.to_string()),
        None => None,
    };
    let book = Book::from_bytes(embedded_bytes());
    let book = book.map_err(|reason| OpenError { path: DEFAULT_FILE.into(), reason })?;
    Ok(Opened { book: Arc::new(book), origin: Origin::Embedded, complaint })
}

/// The file of a name, in the working folder or beside the program.
fn locate(name: &Path) -> Option<PathBuf> {
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join(name));
    let places = std::iter::once(Some(name.to_owned())).chain(std::iter::once_with(beside));
    places.flatten().find(|path| path.exists())
}

fn load(path: PathBuf, max_mib: u32) -> Result<Opened, OpenError> {
    match Book::load(&path, max_mib) {
        Ok(book) => Ok(Opened { book: Arc::new(book), origin: Origin::File(path), complaint: None }),
        Err(reason) => Err(OpenError { path, reason }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::DEFAULT_MAX_MIB;

    #[test]
    fn the_default_book_is_always_there() {
        let opened = open(Path::new(""), DEFAULT_MAX_MIB).unwrap();
        assert!(opened.book.entries().len() >= 3_000, "{}", opened.book.entries().len());
    }

    #[test]
    fn a_named_book_that_is_bad_is_said_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &Path| open(path, 1).unwrap_err().to_string();
        assert!(error(folder.path()).ends_with("is not a file"));
        assert!(error(&folder.path().join("none.bin")).contains("none.bin cannot be read"));
        let short = folder.path().join("short.bin");
        std::fs::write(&short, [0; 15]).unwrap();
        assert!(error(&short).contains("15 bytes"));
        std::fs::write(&short, []).unwrap();
        assert!(error(&short).ends_with("is empty"));
    }
}
