//! `mangoac epd`: scores a test suite.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use mangoac::analysis::suite::Task;
use mangoac::analysis::{AnalysisError, Analyst, Finding, describe};
use mangoac::engine::Game;
use mangoac::records::{Epd, read_positions};
use mangoac::search::TableError;

use super::search::{SearchArgs, progress_bar};

/// Score test suites and list what was not solved
///
/// A suite is a file of positions with what is to be found in them: `bm` (one of these moves), `am` (none
/// of these), `dm N` or `bm #N` (a mate in at most N moves); where several are given all must hold. Every
/// position is searched with nothing remembered, so that with --depth or --nodes the score is the same
/// on every run. Lines that cannot be used are named and left out; the exit code is then 2.
#[derive(Args, Debug)]
pub struct EpdCommand {
    /// Files in EPD
    #[arg(required = true, value_name = "SUITE")]
    suites: Vec<PathBuf>,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Also list what was solved, with the depth and the time from which on the solution was held
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    search: SearchArgs,
}

/// Why a suite was not scored.
#[derive(Debug, thiserror::Error)]
pub enum EpdCommandError {
    #[error("{} cannot be read: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("no position asks for anything")]
    Nothing,
    #[error("{0} lines could not be used")]
    Unusable(usize),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

/// A position of a suite.
struct Problem {
    name: String,
    record: Epd,
    task: Task,
}

/// What came of one.
struct Scored {
    finding: Finding,
    solved: bool,
}

impl EpdCommand {
    /// Scores the suites.
    ///
    /// # Errors
    /// If a file or a line of one cannot be used, or there is no engine.
    pub fn run(&self) -> Result<(), EpdCommandError> {
        let (problems, unusable) = self.read()?;
        if problems.is_empty() {
            return Err(EpdCommandError::Nothing);
        }
        let begun = Instant::now();
        let results = self.search_all(&problems)?;
        self.tell(&problems, &results, begun.elapsed())?;
        if unusable > 0 { Err(EpdCommandError::Unusable(unusable)) } else { Ok(()) }
    }

    /// The problems, and how many lines are none.
    fn read(&self) -> Result<(Vec<Problem>, usize), EpdCommandError> {
        let (mut problems, mut unusable) = (Vec::new(), 0);
        for path in &self.suites {
            let failed = |source| EpdCommandError::Read { path: path.clone(), source };
            let file = BufReader::new(File::open(path).map_err(failed)?);
            let mut complain = |line: usize, reason: &dyn std::fmt::Display| {
                unusable += 1;
                // Lost where standard error is closed; the exit code says it too.
                let _ = writeln!(io::stderr(), "{}: line {line}: {reason}", path.display());
            };
            read_positions(file, |line, record| match record {
                Err(error) => complain(line, &error),
                Ok(record) => match Task::of(&record) {
                    Err(error) => complain(line, &error),
                    Ok(task) => {
                        let id = record.operation("id").map(|id| id.value().to_owned());
                        let name = id.unwrap_or_else(|| format!("{}:{line}", path.display()));
                        problems.push(Problem { name, record, task });
                    }
                },
            })
            .map_err(failed)?;
        }
        Ok((problems, unusable))
    }

    /// Searches all positions on so many threads; what is found does not depend on their number.
    fn search_all(&self, problems: &[Problem]) -> Result<Vec<Scored>, EpdCommandError> {
        let (next, limits) = (AtomicUsize::new(0), self.search.limits(1));
        let bar = progress_bar("searching", problems.len() as u64);
        let work = || -> Result<Vec<(usize, Scored)>, EpdCommandError> {
            let mut analyst = Analyst::new(self.search.style, self.search.hash_mib())?;
            let mut results = Vec::new();
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(problem) = problems.get(index) else { return Ok(results) };
                analyst.forget()?;
                let finding = analyst.search(&Game::new(problem.record.position.clone()), &limits)?;
                let solved = problem.task.is_solved(&finding);
                results.push((index, Scored { finding, solved }));
                bar.inc(1);
            }
        };
        // One failure ends the work of all.
        let work = || work().inspect_err(|_| next.store(problems.len(), Relaxed));
        let mut all = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for thread in threads {
                let results = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                all.append(&mut results?);
            }
            Ok::<_, EpdCommandError>(all)
        })?;
        bar.finish_and_clear();
        all.sort_unstable_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }

    fn tell(&self, problems: &[Problem], results: &[Scored], time: Duration) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (Problem { name, record, task }, result) in problems.iter().zip(results) {
            let position = &record.position;
            let wanted = task.words(position);
            if let Some(line) = task.found(&result.finding) {
                if self.verbose {
                    let (depth, ms) = (line.depth, line.time.as_millis());
                    writeln!(out, "solved  {name}: {wanted}, from depth {depth} and {ms} ms on")?;
                }
            } else if !result.solved {
                let played = describe(position, &result.finding);
                writeln!(out, "failed  {name}: {wanted}, played {played}  {}", position.fen())?;
            } else if self.verbose {
                writeln!(out, "solved  {name}: {wanted}")?;
            }
        }
        let solved = results.iter().filter(|result| result.solved).count();
        let (total, seconds) = (results.len(), time.as_secs_f64());
        let share = 100.0 * solved as f64 / total as f64;
        writeln!(out, "solved {solved} of {total} ({share:.1} %) in {seconds:.1} s")
    }
}
