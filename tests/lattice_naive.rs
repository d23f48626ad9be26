//! The generator against a deliberately naive one, on perft and on 10,000 random positions of each game.

mod lattice_support;

use lattice_support::Random;
use lattice_support::naive::{Naive, NaiveMove, place};
use lattice_support::positions::*;
use mangoac::lattice::{Color, Kind, Lattice, Position, Setup, Start, raumschach::START, tesseract};

fn moves<const N: usize>(position: &Position<N>) -> Vec<NaiveMove> {
    let written = |cell| place(Lattice::<N>::coordinates(cell));
    let legal = position.legal_moves();
    let mut moves: Vec<NaiveMove> = legal
        .into_iter()
        .map(|mv| (written(mv.origin::<N>()), written(mv.target::<N>()), mv.promotion()))
        .collect();
    moves.sort_unstable();
    moves
}

fn agree<const N: usize>(position: &Position<N>) {
    let naive = Naive::of(position);
    assert_eq!(moves(position), naive.moves(), "{}", position.fen());
    assert_eq!(position.in_check(), naive.in_check(position.side()), "{}", position.fen());
    assert_eq!(position.key(), position.key_from_scratch());
}

/// Positions of random games: every position on the way is compared, and everything is restored on the way back.
fn random_games<const N: usize>(start: &Start<N>, mut wanted: usize, random: &mut Random) {
    while wanted > 0 {
        let mut position = Position::start(start).expect("a start");
        let mut trail = Vec::new();
        while wanted > 0 && trail.len() < 120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Captures twice as often as chance has them: boards empty sooner, kings are met more often.
            let captures: Vec<_> =
                legal.iter().copied().filter(|mv| position.man(mv.target::<N>()).is_some()).collect();
            let choice = if captures.is_empty() || random.below(3) > 0 { &legal } else { &captures };
            let mv = choice[random.below(choice.len())];
            trail.push((position.fen(), position.key()));
            position.make(mv);
            agree(&position);
            wanted -= 1;
        }
        while let Some(before) = trail.pop() {
            position.unmake();
            assert_eq!((position.fen(), position.key()), before);
        }
    }
}

/// Positions of men strewn over the board.
fn random_boards<const N: usize>(start: &Start<N>, mut wanted: usize, random: &mut Random) {
    let kinds: Vec<Kind> = start.game.rules().letters.iter().map(|entry| entry.0).collect();
    while wanted > 0 {
        let mut setup = Setup::empty(start.game);
        let cell =
            |random: &mut Random| Lattice::<N>::cell(random.below(Lattice::<N>::CELLS)).expect("a cell");
        for _ in 0..4 + random.below(30) {
            let color = Color::ALL[random.below(2)];
            let kind = kinds[1 + random.below(kinds.len() - 1)];
            let place = cell(random);
            setup.put(place, Some((color, kind)));
        }
        let kings = [cell(random), cell(random)];
        setup.put(kings[0], Some((Color::White, Kind::King)));
        setup.put(kings[1], Some((Color::Black, Kind::King)));
        setup.side = Color::ALL[random.below(2)];
        if let Ok(position) = setup.position() {
            agree(&position);
            wanted -= 1;
        }
    }
}

#[test]
fn raumschach_random_positions() {
    let mut random = Random(3);
    random_games(&START, 5_000, &mut random);
    random_boards(&START, 5_000, &mut random);
}

#[test]
fn tesseract_random_games() {
    let mut random = Random(4);
    random_games(&tesseract::NORMAL, 2_000, &mut random);
    random_games(&tesseract::LIGHT, 2_000, &mut random);
    random_games(&tesseract::DENSE, 1_000, &mut random);
}

#[test]
fn tesseract_random_boards() {
    random_boards(&tesseract::NORMAL, 5_000, &mut Random(5));
}

/// Random walks from boards full of pawns about to be promoted, into every corner of making and taking back.
fn random_walks<const N: usize>(start: &Start<N>, random: &mut Random) {
    let pawns: Vec<Kind> = start.game.rules().pawns.iter().map(|rule| rule.kind).collect();
    for _ in 0..300 {
        let mut setup = Setup::start(start);
        for _ in 0..20 {
            let place = Lattice::<N>::cell(random.below(Lattice::<N>::CELLS)).expect("a cell");
            if setup.man(place).is_none_or(|man| man.1 != Kind::King) {
                setup.put(place, Some((Color::ALL[random.below(2)], pawns[random.below(pawns.len())])));
            }
        }
        let Ok(mut position) = setup.position() else { continue };
        let before = (position.fen(), position.legal_moves());
        for length in 1..12 {
            let mut made = 0;
            while made < length {
                let moves = position.legal_moves();
                let forcing: Vec<_> = moves
                    .iter()
                    .filter(|mv| mv.promotion().is_some() || position.man(mv.target::<N>()).is_some())
                    .collect();
                if moves.is_empty() {
                    break;
                }
                let one = if forcing.is_empty() {
                    moves[random.below(moves.len())]
                } else {
                    *forcing[random.below(forcing.len())]
                };
                position.make(one);
                made += 1;
            }
            for _ in 0..made {
                position.unmake();
            }
            assert_eq!((position.fen(), position.legal_moves()), before);
        }
    }
}

#[test]
fn walks_are_taken_back() {
    random_walks(&START, &mut Random(6));
    random_walks(&tesseract::NORMAL, &mut Random(7));
}

#[test]
fn naive_perft() {
    for (fen, figures) in RAUMSCHACH_POSITIONS {
        for (depth, &nodes) in (1..3).zip(*figures) {
            assert_eq!(Naive::of(&raumschach(fen)).perft(depth), nodes, "{fen}");
        }
    }
    for (list, figures) in TESSERACT_POSITIONS {
        for (depth, &nodes) in (1..3).zip(*figures) {
            assert_eq!(Naive::of(&tesseract(list)).perft(depth), nodes, "{list}");
        }
    }
    for (start, nodes) in
        [(&tesseract::LIGHT, 47_734), (&tesseract::NORMAL, 50_418), (&tesseract::DENSE, 55_122)]
    {
        assert_eq!(Naive::of(&Position::start(start).expect("a start")).perft(2), nodes, "{}", start.name);
    }
}
