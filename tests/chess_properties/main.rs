//! The rules over random games, random positions and hostile text, beside shakmaty and cozy-chess.

mod checks;
mod games;
mod positions;
mod refusals;

use mangoac::chess::Position;
use proptest::prelude::*;

/// Positions in which castling, en passant, promotions and checks are near.
const LIVELY: [&str; 10] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "1r2k1rr/ppppppp1/8/8/8/8/PPPPPPP1/RR2K1R1 w GBgb - 0 1",
    "8/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/K6k w - - 0 1",
    "k7/8/8/8/8/2Q1Q3/8/3QK3 w - - 0 1",
    "2k5/8/2n5/3NB3/8/6b1/2N5/2K5 b - - 98 80",
];

/// Starts of classical chess, Chess960 and double Chess960, and lively positions.
fn starts() -> impl Strategy<Value = String> {
    let start = |white, black| format!("{:#}", cozy_chess::Board::double_chess960_startpos(white, black));
    prop_oneof![
        Just(Position::startpos().fen()),
        (0..960_u32).prop_map(move |number| start(number, number)),
        (0..960_u32, 0..960_u32).prop_map(move |(white, black)| start(white, black)),
        prop::sample::select(&LIVELY[..]).prop_map(str::to_owned),
    ]
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
