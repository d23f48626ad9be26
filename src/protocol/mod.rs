//! Text in, text out: the loops that speak UCI, CECP and the console's Spanish and English.
//!
//! One thread reads, one searches, and one — the loop's own — decides and prints, so that no two
//! lines can mix and no command waits for a search.

pub mod cecp;
mod input;
pub mod options;
mod output;
mod session;

pub use input::{Event, Events, Input, SearchEvent};
pub use options::Settings;
pub use output::{LogError, Output};
pub use session::Session;
