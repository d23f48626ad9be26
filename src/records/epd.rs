//! Extended position description: a position and operations on it.
//!
//! After S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, §16.2.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use super::lines::Lines;
use crate::chess::{FenError, Position};

/// Why a line is no EPD.
pub type EpdError = FenError;

/// An operation such as `bm Qg6` or `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// The operands as written.
    pub text: String,
}

impl Operation {
    /// An operation of a name and its operands as written.
    #[must_use]
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.to_owned(), text: text.into() }
    }

    /// The operand, without quotes around it.
    #[must_use]
    pub fn value(&self) -> &str {
        self.text.trim_matches('"')
    }
}

/// A position and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// The operations, in the order of the line.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// An operation by name.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// Replaces an operation, or adds it at the end.
    pub fn set(&mut self, name: &str, text: impl Into<String>) {
        let new = Operation::new(name, text);
        match self.operations.iter_mut().find(|operation| operation.name == name) {
            Some(old) => *old = new,
            None => self.operations.push(new),
        }
    }

    /// Takes an operation out.
    pub fn remove(&mut self, name: &str) {
        self.operations.retain(|operation| operation.name != name);
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads four fields, the two clocks of a FEN if they are there, and operations. Clocks may
    /// also be given by `hmvc` and `fmvn`.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        let (fields, mut rest) = split_fields(text, 4);
        let mut fen = fields.join(" ");
        let (clocks, after) = split_fields(rest, 2);
        let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let operations = if clocks.len() == 2 && clocks.iter().all(is_number) {
            fen = format!("{fen} {}", clocks.join(" "));
            rest = after;
            read_operations(rest)
        } else {
            let operations = read_operations(rest);
            let clock = |name: &str, default: &'static str| {
                let found = operations.iter().find(|operation| operation.name == name);
                found.map(Operation::value).filter(is_number).unwrap_or(default)
            };
            if fields.len() == 4 {
                fen = format!("{fen} {} {}", clock("hmvc", "0"), clock("fmvn", "1"));
            }
            operations
        };
        Ok(Self { position: Position::from_fen(&fen)?, operations })
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let (fields, clocks) = split_fields(&fen, 4);
        f.write_str(&fields.join(" "))?;
        let clocks: Vec<&str> = clocks.split_whitespace().collect();
        for (name, clock, usual) in
            [("hmvc", clocks.first(), "0"), ("fmvn", clocks.get(1), "1")].map(|(a, b, c)| (a, b.copied(), c))
        {
            if self.operation(name).is_none()
                && let Some(clock) = clock.filter(|clock| *clock != usual)
            {
                write!(f, " {name} {clock};")?;
            }
        }
        for Operation { name, text } in &self.operations {
            match text.is_empty() {
                true => write!(f, " {name};")?,
                false => write!(f, " {name} {text};")?,
            }
        }
        Ok(())
    }
}

/// The first `count` words, and the rest.
fn split_fields(text: &str, count: usize) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::with_capacity(count), text.trim());
    while fields.len() < count && !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        fields.push(word);
        rest = after.trim_start();
    }
    (fields, rest)
}

/// Operations end with a semicolon outside quotes; empty ones are passed over.
fn read_operations(text: &str) -> Vec<Operation> {
    let mut quoted = false;
    let ends = |letter: char| {
        quoted ^= letter == '"';
        letter == ';' && !quoted
    };
    let parts = text.split(ends).map(str::trim).filter(|part| !part.is_empty());
    let operation = |part: &str| {
        let (name, text) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        Operation::new(name, text.trim())
    };
    parts.map(operation).collect()
}

/// Reads a file of positions, one a line, and hands each over with the number of its line. Empty
/// lines and those that begin with `#` are passed over.
///
/// # Errors
/// If `input` cannot be read.
pub fn read_positions(
    input: impl BufRead,
    mut take: impl FnMut(usize, Result<Epd, EpdError>),
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while let Some((number, text)) = lines.next_line()? {
        if !text.is_empty() && !text.starts_with('#') {
            take(number, text.parse());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_habits_of_writing_are_read() {
        let read = |text: &str| text.parse::<Epd>().unwrap();
        let names = |epd: &Epd| epd.operations.iter().map(|op| op.name.clone()).collect::<Vec<_>>().join(" ");
        let wac = read("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"a; b\";");
        assert_eq!((names(&wac).as_str(), wac.operation("id").unwrap().value()), ("bm id", "a; b"));
        let perft = read("4k3/8/8/8/8/8/8/4K2R w K - 3 40 ;D1 15 ;D2 66");
        assert_eq!((names(&perft).as_str(), perft.position.halfmove_clock()), ("D1 D2", 3));
        let counted = read("4k3/8/8/8/8/8/8/4K2R w K - hmvc 12; fmvn 40; CCC post");
        assert_eq!((counted.position.halfmove_clock(), counted.position.fullmove_number()), (12, 40));
        assert_eq!(names(&counted), "hmvc fmvn CCC");
        assert!(read("4k3/8/8/8/8/8/8/4K2R w K -").operations.is_empty());
        assert!(read("4k3/8/8/8/8/8/8/4K2R w").operations.is_empty());
        for bad in
            ["", "x", "8/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K2R x - - bm Ke2;", ";", "\"", "é é é é é"]
        {
            assert!(bad.parse::<Epd>().is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "4k3/8/8/8/8/8/8/4K2R b K - hmvc 3; fmvn 40; bm Ke7 Kd7; id \"x; y\"; flag;";
        let epd: Epd = text.parse().unwrap();
        assert_eq!(epd.to_string(), text);
        let mut epd: Epd = "4k3/8/8/8/8/8/8/4K2R b K - 3 40 bm Ke7; ce 5;".parse().unwrap();
        epd.set("bm", "Kd7");
        epd.remove("ce");
        epd.set("acd", "9");
        assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R b K - hmvc 3; fmvn 40; bm Kd7; acd 9;");
        assert_eq!(epd.to_string().parse::<Epd>().unwrap().position, epd.position);
    }
}
