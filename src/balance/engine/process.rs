//! An engine's process and its pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line an engine may write, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait to be read before the engine is made to wait.
const BACKLOG: usize = 256;

/// What comes out of a process.
pub(super) enum Output {
    /// A line of its standard output.
    Line(String),
    /// A line of its standard error.
    Complaint(String),
    /// A line longer than any engine has reason to write.
    TooLong,
    /// Its standard output has ended.
    End,
}

/// A running process; it is ended when the value is dropped.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(Output, Instant)>,
}

impl Process {
    /// Starts a program in a process group of its own, so that Ctrl-C reaches this program alone.
    pub fn start(program: &Path, arguments: &[String]) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, output) = sync_channel(BACKLOG);
        if let Some(errors) = child.stderr.take() {
            let sender = sender.clone();
            thread::spawn(move || forward(errors, &sender, Output::Complaint));
        }
        if let Some(lines) = child.stdout.take() {
            thread::spawn(move || {
                forward(lines, &sender, Output::Line);
                let _ = sender.send((Output::End, Instant::now())); // nobody listens any more: nothing to tell
            });
        }
        let input = child.stdin.take();
        Ok(Self { child, input, output })
    }

    /// Writes text to the process at once.
    pub fn send(&mut self, text: &str) -> std::io::Result<()> {
        match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// The next output and when it came, `None` if there is none within `patience`.
    pub fn next(&self, patience: Duration) -> Option<(Output, Instant)> {
        match self.output.recv_timeout(patience) {
            Ok(output) => Some(output),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Output::End, Instant::now())),
        }
    }

    /// How the process has ended, in words; waits a moment for it.
    pub fn obituary(&mut self) -> String {
        match self.wait(Duration::from_millis(500)) {
            Some(status) => status,
            None => "its output ended".to_owned(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit\n");
        self.input = None;
        if self.wait(Duration::from_millis(100)).is_none() {
            let _ = self.child.kill(); // it may just have ended by itself
            let _ = self.child.wait();
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
