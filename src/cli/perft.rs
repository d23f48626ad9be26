//! `mangoac perft`: counts move sequences.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use mangoac::chess::{FenError, PERFT_MAX_DEPTH, Position, perft, perft_divide, perft_without_bulk};
use mangoac::lattice::{self, AnyPosition, Variant};

/// Count the sequences of legal moves of a given length
///
/// Walks the tree of legal moves from a position and counts its leaves. The count goes to
/// standard output as `Nodes searched: N`, the time to standard error.
#[derive(Args, Debug)]
pub struct Perft {
    /// Length of the sequences in half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(PERFT_MAX_DEPTH)))]
    depth: u32,
    /// Count in another game: raumschach, tesseract, tesseract-light or tesseract-dense
    #[arg(long, value_name = "NAME", value_parser = variant)]
    variant: Option<Variant>,
    /// The position to count from, in quotes; FEN, X-FEN and Shredder-FEN are read, in a variant its own form
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    fen: Option<String>,
    /// First print the count below each legal move, sorted by move
    ///
    /// Castling is written e1g1, and as king takes rook where castling is not that of classical
    /// chess.
    #[arg(long)]
    divide: bool,
    /// Share the legal moves of the position among N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Make and take back the last move of every sequence too, instead of counting the moves
    #[arg(long)]
    no_bulk: bool,
}

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The text after `--fen` is no position.
    #[error("--fen: {0}")]
    Fen(#[from] FenError),
    /// The text after `--fen` is no position of the variant.
    #[error("--fen: {0}")]
    LatticeFen(#[from] lattice::FenError),
    /// An option that counts in chess only.
    #[error("{0} is for chess only")]
    ChessOnly(&'static str),
    /// Nobody lives to see the end of the count.
    #[error("in a variant the depth must not exceed {}", lattice::PERFT_MAX_DEPTH)]
    TooDeep,
    /// Standard output is closed or full.
    #[error("cannot write the counts: {0}")]
    Output(#[from] io::Error),
}

impl Perft {
    /// Counts and prints.
    ///
    /// # Errors
    /// The FEN is no position, or the output cannot be written.
    pub fn run(self) -> Result<(), PerftError> {
        if let Some(variant) = self.variant {
            return self.run_variant(variant);
        }
        let position = match &self.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let nodes = if self.depth > 0 && (self.divide || self.threads > 1) {
            let counts = perft_divide(&position, self.depth, !self.no_bulk, self.threads.into());
            if self.divide {
                let mode = position.castling_mode();
                let written = counts.iter().map(|&(mv, nodes)| (position.uci(mv, mode).to_string(), nodes));
                out.write_all(table(written).as_bytes())?;
            }
            counts.iter().map(|(_, nodes)| nodes).sum()
        } else if self.no_bulk {
            perft_without_bulk(&position, self.depth)
        } else {
            perft(&position, self.depth)
        };
        Ok(conclude(&mut out, nodes, start.elapsed())?)
    }

    /// The same in a lattice variant.
    fn run_variant(&self, variant: Variant) -> Result<(), PerftError> {
        match self {
            Self { no_bulk: true, .. } => return Err(PerftError::ChessOnly("--no-bulk")),
            Self { threads: 2.., .. } => return Err(PerftError::ChessOnly("--threads")),
            Self { depth, .. } if *depth > lattice::PERFT_MAX_DEPTH => return Err(PerftError::TooDeep),
            _ => {}
        }
        let mut position = match &self.fen {
            Some(fen) => AnyPosition::from_fen(variant, fen)?,
            None => AnyPosition::start(variant)?,
        };
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let nodes = if self.depth > 0 && self.divide {
            let counts = position.divide_until(self.depth, &|| false).unwrap_or_default();
            let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
            out.write_all(table(counts.into_iter()).as_bytes())?;
            nodes
        } else {
            position.perft(self.depth)
        };
        Ok(conclude(&mut out, nodes, start.elapsed())?)
    }
}

/// A variant by name, for clap.
pub(super) fn variant(name: &str) -> Result<Variant, String> {
    let names = || Variant::ALL.map(Variant::name).join(", ");
    Variant::from_name(name).ok_or_else(|| format!("there is no such variant; there are {}", names()))
}

/// The count to standard output, the speed to standard error.
fn conclude(out: &mut impl Write, nodes: u64, elapsed: Duration) -> io::Result<()> {
    writeln!(out, "Nodes searched: {nodes}")?;
    out.flush()?;
    // Lost where standard error is closed; the count itself has been written.
    let _ = writeln!(io::stderr(), "{}", speed(nodes, elapsed));
    Ok(())
}

/// The lines `e2e4: 20` sorted by move, and an empty line.
fn table(counts: impl Iterator<Item = (String, u64)>) -> String {
    let mut lines: Vec<String> = counts.map(|(mv, nodes)| format!("{mv}: {nodes}\n")).collect();
    lines.sort_unstable();
    lines.push("\n".to_owned());
    lines.concat()
}

fn speed(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    format!("{seconds:.3} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9))
}
