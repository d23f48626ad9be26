//! The command line of Mango AC.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
