//! A scripted UCI engine for the tests of `mangoac balance`.
//!
//! It answers at once, or after `--ms`, with a value that depends on the position, the node budget
//! and `--seed` alone. `--fault KIND=RATE` lets a share of its searches go wrong, `--start KIND` its
//! handshake. It plays by the rules of `mangoac::chess` and knows nothing else about chess.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mangoac::chess::{CastlingMode, Position};

struct Script {
    name: String,
    seed: u64,
    pause: Duration,
    faults: Vec<(String, f64)>,
    start: String,
    chance: u64,
}

impl Script {
    fn from_arguments() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
        let mut script = Self {
            name: "Mock".to_owned(),
            seed: 0,
            pause: Duration::ZERO,
            faults: Vec::new(),
            start: String::new(),
            chance: u64::from(now) << 32 | u64::from(std::process::id()),
        };
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        for pair in arguments.chunks(2) {
            let [key, value] = pair else { panic!("{key:?} needs a value", key = pair) };
            match key.as_str() {
                "--name" => script.name.clone_from(value),
                "--seed" => script.seed = value.parse().expect("a seed"),
                "--ms" => script.pause = Duration::from_secs_f64(value.parse::<f64>().expect("ms") / 1e3),
                "--fault" => {
                    let (kind, rate) = value.split_once('=').unwrap_or((value, "1"));
                    script.faults.push((kind.to_owned(), rate.parse().expect("a rate")));
                }
                "--start" => script.start.clone_from(value),
                other => panic!("unknown argument {other}"),
            }
        }
        script
    }

    /// A number from 0 to 1 that differs from run to run.
    fn dice(&mut self) -> f64 {
        self.chance = hash(&(self.chance, 1));
        (self.chance >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn fault(&mut self) -> Option<String> {
        for index in 0..self.faults.len() {
            if self.dice() < self.faults[index].1 {
                return Some(self.faults[index].0.clone());
            }
        }
        None
    }

    fn say(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        if out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
            std::process::exit(0); // nobody listens any more
        }
    }

    /// Lets the time of a search pass, to the microsecond: a sleep alone takes longer than it should.
    fn pass_time(&self, asked: Instant) {
        const OVERSHOOT: Duration = Duration::from_micros(200);
        std::thread::sleep(self.pause.saturating_sub(asked.elapsed() + OVERSHOOT));
        while asked.elapsed() < self.pause {
            std::hint::spin_loop();
        }
    }

    fn shake_hands(&self) {
        match self.start.as_str() {
            "exit" => std::process::exit(3),
            "silent" => return,
            "nameless" => {}
            _ => self.say(&format!("id name {}", self.name)),
        }
        self.say("id author nobody\noption name Hash type spin default 16 min 1 max 65536");
        self.say("option name Threads type spin default 1 min 1 max 512");
        self.say("option name Style type combo default Solid var Solid var Very Risky");
        if self.start != "orthodox" {
            self.say("option name UCI_Chess960 type check default false");
        }
        self.say("uciok");
    }

    fn search(&mut self, position: &Position, nodes: u64) {
        let asked = Instant::now();
        let (value, line) = (self.value(position, nodes), self.line(position, nodes));
        let best = line.split(' ').next().unwrap_or_default().to_owned();
        let report = |depth: u32, nodes: u64, score: &str, line: &str| {
            format!("info depth {depth} seldepth {} nodes {nodes} time 1 score {score} pv {line}", depth + 2)
        };
        let early = report(1, nodes / 4, "cp 77", &line);
        let exact = report(2, nodes / 2, &format!("cp {value}"), &line);
        let cut_short = report(3, nodes + 3, "cp 999", &line);
        let normal = format!("{early}\n{exact}\n{cut_short}\nbestmove {best}");
        self.pass_time(asked);
        let Some(fault) = self.fault() else { return self.say(&normal) };
        match fault.as_str() {
            "crash" => std::process::exit(134),
            "hang" => self.sleep_until_the_end(),
            "midline" => {
                print!("info depth 2 sco");
                let _ = std::io::stdout().flush();
                std::process::exit(1);
            }
            "no-score" => self.say(&format!("info depth 3 nodes 5\nbestmove {best}")),
            "bounds" => {
                let bound = exact.replace(" pv", " lowerbound pv");
                self.say(&format!("{bound}\nbestmove {best}"));
            }
            "illegal-line" => self.say(&normal.replace(&format!("pv {line}"), "pv e2e5 e7e5")),
            "illegal-best" => self.say(&normal.replace("bestmove ", "bestmove a1a8 ")),
            "other-position" => {
                let other = report(2, nodes / 2, "cp 1", "e7e5 e2e4 g8f6");
                self.say(&format!("{other}\nbestmove e7e5"));
            }
            "garbage" => {
                let _ = std::io::stdout().write_all(&[0xFF, 0, 7, b'\n', 0xC3, b'\n']);
                self.say("info depth x score cp many\nbestmove ????");
            }
            "endless-line" => self.say(&"x".repeat(1 << 18)),
            "spam" => loop {
                self.say("info string still thinking");
                std::thread::sleep(Duration::from_millis(1));
            },
            other => panic!("unknown fault {other}"),
        }
    }

    /// Says nothing more, but goes when its master goes.
    fn sleep_until_the_end(&self) -> ! {
        std::io::stdin().lock().lines().map_while(Result::ok).for_each(drop);
        std::process::exit(0)
    }

    fn value(&self, position: &Position, nodes: u64) -> i64 {
        let truth = (hash(&position.fen()) % 81) as i64 - 40;
        let noise = (30 * 1000 / nodes.max(1)).min(30) as i64;
        let error = (hash(&(position.fen(), nodes, self.seed)) % (2 * noise as u64 + 1)) as i64 - noise;
        truth + error
    }

    fn line(&self, position: &Position, nodes: u64) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for _ in 0..3 {
            let moves = position.legal_move_list();
            let choice = hash(&(position.fen(), self.seed, nodes));
            let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
            words.push(position.uci(mv, CastlingMode::Chess960).to_string());
            position.make(mv);
        }
        words.join(" ")
    }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn position(words: &[&str]) -> Position {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut position = match words.first() {
        Some(&"fen") => Position::from_fen(&words[1..split].join(" ")).expect("a FEN"),
        _ => Position::startpos(),
    };
    for word in words.iter().skip(split + 1) {
        let mv = position.resolve(word.parse().expect("a move")).expect("a legal move");
        position.make(mv);
    }
    position
}

fn main() {
    let mut script = Script::from_arguments();
    let mut at = Position::startpos();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["uci"] => script.shake_hands(),
            ["isready"] => script.say("readyok"),
            ["setoption", "name", name, ..] if script.start == format!("refuse-{name}") => {
                script.say(&format!("No such option: {name}"));
            }
            ["position", ref rest @ ..] => at = position(rest),
            ["go", "nodes", nodes] => script.search(&at, nodes.parse().expect("a number")),
            ["quit"] => return,
            _ => {}
        }
    }
}
