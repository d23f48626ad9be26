//! What a user can set, and what holds until it is set.

use std::time::Duration;

use crate::book::{DEFAULT_FILE, DEFAULT_MAX_MIB};
use crate::chess::CastlingMode;
use crate::engine::DEFAULT_HASH_MIB;
use crate::lattice::Variant;
use crate::search::StyleName;
use crate::tables::Usage;

/// Everything a user can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, MiB.
    pub hash_mib: usize,
    /// Searching threads.
    pub threads: usize,
    /// The style of play.
    pub style: StyleName,
    /// Lines shown.
    pub multipv: usize,
    /// The GUI lets the engine ponder.
    pub ponder: bool,
    /// Time lost outside the engine on every move.
    pub move_overhead: Duration,
    /// How castling is written.
    pub castling: CastlingMode,
    /// The engine analyses and does not play: full strength, no book.
    pub analyse_mode: bool,
    /// Play from the opening book.
    pub own_book: bool,
    /// The opening book; the one inside the program if empty.
    pub book_file: String,
    /// A larger book is not loaded, MiB.
    pub book_limit_mib: u32,
    /// Folders of Syzygy endgame tables; none are used if empty.
    pub syzygy_path: String,
    /// How they are used.
    pub syzygy: Usage,
    /// Show chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// The lattice variant played; chess if none.
    pub variant: Option<Variant>,
    /// The level at which variants are played; full strength if none.
    pub level: Option<u8>,
    /// Play at `elo` instead of at full strength.
    pub limit_strength: bool,
    /// The strength to play at.
    pub elo: u32,
    /// Where everything heard and said is written down; nowhere if empty.
    pub debug_log: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mib: DEFAULT_HASH_MIB,
            threads: 1,
            style: StyleName::default(),
            multipv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(10),
            castling: CastlingMode::Standard,
            analyse_mode: false,
            own_book: true,
            book_file: DEFAULT_FILE.to_owned(),
            book_limit_mib: DEFAULT_MAX_MIB,
            syzygy_path: String::new(),
            syzygy: Usage::default(),
            show_wdl: false,
            variant: None,
            level: None,
            limit_strength: false,
            elo: 1500,
            debug_log: String::new(),
        }
    }
}
