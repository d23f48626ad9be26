//! Start positions, pairs and classes against python-chess.

#![cfg(feature = "balance")]

use mangoac::balance::Pair;
use mangoac::chess::Scharnagl;

const STARTS: &str = include_str!("../fixtures/chess960/starts.tsv");

fn start(text: &str) -> Scharnagl {
    text.parse().expect("a number")
}

#[test]
fn numbers_are_those_of_python_chess() {
    let mut known = 0;
    for line in STARTS.lines() {
        let [number, rank] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let men: String =
            start(number).back_rank().iter().map(|kind| kind.letter().to_ascii_uppercase()).collect();
        assert_eq!(men, rank, "{number}");
        known += 1;
    }
    assert_eq!(known, 960);
}

#[test]
fn positions_are_those_of_python_chess() {
    let mut known = 0;
    for line in STARTS.lines() {
        let [white, black, fen] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        assert_eq!(Pair::new(start(white), start(black)).shredder_fen(), fen);
        known += 1;
    }
    assert_eq!(known, 200);
}

#[test]
fn the_mirror_is_an_involution_without_fixed_points() {
    let mut representatives = 0;
    for index in 0..Pair::COUNT {
        let pair = Pair::from_index(index).expect("a pair");
        let mirror = pair.mirror();
        assert_ne!(mirror, pair);
        assert_eq!(mirror.mirror(), pair);
        assert_eq!(mirror.representative(), pair.representative());
        representatives += u32::from(pair.is_representative());
    }
    assert_eq!(representatives, 460_800);
    assert_eq!(Pair::representatives().count(), 460_800);
}

#[test]
fn the_mirror_reverses_the_ranks() {
    for start in Scharnagl::all() {
        let mut men = start.back_rank();
        men.reverse();
        assert_eq!(start.mirror().back_rank(), men);
    }
}
