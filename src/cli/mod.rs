//! The command line, one file a subcommand.

#[cfg(feature = "balance")]
mod balance;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Mango AC, a chess engine.
#[derive(Parser, Debug)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[cfg(feature = "balance")]
    Balance(balance::BalanceArgs),
}

/// Reads the command line and runs it.
pub fn main() -> ExitCode {
    match Arguments::parse().command {
        #[cfg(feature = "balance")]
        Command::Balance(args) => balance::run(&args),
    }
}
