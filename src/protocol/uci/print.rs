//! How lines and moves are written in UCI.

use std::fmt::Write as _;

use crate::engine::Chances;
use crate::search::{Bound, Line, Score, ScoreKind};

/// `info depth …` for a line, with its chances if they are to be shown and its moves as written.
pub(super) fn info<M>(line: &Line<M>, chances: Option<Chances>, pv: &[String]) -> String {
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
    if let Some(chances) = chances {
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
    for mv in pv {
        let _ = write!(text, " {mv}");
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

/// `bestmove e2e4 ponder e7e5`, from the moves as written.
pub(super) fn best_move(moves: &[String]) -> String {
    match moves {
        [] => "bestmove 0000".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Effort;
    use std::time::Duration;

    #[test]
    fn lines_have_the_protocols_form() {
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
            pv: vec!["e1g1".to_owned()],
        };
        let text = info(&line, None, &line.pv);
        let start = "info depth 7 seldepth 12 multipv 1 score cp -31 lowerbound";
        assert_eq!(text, format!("{start} nodes 2000 nps 2000 hashfull 5 tbhits 0 time 1000 pv e1g1"));
        line.score = Score(98_999);
        let text = info(&line, Some(Chances { win: 1000, draw: 0, loss: 0 }), &line.pv);
        assert!(text.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes") && text.ends_with("pv e1g1"));
        let moves = ["a7a8q", "e8e7", "e1g1"].map(str::to_owned);
        assert_eq!(best_move(&moves), "bestmove a7a8q ponder e8e7");
        assert_eq!(best_move(&moves[..1]), "bestmove a7a8q");
        assert_eq!(best_move(&[]), "bestmove 0000");
        assert_eq!(no_move(Score::MATED), "info depth 0 score mate 0");
        assert_eq!(no_move(Score::DRAW), "info depth 0 score cp 0");
    }
}
