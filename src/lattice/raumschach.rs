//! Raumschach: chess on 5×5×5 (Ferdinand Maack 1907), by the rules Dickins gives in *A Guide to Fairy Chess*.
//!
//! Axes: file (a … e), rank (1 … 5), level (A … E).

use super::game::{Game, Level, Notation, PawnRule, Rules, Start};
use super::piece::Kind;
use std::time::Duration;

/// The game.
pub static RAUMSCHACH: Game<3> = Game::new(Rules {
    name: "raumschach",
    letters: &[
        (Kind::King, 'K'),
        (Kind::Queen, 'Q'),
        (Kind::Rook, 'R'),
        (Kind::Bishop, 'B'),
        (Kind::Unicorn, 'U'),
        (Kind::Knight, 'N'),
        (Kind::Pawn, 'P'),
    ],
    promotions: &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Knight],
    pawns: &[PawnRule {
        kind: Kind::Pawn,
        pushes: &[[0, 1, 0], [0, 0, 1]],
        captures: &[[-1, 1, 0], [1, 1, 0], [-1, 0, 1], [1, 0, 1], [0, 1, 1]],
        advances: &[1, 2],
        aside: &[0],
        double_step: None,
    }],
    notation: Notation::Levels,
    // All six plies of quiescence, as in the published engine.
    free_captures: 6,
    levels: &[
        level(0, "Principiante", 0, 1),
        level(1, "Débil", 2, 1),
        level(2, "Intermedio", 3, 2),
        level(3, "Fuerte", 4, 4),
        level(4, "RSM", 5, 10),
        level(5, "GRSM", 6, 20),
    ],
});

/// A level of the published engine: a depth, and a clock for positions in which that depth takes long.
const fn level(number: u8, name: &'static str, depth: u8, seconds: u64) -> Level {
    // The weaker levels vary their first moves a little, having no book; the strongest two do not.
    let noise = if number <= 3 { 8 } else { 0 };
    Level { number, name, depth, time: Duration::from_secs(seconds), noise, table: 16 }
}

/// The start position.
pub static START: Start<3> = Start { name: "raumschach", game: &RAUMSCHACH, army };

/// Levels A and B, rank 1; the pawns stand on rank 2 of both.
const ROWS: [[Kind; 5]; 2] = [
    [Kind::Rook, Kind::Knight, Kind::King, Kind::Knight, Kind::Rook],
    [Kind::Bishop, Kind::Unicorn, Kind::Queen, Kind::Bishop, Kind::Unicorn],
];

fn army() -> Vec<(Kind, [u8; 3])> {
    let mut men = Vec::new();
    for (level, row) in (0..).zip(ROWS) {
        for (file, kind) in (0..).zip(row) {
            men.push((kind, [file, 0, level]));
            men.push((Kind::Pawn, [file, 1, level]));
        }
    }
    men
}
