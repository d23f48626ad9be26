//! What a score is worth in games: the chances to win, draw and lose.

use crate::chess::{Color, PieceKind, Position};
use crate::search::{Score, ScoreKind};

/// The score at which half of all games are won, centipawns: first with bare kings, then what the
/// full set of men adds. `docs/strength.md` tells how the figures were fitted.
const HALF_WON: [f64; 2] = [352.0, -282.0];
/// How many centipawns carry the chances from one half to three quarters, divided by ln 3; as
/// above.
const SPREAD: [f64; 2] = [100.0, 92.0];

/// Men's worth as `facts` counts them; the full set is 78.
const FULL_SET: f64 = 78.0;

/// Chances per mille, side to move's view; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// The chances a score means in a position.
#[must_use]
pub fn chances(score: Score, position: &Position) -> Chances {
    let (win, loss) = match score.kind() {
        ScoreKind::MateIn(_) => (1000, 0),
        ScoreKind::MatedIn(_) => (0, 1000),
        ScoreKind::Centipawns(value) => {
            let share =
                f64::from(simple_material(position, Color::White) + simple_material(position, Color::Black))
                    / FULL_SET;
            let at = |figures: [f64; 2]| figures[0] + figures[1] * share.min(1.0);
            let logistic = |value: f64| 1000.0 / (1.0 + ((at(HALF_WON) - value) / at(SPREAD)).exp());
            let value = f64::from(value);
            (logistic(value).round() as u32, logistic(-value).round() as u32)
        }
    };
    Chances { win, draw: 1000 - win - loss, loss }
}

/// The men of a side counted P 1, N 3, B 3, R 5, Q 9.
#[must_use]
pub fn simple_material(position: &Position, color: Color) -> i32 {
    let worth = |kind| match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 0,
    };
    PieceKind::ALL.into_iter().map(|kind| worth(kind) * position.count(color, kind)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_rise_with_the_score_and_mirror() {
        let positions = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "QQQQkQQQ/8/8/8/8/8/7p/4K3 b - - 0 1"];
        let parsed = positions.map(Position::from_fen);
        for position in parsed.into_iter().flatten().chain([Position::startpos()]) {
            let mut before = 0;
            for value in (-3_000..=3_000).step_by(10) {
                let Chances { win, draw, loss } = chances(Score(value), &position);
                assert!(win + draw + loss == 1000 && win >= before);
                let mirrored = chances(Score(-value), &position);
                assert_eq!((mirrored.win, mirrored.draw, mirrored.loss), (loss, draw, win));
                before = win;
            }
        }
        let mate = chances(Score(-98_990), &Position::startpos());
        assert_eq!(mate, Chances { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn the_full_set_counts_78() {
        let start = Position::startpos();
        assert_eq!(Color::ALL.map(|color| simple_material(&start, color)), [39, 39]);
    }
}
