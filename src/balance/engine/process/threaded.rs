//! Reading a process's pipes by a thread each, where nothing better is at hand.

use std::io::{BufRead, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{LONGEST_LINE, Output};

/// Lines that may wait to be read before the engine is made to wait.
const BACKLOG: usize = 256;

/// What a process writes.
pub(super) struct Source(Receiver<(Output, Instant)>);

impl Source {
    pub fn new(lines: Option<ChildStdout>, errors: Option<ChildStderr>) -> Self {
        let (sender, output) = sync_channel(BACKLOG);
        if let Some(errors) = errors {
            let sender = sender.clone();
            thread::spawn(move || forward(errors, &sender, Output::Complaint));
        }
        if let Some(lines) = lines {
            thread::spawn(move || {
                forward(lines, &sender, Output::Line);
                let _ = sender.send((Output::End, Instant::now())); // nobody listens any more: nothing to tell
            });
        }
        Self(output)
    }

    /// The next output and when it came, `None` if there is none within `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<(Output, Instant)> {
        match self.0.recv_timeout(patience) {
            Ok(output) => Some(output),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Output::End, Instant::now())),
        }
    }
}

/// Sends each line of `source` until it ends or nobody listens.
fn forward(source: impl Read, sender: &SyncSender<(Output, Instant)>, wrap: fn(String) -> Output) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LONGEST_LINE as u64;
        let Ok(length) = (&mut source).take(limit).read_until(b'\n', &mut line) else { return };
        if length == 0 {
            return;
        }
        let came = Instant::now();
        let complete = line.last() == Some(&b'\n');
        let output = if !complete && length >= LONGEST_LINE {
            Output::TooLong
        } else {
            wrap(String::from_utf8_lossy(&line).trim_end().to_owned())
        };
        let too_long = matches!(output, Output::TooLong);
        if sender.send((output, came)).is_err() || too_long {
            return;
        }
    }
}
