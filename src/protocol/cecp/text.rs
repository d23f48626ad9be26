//! What the loop says: features, thinking, results and errors.

use std::time::Duration;

use crate::chess::{CastlingMode, Color, Move, MoveCode, Position};
use crate::engine::{Draw, GameEnd};
use crate::lattice::Variant;
use crate::protocol::Settings;
use crate::protocol::options::{Cecp, OPTIONS};
use crate::protocol::session::SetError;
use crate::search::{Line, Score, ScoreKind};

/// Why a command could not be carried out, in the words of the protocol.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error("Error (unknown command): {0}")]
    Unknown(String),
    #[error("Error ({0}): {1}")]
    Refused(&'static str, String),
    #[error("Illegal move: {0}")]
    Illegal(String),
    #[error("Illegal move (in check): {0}")]
    InCheck(String),
    #[error("Illegal move (no position): {0}")]
    NoPosition(String),
    #[error("tellusererror Illegal position: {0}")]
    Position(String),
    #[error("Error (option): {0}")]
    Option(#[from] SetError),
}

/// The games played, as `variant` calls them.
fn variants() -> String {
    let lattices = Variant::ALL.into_iter().map(Variant::name);
    ["normal", "fischerandom"].into_iter().chain(lattices).collect::<Vec<_>>().join(",")
}

/// The answer to `protover 2`: legacy features first.
pub(super) fn features(settings: &Settings) -> [String; 3] {
    let declared = OPTIONS.iter().filter(|entry| entry.cecp == Cecp::Declared);
    let options: String = declared.map(|entry| format!(" option=\"{}\"", entry.cecp(settings))).collect();
    [
        "feature setboard=1 analyze=1 ping=1 colors=0 draw=1 sigint=0 sigterm=0 usermove=1 time=1 \
         playother=1 reuse=1 san=0 memory=1 smp=1 nps=1 exclude=1 debug=1"
            .to_owned(),
        format!(
            "feature variants=\"{}\" myname=\"Mango AC {}\"{options}",
            variants(),
            env!("CARGO_PKG_VERSION")
        ),
        "feature done=1".to_owned(),
    ]
}

/// A move as CECP writes it: castling is `e1g1`, in fischerandom `O-O`.
pub(super) fn move_text(position: &Position, mv: Move, mode: CastlingMode) -> String {
    match (mode, mv.code()) {
        (CastlingMode::Chess960, MoveCode::CastleShort) => "O-O".to_owned(),
        (CastlingMode::Chess960, MoveCode::CastleLong) => "O-O-O".to_owned(),
        _ => position.uci(mv, CastlingMode::Standard).to_string(),
    }
}

/// Centipawns; a mate is ±(100000 + moves).
fn score(score: Score) -> i64 {
    match score.kind() {
        ScoreKind::Centipawns(value) => value.into(),
        ScoreKind::MateIn(moves) => 100_000 + i64::from(moves),
        ScoreKind::MatedIn(moves) => -100_000 - i64::from(moves),
    }
}

/// Time as the protocol counts it.
pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// A line of thinking: `depth score time nodes pv`; in the opponent's time the move expected
/// stands before the variation.
pub(super) fn thinking<M>(line: &Line<M>, expected: Option<&str>, pv: &[String]) -> String {
    let mut text =
        format!("{} {} {} {}", line.depth, score(line.score), centiseconds(line.time), line.effort.total);
    if let Some(expected) = expected {
        text.push_str(&format!(" ({expected})"));
    }
    for word in pv {
        text.push(' ');
        text.push_str(word);
    }
    text
}

/// The result of a game that has ended.
pub(super) const fn result(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Mate(Color::White) => "1-0 {White mates}",
        GameEnd::Mate(Color::Black) => "0-1 {Black mates}",
        GameEnd::Draw(Draw::Stalemate) => "1/2-1/2 {Stalemate}",
        GameEnd::Draw(Draw::Repetition) => "1/2-1/2 {Draw by repetition}",
        GameEnd::Draw(Draw::FiftyMoves) => "1/2-1/2 {Draw by fifty-move rule}",
        GameEnd::Draw(Draw::InsufficientMaterial) => "1/2-1/2 {Draw by insufficient material}",
    }
}

/// True if no move can change the result: the others are draws a player may claim.
pub(super) const fn is_final(end: GameEnd) -> bool {
    !matches!(end, GameEnd::Draw(Draw::Repetition | Draw::FiftyMoves))
}

/// The longest piece of hostile text repeated in an answer.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}
