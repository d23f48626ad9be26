//! Symmetries, draws, and a game of forty plies that ends in the same key everywhere.

mod lattice_support;

use lattice_support::positions::*;
use mangoac::lattice::{Color, Kind, Position, Setup, raumschach::START, tesseract, write_move};

fn perft<const N: usize>(setup: &Setup<N>, depth: u32) -> u64 {
    setup.position().expect("a symmetric position is legal too").perft(depth)
}

#[test]
fn raumschach_symmetries() {
    for (fen, figures) in RAUMSCHACH_POSITIONS.iter().filter(|entry| entry.1.len() > 3) {
        let setup = raumschach(fen).setup();
        let mirrored =
            mapped(&setup, |[file, rank, level], color, kind| ([4 - file, rank, level], color, kind));
        let exchanged = mapped(&setup, |[file, rank, level], color, kind| ([file, level, rank], color, kind));
        for other in [mirrored, exchanged, reflected(&setup)] {
            assert_eq!(perft(&other, 3), figures[2], "{fen} and {}", other.fen());
        }
    }
}

#[test]
fn tesseract_symmetries() {
    let starts = [&tesseract::LIGHT, &tesseract::NORMAL, &tesseract::DENSE].map(Setup::start);
    let positions = TESSERACT_POSITIONS.iter().map(|entry| tesseract_setup(entry.0));
    for setup in positions.chain(starts) {
        let expected = perft(&setup, 2);
        let swap = |kind| match kind {
            Kind::Pawn => Kind::PawnW,
            Kind::PawnW => Kind::Pawn,
            kind => kind,
        };
        let others = [
            mapped(&setup, |[x, y, z, w], color, kind| ([4 - x, y, z, w], color, kind)),
            mapped(&setup, |[x, y, z, w], color, kind| ([x, y, 4 - z, w], color, kind)),
            mapped(&setup, |[x, y, z, w], color, kind| ([x, w, z, y], color, swap(kind))),
            reflected(&setup),
        ];
        for (number, other) in others.iter().enumerate() {
            assert_eq!(perft(other, 2), expected, "symmetry {number} of {}", setup.fen());
        }
    }
}

#[test]
fn nothing_is_attacked_at_the_start_of_tesseract() {
    for start in [&tesseract::LIGHT, &tesseract::NORMAL, &tesseract::DENSE] {
        let position = Position::start(start).expect("a start");
        for (cell, color, _) in position.setup().men() {
            assert!(position.attackers(cell, color.other()).is_empty(), "{}", start.name);
        }
    }
}

/// Plays moves as text and returns the last position.
fn played<const N: usize>(mut position: Position<N>, moves: &str) -> Position<N> {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", position.fen()));
        position.make(mv);
    }
    position
}

#[test]
fn forty_plies_end_in_the_pinned_key() {
    let position = played(Position::start(&START).expect("a start"), RAUMSCHACH_SCRIPT);
    assert_eq!(format!("{:016x}", position.key()), RAUMSCHACH_KEY);
    let position = played(Position::start(&tesseract::NORMAL).expect("a start"), TESSERACT_SCRIPT);
    assert_eq!(format!("{:016x}", position.key()), TESSERACT_KEY);
}

/// Random legal moves, written down once.
const RAUMSCHACH_SCRIPT: &str = "\
    Bc2Bc3 Dc5Bc3 Ab1Ac3 Db5Ca5 Ac2Bc2 Ca5Ac5 Ad2Ad3 Bc3Ad3 Bd1Ad2 Ad3Ac4 \
    Ad2Ae3 Ed5Ce5 Ba1Ca2 De5Bc5 Ca2Db2 Ac5Dc2 Bb2Bb3 Ee5De5 Be1Cd2 Dc2Cc1 \
    Aa1Ca1 Ac4Ab5 Bc1Bd1 Ec5Dc5 Cd2Be3 Bc5Be3 Ca1Ea1 Be3Cd3 Be2Be3 Dd4Dd3 \
    Bb3Bb4 Dd5Aa2 Ac1Bb2 Eb5Dd5 Ea1Ec1 Ab5Bb5 Bd1Dd3 Da4Ca4 Ac3Cb3 Cc1Db1";
const RAUMSCHACH_KEY: &str = "530c3f228294ba47";
const TESSERACT_SCRIPT: &str = "\
    51215232 35453245 51115511 25552345 21214321 32453542 21114211 55453523 31213321 55555552 \
    55115411 35422431 23122313 23242323 33213212 24311532 11214451 55525522 31112121 15551255 \
    44514542 43544353 45423553 15324232 21211112 25452435 41214154 42323143 32122113 12551215 \
    54115413 24532353 43214411 31431141 21131113 45353444 11111121 11412252 42114313 24353335";
const TESSERACT_KEY: &str = "0e6998b9acd7d3f9";

#[test]
fn repetition_is_a_draw_at_the_third_time() {
    let dance = "Ab1Ac3 Eb5Ec3 Ac3Ab1 Ec3Eb5 ";
    let twice = played(Position::start(&START).expect("a start"), dance);
    assert_eq!((twice.repetitions(), twice.is_drawn()), (1, false));
    let thrice = played(twice, dance);
    assert_eq!((thrice.repetitions(), thrice.is_drawn()), (2, true));
    let broken = played(thrice, "Ba2Ca2");
    assert!(!broken.is_drawn());
}

#[test]
fn a_hundred_half_moves_and_bare_kings_are_draws() {
    let position = raumschach("4k/5/5/P4/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4P/5/p4/2P2/K4 w 99 80");
    assert!(!position.is_drawn());
    assert!(played(position, "Aa1Ab1").is_drawn());
    let bare = raumschach("4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1");
    assert!(bare.is_drawn() && bare.bare_kings());
}

#[test]
fn en_passant_by_either_kind_and_only_at_once() {
    let list = "Kw1111 Kb5555 Yw3213 Yb2413 Wb3324";
    let mut position = tesseract(list);
    let double = position.parse_move("32133413").expect("a double step");
    position.make(double);
    assert!(position.fen().ends_with(" b 3313 0 1"), "{}", position.fen());
    let passing: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant())
        .map(|mv| write_move(position.game(), mv))
        .collect();
    // The Y-pawn takes from beside; the W-pawn one step aside in z and one above in w takes too.
    assert_eq!(passing, ["24133313", "33243313"]);
    let copy = Position::from_fen(position.game(), &position.fen()).expect("its own FEN");
    assert_eq!((copy.key(), copy.fen()), (position.key(), position.fen()));
    let after = played(position.clone(), "33243313");
    assert_eq!(after.count(Color::White, Kind::Pawn), 0);
    let late = played(position, "55555554 11111112 55545555 11121111");
    assert!(!late.legal_moves().iter().any(|mv| mv.is_en_passant()));
    assert_eq!(late.repetitions(), 0, "the right to take is part of the position");
}
