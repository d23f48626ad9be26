//! Findings in the forms that files have for them.

use serde_json::{Value, json};

use super::Finding;
use crate::chess::{CastlingMode, Color, Move, Position};
use crate::records::Epd;
use crate::search::{Line, Score, ScoreKind};

/// `ce` of a mate on the board (EPD: mates are 32767 less the half-moves to them).
const EPD_MATE: i32 = 32_767;

/// A score in words, side to move's view: `+0.35`, `mate in 3`, `mated in 2`.
#[must_use]
pub fn score_words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreKind::MateIn(moves) => format!("mate in {moves}"),
        ScoreKind::MatedIn(moves) => format!("mated in {moves}"),
    }
}

/// The tag that PGN viewers draw graphs from, White's view: `[%eval 0.35,12]`, `[%eval #-3,12]`. None
/// for a mate on the board.
#[must_use]
pub fn eval_tag(line: &Line, side: Color) -> Option<String> {
    let white = if side == Color::White { 1 } else { -1 };
    let value = match line.score.kind() {
        ScoreKind::Centipawns(value) => format!("{:.2}", f64::from(white * value) / 100.0),
        ScoreKind::MateIn(moves) => format!("#{}", white * moves.cast_signed()),
        ScoreKind::MatedIn(0) => return None,
        ScoreKind::MatedIn(moves) => format!("#{}", -white * moves.cast_signed()),
    };
    Some(match line.depth {
        0 => format!("[%eval {value}]"),
        depth => format!("[%eval {value},{depth}]"),
    })
}

/// The moves of a line in SAN.
#[must_use]
pub fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(position.san(mv));
        position.make(mv);
    }
    words
}

/// The moves of a line as UCI writes them.
fn uci_line(position: &Position, moves: &[Move], castling: CastlingMode) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(position.uci(mv, castling).to_string());
        position.make(mv);
    }
    words
}

/// The finding as operations of an EPD record: `bm`, `ce`, `acd`, `acn`, `acs`, `pv`, and `dm` for a mate.
/// They replace those there are.
#[must_use]
pub fn epd(mut record: Epd, finding: &Finding) -> Epd {
    for name in ["bm", "am", "ce", "dm", "acd", "acn", "acs", "pv"] {
        record.remove(name);
    }
    let Some(line) = finding.first() else { return record };
    if let Some(best) = finding.best {
        record.set("bm", record.position.san(best));
    }
    record.set("ce", centipawns_of_epd(line.score).to_string());
    if let ScoreKind::MateIn(moves) = line.score.kind() {
        record.set("dm", moves.to_string());
    }
    record.set("acd", line.depth.to_string());
    record.set("acn", line.effort.total.to_string());
    record.set("acs", line.time.as_secs().to_string());
    if !line.pv.is_empty() {
        record.set("pv", san_line(&record.position, &line.pv).join(" "));
    }
    record
}

/// A score as EPD's `ce` has it, side to move's view.
fn centipawns_of_epd(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Centipawns(value) => value,
        ScoreKind::MateIn(moves) => EPD_MATE - (2 * moves.cast_signed() - 1),
        ScoreKind::MatedIn(moves) => 2 * moves.cast_signed() - EPD_MATE,
    }
}

/// The finding as a JSON object. Scores are the side to move's.
#[must_use]
pub fn json(position: &Position, finding: &Finding, castling: CastlingMode) -> Value {
    let line = |line: &Line| {
        let (cp, mate) = match line.score.kind() {
            ScoreKind::Centipawns(value) => (Some(value), None),
            ScoreKind::MateIn(moves) => (None, Some(moves.cast_signed())),
            ScoreKind::MatedIn(moves) => (None, Some(-moves.cast_signed())),
        };
        json!({
            "cp": cp,
            "mate": mate,
            "depth": line.depth,
            "seldepth": line.seldepth,
            "pv": san_line(position, &line.pv),
            "uci": uci_line(position, &line.pv, castling),
        })
    };
    let first = finding.first();
    json!({
        "fen": position.fen(),
        "best": finding.best.map(|mv| position.san(mv)),
        "nodes": first.map_or(0, |line| line.effort.total),
        "milliseconds": first.map_or(0, |line| line.time.as_millis() as u64),
        "lines": finding.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// The finding in a line for people: the move played, its score and depth.
#[must_use]
pub fn describe(position: &Position, finding: &Finding) -> String {
    let played = finding.best.map_or_else(|| "nothing".to_owned(), |mv| position.san(mv));
    match finding.first() {
        Some(line) => format!("{played} ({}, depth {})", score_words(line.score), line.depth),
        None => played,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Bound, Effort, MATED_NOW};
    use std::time::Duration;

    fn line(score: i32, depth: u32) -> Line {
        Line {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score(score),
            bound: Bound::Exact,
            effort: Effort { total: 99, ..Effort::default() },
            hashfull: 0,
            tbhits: 0,
            time: Duration::from_millis(1_500),
            pv: Vec::new(),
        }
    }

    #[test]
    fn scores_have_the_forms_of_their_files() {
        let forms = [
            (35, "[%eval 0.35,7]", "[%eval -0.35,7]", 35, "+0.35"),
            (-5, "[%eval -0.05,7]", "[%eval 0.05,7]", -5, "-0.05"),
            (0, "[%eval 0.00,7]", "[%eval 0.00,7]", 0, "+0.00"),
            (MATED_NOW - 1, "[%eval #1,7]", "[%eval #-1,7]", 32_766, "mate in 1"),
            (MATED_NOW - 3, "[%eval #2,7]", "[%eval #-2,7]", 32_764, "mate in 2"),
            (2 - MATED_NOW, "[%eval #-1,7]", "[%eval #1,7]", -32_765, "mated in 1"),
        ];
        for (score, white, black, ce, words) in forms {
            let line = line(score, 7);
            assert_eq!(eval_tag(&line, Color::White).as_deref(), Some(white));
            assert_eq!(eval_tag(&line, Color::Black).as_deref(), Some(black));
            assert_eq!((centipawns_of_epd(line.score), score_words(line.score).as_str()), (ce, words));
        }
        assert_eq!(eval_tag(&line(-MATED_NOW, 0), Color::White), None);
        assert_eq!(eval_tag(&line(0, 0), Color::Black).as_deref(), Some("[%eval 0.00]"));
    }

    #[test]
    fn a_records_own_operations_stay_beside_the_finding() {
        let record: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; id \"x\"; ce 3;".parse().unwrap();
        let castle = record.position.resolve_san("O-O").unwrap();
        let finding = Finding {
            best: Some(castle),
            lines: vec![Line { pv: vec![castle], ..line(620, 9) }],
            course: vec![],
        };
        let text = epd(record.clone(), &finding).to_string();
        let expected = "4k3/8/8/8/8/8/8/4K2R w K - id \"x\"; bm O-O; ce 620; acd 9; acn 99; acs 1; pv O-O;";
        assert_eq!(text, expected);
        let value = json(&record.position, &finding, CastlingMode::Standard);
        assert_eq!((&value["best"], &value["lines"][0]["uci"][0]), (&json!("O-O"), &json!("e1g1")));
        assert_eq!((&value["lines"][0]["cp"], &value["lines"][0]["mate"]), (&json!(620), &Value::Null));
        let nothing = Finding { best: None, lines: vec![line(-MATED_NOW, 0)], course: vec![] };
        assert_eq!(describe(&record.position, &nothing), "nothing (mated in 0, depth 0)");
    }
}
