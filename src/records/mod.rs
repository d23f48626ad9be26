//! Games and positions as files hold them: PGN and EPD, read leniently and written strictly.
//!
//! Reading never judges: a [`Game`] holds words, and only the rules say whether they are moves.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod epd;
mod lines;
mod pgn;
mod pgn_write;

pub use epd::{Epd, EpdError, Operation, read_positions};
pub use lines::{LONGEST_LINE, Lines};
pub use pgn::{Game, Item, Variant, Word, read_games};
