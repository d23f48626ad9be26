//! Text in, text out: the loops that speak UCI, CECP and the console's Spanish and English.
//!
//! One thread reads, one searches, and one — the loop's own — decides and prints, so that no two
//! lines can mix and no command waits for a search.

pub mod cecp;
pub mod console;
pub mod describe;
mod facts;
mod input;
mod legal;
pub mod options;
mod output;
mod session;
pub mod uci;

pub use facts::facts;
pub use input::{Event, Events, Input, SearchEvent};
pub use legal::{legal_line, legal_moves};
pub use options::Settings;
pub use output::{LogError, Output};
pub use session::{Session, SetError};
