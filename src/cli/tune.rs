//! `mangoac tune`: fits evaluations and measures levels by games of the engine against itself.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::{Args, Subcommand};
use mangoac::lattice::Variant;
use mangoac::lattice::tune::{Options, Schedule, fit_variant, ladder, relative_values};

use super::perft::variant;

/// Fit the evaluation of the variants and measure their levels
///
/// Long runs, all of them repeatable: everything is drawn from one seed.
#[derive(Args, Debug)]
pub struct TuneCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Lattice(Lattice),
    Ladder(Ladder),
}

/// Fit the evaluation of a lattice variant to games it plays against itself
///
/// Prints the results of the games, the loss before and after, the result of the new figures against the old
/// ones, and the rows of src/lattice/eval/weights.rs. Changes no file.
#[derive(Args, Debug)]
struct Lattice {
    #[command(flatten)]
    games: Games,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 800)]
    nodes: u64,
    /// Rounds of the descent
    #[arg(long, value_name = "N", default_value_t = 400)]
    rounds: usize,
    /// Games of the new figures against the old ones
    #[arg(long, value_name = "N", default_value_t = 100)]
    trial: usize,
}

/// Play neighbouring levels of a lattice variant against each other
///
/// Every opening of random plies is played with both colours; the figures are the stronger level's.
#[derive(Args, Debug)]
struct Ladder {
    #[command(flatten)]
    games: Games,
    /// Divide the clocks of the levels by N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    haste: u32,
}

#[derive(Args, Debug)]
struct Games {
    /// raumschach, tesseract, tesseract-light or tesseract-dense
    #[arg(long, value_name = "NAME", value_parser = variant, default_value = Variant::Raumschach.name())]
    variant: Variant,
    /// Games [default: 1000 for a fit, 60 a pair of levels]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Random plies each game begins with [default: 8 for a fit, 4 for levels]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=100))]
    opening: Option<u8>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 1907)]
    seed: u64,
}

impl Games {
    fn schedule(&self, games: usize, opening: u8) -> Schedule {
        Schedule {
            games: self.games.unwrap_or(games),
            opening: self.opening.unwrap_or(opening).into(),
            threads: self.threads.get(),
            seed: self.seed,
        }
    }
}

impl TuneCommand {
    /// Plays, fits and prints.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(&self) -> io::Result<()> {
        match &self.what {
            What::Lattice(lattice) => lattice.run(),
            What::Ladder(ladder) => ladder.run(),
        }
    }
}

impl Lattice {
    fn run(&self) -> io::Result<()> {
        let Self { games, nodes, rounds, trial } = self;
        let (nodes, rounds, trial) = (*nodes, *rounds, *trial);
        let fit =
            fit_variant(games.variant, &Options { schedule: games.schedule(1000, 8), nodes, rounds, trial });
        let mut out = io::stdout().lock();
        write!(out, "{fit}")?;
        let values = relative_values(&fit.weights);
        let values: Vec<String> = values.iter().map(|(kind, value)| format!("{kind:?} {value}")).collect();
        writeln!(out, "values in hundredths of a pawn: {}", values.join(", "))?;
        out.flush()
    }
}

impl Ladder {
    fn run(&self) -> io::Result<()> {
        let name = self.games.variant.name();
        let mut written = Ok(());
        ladder(self.games.variant, &self.games.schedule(60, 4), self.haste, |lower, higher, tally| {
            let line = format!(
                "{name} {} {} against {} {}: +{} ={} -{} {:.1} %",
                higher.number,
                higher.name,
                lower.number,
                lower.name,
                tally.wins,
                tally.draws,
                tally.losses,
                tally.percent()
            );
            written = writeln!(io::stdout().lock(), "{line}");
            written.is_ok()
        });
        written
    }
}
