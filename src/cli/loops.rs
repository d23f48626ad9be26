//! The console, `mangoac xboard`, and how every loop begins: settings from `mangoac.ini`, an engine, standard
//! input and output.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use mangoac::config::Config;
use mangoac::protocol::{Events, Output, Session, cecp, console};
use mangoac::search::TableError;

/// Speak the xboard protocol (CECP) on standard input and output
///
/// For interfaces that pass arguments; without arguments the engine understands the command
/// `xboard`.
#[derive(Args, Debug)]
pub struct Xboard {}

/// Why a loop could not begin.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// The system refuses the memory for even the smallest table.
    #[error("no memory for the transposition table: {0}")]
    Memory(#[from] TableError),
}

impl Xboard {
    /// Runs the loop until `quit` or the end of input.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn run(self) -> Result<(), LoopError> {
        cecp::run(begin()?, None);
        Ok(())
    }
}

/// Reads `mangoac.ini`; what cannot be used is said on standard error, as an interface takes every
/// line of standard output for an answer.
pub fn load_config() -> Config {
    let config = Config::load();
    for warning in &config.warnings {
        // Lost where standard error is closed: then nobody wants to know.
        let _ = writeln!(io::stderr(), "{warning}");
    }
    config
}

/// What every loop begins with.
pub fn begin() -> Result<Session, LoopError> {
    Ok(Session::new(load_config(), Events::from_stdin(), Output::stdout())?)
}

/// Runs the console.
///
/// # Errors
/// There is no memory for the engine.
pub fn console() -> Result<(), LoopError> {
    let audience = match io::stdin().is_terminal() {
        true => console::Audience::Terminal,
        false => console::Audience::Pipe,
    };
    console::run(begin()?, audience);
    Ok(())
}
