//! The Universal Chess Interface (April 2006), with the commands of the old program beside it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod commands;
mod go;
mod job;
mod position;
mod print;
mod session;

pub use session::Session;

/// Why a loop has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// By `quit`.
    Quit,
    /// Input has ended.
    EndOfInput,
}
