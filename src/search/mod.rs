//! The search: iterative deepening over a principal variation search, and all that makes it fast.
//!
//! Every pruning step, reduction and extension is a function of its own with its source named, so
//! that the search reads as a list of its ideas. Nothing here prints: results go to a [`Report`].

mod classic;
mod clock;
mod driver;
mod endings;
mod limits;
mod line;
mod mango;
mod mate;
mod pv;
mod report;
mod score;
mod style;
mod table;
mod team;
mod worker;

pub use classic::{exchange_of_move, exchange_on_square};
pub use endings::Endings;
pub use limits::{ClockTime, Limits, Signals};
pub use mango::{static_exchange, wins_at_least};
pub use report::{Effort, Line, Outcome, Report, Silent};
pub use score::{Bound, MATED_NOW, Score, ScoreKind};
pub use style::{Memory, Style, StyleError, StyleName};
pub use table::{MAX_MIB, MIN_MIB, Table, TableError};
pub use team::{MAX_THREADS, STACK};
pub use worker::{Searcher, Worker};
