//! The command line of Mango AC.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
