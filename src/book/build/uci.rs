//! Who judges positions: another engine, spoken to in UCI.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::judge::{Judge, JudgeError};
use crate::chess::Position;

/// How long an engine may take to be ready.
const READY_PATIENCE: Duration = Duration::from_secs(30);
/// How long a search may take.
const SEARCH_PATIENCE: Duration = Duration::from_secs(600);
/// The value of a mate; the moves to it are taken off.
const MATE: i32 = 100_000;

/// What is set, if the engine has it, so that it answers out of its own head and always alike.
const OPTIONS: [(&str, &str); 4] = [("Hash", "4"), ("Threads", "1"), ("OwnBook", "false"), ("MultiPV", "1")];

/// Another engine; it is ended when the value is dropped.
pub struct Foreign {
    command: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Foreign {
    /// Starts an engine: a program and its arguments, separated by blanks.
    ///
    /// # Errors
    /// If it cannot be started or does not speak UCI.
    pub fn start(command: &str) -> Result<Self, JudgeError> {
        let failed = |source| JudgeError::Start { command: command.to_owned(), source };
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        // A line at a time in advance: an engine that talks faster than it is heard has to wait.
        let (sender, lines) = sync_channel(64);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        let mut engine = Self { command: command.to_owned(), child, input, lines };
        engine.shake_hands()?;
        Ok(engine)
    }

    fn shake_hands(&mut self) -> Result<(), JudgeError> {
        self.send("uci\n")?;
        let mut wanted = String::new();
        self.hear("uciok", READY_PATIENCE, |line| {
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            let option = OPTIONS.iter().find(|(ours, _)| Some(*ours) == name);
            wanted.extend(option.map(|(name, value)| format!("setoption name {name} value {value}\n")));
        })?;
        self.send(&wanted)
    }

    fn send(&mut self, text: &str) -> Result<(), JudgeError> {
        self.input.write_all(text.as_bytes()).map_err(|_| JudgeError::Ended(self.command.clone()))
    }

    /// Listens until a line begins with the word `last`.
    fn hear(
        &self,
        last: &'static str,
        patience: Duration,
        mut each: impl FnMut(&str),
    ) -> Result<(), JudgeError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if line.split_whitespace().next() == Some(last) => return Ok(()),
                Ok(line) => each(&line),
                Err(RecvTimeoutError::Disconnected) => return Err(JudgeError::Ended(self.command.clone())),
                Err(RecvTimeoutError::Timeout) => {
                    let (command, seconds) = (self.command.clone(), patience.as_secs());
                    return Err(JudgeError::Silent { command, wanted: last, seconds });
                }
            }
        }
    }
}

impl Judge for Foreign {
    fn score(&mut self, position: &Position, depth: u32) -> Result<i32, JudgeError> {
        self.send("ucinewgame\nisready\n")?;
        self.hear("readyok", READY_PATIENCE, |_| ())?;
        let fen = position.fen();
        self.send(&format!("position fen {fen}\ngo depth {depth}\n"))?;
        let mut score = None;
        self.hear("bestmove", SEARCH_PATIENCE, |line| score = read_score(line).or(score))?;
        score.ok_or_else(|| JudgeError::NoScore { command: self.command.clone(), fen })
    }
}

/// The exact score of an `info` line of the best move.
fn read_score(line: &str) -> Option<i32> {
    let words: Vec<&str> =
        line.split_whitespace().take_while(|word| !matches!(*word, "pv" | "string")).collect();
    if words.first() != Some(&"info") || words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"))
    {
        return None;
    }
    let after = |name: &'static str| words.iter().skip_while(move |word| **word != name).skip(1);
    if after("multipv").next().is_some_and(|number| *number != "1") {
        return None;
    }
    let mut score = after("score");
    let (kind, value) = (score.next()?, score.next()?.parse::<i32>().ok()?.clamp(-MATE / 2, MATE / 2));
    match *kind {
        "cp" => Some(value),
        "mate" if value > 0 => Some(MATE - value),
        "mate" => Some(-MATE - value),
        _ => None,
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        // It may have ended before, or not heed the word: then it is ended.
        let _ = self.send("stop\nquit\n");
        let deadline = Instant::now() + Duration::from_millis(500);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_lines_of_all_kinds() {
        for (line, score) in [
            ("info depth 8 score cp -34 nodes 1 pv e2e4", Some(-34)),
            ("info depth 8 score cp 12 lowerbound nodes 1", None),
            ("info multipv 2 depth 8 score cp 12", None),
            ("info multipv 1 depth 8 score cp 12", Some(12)),
            ("info depth 0 score mate 0", Some(-MATE)),
            ("info score mate 3", Some(MATE - 3)),
            ("info score mate -3", Some(3 - MATE)),
            ("info string score cp 5", None),
            ("info score cp", None),
            ("info score cp x", None),
            ("info currmove e2e4", None),
            ("", None),
        ] {
            assert_eq!(read_score(line), score, "{line}");
        }
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        for command in ["", "/nonexistent/engine -x"] {
            assert!(matches!(Foreign::start(command), Err(JudgeError::Start { .. })), "{command}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_ends_is_an_error() {
        assert!(matches!(Foreign::start("true"), Err(JudgeError::Ended(_))));
    }
}
