//! The old way to set up a position: `edit`.

use crate::chess::{CastlingClaim, Color, File, Piece, PieceKind, Position, Rank, Setup, Square};

/// A board being edited.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    setup: Setup,
    /// The colour of the men put down.
    color: Color,
}

/// What an editing command leads to.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Edited {
    /// Editing goes on.
    More,
    /// The board is as it should be.
    Done,
}

impl Editor {
    /// Begins with the men of a position, putting down white ones.
    pub fn new(position: &Position) -> Self {
        let mut setup = Setup { side: position.side_to_move(), ..Setup::default() };
        for (slot, square) in setup.board.iter_mut().zip(Square::ALL) {
            *slot = position.piece_at(square);
        }
        Self { setup, color: Color::White }
    }

    /// `#` clears the board, `c` changes the colour, `Pa4` puts a man down, `xa4` takes it away,
    /// `.` ends. `None` if the word is none of these.
    pub fn command(&mut self, word: &str) -> Option<Edited> {
        match word {
            "." => return Some(Edited::Done),
            "#" => self.setup.board = [None; Square::COUNT],
            "c" => self.color = !self.color,
            _ => {
                let mut letters = word.chars();
                let man = letters.next()?;
                let square: Square = letters.as_str().parse().ok()?;
                let piece = PieceKind::from_letter(man).map(|kind| Piece::new(self.color, kind));
                if piece.is_none() && !matches!(man, 'x' | 'X' | '.') {
                    return None;
                }
                if let Some(slot) = self.setup.board.get_mut(square.index()) {
                    *slot = piece;
                }
            }
        }
        Some(Edited::More)
    }

    /// The position as it stands. Kings and rooks on their squares of classical chess may castle.
    pub fn setup(mut self) -> Setup {
        for color in Color::ALL {
            let home = |file| Square::new(file, Rank::First.relative_to(color));
            let king = Some(Piece::new(color, PieceKind::King));
            if self.setup.board.get(home(File::E).index()) == Some(&king) {
                let claims = [File::H, File::A].map(|file| CastlingClaim::OnFile(color, file));
                self.setup.castling.extend(claims);
            }
        }
        self.setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_edited_man_by_man() {
        let mut editor = Editor::new(&Position::startpos());
        for word in ["#", "Ke1", "Rh1", "Qd5", "xd5", "c", "Ke8", "pa7"] {
            assert_eq!(editor.command(word), Some(Edited::More), "{word}");
        }
        for word in ["", "K", "Ke9", "Zz1", "é1", "Ke11"] {
            assert_eq!(editor.command(word), None, "{word}");
        }
        assert_eq!(editor.command("."), Some(Edited::Done));
        let position = editor.setup().position().unwrap();
        assert_eq!(position.fen(), "4k3/p7/8/8/8/8/8/4K2R w K - 0 1");
    }
}
