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
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[cfg(feature = "balance")]
    Balance(Box<balance::BalanceArgs>),
    /// Print the version
    Version,
}

/// Reads the command line and runs it.
pub fn main() -> ExitCode {
    match Arguments::parse().command {
        #[cfg(feature = "balance")]
        Some(Command::Balance(args)) => balance::run(&args),
        Some(Command::Version) | None => {
            println!("mangoac {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
    }
}
