//! The board as the console draws it.

use std::fmt::Write as _;

use crate::chess::{Color, File, Piece, PieceKind, Position, Rank, Square};
use crate::protocol::describe::View;

const RIM: &str = "   +----+----+----+----+----+----+----+----+\n";

/// Spanish letters, as in 2012: Rey, Dama, Torre, Alfil, Caballo, Peón; Black's with a star.
fn man(piece: Option<Piece>) -> [char; 2] {
    let Some(piece) = piece else { return [' ', ' '] };
    let letter = match piece.kind() {
        PieceKind::Pawn => 'P',
        PieceKind::Knight => 'C',
        PieceKind::Bishop => 'A',
        PieceKind::Rook => 'T',
        PieceKind::Queen => 'D',
        PieceKind::King => 'R',
    };
    [if piece.color() == Color::Black { '*' } else { ' ' }, letter]
}

/// The board, and whose turn it is.
pub(super) fn draw(position: &Position, view: View) -> String {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match view {
        View::White => ranks.reverse(),
        View::Black => files.reverse(),
    }
    let mut text = String::from(RIM);
    for rank in ranks {
        let _ = write!(text, " {} |", rank.digit());
        for file in files {
            let [mark, letter] = man(position.piece_at(Square::new(file, rank)));
            let _ = write!(text, " {mark}{letter} |");
        }
        text.push('\n');
        text.push_str(RIM);
    }
    text.push(' ');
    for file in files {
        let _ = write!(text, "    {}", file.letter());
    }
    let _ = write!(text, "\n{}\n", turn(position.side_to_move(), position.in_check()));
    text
}

/// Whose turn it is, and whether in check.
pub(super) fn turn(side: Color, in_check: bool) -> String {
    let side = match side {
        Color::White => "Juegan las blancas / White to move",
        Color::Black => "Juegan las negras / Black to move",
    };
    let check = if in_check { " (jaque / check)" } else { "" };
    format!("{side}{check}")
}
