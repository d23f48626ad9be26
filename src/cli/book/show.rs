//! `mangoac book info`, `verify`, `probe` and `dump`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use mangoac::book::{self, Book, Entry, Origin};
use mangoac::chess::{CastlingMode, Position};

use super::{BookCommandError, load};

/// Tell size, number of moves and positions, weights and SHA-256 of a book
#[derive(Args, Debug)]
pub struct Info {
    /// The book; the one the engine would use if not given
    book: Option<PathBuf>,
}

/// Check the structure of a book, its moves and the SHA-256 beside it
///
/// Walks the book from the start position and says how many of its entries are legal moves there.
#[derive(Args, Debug)]
pub struct Verify {
    /// The book; the one the engine would use if not given
    book: Option<PathBuf>,
}

/// Show the moves a book knows in a position, with their weights and chances
#[derive(Args, Debug)]
pub struct Probe {
    /// The position, in quotes; the start position if not given
    #[arg(allow_hyphen_values = true)]
    fen: Option<String>,
    /// The book; the one the engine would use if not given
    #[arg(long)]
    book: Option<PathBuf>,
}

/// Write all entries as JSON, one a line
#[derive(Args, Debug)]
pub struct Dump {
    /// The book; the one the engine would use if not given
    book: Option<PathBuf>,
}

/// An entry as JSON.
#[derive(Serialize)]
struct Row {
    key: String,
    #[serde(rename = "move")]
    mv: String,
    weight: u16,
    learn: u32,
}

impl From<&Entry> for Row {
    fn from(entry: &Entry) -> Self {
        let (key, mv) = (format!("{:016x}", entry.key), entry.code.to_string());
        Self { key, mv, weight: entry.weight, learn: entry.learn }
    }
}

/// The book named or the one the engine would use, and where it comes from.
fn open(named: Option<&Path>) -> Result<(Book, Origin), BookCommandError> {
    if let Some(path) = named {
        return Ok((load(path)?, Origin::File(path.to_owned())));
    }
    let opened = book::open(Path::new(book::DEFAULT_FILE), u32::MAX)?;
    Ok(((*opened.book).clone(), opened.origin))
}

impl Info {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let (book, origin) = open(self.book.as_deref())?;
        let bytes: Vec<u8> = book.entries().iter().flat_map(|entry| entry.to_bytes()).collect();
        let weights = book.entries().iter().map(|entry| entry.weight);
        let most = book.entries().chunk_by(|a, b| a.key == b.key).map(<[Entry]>::len).max();
        writeln!(out, "book       {origin}")?;
        writeln!(out, "bytes      {}", bytes.len())?;
        writeln!(out, "moves      {}", book.entries().len())?;
        writeln!(out, "positions  {}", book.positions())?;
        writeln!(out, "most moves {} in one position", most.unwrap_or(0))?;
        writeln!(out, "weights    {} to {}", weights.clone().min().unwrap_or(0), weights.max().unwrap_or(0))?;
        writeln!(out, "SHA-256    {}", book::sha256_hex(&bytes))?;
        Ok(())
    }
}

impl Verify {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let (book, origin) = open(self.book.as_deref())?;
        let entries = book.entries().len();
        writeln!(out, "{origin}: {entries} moves of {} positions, sorted by key", book.positions())?;
        let (reached, legal) = walk(&book);
        writeln!(out, "{reached} positions reached from the start position, {legal} legal moves there")?;
        match origin {
            Origin::File(path) => writeln!(out, "SHA-256 {} as beside the book", book::check_sum(&path)?)?,
            Origin::Embedded => writeln!(out, "SHA-256 {}", book::sha256_hex(book::embedded_bytes()))?,
        }
        Ok(())
    }
}

/// How many of a book's positions its own moves reach from the start position, and how many legal
/// moves it has there. An opponent's move that the book leaves out ends a path only if no other
/// path leads on.
fn walk(book: &Book) -> (usize, usize) {
    let mut seen = BTreeSet::new();
    let mut legal = 0;
    let mut paths = vec![Position::startpos()];
    while let Some(position) = paths.pop() {
        let moves = book.moves(&position);
        if moves.is_empty() || !seen.insert(book::polyglot_key(&position)) {
            continue;
        }
        legal += moves.len();
        for known in moves {
            let mut after = position.clone();
            after.make(known.mv);
            paths.push(after);
        }
    }
    (seen.len(), legal)
}

impl Probe {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let position = match &self.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        let (book, _) = open(self.book.as_deref())?;
        let moves = book.moves(&position);
        writeln!(out, "key {:016x}, {} moves", book::polyglot_key(&position), moves.len())?;
        for (known, share) in moves.iter().zip(book::shares(&moves)) {
            let text = position.uci(known.mv, CastlingMode::Standard).to_string();
            writeln!(out, "{text:<6}{:<8}{:>6} {share:>3}%", position.san(known.mv), known.weight)?;
        }
        Ok(())
    }
}

impl Dump {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let (book, _) = open(self.book.as_deref())?;
        let mut out = std::io::BufWriter::new(out);
        for entry in book.entries() {
            serde_json::to_writer(&mut out, &Row::from(entry)).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        out.flush()?;
        Ok(())
    }
}
