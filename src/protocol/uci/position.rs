//! `position`: a game as the GUI tells it.

use crate::chess::{FenError, Position};
use crate::engine::{Game, GameError};

/// Why the position is not what was asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum PositionError {
    #[error("position: 'startpos' or 'fen' is missing")]
    NoStart,
    #[error("position: {0}")]
    Fen(#[from] FenError),
}

/// Reads the words after `position`. If one of the moves cannot be played, the game ends before it,
/// and the error says why.
///
/// # Errors
/// If there is no position; the old one is to stay.
pub(super) fn parse(words: &[&str]) -> Result<(Game, Option<GameError>), PositionError> {
    let (start, moves) = match words {
        ["startpos", rest @ ..] => (Position::startpos(), rest),
        ["fen", rest @ ..] => {
            let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
            let (fields, rest) = rest.split_at(end);
            (Position::from_fen(&fields.join(" "))?, rest)
        }
        _ => return Err(PositionError::NoStart),
    };
    let moves = match moves {
        ["moves", moves @ ..] => moves,
        other => other, // some scripts leave the word out
    };
    let mut game = Game::new(start);
    for text in moves {
        if let Err(error) = game.play_text(text) {
            return Ok((game, Some(error)));
        }
    }
    Ok((game, None))
}

/// The position with the colours exchanged and the board turned over.
///
/// # Errors
/// None in practice: the mirror of a possible position is possible.
pub(super) fn flip(position: &Position) -> Result<Position, FenError> {
    let fen = position.fen();
    let mut fields = fen.split(' ');
    let mut next = || fields.next().unwrap_or_default();
    let (board, side, castling, en_passant) = (next(), next(), next(), next());
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<&str> = board.split('/').rev().collect();
    let side = if side == "w" { "b" } else { "w" };
    let en_passant = en_passant.replace('3', "x").replace('6', "3").replace('x', "6");
    Position::from_fen(&format!(
        "{} {side} {} {en_passant} {} {}",
        swap(&ranks.join("/")),
        swap(castling),
        next(),
        next()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn all_forms_are_read() {
        let fen = |line: &str| parse(&words(line)).unwrap().0.position().fen();
        let start = Position::startpos().fen();
        assert_eq!(fen("startpos"), start);
        assert_eq!(fen("startpos moves"), start);
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(fen("startpos moves e2e4 e7e5"), after);
        assert_eq!(fen("startpos e2e4 e7e5"), after);
        assert_eq!(fen("fen  4k3/8/8/8/8/8/8/4K2R   w K -"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(fen("fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }

    #[test]
    fn a_bad_move_ends_the_game_before_it() {
        let (game, error) = parse(&words("startpos moves d2d4 a1f8 d7d5")).unwrap();
        assert_eq!(game.moves().len(), 1);
        assert_eq!(error.unwrap().to_string(), "illegal move a1f8: no such move here");
        for line in ["", "moves e2e4", "fen", "fen xyz", "fen 8/8/8/8/8/8/8/8 w - - 0 1"] {
            assert!(parse(&words(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQq f6 0 3",
            "1r2k2r/8/8/8/8/8/8/R3K1R1 b GAb - 3 9",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let flipped = flip(&position).unwrap();
            assert_ne!(flipped.side_to_move(), position.side_to_move());
            assert_eq!(flipped.count_legal_moves(), position.count_legal_moves());
            assert_eq!(flip(&flipped).unwrap(), position);
        }
    }
}
