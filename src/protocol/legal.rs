//! `legal`: the legal moves of a position (a legacy command that scripts rely on).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::chess::{CastlingMode, Position};

/// The line `legalmoves e2e4 d2d4 …`.
#[must_use]
pub fn legal_moves(position: &Position, mode: CastlingMode) -> String {
    let moves: Vec<String> =
        position.legal_move_list().iter().map(|&mv| position.uci(mv, mode).to_string()).collect();
    legal_line(&moves)
}

/// The same line for moves already written.
#[must_use]
pub fn legal_line(moves: &[String]) -> String {
    let words: Vec<&str> = ["legalmoves"].into_iter().chain(moves.iter().map(String::as_str)).collect();
    words.join(" ")
}
