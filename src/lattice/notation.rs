//! Cells and moves as text.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::game::{Game, Notation};
use super::geometry::{Cell, Lattice};
use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use thiserror::Error;

/// A move as it comes over the wire: cells and perhaps a letter, of no known position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireMove {
    /// Cell the man leaves.
    pub from: Cell,
    /// Cell it goes to.
    pub to: Cell,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("'{0}' does not have the form of a move ({1})")]
    Form(String, &'static str),
    /// The form is right but the move is not legal here.
    #[error("'{0}' is not legal here")]
    Illegal(String),
}

/// First characters of a text, for an error message that stays short.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// A cell written down.
pub fn cell<const N: usize>(game: &Game<N>, cell: Cell) -> String {
    let coordinates = Lattice::<N>::coordinates(cell);
    match game.rules().notation {
        Notation::Digits => coordinates.iter().map(|&value| char::from(b'1' + value)).collect(),
        Notation::Levels => {
            // Level, file, rank: the last axis first, then the first two.
            let letters = [(2, b'A'), (0, b'a'), (1, b'1')];
            let written =
                |(axis, first): (usize, u8)| coordinates.get(axis).map(|&value| char::from(first + value));
            letters.into_iter().filter_map(written).collect()
        }
    }
}

/// Reads a cell.
pub fn parse_cell<const N: usize>(game: &Game<N>, text: &str) -> Option<Cell> {
    let mut coordinates = [0; N];
    let order: &[(usize, u8)] = match game.rules().notation {
        Notation::Digits => &[(0, b'1'), (1, b'1'), (2, b'1'), (3, b'1')],
        Notation::Levels => &[(2, b'A'), (0, b'a'), (1, b'1')],
    };
    if text.len() != N {
        return None;
    }
    for (&(axis, first), byte) in order.iter().zip(text.bytes()) {
        *coordinates.get_mut(axis)? = byte.checked_sub(first)?;
    }
    Lattice::<N>::at(coordinates)
}

/// The form of a move, for error messages.
fn form<const N: usize>(game: &Game<N>) -> &'static str {
    match game.rules().notation {
        Notation::Levels => "like Aa2Aa3 or Ea4Ea5q",
        Notation::Digits => "like 22132313 or 24132513Q",
    }
}

/// Reads a move without a board.
///
/// # Errors
/// [`MoveError::Form`] if the text is not two cells and, at most, the letter of a promotion.
pub fn parse_move<const N: usize>(game: &Game<N>, text: &str) -> Result<WireMove, MoveError> {
    let read = || {
        let (from, rest) = text.split_at_checked(N)?;
        let (to, letter) = rest.split_at_checked(N)?;
        let mut letters = letter.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(promotion(game, letter)?),
            _ => return None,
        };
        Some(WireMove { from: parse_cell(game, from)?, to: parse_cell(game, to)?, promotion })
    };
    read().ok_or_else(|| MoveError::Form(excerpt(text), form(game)))
}

/// Kind of a promotion letter: Raumschach writes small letters, Tesseract capitals and reads both.
fn promotion<const N: usize>(game: &Game<N>, letter: char) -> Option<Kind> {
    if game.rules().notation == Notation::Levels && !letter.is_ascii_lowercase() {
        return None;
    }
    let kind = game.kind(letter.to_ascii_uppercase())?;
    game.rules().promotions.contains(&kind).then_some(kind)
}

/// A move written down.
pub fn write_move<const N: usize>(game: &Game<N>, mv: Move) -> String {
    let mut text = cell(game, mv.origin::<N>()) + &cell(game, mv.target::<N>());
    if let Some(kind) = mv.promotion() {
        let letter = game.letter(kind);
        text.push(if game.rules().notation == Notation::Levels {
            letter.to_ascii_lowercase()
        } else {
            letter
        });
    }
    text
}

impl<const N: usize> Position<N> {
    /// The legal move that a wire move means.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] if there is none.
    pub fn resolve(&self, wire: WireMove) -> Result<Move, MoveError> {
        let same = |mv: &Move| {
            mv.origin::<N>() == wire.from && mv.target::<N>() == wire.to && mv.promotion() == wire.promotion
        };
        self.legal_moves().into_iter().find(same).ok_or_else(|| {
            let letter = wire.promotion.map(|kind| self.game().letter(kind).to_string()).unwrap_or_default();
            MoveError::Illegal(cell(self.game(), wire.from) + &cell(self.game(), wire.to) + &letter)
        })
    }

    /// Reads a move and finds it among the legal ones.
    ///
    /// # Errors
    /// As [`parse_move`] and [`Position::resolve`].
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let wire = parse_move(self.game(), text)?;
        self.resolve(wire).map_err(|_| MoveError::Illegal(excerpt(text)))
    }
}
