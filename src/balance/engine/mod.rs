//! A UCI engine that values positions.

mod fault;
mod info;
mod process;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fault::Transcript;
pub use fault::{Fault, FaultKind};
use info::{Info, Iterations};
use process::{Output, Process};

use super::config::EngineConfig;
use super::error::BalanceError;
use super::passport::{EngineBinary, fixed_options};
use super::value::Value;
use crate::chess::{CastlingLetters, Move, Position, UciMove};

/// How often a waiting engine lets its owner look around.
const TICK: Duration = Duration::from_millis(100);
/// A search may take so many times as long as an engine may be silent.
const ENDLESS: u32 = 4;

/// How an engine is started and treated.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// The program.
    pub binary: EngineBinary,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options and patience.
    pub config: EngineConfig,
}

/// What an engine found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The value of the last completed iteration, for White.
    pub value: Value,
    /// Its nominal depth.
    pub depth: u32,
    /// The greatest depth reached, if told.
    pub seldepth: Option<u32>,
    /// Nodes when it was reported.
    pub nodes: u64,
    /// Milliseconds when it was reported, by the engine's clock.
    pub time: u64,
    /// Its line, in UCI words.
    pub pv: String,
    /// The move the engine would have played.
    pub best: String,
    /// How long the engine was busy with the position, by our clock: from `go` to `bestmove`.
    pub busy: Duration,
}

/// Asked while an engine works; true ends the work.
pub type Interrupt<'a> = &'a mut dyn FnMut() -> bool;

/// A running engine.
pub struct Engine {
    process: Process,
    transcript: Transcript,
    name: String,
    offered: BTreeMap<String, String>,
    options: BTreeMap<String, String>,
    hash: Option<u32>,
    silence: Duration,
    patience: f64,
    seconds_per_node: f64,
    looked_around: Instant,
    /// When the last line was read.
    heard: Instant,
    /// What it is working at.
    question: Option<Question>,
}

/// What a position is worth in which White is to move, put together beforehand: a new game, a hash
/// table of `hash` MiB, `nodes` nodes.
#[derive(Clone, Debug)]
pub struct Query {
    position: Position,
    nodes: u64,
    hash: u32,
    text: String,
}

impl Query {
    /// The question about a position.
    #[must_use]
    pub fn new(position: Position, nodes: u64, hash: u32) -> Self {
        // Everything goes to the engine at once, and it does one thing after the other: so it need
        // not wait for us between forgetting and searching.
        let text = format!("ucinewgame\nisready\n{}", search_text(&position, "", nodes));
        Self { position, nodes, hash, text }
    }
}

/// A position an engine works at.
struct Question {
    position: Position,
    nodes: u64,
    /// When it was put.
    put: Instant,
    /// How long the engine may be silent.
    silence: Duration,
    /// The engine has yet to say that it has forgotten the position before.
    is_clearing: bool,
}

/// What an engine has answered, not yet looked at.
pub struct Answer {
    position: Position,
    best: String,
    iterations: Iterations,
    transcript: Transcript,
    /// When the question was put.
    pub put: Instant,
    /// When the answer was read.
    pub heard: Instant,
}

impl EngineSpec {
    /// The engine of a configuration; this program itself if no command is configured.
    ///
    /// # Errors
    /// If the program cannot be found or read.
    pub fn new(config: &EngineConfig) -> Result<Self, BalanceError> {
        let (binary, arguments) = match config.command.split_first() {
            Some((program, arguments)) => (EngineBinary::find(program)?, arguments.to_vec()),
            None => {
                let own = std::env::current_exe().map_err(|error| {
                    BalanceError::Engine(format!("this program cannot be found: {error}"))
                })?;
                (EngineBinary::find(&own.to_string_lossy())?, vec!["uci".to_owned()])
            }
        };
        Ok(Self { binary, arguments, config: config.clone() })
    }
}

impl Engine {
    /// Starts an engine and sets the options of the search.
    ///
    /// # Errors
    /// If it does not start, does not speak UCI, cannot play Chess960 or refuses an option.
    pub fn start(spec: &EngineSpec, interrupt: Interrupt<'_>) -> Result<Self, Fault> {
        let process = Process::start(&spec.binary.path, &spec.arguments).map_err(|error| Fault {
            kind: FaultKind::Start(format!("{}: {error}", spec.binary.path.display())),
            transcript: String::new(),
        })?;
        let mut engine = Self {
            process,
            transcript: Transcript::default(),
            name: String::new(),
            offered: BTreeMap::new(),
            options: BTreeMap::new(),
            hash: None,
            silence: Duration::from_secs_f64(spec.config.silence),
            patience: spec.config.patience,
            seconds_per_node: 1.0 / spec.config.speed as f64,
            looked_around: Instant::now(),
            heard: Instant::now(),
            question: None,
        };
        match engine.shake_hands(&spec.config, interrupt) {
            Ok(()) => Ok(engine),
            Err(kind) => Err(engine.fault(kind)),
        }
    }

    /// What the engine calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options that were set, beside the hash table.
    #[must_use]
    pub const fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// Puts a question; [`Self::hear`] waits for the answer.
    ///
    /// # Errors
    /// If the engine has crashed or refuses the hash table. It must not be used again then.
    pub fn ask(&mut self, query: &Query) -> Result<(), Fault> {
        self.transcript.clear();
        let Query { position, nodes, hash, text } = query;
        let mut text = Cow::Borrowed(text);
        if self.hash != Some(*hash) {
            let option = self.option_text("Hash", &hash.to_string()).map_err(|kind| self.fault(kind))?;
            text.to_mut().insert_str(0, &option);
            self.hash = Some(*hash);
        }
        self.put(&text, position.clone(), *nodes, true).map_err(|kind| self.fault(kind))
    }

    /// Waits for the answer to [`Self::ask`]. Whether it makes sense is for [`Answer::evaluation`] to
    /// say, when the engine may already have the next question.
    ///
    /// # Errors
    /// If the engine crashes, hangs or answers nonsense. It must not be used again then.
    pub fn hear(&mut self, interrupt: Interrupt<'_>) -> Result<Answer, Fault> {
        self.listen(interrupt).map_err(|kind| self.fault(kind))
    }

    /// Begins a game with a hash table of `hash` MiB.
    ///
    /// # Errors
    /// As [`Self::hear`] and [`Self::ask`].
    pub fn begin_game(&mut self, hash: u32, interrupt: Interrupt<'_>) -> Result<(), Fault> {
        self.new_game(hash, interrupt).map_err(|kind| self.fault(kind))
    }

    /// The move the engine plays in `now`, which `moves` (UCI words, each with a blank before it)
    /// have led to from `start`.
    ///
    /// # Errors
    /// As [`Self::hear`].
    pub fn play(
        &mut self,
        start: &Position,
        moves: &str,
        now: &Position,
        nodes: u64,
        interrupt: Interrupt<'_>,
    ) -> Result<Move, Fault> {
        let result = self.put(&search_text(start, moves, nodes), now.clone(), nodes, false);
        let result = result.and_then(|()| self.listen(interrupt)).and_then(|answer| {
            self.transcript = answer.transcript;
            best_move(now, &answer.best)
        });
        result.map_err(|kind| self.fault(kind))
    }

    fn fault(&mut self, kind: FaultKind) -> Fault {
        Fault { kind, transcript: self.transcript.text() }
    }

    fn send(&mut self, text: &str) -> Result<(), FaultKind> {
        let sent = self.process.send(text);
        for line in text.lines() {
            self.transcript.add("> ", line);
        }
        sent.map_err(|_| FaultKind::Crashed(self.process.obituary()))
    }

    /// The engine's next line; an error if it is silent for `silence` or not done by `deadline`.
    fn line(
        &mut self,
        silence: Duration,
        began: Instant,
        interrupt: Interrupt<'_>,
    ) -> Result<String, FaultKind> {
        let asked = Instant::now();
        let endless = silence * ENDLESS;
        loop {
            let output = self.process.next(TICK).map(|(output, came)| {
                self.heard = came;
                output
            });
            if self.looked_around.elapsed() > TICK {
                self.looked_around = Instant::now();
                if interrupt() {
                    return Err(FaultKind::Interrupted);
                }
            }
            match output {
                Some(Output::Line(line)) => {
                    self.transcript.add("< ", &line);
                    if began.elapsed() > endless {
                        return Err(FaultKind::Endless(endless.as_secs()));
                    }
                    return Ok(line);
                }
                Some(Output::Complaint(line)) => self.transcript.add("! ", &line),
                Some(Output::TooLong) => return Err(FaultKind::Nonsense("a line without end".into())),
                Some(Output::End) => return Err(FaultKind::Crashed(self.process.obituary())),
                None => {}
            }
            if asked.elapsed() > silence {
                return Err(FaultKind::Hung(silence.as_secs()));
            }
        }
    }

    fn shake_hands(&mut self, config: &EngineConfig, interrupt: Interrupt<'_>) -> Result<(), FaultKind> {
        let began = Instant::now();
        self.send("uci\n")?;
        loop {
            let line = self.line(self.silence, began, interrupt)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().chars().filter(|c| !c.is_control()).take(200).collect();
            } else if let Some(option) = line.strip_prefix("option name ") {
                let (name, about) = option.split_once(" type ").unwrap_or((option, ""));
                self.offered.insert(name.trim().to_lowercase(), about.trim().to_owned());
            } else if line.trim() == "uciok" {
                break;
            }
        }
        if self.name.is_empty() {
            return Err(FaultKind::Nonsense("no id name".into()));
        }
        for (name, value) in fixed_options() {
            if name == "UCI_Chess960" || self.offered.contains_key(&name.to_lowercase()) {
                self.set_option(name, value)?;
                self.options.insert(name.to_owned(), value.to_owned());
            }
        }
        for (name, value) in &config.options {
            self.set_option(name, value)?;
            self.options.insert(name.clone(), value.clone());
        }
        self.await_ready(interrupt)
    }

    /// Sets an option that the engine offers and whose bounds allow the value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), FaultKind> {
        let text = self.option_text(name, value)?;
        self.send(&text)
    }

    /// The line that sets an option that the engine offers and whose bounds allow the value.
    fn option_text(&self, name: &str, value: &str) -> Result<String, FaultKind> {
        let refused = || FaultKind::Option(format!("{name} = {value}"));
        let about = self.offered.get(&name.to_lowercase()).ok_or_else(refused)?;
        match option_allows(about, value) {
            true => Ok(format!("setoption name {name} value {value}\n")),
            false => Err(refused()),
        }
    }

    /// Asks whether the engine is ready and waits for it.
    fn await_ready(&mut self, interrupt: Interrupt<'_>) -> Result<(), FaultKind> {
        self.send("isready\n")?;
        let began = Instant::now();
        while !is_readyok(&self.line(self.silence, began, interrupt)?)? {}
        Ok(())
    }

    /// Begins a new game with a hash table of `hash` MiB.
    fn new_game(&mut self, hash: u32, interrupt: Interrupt<'_>) -> Result<(), FaultKind> {
        if self.hash != Some(hash) {
            self.set_option("Hash", &hash.to_string())?;
            self.hash = Some(hash);
        }
        self.send("ucinewgame\n")?;
        self.await_ready(interrupt)
    }

    /// Notes how long a node takes, unless the search was too short to tell.
    fn learn_speed(&mut self, nodes: u64, took: Duration) {
        if took > Duration::from_millis(50) {
            self.seconds_per_node = took.as_secs_f64() / nodes.max(1) as f64;
        }
    }

    /// Sends the text of a question about a position.
    fn put(
        &mut self,
        text: &str,
        position: Position,
        nodes: u64,
        is_clearing: bool,
    ) -> Result<(), FaultKind> {
        let put = Instant::now();
        self.send(text)?;
        let due = (nodes as f64 * self.seconds_per_node * self.patience).min(1e9);
        let silence = self.silence.max(Duration::from_secs_f64(due));
        self.question = Some(Question { position, nodes, put, silence, is_clearing });
        Ok(())
    }

    /// Waits for the answer to the question put.
    fn listen(&mut self, interrupt: Interrupt<'_>) -> Result<Answer, FaultKind> {
        let question = self.question.take();
        let mut question = question.ok_or_else(|| FaultKind::Nonsense("nothing was asked".into()))?;
        let mut iterations = Iterations::default();
        loop {
            let line = self.line(question.silence, question.put, interrupt)?;
            if question.is_clearing {
                question.is_clearing = !is_readyok(&line)?;
            }
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    let info = Info::parse(line.trim_start().strip_prefix("info").unwrap_or_default());
                    iterations.take(info.map_err(FaultKind::Nonsense)?, question.nodes);
                }
                Some("bestmove") if question.is_clearing => {
                    return Err(FaultKind::Nonsense("a move before it was ready".into()));
                }
                Some("bestmove") => {
                    let (put, heard) = (question.put, self.heard);
                    self.learn_speed(question.nodes, heard.saturating_duration_since(put));
                    let best = words.next().unwrap_or_default().to_owned();
                    let transcript = std::mem::take(&mut self.transcript);
                    return Ok(Answer {
                        position: question.position,
                        best,
                        iterations,
                        transcript,
                        put,
                        heard,
                    });
                }
                _ => {}
            }
        }
    }
}

/// The lines that begin a search of `nodes` nodes of the position that `moves` (UCI words, each with a
/// blank before it) lead to from `start`.
fn search_text(start: &Position, moves: &str, nodes: u64) -> String {
    let fen = start.fen_with(CastlingLetters::Shredder);
    let moves = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
    format!("position fen {fen}{moves}\ngo nodes {nodes}\n")
}

/// True for `readyok`; a complaint about an option before it counts as its refusal.
fn is_readyok(line: &str) -> Result<bool, FaultKind> {
    if line.trim() == "readyok" {
        return Ok(true);
    }
    let lower = line.to_lowercase();
    let complains = ["no such option", "unknown option", "invalid option", "error"];
    match complains.iter().any(|word| lower.contains(word)) {
        true => Err(FaultKind::Option(line.chars().take(200).collect())),
        false => Ok(false),
    }
}

impl Answer {
    /// What the answer says.
    ///
    /// # Errors
    /// If it makes no sense; then the engine must not be used again.
    pub fn evaluation(self) -> Result<Evaluation, Fault> {
        let Self { position, best, iterations, transcript, put, heard } = self;
        let evaluation = || -> Result<Evaluation, FaultKind> {
            best_move(&position, &best)?;
            let report = iterations
                .last_complete()
                .ok_or_else(|| FaultKind::Nonsense("no completed iteration with an exact value".into()))?;
            if !is_legal_line(&position, &report.pv) {
                return Err(FaultKind::Nonsense(format!("the line {:?} is not legal", shorten(&report.pv))));
            }
            Ok(Evaluation {
                value: report.value,
                depth: report.depth,
                seldepth: report.seldepth,
                nodes: report.nodes,
                time: report.time,
                pv: report.pv,
                best,
                busy: heard.saturating_duration_since(put),
            })
        };
        evaluation().map_err(|kind| Fault { kind, transcript: transcript.text() })
    }
}

fn best_move(position: &Position, word: &str) -> Result<Move, FaultKind> {
    legal_move(position, word)
        .ok_or_else(|| FaultKind::Nonsense(format!("the best move {:?} is not legal", shorten(word))))
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

fn legal_move(position: &Position, word: &str) -> Option<Move> {
    word.parse::<UciMove>().ok().and_then(|word| position.resolve(word).ok())
}

fn is_legal_line(position: &Position, line: &str) -> bool {
    let mut position = position.clone();
    line.split_ascii_whitespace()
        .all(|word| legal_move(&position, word).map(|mv| position.make(mv)).is_some())
}

/// True if the declaration of an option (`spin default 16 min 1 max 33554432`) allows `value`.
fn option_allows(about: &str, value: &str) -> bool {
    let words: Vec<&str> = about.split_ascii_whitespace().collect();
    let after = |key: &str| {
        words.windows(2).find(|two| two.first() == Some(&key)).and_then(|two| two.last()?.parse::<i64>().ok())
    };
    match words.first() {
        Some(&"spin") => value.parse::<i64>().is_ok_and(|number| {
            after("min").is_none_or(|min| number >= min) && after("max").is_none_or(|max| number <= max)
        }),
        Some(&"check") => matches!(value, "true" | "false"),
        Some(&"combo") => about.split(" var ").skip(1).any(|choice| choice.trim() == value),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_bound_values() {
        assert!(option_allows("spin default 16 min 1 max 64", "64"));
        assert!(!option_allows("spin default 16 min 1 max 64", "65"));
        assert!(!option_allows("spin default 16 min 1 max 64", "many"));
        assert!(option_allows("check default false", "true"));
        assert!(!option_allows("check default false", "yes"));
        assert!(option_allows("combo default Solid var Solid var Very Risky", "Very Risky"));
        assert!(!option_allows("combo default Solid var Solid", "Risky"));
        assert!(option_allows("string default <empty>", "anything"));
    }

    #[test]
    fn lines_are_played_out() {
        let start = Position::startpos();
        assert!(is_legal_line(&start, "e2e4 e7e5 g1f3"));
        assert!(!is_legal_line(&start, "e2e4 e2e4"));
        assert!(!is_legal_line(&start, "0000"));
    }
}
