//! The one place that writes to the outside: whole lines, each flushed, and the debug log.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Write};

use crate::lattice::Paint;

/// Writes lines to whoever listens.
///
/// A listener that has gone is no error: what follows is dropped, and the loop ends with its input.
pub struct Output {
    sink: Box<dyn Write + Send>,
    closed: bool,
    /// Someone looks at it on a terminal, so it may use colour.
    terminal: bool,
    log: Option<File>,
}

/// The debug log could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("the debug log {path} cannot be written: {source}")]
pub struct LogError {
    path: String,
    source: io::Error,
}

impl Output {
    /// Output to a writer.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        Self { sink: Box::new(sink), closed: false, terminal: false, log: None }
    }

    /// Output to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self { terminal: io::stdout().is_terminal(), ..Self::new(io::stdout()) }
    }

    /// Whether drawings may use colour.
    #[must_use]
    pub const fn paint(&self) -> Paint {
        if self.terminal { Paint::Ansi } else { Paint::Plain }
    }

    /// Writes the lines of a drawing of the program's own, colours and all.
    pub fn drawing(&mut self, text: &str) {
        for line in text.lines() {
            self.log("<<", line);
            self.raw(&format!("{line}\n"));
        }
    }

    /// Writes a line and flushes it. Control characters, which only hostile input can have brought
    /// in, become blanks, so that one call is always one line.
    pub fn line(&mut self, line: impl Display) {
        let mut text = line.to_string();
        if text.contains(|c: char| c.is_control() && c != '\t') {
            text = text.replace(|c: char| c.is_control() && c != '\t', " ");
        }
        self.log("<<", &text);
        text.push('\n');
        self.raw(&text);
    }

    /// Writes a text of several lines.
    pub fn block(&mut self, text: impl Display) {
        for line in text.to_string().lines() {
            self.line(line);
        }
    }

    /// Writes text that does not end its line, such as a prompt.
    pub fn raw(&mut self, text: &str) {
        if !self.closed {
            self.closed = self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush()).is_err();
        }
    }

    /// Writes `info string …`.
    pub fn info(&mut self, text: impl Display) {
        self.line(format_args!("info string {text}"));
    }

    /// Writes an input line down in the debug log, if there is one.
    pub fn heard(&mut self, line: &str) {
        self.log(">>", line);
    }

    /// Begins a debug log, appended to the file named; an empty name ends it.
    ///
    /// # Errors
    /// If the file cannot be opened for writing; an old log goes on.
    pub fn set_log(&mut self, path: &str) -> Result<(), LogError> {
        self.log = match path {
            "" => None,
            _ => Some(
                File::options()
                    .create(true)
                    .append(true)
                    .open(path)
                    .map_err(|source| LogError { path: path.to_owned(), source })?,
            ),
        };
        Ok(())
    }

    fn log(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // A full disk must not end a game.
            let _ = writeln!(log, "{direction} {line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_call_is_one_line() {
        let heard = Shared::default();
        let mut output = Output::new(heard.clone());
        output.line("a\r\nb\u{7}");
        output.info("c");
        output.block("d\n\ne\n");
        assert_eq!(heard.0.lock().unwrap().as_slice(), b"a  b \ninfo string c\nd\n\ne\n");
    }

    #[test]
    fn a_listener_who_has_gone_is_no_error() {
        let mut output = Output::new(Gone);
        output.line("a");
        assert!(output.closed);
        output.line("b");
    }

    #[test]
    fn the_log_holds_both_directions_and_a_bad_path_changes_nothing() {
        let path = std::env::temp_dir().join(format!("mangoac-log-{}", std::process::id()));
        let mut output = Output::new(io::sink());
        output.set_log(path.to_str().unwrap()).unwrap();
        output.heard("uci");
        assert!(output.set_log("/no/such/folder/log").is_err());
        output.line("uciok");
        output.set_log("").unwrap();
        output.line("not logged");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, ">> uci\n<< uciok\n");
    }
}
