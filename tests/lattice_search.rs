//! The search: mates, draws, limits, levels, repeatability.

mod lattice_support;

use lattice_support::Random;
use lattice_support::positions::*;
use mangoac::lattice::raumschach::{RAUMSCHACH, START};
use mangoac::lattice::search::{Clock, Engine, Limits, Outcome, Report, Score, Silent, random_move};
use mangoac::lattice::{
    Color, Kind, Lattice, Position, Setup, Variant, signature, signature_depth, tesseract, write_move,
};
use mangoac::search::Signals;
use std::time::{Duration, Instant};

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search<const N: usize>(position: &Position<N>, limits: &Limits) -> (Outcome, Vec<Report>) {
    let mut reports = Vec::new();
    let outcome = Engine::new(4).search(position, limits, &Signals::new(), &mut reports);
    (outcome, reports)
}

#[test]
fn mate_in_one_is_found() {
    let position = raumschach(RAUMSCHACH_POSITIONS[9].0);
    let (outcome, _) = search(&position, &depth(3));
    assert_eq!(outcome.best.map(|mv| write_move(position.game(), mv)).as_deref(), Some("Dd1Dd5"));
    assert_eq!(outcome.score, Score::MateIn(1));
}

#[test]
fn finished_games_have_no_move() {
    let stalemate = raumschach(RAUMSCHACH_POSITIONS[7].0);
    let (outcome, _) = search(&stalemate, &depth(3));
    assert_eq!((outcome.best, outcome.score), (None, Score::Centipawns(0)));
    let mated = raumschach(RAUMSCHACH_POSITIONS[8].0);
    let (outcome, _) = search(&mated, &depth(3));
    assert_eq!((outcome.best, outcome.score), (None, Score::MatedIn(0)));
}

/// Plain minimax over all moves: whether the side to move mates in so many plies.
fn mates<const N: usize>(position: &mut Position<N>, plies: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        position.make(mv);
        let answers = position.legal_moves();
        let mated = answers.is_empty() && position.in_check();
        let forced = mated
            || plies > 1
                && !answers.is_empty()
                && answers.into_iter().all(|answer| {
                    position.make(answer);
                    let found = mates(position, plies - 2);
                    position.unmake();
                    found
                });
        position.unmake();
        forced
    })
}

/// A king hunted by two queens, a rook and a unicorn, strewn over the board.
fn hunt(random: &mut Random) -> Option<Position<3>> {
    let mut setup = Setup::empty(&RAUMSCHACH);
    let mut put = |color, kind| {
        let cell = Lattice::<3>::cell(random.below(125))?;
        setup.man(cell).is_none().then(|| setup.put(cell, Some((color, kind))))
    };
    put(Color::Black, Kind::King)?;
    for kind in [Kind::King, Kind::Queen, Kind::Queen, Kind::Rook, Kind::Unicorn] {
        put(Color::White, kind)?;
    }
    setup.position().ok()
}

#[test]
fn announced_mates_are_mates() {
    let mut random = Random(9);
    let (mut in_one, mut in_two) = (0, 0);
    while in_one < 3 || in_two < 10 {
        let Some(mut position) = hunt(&mut random) else { continue };
        let (outcome, _) = search(&position, &depth(5));
        let at_once = mates(&mut position, 1);
        assert_eq!(outcome.score == Score::MateIn(1), at_once, "{}", position.fen());
        in_one += usize::from(at_once);
        if outcome.score == Score::MateIn(2) {
            in_two += 1;
            assert!(mates(&mut position, 3), "{}", position.fen());
        }
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    let position = Position::start(&START).expect("a start");
    let run = || {
        let (outcome, mut reports) = search(&position, &depth(6));
        reports.iter_mut().for_each(|report| report.time = Duration::ZERO);
        (outcome, reports)
    };
    assert_eq!(run(), run());
    let position = Position::start(&tesseract::NORMAL).expect("a start");
    assert_eq!(search(&position, &depth(4)).0, search(&position, &depth(4)).0);
}

#[test]
fn reported_lines_can_be_played() {
    let (outcome, reports) = search(&Position::start(&START).expect("a start"), &depth(7));
    assert_eq!(reports.len(), 7);
    for report in &reports {
        let mut position = Position::start(&START).expect("a start");
        assert!(!report.pv.is_empty());
        for &mv in &report.pv {
            assert!(position.legal_moves().contains(&mv), "{report:?}");
            position.make(mv);
        }
    }
    assert_eq!(outcome.best, reports.last().and_then(|report| report.pv.first().copied()));
}

#[test]
fn limits_are_kept() {
    let position = Position::start(&tesseract::NORMAL).expect("a start");
    let (outcome, _) = search(&position, &Limits { nodes: Some(20_000), ..Limits::default() });
    assert!(outcome.nodes <= 20_000 + 64 && outcome.best.is_some());
    let start = Instant::now();
    let movetime = Some(Duration::from_millis(60));
    search(&position, &Limits { movetime, ..Limits::default() });
    assert!(start.elapsed() < Duration::from_millis(1500));
    let clock =
        Some(Clock { remaining: Duration::from_secs(3), increment: Duration::ZERO, moves_to_go: None });
    let start = Instant::now();
    let (outcome, _) = search(&position, &Limits { clock, ..Limits::default() });
    assert!(outcome.best.is_some() && start.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_search_stops_when_told_and_waits_when_infinite() {
    let position = Position::start(&START).expect("a start");
    let stopped = Signals::new();
    stopped.stop();
    let outcome = Engine::new(1).search(&position, &Limits::default(), &stopped, &mut Silent);
    assert!(outcome.best.is_some(), "a stopped search still has a move");
    let signals = Signals::new();
    let infinite = Limits { infinite: true, depth: Some(1), ..Limits::default() };
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(80));
            signals.stop();
        });
        Engine::new(1).search(&position, &infinite, &signals, &mut Silent);
    });
    assert!(start.elapsed() >= Duration::from_millis(80));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let position = Position::start(&START).expect("a start");
    let wanted = position.parse_move("Aa2Aa3").expect("a move");
    let limits = Limits { searchmoves: vec![wanted], ..depth(4) };
    assert_eq!(search(&position, &limits).0.best, Some(wanted));
}

#[test]
fn threads_agree_on_a_mate() {
    let position = raumschach(RAUMSCHACH_POSITIONS[9].0);
    let mut engine = Engine::new(4);
    engine.set_threads(3);
    let outcome = engine.search(&position, &depth(5), &Signals::new(), &mut Silent);
    assert_eq!(outcome.score, Score::MateIn(1));
}

/// Plays a few moves with one level against itself.
fn game<const N: usize>(mut position: Position<N>, number: u8, plies: usize) -> Vec<String> {
    let level = *position.game().level(number).expect("a level");
    let mut engine = Engine::new(level.table);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let outcome = engine.play_level(&position, &level, &Limits::default(), &Signals::new(), &mut Silent);
        let mv = outcome.best.expect("a move");
        moves.push(write_move(position.game(), mv));
        position.make(mv);
    }
    moves
}

#[test]
fn a_repeated_game_repeats_itself() {
    for level in [0, 1, 2] {
        let start = || Position::start(&START).expect("a start");
        assert_eq!(game(start(), level, 12), game(start(), level, 12), "level {level}");
    }
}

#[test]
fn random_moves_depend_on_the_game() {
    let mut position = Position::start(&START).expect("a start");
    let first = random_move(&position).expect("a move");
    assert_eq!(random_move(&position), Some(first));
    let mut seen = Vec::new();
    for mv in position.legal_moves() {
        position.make(mv);
        seen.extend(random_move(&position));
        position.unmake();
    }
    seen.sort_by_key(|mv| mv.target::<3>());
    seen.dedup();
    assert!(seen.len() > 20);
}

#[test]
fn levels_have_their_names() {
    let names: Vec<&str> = START.game.rules().levels.iter().map(|level| level.name).collect();
    assert_eq!(names, ["Principiante", "Débil", "Intermedio", "Fuerte", "RSM", "GRSM"]);
    assert_eq!(tesseract::TESSERACT.level(4).map(|level| level.time), Some(Duration::from_millis(3500)));
    assert_eq!(tesseract::TESSERACT.level(0).map(|level| level.number), Some(1));
}

/// Changes with every change of the play: state the new figures in the message of the commit that changes them.
#[test]
fn the_signature_is_pinned() {
    let figures = Variant::ALL.map(|variant| signature(variant, signature_depth(variant), &Signals::new()));
    assert_eq!(figures, [73_940, 187_826, 122_399, 188_750]);
}
