//! `mangoac uci`: the dialogue with a GUI.

use clap::Args;
use mangoac::protocol::{options, uci};

use super::loops::{Choices, LoopError, begin};

/// Speak UCI at once
///
/// Reads the commands of the Universal Chess Interface from standard input and answers on standard
/// output, until `quit` or the end of input. `help` lists the commands.
#[derive(Args, Debug)]
#[command(after_help = options::help())]
pub struct Uci {
    #[command(flatten)]
    choices: Choices,
}

impl Uci {
    /// Speaks UCI until the end.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn run(self) -> Result<(), LoopError> {
        uci::run(begin(&self.choices)?, &[]);
        Ok(())
    }
}
