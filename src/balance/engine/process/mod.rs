//! An engine's process and its pipes.

#[cfg(unix)]
mod polled;
#[cfg(any(not(unix), test))]
mod threaded;

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use polled::Source;
#[cfg(not(unix))]
use threaded::Source;

/// Longest line an engine may write, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// What comes out of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    source: Source,
}

impl Process {
    /// Starts a program in a process group of its own, so that Ctrl-C reaches this program alone.
    pub fn start(program: &Path, arguments: &[String]) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, source) = (child.stdin.take(), Source::new(child.stdout.take(), child.stderr.take()));
        Ok(Self { child, input, source })
    }

    /// Writes text to the process at once.
    pub fn send(&mut self, text: &str) -> std::io::Result<()> {
        match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// The next output and when it was read, `None` if there is none within `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<(Output, Instant)> {
        self.source.next(patience)
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// What a shell script writes, by each way of reading, up to its end.
    fn heard(script: &str) -> [Vec<Output>; 2] {
        let shell = || {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("a shell")
        };
        let listen = |next: &mut dyn FnMut() -> Option<(Output, Instant)>| {
            let mut outputs = Vec::new();
            while outputs.last() != Some(&Output::End) && outputs.last() != Some(&Output::TooLong) {
                outputs.push(next().expect("in time").0);
            }
            outputs
        };
        let patience = Duration::from_secs(20);
        let (mut one, mut other) = (shell(), shell());
        let mut polled = polled::Source::new(one.stdout.take(), one.stderr.take());
        let mut threaded = threaded::Source::new(other.stdout.take(), other.stderr.take());
        let outputs = [listen(&mut || polled.next(patience)), listen(&mut || threaded.next(patience))];
        drop((polled, threaded)); // who still writes finds nobody listening
        one.wait().and_then(|_| other.wait()).expect("they end");
        outputs
    }

    #[test]
    fn lines_complaints_and_ends_are_told_apart() {
        let line = |text: &str| Output::Line(text.to_owned());
        for outputs in heard("printf 'one\\r\\n\\ntwo\\nlast'") {
            assert_eq!(outputs, [line("one"), line(""), line("two"), line("last"), Output::End]);
        }
        for outputs in heard("echo sorry >&2; sleep 0.1; echo one; sleep 0.1; printf 'tw'; sleep 0.1; echo o")
        {
            assert_eq!(outputs, [Output::Complaint("sorry".into()), line("one"), line("two"), Output::End]);
        }
        for outputs in heard("exec 2>&-; echo one; sleep 0.1; echo two") {
            assert_eq!(outputs, [line("one"), line("two"), Output::End]);
        }
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        for outputs in heard("echo one; head -c 300000 /dev/zero | tr '\\0' x") {
            assert_eq!(outputs, [Output::Line("one".into()), Output::TooLong]);
        }
    }

    #[test]
    fn patience_ends() {
        let mut process = Process::start(Path::new("cat"), &[]).expect("cat is there");
        assert!(process.next(Duration::from_millis(20)).is_none());
        process.send("echo\n").expect("it listens");
        let (output, came) = process.next(Duration::from_secs(20)).expect("it answers");
        assert_eq!(output, Output::Line("echo".into()));
        assert!(came <= Instant::now());
    }
}
