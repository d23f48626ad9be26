//! In which order moves are tried. The figures are the published engine's.

use super::super::eval::Weights;
use super::super::geometry::{Lattice, MAX_CELLS};
use super::super::moves::Move;
use super::super::piece::{Color, Kind};
use super::super::position::Position;

const TABLE_MOVE: i32 = 2_000_000;
const CAPTURE: i32 = 1_000_000;
const KILLERS: [i32; 2] = [900_000, 890_000];
/// The move that answered the opponent's last move elsewhere.
const COUNTER: i32 = 880_000;
const HISTORY_MOST: i32 = 32_000;
/// Captures that lose material come after quiet moves.
const LOSING: i32 = -1_000_000;

/// Moves that refuted others at each ply.
#[derive(Clone, Copy)]
pub(super) struct Killers([Move; 2]);

impl Killers {
    pub(super) const NONE: Killers = Killers([Move::NONE; 2]);

    /// Remembers a quiet move that caused a cut-off.
    pub(super) fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }
}

/// How often quiet moves caused cut-offs, weighted by depth squared: the history heuristic (J. Schaeffer 1983).
#[derive(Clone)]
pub(super) struct History {
    scores: Vec<i16>,
    counters: Vec<Move>,
}

impl History {
    pub(super) fn new() -> History {
        let size = 2 * Kind::COUNT * MAX_CELLS;
        History { scores: vec![0; size], counters: vec![Move::NONE; size] }
    }

    /// Between moves of a game what was learned counts half.
    pub(super) fn halve(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
    }

    fn index<const N: usize>(color: Color, kind: Kind, mv: Move) -> usize {
        (color.index() * Kind::COUNT + kind.index()) * MAX_CELLS + Lattice::<N>::index_at(mv.to())
    }

    fn score<const N: usize>(&self, position: &Position<N>, mv: Move) -> i32 {
        let kind = position.at(mv.from()).kind();
        i32::from(self.scores[Self::index::<N>(position.side(), kind, mv)])
    }

    /// Moves a score towards its bound by a share that grows with the depth.
    fn adjust<const N: usize>(&mut self, position: &Position<N>, mv: Move, depth: i32, bound: i32) {
        let kind = position.at(mv.from()).kind();
        let score = &mut self.scores[Self::index::<N>(position.side(), kind, mv)];
        let bonus = (depth * depth * 16).min(HISTORY_MOST / 4);
        let value = i32::from(*score);
        *score = (value + (bound - value) * bonus / HISTORY_MOST) as i16;
    }

    /// A quiet move caused a cut-off after others had failed.
    pub(super) fn reward<const N: usize>(
        &mut self,
        position: &Position<N>,
        mv: Move,
        tried: &[Move],
        depth: i32,
    ) {
        self.adjust(position, mv, depth, HISTORY_MOST);
        for &other in tried {
            self.adjust(position, other, depth, 0);
        }
    }

    /// The quiet move that last refuted `last`, which led to the position.
    pub(super) fn counter<const N: usize>(&self, position: &Position<N>, last: Move) -> Move {
        let kind = position.at(last.to()).kind();
        self.counters[Self::index::<N>(position.side().other(), kind, last)]
    }

    pub(super) fn set_counter<const N: usize>(&mut self, position: &Position<N>, last: Move, mv: Move) {
        let kind = position.at(last.to()).kind();
        let index = Self::index::<N>(position.side().other(), kind, last);
        self.counters[index] = mv;
    }
}

/// Whether a place in the order is that of a table move, killer or counter-move.
pub(super) fn is_trusted(score: i32) -> bool {
    score >= TABLE_MOVE || (COUNTER..CAPTURE).contains(&score)
}

/// What is known about the moves of a node before they are tried.
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) killers: Killers,
    pub(super) counter: Move,
}

/// A move with its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) mv: Move,
    pub(super) score: i32,
}

/// Most valuable victim, least valuable attacker.
pub(super) fn capture_value<const N: usize>(position: &Position<N>, mv: Move, weights: &Weights) -> i32 {
    let victim = position.captured(mv).map_or(0, |kind| weights.exchange(kind));
    let promoted = mv.promotion().map_or(0, |kind| weights.exchange(kind));
    let attacker = weights.exchange(position.at(mv.from()).kind());
    10 * (victim + promoted) - attacker
}

/// Whether a capture gives more than it takes to a defended cell: a static exchange of one step.
pub(super) fn loses_material<const N: usize>(position: &Position<N>, mv: Move, weights: &Weights) -> bool {
    let victim = position.captured(mv).map_or(0, |kind| weights.exchange(kind));
    let kind = position.at(mv.from()).kind();
    if kind == Kind::King || mv.promotion().is_some() || weights.exchange(kind) <= victim + 50 {
        return false;
    }
    position.is_attacked(mv.to(), position.side().other(), mv.from())
}

/// Gives every move its place.
pub(super) fn score_moves<const N: usize>(
    position: &Position<N>,
    moves: &[Move],
    hints: &Hints,
    history: &History,
    weights: &Weights,
    scored: &mut Vec<Scored>,
) {
    scored.clear();
    for &mv in moves {
        let tactical = position.is_capture(mv) || mv.promotion().is_some();
        let score = if Some(mv) == hints.table {
            TABLE_MOVE
        } else if tactical && loses_material(position, mv, weights) {
            LOSING + capture_value(position, mv, weights)
        } else if tactical && mv.promotion().is_none_or(|kind| kind == Kind::Queen) {
            CAPTURE + capture_value(position, mv, weights)
        } else if tactical {
            LOSING
        } else if let Some(place) = hints.killers.0.iter().position(|&killer| killer == mv) {
            KILLERS[place]
        } else if mv == hints.counter {
            COUNTER
        } else {
            history.score(position, mv)
        };
        scored.push(Scored { mv, score });
    }
}

/// What a capture or promotion gains at once.
pub(super) fn gain<const N: usize>(position: &Position<N>, mv: Move, weights: &Weights) -> i32 {
    let victim = position.captured(mv).map_or(0, |kind| weights.exchange(kind));
    victim + mv.promotion().map_or(0, |kind| weights.exchange(kind) - weights.exchange(Kind::Pawn))
}

/// Whether a place in the order is that of a losing capture or a promotion to less than a queen.
pub(super) fn is_losing(score: i32) -> bool {
    score < LOSING / 2
}

/// The same as [`score_moves`] for quiescence, where nothing is known beforehand.
pub(super) fn score_tactics<const N: usize>(
    position: &Position<N>,
    moves: &[Move],
    history: &History,
    weights: &Weights,
    scored: &mut Vec<Scored>,
) {
    let hints = Hints { table: None, killers: Killers::NONE, counter: Move::NONE };
    score_moves(position, moves, &hints, history, weights, scored);
}

/// Moves the best of the moves from `at` on to `at`; after a few the rest is sorted at once.
#[inline(always)]
pub(super) fn pick(scored: &mut [Scored], at: usize) -> Scored {
    const ONE_BY_ONE: usize = 6;
    match at {
        0..ONE_BY_ONE => {
            let mut best = at;
            for index in at + 1..scored.len() {
                if scored[index].score > scored[best].score {
                    best = index;
                }
            }
            scored.swap(at, best);
        }
        ONE_BY_ONE => scored[at..].sort_unstable_by_key(|entry| (-entry.score, entry.mv.bits())),
        _ => {}
    }
    scored[at]
}
