//! A dialogue with the real binary, line by line.
//!
//! Waiting is generous, because a test machine may be slow; silence is listened for only as long as
//! the protocol's text demands.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How long the end of the process may take: a second by contract, and a busy machine's share.
pub const EXIT_PATIENCE: Duration = Duration::from_secs(10);

/// A running engine.
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything heard so far.
    pub heard: Vec<String>,
}

impl Dialogue {
    /// Starts the binary with arguments.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_in(arguments, Path::new(env!("CARGO_MANIFEST_DIR")))
    }

    /// Starts the binary with arguments in a folder.
    pub fn start_in(arguments: &[&str], folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mangoac"))
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.map(|line| sender.send(line)).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines, heard: Vec::new() }
    }

    /// Sends text as it is.
    pub fn send_raw(&mut self, text: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text).unwrap();
        input.flush().unwrap();
    }

    /// Sends lines in one write.
    pub fn send(&mut self, lines: &str) {
        self.send_raw(format!("{lines}\n").as_bytes());
    }

    /// The next line, if one comes in time.
    pub fn next_within(&mut self, patience: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(patience).ok()?;
        self.heard.push(line.clone());
        Some(line)
    }

    /// Waits for a line that `wanted` accepts; returns it and those before it.
    pub fn wait_until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> (String, Vec<String>) {
        let begun = Instant::now();
        let mut before = Vec::new();
        while begun.elapsed() < PATIENCE {
            match self.next_within(Duration::from_millis(100)) {
                Some(line) if wanted(&line) => return (line, before),
                Some(line) => before.push(line),
                None => {}
            }
        }
        panic!("no {what} came; heard: {:#?}", self.heard);
    }

    /// Waits for a line that begins so.
    pub fn wait_for(&mut self, prefix: &str) -> String {
        self.wait_until(prefix, |line| line.starts_with(prefix)).0
    }

    /// Waits for a line that begins so; returns all lines up to it, itself included.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let (line, mut lines) = self.wait_until(prefix, |line| line.starts_with(prefix));
        lines.push(line);
        lines
    }

    /// Sends lines, asks for a sign of life, and returns what was said before it.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(&format!("{lines}\nisready"));
        self.wait_until("readyok", |line| line == "readyok").1
    }

    /// Sends lines that begin a search; returns the answer and the lines before it.
    pub fn go(&mut self, lines: &str) -> (String, Vec<String>) {
        self.send(lines);
        self.wait_until("bestmove", |line| line.starts_with("bestmove"))
    }

    /// Listens for a while; no line may come that `unwanted` accepts.
    pub fn assert_silence(&mut self, length: Duration, unwanted: impl Fn(&str) -> bool) {
        let end = Instant::now() + length;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if let Some(line) = self.next_within(left) {
                assert!(!unwanted(&line), "unwanted: {line}; heard: {:#?}", self.heard);
            }
        }
    }

    /// Listens for `bestmove` only.
    pub fn assert_no_bestmove(&mut self, milliseconds: u64) {
        self.assert_silence(Duration::from_millis(milliseconds), |line| line.starts_with("bestmove"));
    }

    /// Closes the engine's input and waits for its end; returns what was said meanwhile.
    pub fn close(mut self) -> Vec<String> {
        drop(self.input.take());
        self.end()
    }

    /// Waits for the end of the process; returns what was said meanwhile.
    pub fn end(mut self) -> Vec<String> {
        let status = self.wait_for_exit();
        assert!(status.success(), "{status}; heard: {:#?}", self.heard);
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(EXIT_PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => return rest,
                Err(RecvTimeoutError::Timeout) => panic!("output stays open"),
            }
        }
    }

    fn wait_for_exit(&mut self) -> ExitStatus {
        let begun = Instant::now();
        while begun.elapsed() < EXIT_PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the process goes on; heard: {:#?}", self.heard);
    }

    /// Process number, for signals.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Processor time used so far, in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub fn processor_time(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Closes the reading end of the engine's output at its next line, as a GUI that died does.
    pub fn stop_listening(&mut self) {
        let (_, nobody) = channel();
        self.lines = nobody;
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
