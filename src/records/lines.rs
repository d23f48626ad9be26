//! Lines of a text, however it was written.

use std::borrow::Cow;
use std::io::{self, BufRead, Read as _};

/// The longest line read, bytes: more is no text.
pub const LONGEST_LINE: usize = 16 << 20;

/// Reads a text line by line without ever holding more than one line.
pub struct Lines<R> {
    input: R,
    number: usize,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of `input`.
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, bytes: Vec::new() }
    }

    /// The next line and its number, counted from 1; without blanks at its end and without a byte
    /// order mark. Text that is not UTF-8 is taken for Latin-1, PGN's old alphabet.
    ///
    /// # Errors
    /// If the input cannot be read or has a line that is too long.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, Cow<'_, str>)>> {
        self.bytes.clear();
        let mut limited = (&mut self.input).take(LONGEST_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.len() > LONGEST_LINE {
            let words = format!("line {} is longer than {} MiB", self.number, LONGEST_LINE >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let text = match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}').trim_end()),
            Err(_) => {
                let latin: String = self.bytes.iter().map(|&byte| char::from(byte)).collect();
                Cow::Owned(latin.trim_end().to_owned())
            }
        };
        Ok(Some((self.number, text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_alphabet_are_numbered() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfone \r\n\nM\xfcller\nlast"[..]);
        let mut heard = Vec::new();
        while let Some((number, text)) = lines.next_line().unwrap() {
            heard.push((number, text.into_owned()));
        }
        let heard: Vec<(usize, &str)> = heard.iter().map(|(number, text)| (*number, text.as_str())).collect();
        assert_eq!(heard, [(1, "one"), (2, ""), (3, "Müller"), (4, "last")]);
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'x')));
        assert!(lines.next_line().unwrap_err().to_string().contains("line 1 is longer"));
    }
}
