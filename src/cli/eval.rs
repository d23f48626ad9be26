//! `mangoac eval`: static evaluations, as a table or as JSON.

use std::io::{self, BufRead, Write};

use clap::Args;
use serde_json::{Map, Value, json};

use mangoac::chess::{Color, FenError, Position};
use mangoac::eval::{Breakdown, Mango, Style2012, Term, explain};
use mangoac::protocol::describe;
use mangoac::search::StyleName;

/// Evaluate positions without searching
///
/// Prints for each FEN the table of terms, or with --json one object a line. Without arguments the FENs
/// are read from standard input, one a line.
#[derive(Args, Debug)]
pub struct Eval {
    /// Positions in Forsyth-Edwards notation; those of standard input if there is none.
    fens: Vec<String>,
    /// Mango or 2012.
    #[arg(long, default_value = StyleName::default().name())]
    style: StyleName,
    /// Print one JSON object a line instead of a table.
    #[arg(long)]
    json: bool,
}

/// Why evaluations are missing.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    #[error("{0} of the positions could not be read")]
    Unread(usize),
    #[error("cannot read or write: {0}")]
    Io(#[from] io::Error),
}

impl Eval {
    /// Evaluates every position that can be read; the others are named on standard error.
    ///
    /// # Errors
    /// If a position could not be read, or input or output fails.
    pub fn run(&self) -> Result<(), EvalError> {
        let mut unread = 0;
        if self.fens.is_empty() {
            for line in io::stdin().lock().lines() {
                unread += self.one(&line?)?;
            }
        } else {
            for fen in &self.fens {
                unread += self.one(fen)?;
            }
        }
        if unread > 0 { Err(EvalError::Unread(unread)) } else { Ok(()) }
    }

    /// Evaluates one position; returns how many could not be read.
    fn one(&self, fen: &str) -> io::Result<usize> {
        if fen.trim().is_empty() {
            return Ok(0);
        }
        match self.text(fen) {
            Ok(text) => writeln!(io::stdout().lock(), "{text}").map(|()| 0),
            Err(error) => writeln!(io::stderr(), "{}: {error}", fen.trim()).map(|()| 1),
        }
    }

    fn text(&self, fen: &str) -> Result<String, FenError> {
        let position = Position::from_fen(fen)?;
        let breakdown = match self.style {
            StyleName::Mango => explain::<Mango>(&position),
            StyleName::Classic => explain::<Style2012>(&position),
        };
        Ok(match self.json {
            true => object(&position, &breakdown).to_string(),
            false => format!("{}\n{}", position.fen(), describe::evaluation(&breakdown)),
        })
    }
}

/// Values in centipawns; of each term [middlegame, endgame] by colour.
fn object(position: &Position, breakdown: &Breakdown) -> Value {
    let both = |pair: [i32; 2]| json!({ "white": pair[0], "black": pair[1] });
    let term = |term: Term| {
        let [white, black] = Color::ALL.map(|color| breakdown.term(term, color));
        (term.name().to_owned(), json!({ "white": [white.0, white.1], "black": [black.0, black.1] }))
    };
    let terms: Map<String, Value> = Term::ALL.into_iter().map(term).collect();
    json!({
        "fen": position.fen(),
        "white": breakdown.white,
        "side_to_move": breakdown.side_to_move,
        "phase": both(breakdown.material.phase),
        "terms": terms,
        "tapered": both(breakdown.tapered),
        "pins": both(breakdown.pins),
        "hanging": both(breakdown.hanging),
        "before_scaling": breakdown.before_scaling,
    })
}
