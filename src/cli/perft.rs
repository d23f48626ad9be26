//! `mangoac perft`: counts move sequences.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use mangoac::chess::{FenError, Move, PERFT_MAX_DEPTH, Position, perft, perft_divide, perft_without_bulk};

/// Count the sequences of legal moves of a given length
///
/// Walks the tree of legal moves from a position and counts its leaves. The count goes to
/// standard output as `Nodes searched: N`, the time to standard error.
#[derive(Args, Debug)]
pub struct Perft {
    /// Length of the sequences in half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(PERFT_MAX_DEPTH)))]
    depth: u32,
    /// The position to count from, in quotes; FEN, X-FEN and Shredder-FEN are read
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
        let position = match &self.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let nodes = if self.depth > 0 && (self.divide || self.threads > 1) {
            let counts = perft_divide(&position, self.depth, !self.no_bulk, self.threads.into());
            if self.divide {
                out.write_all(table(&position, &counts).as_bytes())?;
            }
            counts.iter().map(|(_, nodes)| nodes).sum()
        } else if self.no_bulk {
            perft_without_bulk(&position, self.depth)
        } else {
            perft(&position, self.depth)
        };
        let elapsed = start.elapsed();
        writeln!(out, "Nodes searched: {nodes}")?;
        out.flush()?;
        // Lost where standard error is closed; the count itself has been written.
        let _ = writeln!(io::stderr(), "{}", speed(nodes, elapsed));
        Ok(())
    }
}

/// The lines `e2e4: 20` sorted by move, and an empty line.
fn table(position: &Position, counts: &[(Move, u64)]) -> String {
    let mode = position.castling_mode();
    let mut lines: Vec<String> =
        counts.iter().map(|&(mv, nodes)| format!("{}: {nodes}\n", position.uci(mv, mode))).collect();
    lines.sort_unstable();
    lines.push("\n".to_owned());
    lines.concat()
}

fn speed(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    format!("{seconds:.3} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9))
}
