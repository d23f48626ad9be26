//! The Universal Chess Interface (April 2006), with the commands of the old program beside it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod commands;
mod go;
pub(super) mod job;
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

/// Speaks UCI with what another loop has begun; `heard` are lines already read.
pub fn run(begun: super::Session, heard: &[&str]) -> Exit {
    let super::Session { engine, settings, events, mut out, .. } = begun;
    let mut session = Session::new(engine, settings, &events, &mut out);
    for line in heard {
        session.hear((*line).to_owned());
    }
    session.run()
}
