//! Every perft figure known for the lattice games, from generators that have nothing to do with this one.

mod lattice_support;

use lattice_support::positions::*;
use mangoac::lattice::{Position, Setup, raumschach::START, tesseract};

fn texts<const N: usize>(position: &Position<N>) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| mangoac::lattice::write_move(position.game(), mv)).collect();
    texts.sort();
    texts
}

fn check<const N: usize>(mut position: Position<N>, figures: &[u64]) {
    let (fen, key) = (position.fen(), position.key());
    for (depth, &expected) in (1..).zip(figures) {
        assert_eq!(position.perft(depth), expected, "perft({depth}) of {fen}");
    }
    assert_eq!((position.fen(), position.key()), (fen, key));
}

#[test]
fn raumschach_figures() {
    for (fen, figures) in RAUMSCHACH_POSITIONS {
        check(raumschach(fen), figures);
    }
}

#[test]
fn tesseract_positions() {
    for (list, figures) in TESSERACT_POSITIONS {
        check(tesseract(list), figures);
    }
}

#[test]
fn tesseract_armies() {
    let armies: [(_, usize, &[u64]); 3] = [
        (&tesseract::LIGHT, 22, &[220, 47_734, 10_791_766]),
        (&tesseract::NORMAL, 32, &[226, 50_418, 11_582_428]),
        (&tesseract::DENSE, 42, &[236, 55_122, 13_097_896]),
    ];
    for (start, men, figures) in armies {
        assert_eq!(Setup::start(start).men().count(), 2 * men, "{}", start.name);
        check(Position::start(start).expect("a start"), figures);
    }
}

#[test]
fn raumschach_statistics() {
    let figures = [(61, 5, 2, 0, 0), (3_615, 327, 115, 0, 0), (237_316, 19_775, 7_448, 0, 0)];
    let deepest = (15_587_032, 1_392_645, 488_616, 14, 226);
    let mut position = Position::start(&START).expect("a start");
    for (depth, expected) in (1..).zip(figures.into_iter().chain([deepest])) {
        let counts = position.perft_counts(depth);
        let seen = (counts.nodes, counts.captures, counts.checks, counts.double_checks, counts.mates);
        assert_eq!(seen, expected, "depth {depth}");
    }
}

#[test]
fn tesseract_statistics_agree_with_bulk_counting() {
    for (list, figures) in TESSERACT_POSITIONS {
        assert_eq!(tesseract(list).perft_counts(2).nodes, figures[1]);
    }
    let en_passant = tesseract(TESSERACT_POSITIONS[0].0).perft_counts(3).en_passant;
    assert!(en_passant > 0);
}

#[test]
fn divide_adds_up() {
    let mut position = Position::start(&START).expect("a start");
    let shares = position.divide(3);
    assert_eq!(shares.len(), 61);
    assert_eq!(shares.iter().map(|share| share.1).sum::<u64>(), 237_316);
}

#[test]
fn other_readings_of_the_start_give_their_own_figures() {
    let starts: [(&str, &[u64]); 2] = [
        (
            "rnknr/ppppp/5/5/5|buqbu/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
            &[61, 3_615, 237_315, 15_583_840],
        ),
        (
            "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQUB|5/5/5/PPPPP/RNKNR w 0 1",
            &[61, 3_670, 241_883, 16_085_084],
        ),
    ];
    for (fen, figures) in starts {
        check(raumschach(fen), figures);
    }
}

#[test]
fn pawn_moves_of_the_ringed_pawn() {
    let position = raumschach(RAUMSCHACH_POSITIONS[2].0);
    let pawn: Vec<String> = texts(&position).into_iter().filter(|text| text.starts_with("Cc3")).collect();
    assert_eq!(pawn, ["Cc3Cb4", "Cc3Cd4", "Cc3Db3", "Cc3Dc4", "Cc3Dd3"]);
    let position = raumschach(RAUMSCHACH_POSITIONS[3].0);
    let pawn: Vec<String> = texts(&position).into_iter().filter(|text| text.starts_with("Cc3")).collect();
    assert_eq!(pawn, ["Cc3Bb3", "Cc3Bc2", "Cc3Bd3", "Cc3Cb2", "Cc3Cd2"]);
}

#[test]
fn promotions_pins_double_check_and_mate() {
    let promotion = raumschach(RAUMSCHACH_POSITIONS[4].0);
    let promoting = texts(&promotion).into_iter().filter(|text| text.len() == 7);
    let mut moves: Vec<String> = promoting.map(|text| text[..6].to_string()).collect();
    assert_eq!(moves.len(), 25);
    moves.dedup();
    assert_eq!(moves, ["Db5Eb5", "Dd4Ed5", "Ea4Ea5", "Ee4Ed5", "Ee4Ee5"]);
    assert!(texts(&promotion).contains(&"Dd4Dd5".to_string()));

    let pins = texts(&raumschach(RAUMSCHACH_POSITIONS[5].0));
    let others: Vec<&String> = pins.iter().filter(|text| !text.starts_with("Cc3")).collect();
    assert_eq!(others, ["Bd4Ae5", "Cb3Ca3", "Cd4Ce5", "Db4Ea5", "Dc2Ec1"]);

    let double = raumschach(RAUMSCHACH_POSITIONS[6].0);
    assert_eq!(double.checkers().len(), 2);
    assert_eq!(texts(&double), ["Ec5Dd4", "Ec5Dd5", "Ec5Eb4", "Ec5Ed4"]);

    assert!(!raumschach(RAUMSCHACH_POSITIONS[7].0).in_check());
    assert!(raumschach(RAUMSCHACH_POSITIONS[8].0).in_check());

    let mut mate = raumschach(RAUMSCHACH_POSITIONS[9].0);
    let mut mates = Vec::new();
    for mv in mate.legal_moves() {
        mate.make(mv);
        if mate.in_check() && !mate.has_legal_move() {
            mates.push(mangoac::lattice::write_move(mate.game(), mv));
        }
        mate.unmake();
    }
    assert_eq!(mates, ["Dd1Dd5"]);
}
