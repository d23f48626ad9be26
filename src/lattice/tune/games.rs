//! Games of engines against each other: for fitting, and for measuring one player against another.

use super::super::game::{Level, Start};
use super::super::piece::Color;
use super::super::position::Position;
use super::super::search::{Engine, Limits, Outcome, Score, Silent};
use super::super::zobrist::splitmix;
use crate::search::Signals;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Plies after which a game counts as drawn.
const LONGEST: usize = 400;

/// A score, in hundredths of a pawn, that both players must agree on for [`AGREED`] plies to end a game.
const DECISIVE: i32 = 2500;
const AGREED: usize = 6;

/// What a player does when it is to move.
#[derive(Clone, Debug)]
pub enum Habit {
    /// Searches to limits.
    Limits(Limits),
    /// Plays a level.
    Level(Level),
}

/// An engine with a habit.
pub struct Player<const N: usize> {
    /// The engine; cleared before every game.
    pub engine: Engine<N>,
    /// What it does.
    pub habit: Habit,
}

impl<const N: usize> Player<N> {
    fn choose(&mut self, position: &Position<N>) -> Outcome {
        let signals = Signals::new();
        match &self.habit {
            Habit::Limits(limits) => self.engine.search(position, limits, &signals, &mut Silent),
            Habit::Level(level) => {
                self.engine.play_level(position, level, &Limits::default(), &signals, &mut Silent)
            }
        }
    }
}

/// How a game ended, as points of White in halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// Black won.
    Black,
}

impl GameResult {
    /// 1, ½ or 0 for White.
    pub fn points(self) -> f64 {
        match self {
            GameResult::White => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 0.0,
        }
    }

    fn won_by(color: Color) -> GameResult {
        if color == Color::White { GameResult::White } else { GameResult::Black }
    }
}

/// A start position followed by so many random plies, the same for the same seed.
pub fn opening<const N: usize>(start: &Start<N>, plies: usize, mut seed: u64) -> Option<Position<N>> {
    let mut position = Position::start(start).ok()?;
    for _ in 0..plies {
        let moves = position.legal_moves();
        let random;
        (random, seed) = splitmix(seed);
        let index = random.checked_rem(moves.len() as u64)?;
        position.make(*moves.get(index as usize)?);
    }
    position.has_legal_move().then_some(position)
}

/// Plays a game to its end; `observe` sees every position with what was found there.
pub fn play<const N: usize>(
    mut position: Position<N>,
    white: &mut Player<N>,
    black: &mut Player<N>,
    mut observe: impl FnMut(&Position<N>, &Outcome),
) -> GameResult {
    white.engine.clear();
    black.engine.clear();
    let mut agreed = (0, Color::White);
    for _ in 0..LONGEST {
        let side = position.side();
        if position.is_drawn() {
            return GameResult::Draw;
        }
        let player = if side == Color::White { &mut *white } else { &mut *black };
        let outcome = player.choose(&position);
        let Some(mv) = outcome.best else {
            return if position.in_check() { GameResult::won_by(side.other()) } else { GameResult::Draw };
        };
        observe(&position, &outcome);
        agreed = match leader(side, outcome.score) {
            Some(color) if color == agreed.1 => (agreed.0 + 1, color),
            Some(color) => (1, color),
            None => (0, side),
        };
        if agreed.0 >= AGREED {
            return GameResult::won_by(agreed.1);
        }
        position.make(mv);
    }
    GameResult::Draw
}

/// Who is winning, if the score is decisive.
fn leader(side: Color, score: Score) -> Option<Color> {
    match score {
        Score::MateIn(_) => Some(side),
        Score::MatedIn(_) => Some(side.other()),
        Score::Centipawns(DECISIVE..) => Some(side),
        Score::Centipawns(score) if score <= -DECISIVE => Some(side.other()),
        Score::Centipawns(_) => None,
    }
}

/// Points of a match.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Games the first player won.
    pub wins: usize,
    /// Games nobody won.
    pub draws: usize,
    /// Games the first player lost.
    pub losses: usize,
}

impl Tally {
    /// Share of the points, in percent.
    pub fn percent(&self) -> f64 {
        let games = (self.wins + self.draws + self.losses).max(1) as f64;
        (self.wins as f64 + self.draws as f64 / 2.0) * 100.0 / games
    }

    fn add(&mut self, result: GameResult, first: Color) {
        match (result, first) {
            (GameResult::Draw, _) => self.draws += 1,
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => self.wins += 1,
            _ => self.losses += 1,
        }
    }
}

/// How a set of games is played.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Number of games.
    pub games: usize,
    /// Random plies at the beginning.
    pub opening: usize,
    /// Games at the same time.
    pub threads: usize,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// Calls `job` for every game number, on so many threads, and returns the results in the order of the numbers.
pub(super) fn in_parallel<T: Send>(games: usize, threads: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(games));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games {
                        break;
                    }
                    let result = job(number);
                    results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|entry| entry.0);
    results.into_iter().map(|entry| entry.1).collect()
}

/// The seed of the opening with this number.
pub(super) fn opening_seed(seed: u64, number: usize) -> u64 {
    splitmix(seed ^ splitmix(number as u64).0).0
}

/// Plays a match; every opening is played twice with the colours exchanged.
pub fn compete<const N: usize>(
    start: &Start<N>,
    schedule: &Schedule,
    first: impl Fn() -> Player<N> + Sync,
    second: impl Fn() -> Player<N> + Sync,
) -> Tally {
    let results = in_parallel(schedule.games, schedule.threads, |number| {
        let position = opening(start, schedule.opening, opening_seed(schedule.seed, number / 2))?;
        let (mut first, mut second) = (first(), second());
        Some(if number % 2 == 0 {
            (play(position, &mut first, &mut second, |_, _| {}), Color::White)
        } else {
            (play(position, &mut second, &mut first, |_, _| {}), Color::Black)
        })
    });
    let mut tally = Tally::default();
    for (result, color) in results.into_iter().flatten() {
        tally.add(result, color);
    }
    tally
}
