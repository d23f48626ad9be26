//! Bulk perft of this crate beside shakmaty's and cozy-chess's, in one run, turn by turn.
//!
//! `cargo bench --bench perft [-- ROUNDS]`; the median of the rounds is what to quote.

use std::time::Instant;

use mangoac::chess::{Position, perft};

#[path = "../tests/support/cozy_perft.rs"]
mod cozy_perft;

use cozy_perft::cozy_perft;

const CASES: [(&str, &str, u32); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

fn mango(fen: &str, depth: u32) -> u64 {
    Position::from_fen(fen).map_or(0, |position| perft(&position, depth))
}

fn cozy(fen: &str, depth: u32) -> u64 {
    fen.parse().map_or(0, |board| cozy_perft(&board, depth))
}

fn shakmaty(fen: &str, depth: u32) -> u64 {
    let Ok(fen) = fen.parse::<shakmaty::fen::Fen>() else { return 0 };
    let position: Result<shakmaty::Chess, _> = fen.into_position(shakmaty::CastlingMode::Standard);
    position.map_or(0, |position| shakmaty::perft(&position, depth))
}

fn main() {
    let rounds = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(5);
    for (name, fen, depth) in CASES {
        let mut speeds = [const { Vec::<f64>::new() }; 3];
        for _ in 0..rounds {
            for (counter, speeds) in [mango, cozy, shakmaty].into_iter().zip(&mut speeds) {
                let start = Instant::now();
                let nodes = counter(fen, depth);
                speeds.push(nodes as f64 / start.elapsed().as_secs_f64() / 1e6);
            }
        }
        let [mango, cozy, shakmaty] = speeds.map(|mut speeds| {
            speeds.sort_by(f64::total_cmp);
            speeds[speeds.len() / 2]
        });
        println!(
            "{name} perft({depth}), million nodes/s: mangoac {mango:.0}, cozy-chess {cozy:.0}, \
             shakmaty {shakmaty:.0}; ratios {:.2}, {:.2}",
            mango / cozy,
            mango / shakmaty
        );
    }
}
