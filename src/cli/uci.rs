//! `mangoac uci`: the dialogue with a GUI.

use clap::Args;
use mangoac::engine::Engine;
use mangoac::protocol::uci::Session;
use mangoac::protocol::{Events, Output, Settings, options};
use mangoac::search::TableError;

/// Speak UCI at once
///
/// Reads the commands of the Universal Chess Interface from standard input and answers on standard
/// output, until `quit` or the end of input. `help` lists the commands.
#[derive(Args, Debug)]
#[command(after_help = options::help())]
pub struct Uci {}

/// Why there is no dialogue.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// Not even a small table could be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Uci {
    /// Speaks UCI until the end.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn run(&self) -> Result<(), UciError> {
        let mut settings = Settings::default();
        let mut output = Output::stdout();
        let engine = Engine::new(settings.hash_mib).or_else(|error| {
            output.info(error);
            settings.hash_mib = 1;
            Engine::new(settings.hash_mib)
        })?;
        let events = Events::from_stdin();
        Session::new(engine, settings, &events, &mut output).run();
        Ok(())
    }
}
