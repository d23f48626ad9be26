//! Positions and evaluations drawn for people.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;

use crate::book::polyglot_key;
use crate::chess::{Color, File, Piece, Position, Rank, Square};
use crate::eval::{Breakdown, Term};
use crate::lattice::{self, AnyPosition, Paint};

/// Which side the board is seen from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// White's side is below.
    #[default]
    White,
    /// Black's side is below.
    Black,
}

/// The board alone.
#[must_use]
pub fn board(position: &Position, view: View) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match view {
        View::White => ranks.reverse(),
        View::Black => files.reverse(),
    }
    let mut text = RULE.to_owned();
    for rank in ranks {
        for file in files {
            let man = position.piece_at(Square::new(file, rank)).map_or(' ', Piece::letter);
            let _ = write!(text, " | {man}");
        }
        let _ = writeln!(text, " | {}", rank.digit());
        text += RULE;
    }
    for file in files {
        let _ = write!(text, "   {}", file.letter());
    }
    text + "\n"
}

/// The board and what else is known of the position.
#[must_use]
pub fn position(position: &Position, view: View) -> String {
    let checkers: String = position.checkers().into_iter().map(|square| format!(" {square}")).collect();
    format!(
        "{}\nFen: {}\nKey: {:016X}\nPolyglot key: {:016x}\nCheckers:{checkers}\n",
        board(position, view),
        position.fen(),
        position.key(),
        polyglot_key(position),
    )
}

/// The boards of a variant and what else is known of the position.
#[must_use]
pub fn lattice(position: &AnyPosition, paint: Paint) -> String {
    let checkers: String = position.checkers().iter().map(|cell| format!(" {cell}")).collect();
    format!(
        "{}\nFen: {}\nKey: {:016X}\nCheckers:{checkers}\n",
        position.draw(paint),
        position.fen(),
        position.key(),
    )
}

/// The terms of the evaluation of a variant, in pawns, and what they come to.
#[must_use]
pub fn lattice_evaluation(position: &AnyPosition) -> String {
    let table = position.evaluation();
    let white = table.total;
    let own = if position.side() == lattice::Color::White { white } else { -white };
    format!("{table}\nEvaluation: {white} centipawns for White, {own} for the side to move\n")
}

/// The terms of an evaluation, middlegame and endgame, for White, for Black and together.
#[must_use]
pub fn evaluation(breakdown: &Breakdown) -> String {
    let mut text = String::from(
        "Centipawns        |     White     |     Black     |     Total\n\
         Term              |    MG     EG  |    MG     EG  |    MG     EG\n\
         ------------------+---------------+---------------+--------------\n",
    );
    for term in Term::ALL {
        let (white, black) = (breakdown.term(term, Color::White), breakdown.term(term, Color::Black));
        let total = (white.0 - black.0, white.1 - black.1);
        row(&mut text, &title(term), [white, black, total]);
    }
    text += "------------------+---------------+---------------+--------------\n";
    for (name, [white, black]) in
        [("Tapered", breakdown.tapered), ("Pins", breakdown.pins), ("Hanging", breakdown.hanging)]
    {
        let _ = writeln!(text, "{name:<18}|{white:>10}     |{black:>10}     |{:>10}", white - black);
    }
    let _ = writeln!(text, "{:<18}|{:>15}|{:>15}|{:>10}", "Before scaling", "", "", breakdown.before_scaling);
    let _ = write!(
        text,
        "\nEvaluation: {} centipawns for White, {} for the side to move\n",
        breakdown.white, breakdown.side_to_move
    );
    text
}

fn row(text: &mut String, name: &str, columns: [(i32, i32); 3]) {
    let [white, black, total] = columns.map(|(mg, eg)| format!("{mg:>6} {eg:>6}"));
    let _ = writeln!(text, "{name:<18}|{white}  |{black}  |{total}");
}

/// `Bishop pair` for `bishop_pair`.
fn title(term: Term) -> String {
    let name = term.name().replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
