//! `mangoac book`: makes and examines opening books.

mod build;
mod show;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use mangoac::book::build::JudgeError;
use mangoac::book::{self, Book, BookError, ChecksumError};
use mangoac::chess::FenError;

/// Build, merge and examine opening books in Polyglot's format
#[derive(Args, Debug)]
pub struct BookCommand {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Build(build::Build),
    Merge(Merge),
    Info(show::Info),
    Verify(show::Verify),
    Probe(show::Probe),
    Dump(show::Dump),
}

/// Why a book was not made or shown.
#[derive(Debug, thiserror::Error)]
pub enum BookCommandError {
    #[error("{} {reason}", .path.display())]
    Book { path: PathBuf, reason: BookError },
    #[error(transparent)]
    Open(#[from] book::OpenError),
    #[error("{} cannot be read: {source}", .path.display())]
    Lines { path: PathBuf, source: io::Error },
    #[error("no move remains for a book")]
    NothingLeft,
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("{} cannot be written: {source}", .path.display())]
    Save { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Checksum(#[from] ChecksumError),
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl BookCommand {
    /// Does what is asked.
    ///
    /// # Errors
    /// Says in words why it cannot.
    pub fn run(self) -> Result<(), BookCommandError> {
        let mut out = io::stdout().lock();
        match self.task {
            Task::Build(build) => build.run(&mut out),
            Task::Merge(merge) => merge.run(&mut out),
            Task::Info(info) => info.run(&mut out),
            Task::Verify(verify) => verify.run(&mut out),
            Task::Probe(probe) => probe.run(&mut out),
            Task::Dump(dump) => dump.run(&mut out),
        }
    }
}

/// Make one book of several, adding the weights of the moves they share
#[derive(Args, Debug)]
struct Merge {
    /// The books to merge
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// The book to write; its SHA-256 is written beside it
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
}

impl Merge {
    fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let books: Vec<Book> = self.books.iter().map(|path| load(path)).collect::<Result<_, _>>()?;
        let merged = book::merge(&books).map_err(|_| BookCommandError::NothingLeft)?;
        save(&merged, &self.out, out)
    }
}

/// Reads a named book of any size.
fn load(path: &Path) -> Result<Book, BookCommandError> {
    let named = |reason| BookCommandError::Book { path: path.to_owned(), reason };
    Book::load(path, u32::MAX).map_err(named)
}

/// Writes a book and says what was written.
fn save(book: &Book, path: &Path, out: &mut impl Write) -> Result<(), BookCommandError> {
    let failed = |source| BookCommandError::Save { path: path.to_owned(), source };
    let sum = book::save(book, path).map_err(failed)?;
    let (entries, positions) = (book.entries().len(), book.positions());
    writeln!(out, "{}: {entries} moves of {positions} positions, SHA-256 {sum}", path.display())?;
    Ok(())
}
