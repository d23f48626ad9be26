//! Making books: lines are counted, their moves are judged by an engine, and what stands remains.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod judge;
mod tally;
mod uci;
mod vet;

pub use judge::{Judge, JudgeError, Own};
pub use tally::{Node, Tally};
pub use uci::Foreign;
pub use vet::{Standard, Verdict, vet};

use super::entry::Entry;
use super::reader::{Book, BookError};
use super::write::{scale, sort_position};

/// The book of the moves that were not rejected. `verdicts` is what [`vet`] said of the tally, one
/// verdict for each move; nothing is rejected without it. Moves of fewer than `least` lines are
/// left out.
///
/// # Errors
/// If nothing remains.
pub fn to_book(tally: &Tally, verdicts: Option<&[Vec<Verdict>]>, least: u64) -> Result<Book, BookError> {
    let mut entries = Vec::new();
    for (index, (&key, node)) in tally.nodes().iter().enumerate() {
        let judged = verdicts.and_then(|verdicts| verdicts.get(index));
        let stands =
            |number: usize| judged.is_none_or(|judged| matches!(judged.get(number), Some(Verdict::Stands)));
        let moves = node
            .moves()
            .iter()
            .enumerate()
            .filter(|&(number, (_, &count))| count >= least.max(1) && stands(number));
        let (codes, counts): (Vec<_>, Vec<_>) = moves.map(|(_, (&code, &count))| (code, count)).unzip();
        let weighted = codes.into_iter().zip(scale(&counts));
        let mut named: Vec<Entry> =
            weighted.map(|(code, weight)| Entry { key, learn: 0, code, weight }).collect();
        sort_position(&mut named);
        entries.append(&mut named);
    }
    Book::from_entries(entries)
}
