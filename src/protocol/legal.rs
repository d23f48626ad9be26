//! `legal`: the legal moves of a position (a legacy command that scripts rely on).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::chess::{CastlingMode, Position};

/// The line `legalmoves e2e4 d2d4 …`.
#[must_use]
pub fn legal_moves(position: &Position, mode: CastlingMode) -> String {
    let mut line = "legalmoves".to_owned();
    for &mv in position.legal_move_list().iter() {
        line.push(' ');
        line += &position.uci(mv, mode).to_string();
    }
    line
}
