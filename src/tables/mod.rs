//! Endgame tables: what is known for certain of positions with few men.
//!
//! The tables are Syzygy's (R. de Man 2013), read by `shakmaty-syzygy`. WDL tables say who wins,
//! DTZ tables how many half-moves away the next capture or pawn move is on the way there. Positions
//! with castling rights are in none of them. A build without the feature `syzygy` has no tables.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(not(feature = "syzygy"))]
mod none;
mod root;
#[cfg(feature = "syzygy")]
mod syzygy;

#[cfg(not(feature = "syzygy"))]
pub use none::Tables;
pub use root::{Knowledge, Known, Source};
#[cfg(feature = "syzygy")]
pub use syzygy::Tables;

use std::ops::Neg;
use std::path::PathBuf;

/// The most men of any position in a table.
pub const MAX_MEN: u32 = 7;

/// What best play comes to, from the side to move's point of view, if a capture or pawn move has
/// just been made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Wdl {
    /// The enemy wins.
    Loss,
    /// The enemy would win, but the fifty-move rule comes first.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// The side to move would win, but the fifty-move rule comes first.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// How tables are to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Positions with the most men there are tables for are looked up at this depth or more, plies.
    pub depth: i32,
    /// Positions with more men are not looked up.
    pub men: u32,
    /// What the fifty-move rule keeps from being won is drawn.
    pub fifty_moves: bool,
}

impl Default for Usage {
    fn default() -> Self {
        Self { depth: 1, men: MAX_MEN, fifty_moves: true }
    }
}

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A folder cannot be read.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The folders hold none that can be used.
    #[error("there is no endgame table in {0}")]
    Empty(String),
    /// They hold only damaged ones.
    #[error("{}", damaged(*.count, .first))]
    Damaged {
        /// How many.
        count: usize,
        /// What is wrong with the first.
        first: String,
    },
    /// The program was built without them.
    #[error("this build has no endgame tables")]
    NotBuilt,
}

/// What is said of damaged files.
fn damaged(count: usize, first: &str) -> String {
    match count {
        1 => format!("1 endgame table is damaged and not used: {first}"),
        _ => format!("{count} endgame tables are damaged and not used; the first: {first}"),
    }
}
