//! `mangoac config`: the settings in effect and where they came from.

use std::io::{self, Write};

use clap::Args;
use mangoac::config::Config as Ini;

/// Print the settings in effect and where each came from
///
/// `mangoac.ini` is looked for in the working directory, then beside the executable.
#[derive(Args, Debug)]
pub struct Config {}

impl Config {
    /// Prints; what cannot be used has been said on standard error.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(self, ini: &Ini) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(ini.table().as_bytes())?;
        out.flush()
    }
}
