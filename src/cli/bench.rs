//! `mangoac bench`: the signature and the speed.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;

use super::perft::variant;
use mangoac::bench;
use mangoac::lattice::search::MAX_DEPTH;
use mangoac::lattice::{Variant, signature_depth};
use mangoac::search::{Score, ScoreKind, Signals, StyleName, TableError};

use super::search::hash_range;

/// Search a fixed set of positions and print nodes and nodes per second
///
/// The node count is the engine's signature: the same on every run and every machine, and changed
/// only by a change of search or evaluation. It is that of the default table; another --hash has
/// another. The last line is `N nodes M nps`, the table before it has a line for each position.
#[derive(Args, Debug)]
pub struct Bench {
    /// Plies each position is searched to [default: 12 in the style Mango, 8 in the style 2012, 6 in Raumschach,
    /// 4 in Tesseract].
    #[arg(value_parser = clap::value_parser!(u32).range(1..=98))]
    depth: Option<u32>,
    /// Mango or 2012; each has a signature of its own.
    #[arg(long, default_value = StyleName::default().name())]
    style: StyleName,
    /// Size of the transposition table, MiB
    #[arg(long, value_name = "MIB", default_value_t = bench::HASH_MIB as u16, value_parser = hash_range())]
    hash: u16,
    /// Another game: raumschach, tesseract, tesseract-light or tesseract-dense; each has a signature of its own.
    #[arg(long, value_name = "NAME", value_parser = variant, conflicts_with_all = ["style", "hash"])]
    variant: Option<Variant>,
}

/// Why the bench gave no figure.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("in a variant the depth must not exceed {MAX_DEPTH}")]
    TooDeep,
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Bench {
    pub fn run(&self) -> Result<(), BenchError> {
        if let Some(variant) = self.variant {
            return self.run_variant(variant);
        }
        let mut out = io::stdout().lock();
        let mut written = Ok(());
        let mut number = 0;
        let depth = self.depth.unwrap_or(bench::default_depth(self.style));
        writeln!(out, "{:>5} {:>9} {:>9} {:>6} {:>9}  position", "", "score", "nodes", "ms", "nodes/s")?;
        let result =
            bench::run(self.style, depth, self.hash.into(), &Arc::new(Signals::new()), |fen, line| {
                number += 1;
                if written.is_ok() {
                    let (score, nodes, time) =
                        (in_words(line.score), line.effort.total, line.time.as_millis());
                    let (count, speed) = (bench::POSITIONS.len(), line.nps());
                    written = writeln!(
                        out,
                        "{number:>2}/{count} {score:>9} {nodes:>9} {time:>6} {speed:>9}  {fen}"
                    );
                }
            })?;
        written?;
        writeln!(out, "{} nodes {} nps", result.nodes, result.nps())?;
        Ok(())
    }

    fn run_variant(&self, variant: Variant) -> Result<(), BenchError> {
        let depth = self.depth.map_or(Ok(signature_depth(variant)), u8::try_from);
        let depth = depth.ok().filter(|&depth| depth <= MAX_DEPTH).ok_or(BenchError::TooDeep)?;
        let result = bench::run_variant(variant, depth, &Signals::new());
        writeln!(io::stdout().lock(), "{} nodes {} nps", result.nodes, result.nps())?;
        Ok(())
    }
}

fn in_words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("cp {value}"),
        ScoreKind::MateIn(moves) => format!("mate {moves}"),
        ScoreKind::MatedIn(moves) => format!("mate -{moves}"),
    }
}
