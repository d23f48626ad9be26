//! The reference positions with their perft figures.

use mangoac::lattice::raumschach::RAUMSCHACH;
use mangoac::lattice::tesseract::TESSERACT;
use mangoac::lattice::{Color, Kind, Lattice, Position, Setup};

/// Raumschach positions: FEN, perft 1, 2, …
pub const RAUMSCHACH_POSITIONS: &[(&str, &[u64])] = &[
    (
        "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
        &[61, 3_615, 237_316, 15_587_032],
    ),
    (
        "4k/5/5/P4/5|3n1/5/1pp2/2N2/p4|3P1/5/1P3/5/4p|5/3p1/5/2P2/4R|4P/5/p4/2P2/K4 w 0 1",
        &[38, 731, 27_132, 616_574],
    ),
    (
        "5/5/5/5/K4|5/1ppp1/1ppp1/1ppp1/4n|5/1ppp1/1pPp1/1ppp1/5|N4/1ppp1/1ppp1/1ppp1/5|4k/5/5/5/5 w 0 1",
        &[16, 549, 9_570, 336_467],
    ),
    (
        "5/5/5/5/K4|5/1PPP1/1PPP1/1PPP1/4n|5/1PPP1/1PpP1/1PPP1/5|N4/1PPP1/1PPP1/1PPP1/5|4k/5/5/5/5 b 0 1",
        &[16, 549, 9_570, 336_467],
    ),
    (
        "3r1/P2nP/5/5/5|1P3/3P1/5/5/5|2k2/5/5/5/2K2|5/5/5/3p1/1p3|5/5/5/p3p/3RB w 0 1",
        &[61, 2_821, 155_603, 7_380_363],
    ),
    (
        "u3q/5/5/5/2b2|5/1Q1P1/5/2B2/5|4b/3P1/rRK2/5/5|2p2/3U1/5/1N3/5|4q/5/5/5/u1k2 w 0 1",
        &[21, 1_624, 115_027, 8_881_254],
    ),
    (
        "1pkp1/2p2/5/5/4r|1n2N/2p2/5/5/5|5/5/5/5/Q4|5/5/5/3U1/5|2R2/5/4b/5/K4 b 0 1",
        &[4, 256, 11_351, 697_772],
    ),
    ("5/5/1K3/5/k4|5/5/5/5/2Q2|5/5/5/5/5|5/5/5/5/4p|5/5/4p/4P/4N b 0 1", &[0]),
    ("4k/5/5/5/5|1p1Q1/5/5/5/5|5/5/5/5/5|5/5/5/K4/5|1P3/5/5/U4/5 b 0 1", &[0]),
    ("4k/5/5/4p/5|1p3/5/5/5/3Q1|5/5/4n/5/5|5/5/5/K4/5|1P3/5/5/U4/5 w 0 1", &[53, 1_185, 58_809, 1_242_628]),
];

/// Tesseract positions, White to move: piece, colour, x y z w; perft 1, 2, 3.
pub const TESSERACT_POSITIONS: &[(&str, &[u64])] = &[
    (
        "Kw1111 Kb5555 Yw2223 Yw4232 Ww2322 Ww4332 Yb3423 Yb2433 Yb4442 Wb3324 Wb2334 Wb5344",
        &[21, 602, 22_783],
    ),
    (
        "Kw1111 Kb5515 Yw3433 Yw2413 Ww3344 Ww5254 Rb3534 Bb4533 Nb3543 Ub2345 Qb3355 Db5155",
        &[63, 10_711, 791_450],
    ),
    ("Kw3311 Kb5555 Bw3422 Uw2212 Nw4321 Ub3544 Ub1113 Qb5331 Yw2322 Wb4243 Rb1515", &[60, 8_965, 751_524]),
    ("Kw3333 Kb1115 Db5555 Nb4353 Uw4444 Rw3143 Qw2211 Bb5513 Yw3234 Wb2344 Rb3353", &[69, 5_690, 1_058_126]),
];

pub fn raumschach(fen: &str) -> Position<3> {
    Position::from_fen(&RAUMSCHACH, fen).expect("a reference position")
}

/// Reads the list form of the Tesseract positions.
pub fn tesseract_setup(list: &str) -> Setup<4> {
    let mut setup = Setup::empty(&TESSERACT);
    for word in list.split_whitespace() {
        let bytes = word.as_bytes();
        let kind = TESSERACT.kind(char::from(bytes[0])).expect("a letter");
        let color = if bytes[1] == b'w' { Color::White } else { Color::Black };
        let cell = Lattice::<4>::at(std::array::from_fn(|axis| bytes[2 + axis] - b'1')).expect("a cell");
        setup.put(cell, Some((color, kind)));
    }
    setup
}

pub fn tesseract(list: &str) -> Position<4> {
    tesseract_setup(list).position().expect("a reference position")
}

/// Maps every man of a setup.
pub fn mapped<const N: usize>(
    setup: &Setup<N>,
    change: impl Fn([u8; N], Color, Kind) -> ([u8; N], Color, Kind),
) -> Setup<N> {
    let mut result = Setup::empty(setup.game);
    for (cell, color, kind) in setup.men() {
        let (place, color, kind) = change(Lattice::<N>::coordinates(cell), color, kind);
        result.put(Lattice::<N>::at(place).expect("a cell"), Some((color, kind)));
    }
    let passing =
        setup.passing.map(|cell| change(Lattice::<N>::coordinates(cell), Color::White, Kind::King).0);
    result.passing = passing.and_then(Lattice::<N>::at);
    result.side = setup.side;
    result
}

/// Point reflection with the colours, and the turn, exchanged.
pub fn reflected<const N: usize>(setup: &Setup<N>) -> Setup<N> {
    let mut result = mapped(setup, |place, color, kind| (place.map(|value| 4 - value), color.other(), kind));
    result.side = setup.side.other();
    result
}
