//! Positions as one line of text.
//!
//! Both games write the last axis first and downward: boards separated by `|`, rows by `/`, the first axis within a
//! row, digits for empty cells. Raumschach follows the form of the vizzini project; Tesseract adds an en-passant field.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::game::Game;
use super::geometry::{Cell, Lattice, SIDE};
use super::notation::{self, excerpt};
use super::piece::Color;
use super::position::Position;
use super::setup::{Setup, SetupError};
use thiserror::Error;

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// Wrong number of fields.
    #[error("the FEN has {0} fields instead of {1}")]
    Fields(usize, usize),
    /// Wrong number of boards.
    #[error("the FEN has {0} boards instead of {1}")]
    Boards(usize, usize),
    /// A board with too many or too few rows.
    #[error("board '{0}' has {1} rows instead of 5")]
    Rows(String, usize),
    /// A row with too many or too few cells, or with a letter the game does not know.
    #[error("row '{0}' is not five cells of this game")]
    Row(String),
    /// Neither `w` nor `b`.
    #[error("'{0}' is not a side to move (w or b)")]
    Side(String),
    /// Not a cell.
    #[error("'{0}' is not an en-passant cell")]
    Passing(String),
    /// Not a number from 0 to 65535.
    #[error("'{0}' is not a number of moves")]
    Number(String),
    /// The text can be read but is no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl<const N: usize> Setup<N> {
    /// Reads a FEN. The two counters may be missing.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(game: &'static Game<N>, text: &str) -> Result<Setup<N>, FenError> {
        let all = if game.has_en_passant() { 5 } else { 4 };
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let wrong = FenError::Fields(fields.len(), all);
        let (men, side, passing, counters) = match (fields.as_slice(), game.has_en_passant()) {
            ([men, side, counters @ ..], false) => (men, side, "-", counters),
            ([men, side, passing, counters @ ..], true) => (men, side, *passing, counters),
            _ => return Err(wrong),
        };
        let mut setup = Setup::empty(game);
        match counters {
            [] => {}
            [halfmoves, number] => {
                setup.halfmoves = parse_number(halfmoves)?;
                setup.number = parse_number(number)?;
            }
            _ => return Err(wrong),
        }
        setup.read_boards(men)?;
        setup.side = match *side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(excerpt(side))),
        };
        if passing != "-" {
            let cell =
                notation::parse_cell(game, passing).ok_or_else(|| FenError::Passing(excerpt(passing)))?;
            setup.passing = Some(cell);
        }
        Ok(setup)
    }

    fn read_boards(&mut self, text: &str) -> Result<(), FenError> {
        let all = SIDE.pow(N as u32 - 2);
        let boards: Vec<&str> = text.split('|').collect();
        if boards.len() != all {
            return Err(FenError::Boards(boards.len(), all));
        }
        for (board, number) in boards.into_iter().zip((0..all).rev()) {
            let rows: Vec<&str> = board.split('/').collect();
            if rows.len() != SIDE {
                return Err(FenError::Rows(excerpt(board), rows.len()));
            }
            for (row, rank) in rows.into_iter().zip((0..SIDE).rev()) {
                let first = (number * SIDE + rank) * SIDE;
                self.read_row(row, first).ok_or_else(|| FenError::Row(excerpt(row)))?;
            }
        }
        Ok(())
    }

    /// Reads five cells, the first of which has the number `first`.
    fn read_row(&mut self, row: &str, first: usize) -> Option<()> {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|empty| (1..=SIDE as u32).contains(empty)) {
                file += empty as usize;
                continue;
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let kind = self.game.kind(letter.to_ascii_uppercase())?;
            if file >= SIDE {
                return None;
            }
            self.put(Lattice::<N>::cell(first + file)?, Some((color, kind)));
            file += 1;
        }
        (file == SIDE).then_some(())
    }

    /// Writes the FEN.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for number in (0..SIDE.pow(N as u32 - 2)).rev() {
            for rank in (0..SIDE).rev() {
                self.write_row((number * SIDE + rank) * SIDE, &mut text);
                text.push(if rank > 0 { '/' } else { '|' });
            }
        }
        text.pop();
        text.push(' ');
        text.push(self.side.letter());
        if self.game.has_en_passant() {
            let cell = self.passing.map(|cell| notation::cell(self.game, cell));
            text.push(' ');
            text.push_str(cell.as_deref().unwrap_or("-"));
        }
        text + &format!(" {} {}", self.halfmoves, self.number)
    }

    fn write_row(&self, first: usize, text: &mut String) {
        let mut empty = 0;
        for index in first..first + SIDE {
            match Lattice::<N>::cell(index).and_then(|cell| self.letter(cell)) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }

    /// Letter of the man on a cell: upper case for White.
    pub(super) fn letter(&self, cell: Cell) -> Option<char> {
        self.man(cell).map(|(color, kind)| match color {
            Color::White => self.game.letter(kind),
            Color::Black => self.game.letter(kind).to_ascii_lowercase(),
        })
    }
}

fn parse_number(text: &str) -> Result<u16, FenError> {
    text.parse().map_err(|_| FenError::Number(excerpt(text)))
}

impl<const N: usize> Position<N> {
    /// Reads a FEN and checks it.
    ///
    /// # Errors
    /// What is wrong with the text or with the position.
    pub fn from_fen(game: &'static Game<N>, text: &str) -> Result<Position<N>, FenError> {
        Ok(Setup::parse(game, text)?.position()?)
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        self.setup().fen()
    }
}
