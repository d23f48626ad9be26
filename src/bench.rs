//! A fixed piece of work: the engine's signature and its speed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::chess::Position;
use crate::lattice::{Variant, signature};
use crate::search::{Limits, Line, Signals, StyleName, Table, TableError};

/// Plies each position is searched to unless said otherwise: a second or two of work.
#[must_use]
pub const fn default_depth(style: StyleName) -> u32 {
    match style {
        StyleName::Mango => 12,
        StyleName::Classic => 8,
    }
}

/// Size of the table unless said otherwise, MiB; it is part of the signature.
pub const HASH_MIB: usize = 16;

/// The Bratko-Kopec test (24 positions), and openings, endings and tactics from long-published
/// test sets.
pub const POSITIONS: [&str; 40] = [
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1",
    "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 1",
    "r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - 0 1",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1",
    "r1bqk1nr/ppppbpp1/n3p2p/8/1P6/B4P1N/P1PPP1PP/RN1QKB1R w KQkq - 0 1",
    "rn1qkbnr/pp2ppp1/8/2pp1b1p/8/P2PP2P/1PP2PP1/RNBQKBNR w KQkq - 0 1",
    "rnb1kbnr/pp2ppp1/1q1p4/2p4p/6P1/N2P3N/PPP1PP1P/R1BQKB1R w KQkq - 0 1",
    "rnb1k1nr/1ppp1ppp/p4q2/4p3/Pb5P/1P3N2/2PPPPP1/RNBQKB1R w KQkq - 0 1",
    "r1bqkb1r/1pppppp1/p1n2n1p/8/1P6/4P3/PBPP1PPP/RN1QKBNR w KQkq - 0 1",
    "rnb1kbnr/pp1pppp1/1qp5/8/7p/N5PN/PPPPPP1P/R1BQKBR1 w Qkq - 0 1",
    "8/4P3/1k2K3/8/8/8/8/6R1 b - - 0 1",
    "8/8/8/8/8/1K2B3/b6k/8 w - - 0 1",
    "8/8/6k1/2r5/6K1/8/N7/8 w - - 0 1",
    "8/8/4K3/8/8/1k6/8/4RN2 b - - 0 1",
    "8/5K2/3k1r2/8/8/8/2Q5/8 w - - 0 1",
    "8/6k1/4K3/6B1/8/8/5N2/8 w - - 0 1",
    "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
    "k5r1/p4b2/2P5/5p2/3P1P2/4QBrq/P5P1/4R1K1 w - - 0 1",
    "1r3r2/4q1kp/b1pp2p1/5p2/pPn1N3/6P1/P3PPBP/2QRR1K1 w - - 0 1",
    "r1bq1r2/pp4k1/4p2p/3pPp1Q/3N1R1P/2PB4/6P1/6K1 w - - 0 1",
];

/// What a run of the bench came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl Result {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches every position to `depth` plies in a style, on one thread with an empty table of
/// `hash_mib` MiB, and tells `seen` the position and its last line. A signal to stop leaves the rest out.
///
/// # Errors
/// If the system refuses the memory for the table.
pub fn run(
    style: StyleName,
    depth: u32,
    hash_mib: usize,
    signals: &Arc<Signals>,
    mut seen: impl FnMut(&str, &Line),
) -> std::result::Result<Result, TableError> {
    let table = Arc::new(Table::new(hash_mib)?);
    let mut worker = style.searcher(Arc::clone(&table));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut result = Result { nodes: 0, time: Duration::ZERO };
    for fen in POSITIONS {
        let Ok(position) = Position::from_fen(fen) else { continue }; // a test reads them all
        if signals.is_stopped() {
            break;
        }
        table.clear();
        let mut lines: Vec<Line> = Vec::new();
        let begun = Instant::now();
        worker.think(&position, &[], &limits, Arc::clone(signals), &mut lines);
        result.time += begun.elapsed();
        if let Some(line) = lines.last() {
            result.nodes += line.effort.total;
            seen(fen, line);
        }
    }
    Ok(result)
}

/// Searches the positions of a variant to `depth` plies, on one thread with an empty table. A signal to stop leaves the
/// rest out.
#[must_use]
pub fn run_variant(variant: Variant, depth: u8, signals: &Signals) -> Result {
    let begun = Instant::now();
    let nodes = signature(variant, depth, signals);
    Result { nodes, time: begun.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_read() {
        for fen in POSITIONS {
            Position::from_fen(fen).unwrap();
        }
    }
}
