//! `mangoac genfens`: openings for OpenBench.

use std::io::{self, Write};

use clap::Args;

use mangoac::genfens::{Generator, GenfensError, Source, SourceError};

/// Print random openings, as OpenBench's workers ask for them
///
/// OpenBench calls `mangoac "genfens N seed S book None|FILE [EXTRA]" quit`. Each line is `info string
/// genfens FEN`: positions behind a few random moves from the start position, or from where a line of
/// the book leaves off, of at most 200 centipawns for either side. The same seed gives the same positions.
#[derive(Args, Debug)]
pub struct Genfens {
    /// How many
    #[arg(value_name = "N")]
    count: u64,
    /// `seed S book None|FILE`: the seed of the choices, and where the openings begin: a file of
    /// positions (EPD, FEN), games (.pgn) or a Polyglot book (.bin). What follows is passed over
    #[arg(value_name = "WORD", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Why there are no openings, or fewer than wanted.
#[derive(Debug, thiserror::Error)]
pub enum GenfensCommandError {
    #[error("'{0}' is not a seed")]
    Seed(String),
    #[error("'{0}' is said without a value")]
    NoValue(&'static str),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Positions(#[from] GenfensError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Genfens {
    /// Prints the openings.
    ///
    /// # Errors
    /// If the book cannot be used, or has not enough openings in it.
    pub fn run(&self) -> Result<(), GenfensCommandError> {
        let seed = self.value("seed")?.unwrap_or("0");
        let seed = seed.parse().map_err(|_| GenfensCommandError::Seed(seed.chars().take(40).collect()))?;
        let complain = |words| {
            let _ = writeln!(io::stderr(), "{words}"); // lost where standard error is closed
        };
        let source = Source::open(self.value("book")?.unwrap_or("None"), complain)?;
        let mut generator = Generator::new(source, seed)?;
        let mut out = io::stdout().lock();
        for _ in 0..self.count {
            writeln!(out, "info string genfens {}", generator.next_position()?.fen())?;
        }
        Ok(())
    }

    /// The word behind `name`.
    fn value(&self, name: &'static str) -> Result<Option<&str>, GenfensCommandError> {
        let mut behind = self.words.iter().skip_while(|word| *word != name).skip(1);
        match behind.next() {
            None if self.words.iter().any(|word| word == name) => Err(GenfensCommandError::NoValue(name)),
            value => Ok(value.map(String::as_str)),
        }
    }
}
