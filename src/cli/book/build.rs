//! `mangoac book build`: a book out of named lines or games.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;

use mangoac::book::build::{Foreign, Own, Standard, Tally, Verdict, to_book, vet};
use mangoac::records::read_games;

use super::{BookCommandError, save};
use crate::cli::search::progress_bar;

/// Build a book out of opening lines or games, its moves judged by an engine
///
/// The weight of a move is the number of lines that run through it. Every position is searched to a
/// fixed depth, and the position behind each of its moves one ply less; moves that lose too much
/// against the best or leave their mover too badly off are left out. The same lines and options give
/// the same book, bit for bit, whatever the number of threads.
#[derive(Args, Debug)]
pub struct Build {
    /// PGN files, or tables separated by tabs with a column named pgn (as of lichess-org/chess-openings)
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    lines: Vec<PathBuf>,
    /// The book to write; its SHA-256 is written beside it
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// How many half-moves of each line are looked at
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..))]
    max_ply: u16,
    /// Leave out moves of fewer lines than this
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_count: u64,
    /// Depth of the search that judges; 0: judge nothing, take all moves
    #[arg(long, value_name = "DEPTH", default_value_t = Standard::default().depth, value_parser = clap::value_parser!(u32).range(..=60))]
    vet_depth: u32,
    /// Another UCI engine to judge, with its arguments, in quotes
    #[arg(long, value_name = "CMD")]
    vet_engine: Option<String>,
    /// The most a move may lose against the best, centipawns
    #[arg(long, value_name = "CP", default_value_t = Standard::default().max_loss)]
    max_loss: i32,
    /// The least a move may leave its mover with, centipawns
    #[arg(long, value_name = "CP", default_value_t = Standard::default().min_score, allow_negative_numbers = true)]
    min_score: i32,
    /// Number of threads that judge; all processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Build {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), BookCommandError> {
        let tally = self.count()?;
        let (moves, positions) = (tally.moves(), tally.nodes().len());
        writeln!(out, "{} lines: {moves} moves of {positions} positions", tally.lines())?;
        if tally.skipped() > 0 {
            writeln!(out, "{} games of other variants or from bad positions were left out", tally.skipped())?;
        }
        if let Some((cut, first)) = tally.cut() {
            writeln!(out, "{cut} lines were cut at a move that cannot be read, the first at {first}")?;
        }
        let verdicts = if self.vet_depth > 0 { Some(self.judge(&tally)?) } else { None };
        if let Some(verdicts) = &verdicts {
            tell_verdicts(verdicts, out)?;
        }
        let book = to_book(&tally, verdicts.as_deref(), self.min_count);
        save(&book.map_err(|_| BookCommandError::NothingLeft)?, &self.out, out)
    }

    fn count(&self) -> Result<Tally, BookCommandError> {
        let mut tally = Tally::new(self.max_ply.into());
        for path in &self.lines {
            let failed = |source| BookCommandError::Lines { path: path.clone(), source };
            let file = File::open(path).map_err(failed)?;
            read_games(BufReader::new(file), |game| tally.add(&game)).map_err(failed)?;
        }
        Ok(tally)
    }

    fn judge(&self, tally: &Tally) -> Result<Vec<Vec<Verdict>>, BookCommandError> {
        let standard = Standard { depth: self.vet_depth, max_loss: self.max_loss, min_score: self.min_score };
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or_else(processors, usize::from);
        let bar = progress_bar("judging", tally.nodes().len() as u64);
        let done = || bar.inc(1);
        let verdicts = match &self.vet_engine {
            None => vet(tally, standard, threads, || Ok(Own), done),
            Some(command) => vet(tally, standard, threads, || Foreign::start(command), done),
        };
        bar.finish_and_clear();
        Ok(verdicts?)
    }
}

fn tell_verdicts(verdicts: &[Vec<Verdict>], out: &mut impl Write) -> io::Result<()> {
    let count = |is: fn(&Verdict) -> bool| verdicts.iter().flatten().filter(|verdict| is(verdict)).count();
    writeln!(
        out,
        "{} moves stand, {} lose too much, {} leave too little, {} are illegal",
        count(|verdict| matches!(verdict, Verdict::Stands)),
        count(|verdict| matches!(verdict, Verdict::LosesTooMuch(_))),
        count(|verdict| matches!(verdict, Verdict::LeavesTooLittle(_))),
        count(|verdict| matches!(verdict, Verdict::Illegal)),
    )
}
