//! How lines and moves are written in UCI.

use std::fmt::Write as _;

use crate::chess::{CastlingMode, Move, Position};
use crate::engine::chances;
use crate::search::{Bound, Line, Score, ScoreKind};

use crate::protocol::Settings;

/// `info depth …` for a line from a position.
pub(super) fn info(line: &Line, position: &Position, settings: &Settings) -> String {
    if line.depth == 0 {
        return no_move(line.score);
    }
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth,
        line.seldepth,
        line.multipv.max(1),
        score(line.score)
    );
    text += match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if settings.show_wdl {
        let chances = chances(line.score, position);
        let _ = write!(text, " wdl {} {} {}", chances.win, chances.draw, chances.loss);
    }
    let _ = write!(
        text,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv",
        line.effort.total,
        line.nps(),
        line.hashfull,
        line.tbhits,
        line.time.as_millis()
    );
    let mut position = position.clone();
    for &mv in &line.pv {
        let _ = write!(text, " {}", position.uci(mv, settings.castling));
        position.make(mv);
    }
    text
}

/// The line for a position without a legal move.
pub(super) fn no_move(value: Score) -> String {
    format!("info depth 0 score {}", score(value))
}

/// `cp 31`, `mate 2`, `mate -1`.
fn score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("cp {value}"),
        ScoreKind::MateIn(moves) => format!("mate {moves}"),
        ScoreKind::MatedIn(0) => "mate 0".to_owned(),
        ScoreKind::MatedIn(moves) => format!("mate -{moves}"),
    }
}

/// `bestmove e2e4 ponder e7e5`.
pub(super) fn best_move(best: Move, ponder: Option<Move>, position: &Position, mode: CastlingMode) -> String {
    let mut text = format!("bestmove {}", position.uci(best, mode));
    if let Some(reply) = ponder {
        let mut after = position.clone();
        after.make(best);
        let _ = write!(text, " ponder {}", after.uci(reply, mode));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Effort;
    use std::time::Duration;

    #[test]
    fn lines_have_the_protocols_form() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let [castle, promote] =
            ["e1g1", "a7a8q"].map(|text| position.resolve(text.parse().unwrap()).unwrap());
        let mut line = Line {
            depth: 7,
            seldepth: 12,
            multipv: 1,
            score: Score(-31),
            bound: Bound::Lower,
            effort: Effort { total: 2_000, ..Effort::default() },
            hashfull: 5,
            tbhits: 0,
            time: Duration::from_millis(1_000),
            pv: vec![castle],
        };
        let mut settings = Settings::default();
        let text = info(&line, &position, &settings);
        let start = "info depth 7 seldepth 12 multipv 1 score cp -31 lowerbound";
        assert_eq!(text, format!("{start} nodes 2000 nps 2000 hashfull 5 tbhits 0 time 1000 pv e1g1"));
        settings.set("UCI_Chess960", "true").unwrap();
        settings.set("UCI_ShowWDL", "true").unwrap();
        line.score = Score(98_999);
        let text = info(&line, &position, &settings);
        assert!(text.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes") && text.ends_with("pv e1h1"));
        assert_eq!(best_move(promote, None, &position, CastlingMode::Standard), "bestmove a7a8q");
        assert_eq!(no_move(Score::MATED), "info depth 0 score mate 0");
        assert_eq!(no_move(Score::DRAW), "info depth 0 score cp 0");
    }
}
