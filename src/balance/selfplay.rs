//! Games between two copies of the engine from the start position of a pair.

use std::fmt;
use std::num::NonZeroU32;

use super::engine::{Engine, Fault, FaultKind};
use super::error::BalanceError;
use super::ladder::Role;
use super::order::SplitMix64;
use super::pair::Pair;
use super::run::{Choice, Crew, Stop};
use super::store::{Access, Game, Location, PassportId, Store};
use crate::chess::{CastlingMode, Color, Move, Position};

/// Half-moves after which a game is given up as drawn.
const LONGEST: u32 = 600;
/// Hash table of each engine in MiB.
const HASH: u32 = 16;
/// Failures of engines after which the games are given up.
const BROKEN: u32 = 5;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfplayOptions {
    /// Games wanted in all, those that are stored already included.
    pub games: NonZeroU32,
    /// Nodes a move, on average.
    pub nodes: u64,
    /// The engine.
    pub choice: Choice,
}

/// White's results in a number of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games White won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games White lost.
    pub losses: u32,
}

impl Score {
    /// The score of some games.
    pub fn of<'a>(games: impl Iterator<Item = &'a Game>) -> Self {
        let mut score = Self::default();
        for game in games {
            match game.points {
                2 => score.wins += 1,
                1 => score.draws += 1,
                _ => score.losses += 1,
            }
        }
        score
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// White's share of the points and the half-width of its 95 % interval, both 0 to 1: the normal
    /// approximation with the variance of the results (draws make it narrower); `None`
    /// without games.
    #[must_use]
    pub fn share(self) -> Option<(f64, f64)> {
        let games = f64::from(self.games());
        if games == 0.0 {
            return None;
        }
        let mean = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        let squares = (f64::from(self.wins) + f64::from(self.draws) / 4.0) / games;
        // One game's worth of doubt keeps the bars open when all results are alike.
        let variance = (squares - mean * mean).max(0.0) + 0.25 / games;
        Some((mean, 1.96 * (variance / games).sqrt()))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "White +{} ={} −{}", self.wins, self.draws, self.losses)?;
        match self.share() {
            Some((mean, error)) => write!(f, ", {:.1} % ± {:.1} (95 %)", mean * 100.0, error * 100.0),
            None => Ok(()),
        }
    }
}

/// Plays the games that are missing, stores each as it ends, and tells `each` about it.
///
/// Identical engines with identical budgets would play one and the same game again and again:
/// each move's budget is therefore drawn from 75 to 125 % of `nodes`, by the search's seed, the
/// pair, the number of the game and the half-move. The engines take White in turns.
///
/// # Errors
/// If the store or the engine cannot be used.
pub fn selfplay(
    location: &Location,
    pair: Pair,
    options: &SelfplayOptions,
    stop: &Stop,
    mut each: impl FnMut(&Game),
) -> Result<Score, BalanceError> {
    let mut store = Store::open(location, Access::Write)?;
    let crew = Crew::hire(&mut store, Role::MAIN, &options.choice, stop)?;
    let played = |store: &mut Store| -> Result<Vec<Game>, BalanceError> {
        Ok(store.games_of(pair)?.into_iter().filter(|game| game.nodes == options.nodes).collect())
    };
    let before = played(&mut store)?;
    let mut failures = 0;
    let mut number = 0;
    while number < options.games.get() && !stop.is_requested() {
        if before.iter().any(|game| game.number == number) {
            number += 1;
            continue;
        }
        let table =
            Table { pair, nodes: options.nodes, number, seed: store.config().seed, passport: crew.passport };
        match table.play(&crew, stop) {
            Ok(game) => {
                store.add_game(&game)?;
                each(&game);
                number += 1;
            }
            Err(Fault { kind: FaultKind::Interrupted, .. }) => break,
            Err(fault) => {
                failures += 1;
                if failures >= BROKEN {
                    return Err(BalanceError::Engine(format!("it {}\n{}", fault.kind, fault.transcript)));
                }
            }
        }
    }
    Ok(Score::of(played(&mut store)?.iter()))
}

/// What a game is played for.
struct Table {
    pair: Pair,
    nodes: u64,
    number: u32,
    seed: u64,
    passport: PassportId,
}

/// A game on the board.
struct Board {
    start: Position,
    now: Position,
    words: String,
    san: Vec<String>,
    keys: Vec<u64>,
}

impl Table {
    fn play(&self, crew: &Crew, stop: &Stop) -> Result<Game, Fault> {
        let mut look = || stop.is_requested();
        // Engine 0 has White in the games with even numbers.
        let white = u8::from(self.number % 2 == 1);
        let mut engines = [Engine::start(&crew.spec, &mut look)?, Engine::start(&crew.spec, &mut look)?];
        for engine in &mut engines {
            engine.begin_game(HASH, &mut look)?;
        }
        let mut budgets = SplitMix64::new(
            self.seed ^ (u64::from(self.pair.index()) << 32) ^ u64::from(self.number).rotate_left(56),
        );
        let mut board = Board::new(self.pair);
        let [mut to_move, mut waiting] = engines;
        let (points, ending) = loop {
            if let Some(end) = board.end() {
                break end;
            }
            let nodes = self.nodes * 3 / 4 + budgets.below(self.nodes / 2 + 1);
            let mv = to_move.play(&board.start, &board.words, &board.now, nodes.max(1), &mut look)?;
            board.make(mv);
            std::mem::swap(&mut to_move, &mut waiting);
        };
        let pgn = board.pgn(self, &crew.name, white, points, ending);
        Ok(Game {
            pair: self.pair,
            nodes: self.nodes,
            number: self.number,
            passport: self.passport,
            white,
            points,
            plies: u32::try_from(board.san.len()).unwrap_or(u32::MAX),
            ending: ending.to_owned(),
            pgn,
        })
    }
}

impl Board {
    fn new(pair: Pair) -> Self {
        let start = pair.position();
        let keys = vec![start.key()];
        Self { now: start.clone(), start, words: String::new(), san: Vec::new(), keys }
    }

    fn make(&mut self, mv: Move) {
        self.san.push(self.now.san(mv));
        self.words.push(' ');
        self.words.push_str(&self.now.uci(mv, CastlingMode::Chess960).to_string());
        self.now.make(mv);
        self.keys.push(self.now.key());
    }

    /// White's half points and how the game has ended; `None` while it goes on.
    fn end(&self) -> Option<(u8, &'static str)> {
        if self.now.has_no_legal_moves() {
            return Some(match (self.now.in_check(), self.now.side_to_move()) {
                (false, _) => (1, "stalemate"),
                (true, Color::White) => (0, "checkmate"),
                (true, Color::Black) => (2, "checkmate"),
            });
        }
        let now = self.now.key();
        if self.keys.iter().filter(|key| **key == now).count() >= 3 {
            return Some((1, "threefold repetition"));
        }
        if self.now.halfmove_clock() >= 100 {
            return Some((1, "fifty-move rule"));
        }
        if self.now.is_insufficient_material() {
            return Some((1, "insufficient material"));
        }
        (self.san.len() >= LONGEST as usize).then_some((1, "length"))
    }

    fn pgn(&self, table: &Table, engine: &str, white: u8, points: u8, ending: &str) -> String {
        let result = match points {
            2 => "1-0",
            1 => "1/2-1/2",
            _ => "0-1",
        };
        let player = |copy: u8| format!("{engine} ({})", if copy == 0 { "A" } else { "B" });
        let tags = [
            ("Event", format!("Balance {} at {} nodes", table.pair, table.nodes)),
            ("Site", "?".to_owned()),
            ("Date", jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string()),
            ("Round", (table.number + 1).to_string()),
            ("White", player(white)),
            ("Black", player(1 - white)),
            ("Result", result.to_owned()),
            ("Variant", "Chess960".to_owned()),
            ("SetUp", "1".to_owned()),
            ("FEN", table.pair.shredder_fen()),
            ("Termination", ending.to_owned()),
        ];
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
        text.push_str(&self.movetext(result));
        text
    }

    fn movetext(&self, result: &str) -> String {
        let mut words = Vec::new();
        for (number, moves) in (1..).zip(self.san.chunks(2)) {
            words.push(format!("{number}."));
            words.extend(moves.iter().cloned());
        }
        words.push(result.to_owned());
        let mut text = String::new();
        let mut width = 0;
        for word in words {
            if width + word.len() > 78 {
                text.push('\n');
                width = 0;
            } else if width > 0 {
                text.push(' ');
            }
            width += word.len() + 1;
            text.push_str(&word);
        }
        text.push_str("\n\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_has_error_bars() {
        let score = Score { wins: 30, draws: 50, losses: 20 };
        let (mean, error) = score.share().expect("games");
        assert!((mean - 0.55).abs() < 1e-9);
        assert!((error - 0.0694).abs() < 1e-3, "{error}");
        assert_eq!(Score::default().share(), None);
        let (_, error) = Score { draws: 4, ..Score::default() }.share().expect("games");
        assert!(error > 0.1, "four draws prove little");
        assert!(score.to_string().starts_with("White +30 =50 −20, 55.0 % ± "));
    }

    #[test]
    fn games_end_by_the_rules() {
        let pair = Pair::from_index(518 * 960 + 518).expect("a pair");
        let mut board = Board::new(pair);
        for _ in 0..2 {
            for word in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                assert_eq!(board.end(), None);
                let mv = board.now.resolve(word.parse().expect("a word")).expect("legal");
                board.make(mv);
            }
        }
        assert_eq!(board.end(), Some((1, "threefold repetition")));
        assert_eq!(board.movetext("1/2-1/2"), "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n\n");
    }
}
