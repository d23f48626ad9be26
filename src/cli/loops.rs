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
pub struct Xboard {
    #[command(flatten)]
    choices: Choices,
}

/// What makes the choices of a loop repeatable.
#[derive(Args, Debug)]
pub struct Choices {
    /// Seed of the choices from the opening book; without it they differ every time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

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
        cecp::run(begin(&self.choices)?, None);
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
pub fn begin(choices: &Choices) -> Result<Session, LoopError> {
    let mut session = Session::new(load_config(), Events::from_stdin(), Output::stdout())?;
    for complaint in &session.complaints {
        let _ = writeln!(io::stderr(), "{complaint}"); // as the warnings of mangoac.ini
    }
    if let Some(seed) = choices.seed {
        session.engine.book.set_seed(seed);
    }
    Ok(session)
}

/// Runs the console.
///
/// # Errors
/// There is no memory for the engine.
pub fn console(choices: &Choices) -> Result<(), LoopError> {
    let audience = match io::stdin().is_terminal() {
        true => console::Audience::Terminal,
        false => console::Audience::Pipe,
    };
    console::run(begin(choices)?, audience);
    Ok(())
}
