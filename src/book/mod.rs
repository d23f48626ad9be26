//! The opening book: Polyglot's format, read whole into memory, chosen from by weight.
//!
//! A [`Book`] is a checked table of entries; it knows nothing of games. A [`GameBook`] says whether
//! the book may answer at all and remembers how often it could not. [`build`] makes books of named
//! lines and of games.

pub mod build;
mod entry;
mod key;
mod play;
mod random;
mod reader;
mod source;
mod write;

pub use entry::{BookCode, ENTRY_BYTES, Entry};
pub use key::polyglot_key;
pub use play::{Choice, GameBook, LAST_PLY, MAX_MISSES, Question, draw, shares};
pub use reader::{Book, BookError, BookMove, DEFAULT_MAX_MIB};
pub use source::{DEFAULT_FILE, OpenError, Opened, Origin, embedded_bytes, open};
pub use write::{ChecksumError, check_sum, merge, save, sha256_hex, sum_path};
