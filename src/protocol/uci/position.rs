//! `position`: a game as the GUI tells it.

use crate::chess::{FenError, Position};
use crate::engine::{Game, GameError, LatticeGame};
use crate::lattice::{self, Variant};

/// Why the position is not what was asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum PositionError {
    #[error("position: 'startpos' or 'fen' is missing")]
    NoStart,
    #[error("position: {0}")]
    Fen(#[from] FenError),
}

/// Fields of a FEN, none for the start, and moves.
type Words<'a, 'b> = (Option<&'a [&'b str]>, &'a [&'b str]);

/// Takes the words after `position` apart; nothing if no start is named.
fn split<'a, 'b>(words: &'a [&'b str]) -> Option<Words<'a, 'b>> {
    let (fen, moves) = match words {
        ["startpos", rest @ ..] => (None, rest),
        ["fen", rest @ ..] => {
            let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
            let (fields, rest) = rest.split_at(end);
            (Some(fields), rest)
        }
        _ => return None,
    };
    Some(match moves {
        ["moves", moves @ ..] => (fen, moves),
        other => (fen, other), // some scripts leave the word out
    })
}

/// Reads the words after `position`. If one of the moves cannot be played, the game ends before it,
/// and the error says why.
///
/// # Errors
/// If there is no position; the old one is to stay.
pub(super) fn parse(words: &[&str]) -> Result<(Game, Option<GameError>), PositionError> {
    let (fen, moves) = split(words).ok_or(PositionError::NoStart)?;
    let mut game = Game::new(match fen {
        None => Position::startpos(),
        Some(fields) => Position::from_fen(&fields.join(" "))?,
    });
    for text in moves {
        if let Err(error) = game.play_text(text) {
            return Ok((game, Some(error)));
        }
    }
    Ok((game, None))
}

/// Why the position of a variant is not what was asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum LatticeError {
    #[error("position: 'startpos' or 'fen' is missing")]
    NoStart,
    #[error("position: {0}; the old position stays")]
    Fen(#[from] lattice::FenError),
    #[error("position: {0}; the old position stays")]
    Move(#[from] lattice::MoveError),
}

/// Reads the words after `position` in a variant.
///
/// # Errors
/// If there is no position or one of the moves cannot be played; the old position is to stay.
pub(super) fn parse_lattice(variant: Variant, words: &[&str]) -> Result<LatticeGame, LatticeError> {
    let (fen, moves) = split(words).ok_or(LatticeError::NoStart)?;
    let mut game = match fen {
        None => LatticeGame::new(variant)?,
        Some(fields) => LatticeGame::from_fen(variant, &fields.join(" "))?,
    };
    for text in moves {
        game.play_text(text)?;
    }
    Ok(game)
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
