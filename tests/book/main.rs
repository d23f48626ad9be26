//! The opening book: reading, choosing, building, and the book that comes with the engine.

#[path = "../common/mod.rs"]
mod common;

mod bad_books;
mod command;
mod positions;
mod protocols;

use std::path::PathBuf;

use mangoac::book::Book;

/// The book that comes with the engine.
fn book_path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/polyglotbooks/mangoac-book.bin"))
}

fn book() -> Book {
    Book::load(&book_path(), 1).unwrap()
}
