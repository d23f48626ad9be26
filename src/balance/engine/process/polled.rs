//! Reading a process's pipes by whoever waits for them: no thread has to be woken in between.

use std::io::Read;
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{LONGEST_LINE, Output};

/// Bytes read at a time.
const CHUNK: usize = 1 << 14;
/// How long the last words of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// A pipe and what has been read from it.
struct Pipe<R> {
    pipe: Option<R>,
    bytes: Vec<u8>,
    /// Where the lines not yet handed out begin.
    start: usize,
    /// When the last bytes were read.
    came: Instant,
}

impl<R: Read + AsFd> Pipe<R> {
    fn new(pipe: Option<R>) -> Self {
        Self { pipe, bytes: Vec::new(), start: 0, came: Instant::now() }
    }

    /// The next line that has been read, whole or the last one.
    fn line(&mut self, wrap: fn(String) -> Output) -> Option<(Output, Instant)> {
        let rest = self.bytes.get(self.start..).unwrap_or_default();
        let (length, skipped) = match rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end, end + 1),
            None if rest.len() >= LONGEST_LINE => return Some((Output::TooLong, self.came)),
            None if self.pipe.is_none() && !rest.is_empty() => (rest.len(), rest.len()),
            None => return None,
        };
        if length >= LONGEST_LINE {
            return Some((Output::TooLong, self.came));
        }
        let text = String::from_utf8_lossy(rest.get(..length).unwrap_or_default()).trim_end().to_owned();
        self.start += skipped;
        Some((wrap(text), self.came))
    }

    /// Reads what is there; waits if nothing is. An error is an end.
    fn read(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        self.bytes.drain(..std::mem::take(&mut self.start));
        let length = self.bytes.len();
        self.bytes.resize(length + CHUNK, 0);
        let read = match pipe.read(self.bytes.get_mut(length..).unwrap_or_default()) {
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                return self.bytes.truncate(length);
            }
            Err(_) => 0,
        };
        self.came = Instant::now();
        self.bytes.truncate(length + read);
        if read == 0 {
            self.pipe = None;
        }
    }
}

/// What a process writes.
pub(super) struct Source {
    lines: Pipe<ChildStdout>,
    errors: Pipe<ChildStderr>,
    /// Until when last words may come.
    ending: Option<Instant>,
}

impl Source {
    pub fn new(lines: Option<ChildStdout>, errors: Option<ChildStderr>) -> Self {
        Self { lines: Pipe::new(lines), errors: Pipe::new(errors), ending: None }
    }

    /// The next output and when it was read, `None` if there is none within `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<(Output, Instant)> {
        let asked = Instant::now();
        loop {
            if let Some(complaint) = self.errors.line(Output::Complaint) {
                return Some(complaint);
            }
            if let Some(line) = self.lines.line(Output::Line) {
                return Some(line);
            }
            let now = Instant::now();
            let mut left = patience.saturating_sub(now - asked);
            if self.lines.pipe.is_none() {
                let until = *self.ending.get_or_insert(now + LAST_WORDS);
                left = left.min(until.saturating_duration_since(now));
                if self.errors.pipe.is_none() || now >= until {
                    return Some((Output::End, self.lines.came));
                }
            }
            if !self.wait(left) && self.lines.pipe.is_some() {
                return None;
            }
        }
    }

    /// Waits until there is something to be read, and reads it; false if nothing came in time.
    fn wait(&mut self, patience: Duration) -> bool {
        let (mut has_lines, mut has_errors) = (false, false);
        let mut polled = Vec::with_capacity(2);
        let events = PollFlags::IN;
        let places = [
            self.lines.pipe.as_ref().map(|pipe| PollFd::new(pipe, events)),
            self.errors.pipe.as_ref().map(|pipe| PollFd::new(pipe, events)),
        ];
        let first_is_lines = self.lines.pipe.is_some();
        polled.extend(places.into_iter().flatten());
        let timeout = Timespec {
            tv_sec: patience.as_secs().min(1 << 30).cast_signed(),
            tv_nsec: patience.subsec_nanos().into(),
        };
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) => return false,
            Err(_) => return true, // interrupted: whoever waits looks again
            Ok(_) => {
                for (index, place) in polled.iter().enumerate() {
                    let ready = !place.revents().is_empty();
                    match index == 0 && first_is_lines {
                        true => has_lines = ready,
                        false => has_errors = ready,
                    }
                }
            }
        }
        drop(polled);
        if has_errors {
            self.errors.read();
        }
        if has_lines {
            self.lines.read();
        }
        true
    }
}
