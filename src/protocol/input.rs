//! Where a loop's events come from: the reader of standard input and the search.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::engine::{AnyMove, AnyOutcome};
use crate::search::{Line, Report};

/// Longest line taken, bytes.
pub const MAX_LINE: usize = 256 << 10;

/// What arrives from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line without its end; bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line longer than [`MAX_LINE`], dropped whole.
    TooLong,
    /// The end of input; nothing follows.
    End,
}

/// What arrives from a search. The number is the search's own, so that a loop can tell a late
/// event of an old search.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// An iteration has ended.
    Line(u64, Line<AnyMove>),
    /// The search has ended.
    Finished(u64, AnyOutcome),
}

/// Something a loop has to look at.
#[derive(Clone, Debug)]
pub enum Event {
    /// From outside.
    Input(Input),
    /// From a search.
    Search(SearchEvent),
}

/// The queue of events of a loop.
pub struct Events {
    receiver: Receiver<Event>,
    sender: Sender<Event>,
}

/// Puts what a search reports into a queue.
struct Telegraph {
    sender: Sender<Event>,
    search: u64,
    finished: bool,
}

impl Report<AnyMove> for Telegraph {
    fn line(&mut self, line: &Line<AnyMove>) {
        // The loop may have ended: then nobody wants to know.
        let _ = self.sender.send(Event::Search(SearchEvent::Line(self.search, line.clone())));
    }

    fn finished(&mut self, outcome: &AnyOutcome) {
        self.finished = true;
        let _ = self.sender.send(Event::Search(SearchEvent::Finished(self.search, outcome.clone())));
    }
}

impl Drop for Telegraph {
    /// A search that died has ended too, or its loop would wait forever.
    fn drop(&mut self) {
        if !self.finished {
            self.finished(&AnyOutcome::NONE);
        }
    }
}

impl Events {
    /// A queue fed by a thread that reads `input` to its end.
    pub fn from_reader(input: impl BufRead + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        let events = Self { receiver, sender: sender.clone() };
        // Without a reader the loop would wait forever: say that input has ended.
        let reader = thread::Builder::new().name("input".into()).spawn(move || read(input, &sender));
        if reader.is_err() {
            let _ = events.sender.send(Event::Input(Input::End));
        }
        events
    }

    /// A queue fed from standard input.
    #[must_use]
    pub fn from_stdin() -> Self {
        Self::from_reader(std::io::BufReader::new(std::io::stdin()))
    }

    /// A report that feeds this queue.
    #[must_use]
    pub fn report(&self, search: u64) -> Box<dyn Report<AnyMove>> {
        Box::new(Telegraph { sender: self.sender.clone(), search, finished: false })
    }

    /// Waits for the next event.
    #[must_use]
    pub fn next(&self) -> Event {
        self.receiver.recv().unwrap_or(Event::Input(Input::End))
    }

    /// Waits for the next event, but not longer than `patience`.
    #[must_use]
    pub fn next_within(&self, patience: Duration) -> Option<Event> {
        match self.receiver.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Input(Input::End)),
        }
    }
}

fn read(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let next = read_line(&mut input);
        let ended = next == Input::End;
        if events.send(Event::Input(next)).is_err() || ended {
            return;
        }
    }
}

/// Reads to the next line feed or to the end. A last line without one counts.
fn read_line(input: &mut impl BufRead) -> Input {
    let mut bytes = Vec::new();
    let limit = MAX_LINE as u64 + 2; // room for a carriage return and a line feed
    match input.take(limit).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return Input::End,
        Ok(_) => {}
    }
    let complete = bytes.last() == Some(&b'\n');
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    if bytes.len() > MAX_LINE {
        if !complete {
            skip_line(input);
        }
        return Input::TooLong;
    }
    Input::Line(String::from_utf8_lossy(&bytes).into_owned())
}

/// Drops what is left of a line without keeping it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(buffer) = input.fill_buf() else { return };
        match buffer.iter().position(|&byte| byte == b'\n') {
            _ if buffer.is_empty() => return,
            Some(end) => return input.consume(end + 1),
            None => {
                let all = buffer.len();
                input.consume(all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(text: &[u8]) -> Vec<Input> {
        let events = Events::from_reader(Cursor::new(text.to_vec()));
        let mut inputs = Vec::new();
        loop {
            match events.next() {
                Event::Input(Input::End) => return inputs,
                Event::Input(input) => inputs.push(input),
                Event::Search(_) => {}
            }
        }
    }

    #[test]
    fn line_ends_of_all_kinds_are_understood() {
        let line = |text: &str| Input::Line(text.into());
        assert_eq!(lines(b"uci\r\n\r\nd\nlast"), [line("uci"), line(""), line("d"), line("last")]);
        assert_eq!(lines(b"\xff\xfe\n"), [line("\u{fffd}\u{fffd}")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn an_overlong_line_is_dropped_whole() {
        for (length, kept) in [(MAX_LINE, true), (MAX_LINE + 1, false), (3 * MAX_LINE + 7, false)] {
            for end in ["\n", "\r\n"] {
                let text = "x".repeat(length) + end + "isready\n";
                let read = lines(text.as_bytes());
                assert_eq!(read.len(), 2, "{length}");
                assert_eq!(read[0] != Input::TooLong, kept, "{length}");
                assert_eq!(read[1], Input::Line("isready".into()));
            }
        }
    }
}
