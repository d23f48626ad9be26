//! Subcommands: one file each, with its arguments, its error and a `run`.
//!
//! A new one needs a file, a variant of [`Command`], one of [`CliError`] and an arm in
//! [`Command::run`].

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analyze;
#[cfg(feature = "balance")]
mod balance;
mod bench;
mod book;
mod config;
mod epd;
mod eval;
mod genfens;
mod loops;
mod perft;
mod search;
mod tune;
mod uci;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What the process answers to bad input, clap's own refusals included.
const BAD_INPUT: u8 = 2;

/// Mango AC, a chess engine for UCI, CECP (xboard) and the console.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    choices: loops::Choices,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyze(analyze::Analyze),
    #[cfg(feature = "balance")]
    Balance(Box<balance::BalanceArgs>),
    Bench(bench::Bench),
    Book(book::BookCommand),
    Config(config::Config),
    Epd(epd::EpdCommand),
    Eval(eval::Eval),
    Genfens(genfens::Genfens),
    Perft(perft::Perft),
    Tune(tune::TuneCommand),
    Uci(uci::Uci),
    Xboard(loops::Xboard),
}

/// Why a subcommand failed, in words for the user.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Analyze(#[from] analyze::AnalyzeError),
    #[error(transparent)]
    Bench(#[from] bench::BenchError),
    #[error(transparent)]
    Book(#[from] book::BookCommandError),
    #[error(transparent)]
    Epd(#[from] epd::EpdCommandError),
    #[error(transparent)]
    Eval(#[from] eval::EvalError),
    #[error(transparent)]
    Genfens(#[from] genfens::GenfensCommandError),
    #[error(transparent)]
    Perft(#[from] perft::PerftError),
    #[error(transparent)]
    Loop(#[from] loops::LoopError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Command {
    fn run(self) -> Result<ExitCode, CliError> {
        match self {
            Self::Analyze(analyze) => analyze.run()?,
            #[cfg(feature = "balance")]
            Self::Balance(balance) => return Ok(balance::run(&balance)),
            Self::Bench(bench) => bench.run()?,
            Self::Book(book) => book.run()?,
            Self::Config(config) => config.run(&loops::load_config())?,
            Self::Epd(epd) => epd.run()?,
            Self::Eval(eval) => eval.run()?,
            Self::Genfens(genfens) => genfens.run()?,
            Self::Perft(perft) => perft.run()?,
            Self::Tune(tune) => tune.run()?,
            Self::Uci(uci) => uci.run()?,
            Self::Xboard(xboard) => xboard.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads the command line and does what it says. The exit code is 0, or 2 after an error.
pub fn run() -> ExitCode {
    let Cli { choices, command } = Cli::parse_from(unpack(std::env::args_os().collect()));
    let outcome = match command {
        Some(command) => command.run(),
        None => loops::console(&choices).map(|()| ExitCode::SUCCESS).map_err(CliError::from),
    };
    match outcome {
        Ok(code) => code,
        // The reader has seen enough, as in `mangoac perft 5 --divide | head`: no error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do where standard error cannot be written either.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// OpenBench gives a whole command as one argument, and the commands after it as further ones:
/// `"genfens 8 seed 1 book None" "quit"`. Such a first argument is taken apart; what follows is of no
/// account, as the program ends after one command anyway.
fn unpack(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let packed =
        arguments.get(1).and_then(|first| first.to_str()).filter(|first| first.starts_with("genfens "));
    if let Some(packed) = packed.map(str::to_owned) {
        arguments.truncate(1);
        arguments.extend(packed.split_whitespace().map(OsString::from));
    }
    arguments
}

fn is_broken_pipe(error: &CliError) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            return true;
        }
        cause = error.source();
    }
    false
}
