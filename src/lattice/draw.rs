//! A position as a picture of text: Raumschach as five levels side by side, Tesseract as a 5 × 5 grid of boards.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::game::Notation;
use super::geometry::{Lattice, SIDE};
use super::position::Position;
use super::setup::Setup;

/// Whether a picture may use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Letters only.
    Plain,
    /// ANSI escape sequences for a terminal.
    Ansi,
}

/// Colours of a terminal: White's men, Black's men, what is written around the boards, and back to normal.
const WHITE: &str = "\x1b[1;33m";
const BLACK: &str = "\x1b[1;36m";
const FAINT: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// One cell: the man's letter, or a dot.
fn cell<const N: usize>(setup: &Setup<N>, index: usize, paint: Paint) -> String {
    let letter = Lattice::<N>::cell(index).and_then(|cell| setup.letter(cell));
    match (letter, paint) {
        (letter, Paint::Plain) => letter.unwrap_or('.').to_string(),
        (None, Paint::Ansi) => format!("{FAINT}.{RESET}"),
        (Some(letter), Paint::Ansi) => {
            let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
            format!("{color}{letter}{RESET}")
        }
    }
}

fn faint(text: String, paint: Paint) -> String {
    if paint == Paint::Ansi { format!("{FAINT}{text}{RESET}") } else { text }
}

impl<const N: usize> Position<N> {
    /// The picture, ending in a newline: boards side by side along the third axis, one row of boards for each
    /// coordinate of the fourth.
    pub fn draw(&self, paint: Paint) -> String {
        let setup = self.setup();
        let levels = self.game().rules().notation == Notation::Levels;
        let mut text = String::new();
        for outer in (0..SIDE.pow(N as u32 - 3)).rev() {
            text += &faint(heading(levels, outer), paint);
            for rank in (0..SIDE).rev() {
                for board in 0..SIDE {
                    text += &faint(format!("{}{} ", if board == 0 { " " } else { "   " }, rank + 1), paint);
                    let first = ((outer * SIDE + board) * SIDE + rank) * SIDE;
                    let row: Vec<String> =
                        (first..first + SIDE).map(|index| cell(&setup, index, paint)).collect();
                    text += &row.join(" ");
                }
                text.push('\n');
            }
            text += &faint(footing(levels), paint);
        }
        text
    }
}

/// The line above a row of boards.
fn heading(levels: bool, outer: usize) -> String {
    let name = |board: u8| {
        if levels { char::from(b'A' + board).to_string() } else { format!("z{} w{}", board + 1, outer + 1) }
    };
    let mut line = String::new();
    for board in 0..SIDE as u8 {
        let indent = 3 + usize::from(board) * 14;
        line += &" ".repeat(indent.saturating_sub(line.len()));
        line += &format!("{:^9}", name(board));
    }
    line.trim_end().to_string() + "\n"
}

/// The line below a row of boards.
fn footing(levels: bool) -> String {
    let row = if levels { "a b c d e" } else { "1 2 3 4 5" };
    let mut line = String::from(" ");
    for board in 0..SIDE {
        line += if board == 0 { "  " } else { "     " };
        line += row;
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::{raumschach, tesseract};
    use super::*;

    #[test]
    fn raumschach_shows_five_levels_side_by_side() {
        let drawn = Position::start(&raumschach::START)
            .map(|position| position.draw(Paint::Plain))
            .unwrap_or_default();
        let bottom = "\
 1 R N K N R   1 B U Q B U   1 . . . . .   1 . . . . .   1 . . . . .
   a b c d e     a b c d e     a b c d e     a b c d e     a b c d e
";
        assert_eq!(drawn.lines().count(), 7);
        assert!(drawn.ends_with(bottom), "{drawn}");
        assert!(
            drawn.starts_with(
                "       A             B             C             D             E\n 5 . . . . .   5"
            ),
            "{drawn}"
        );
    }

    #[test]
    fn tesseract_shows_five_rows_of_five_boards() {
        let position = Position::start(&tesseract::NORMAL);
        let drawn = position.map(|position| position.draw(Paint::Plain)).unwrap_or_default();
        assert_eq!(drawn.lines().count(), 35);
        assert!(drawn.contains("z5 w1"), "{drawn}");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let Ok(position) = Position::start(&tesseract::LIGHT) else { return };
        let mut painted = position.draw(Paint::Ansi);
        for sequence in [WHITE, BLACK, FAINT, RESET] {
            painted = painted.replace(sequence, "");
        }
        assert_eq!(painted, position.draw(Paint::Plain));
    }
}
