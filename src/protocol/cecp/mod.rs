//! The loop that speaks CECP, the protocol of xboard (engine-intf, version 2).
//!
//! Commands change what the engine is to do; [`Xboard::set_to_work`] then begins whatever search
//! that calls for. A command that must not overtake the move being thought about waits for it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod board;
mod clock;
mod edit;
mod text;
mod think;

use std::collections::VecDeque;

use super::input::{Event, Input, SearchEvent};
use super::options::{CHESS, Kind, find};
use super::session::Session;
use crate::book::{BookMove, shares};
use crate::chess::{CastlingMode, Color, Square};
use crate::engine::AnyMove;
use crate::lattice::Variant;
use crate::search::{MAX_MIB, MIN_MIB, Score};
use board::Board;
use clock::Clock;
use text::{CommandError, features, shorten};
use think::{Purpose, Search};

/// What the engine does when nobody tells it more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Plays no side, only keeps the board.
    Force,
    /// Plays a side.
    Play(Color),
    /// Thinks about whatever stands on the board, and moves nothing.
    Analyze,
}

/// What the loop does after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Quit,
}

/// The state of the loop.
struct Xboard {
    session: Session,
    role: Role,
    clock: Clock,
    board: Board,
    /// How castling is written: `variant`.
    castling: CastlingMode,
    /// Show thinking; as yet unsaid, only analysis is shown.
    post: Option<bool>,
    /// Think in the opponent's time.
    ponder: bool,
    /// Frozen by `pause`.
    paused: bool,
    /// The game has ended, by the rules or by `result`: no move is due.
    over: bool,
    /// Root moves left out.
    excluded: Vec<AnyMove>,
    search: Option<Search>,
    /// Commands that wait for the move being thought about.
    waiting: VecDeque<String>,
    /// The reply expected to the engine's last move.
    expected: Option<AnyMove>,
    /// The engine's own view of the game at its last move.
    score: Option<Score>,
}

/// Runs the loop until `quit` or the end of input; `heard` is a line already read.
pub fn run(session: Session, heard: Option<String>) {
    ignore_interrupts();
    let mut xboard = Xboard::new(session);
    xboard.new_game();
    if heard.is_none_or(|line| xboard.hear(line) == Flow::Continue) {
        xboard.run();
    }
}

/// xboard interrupts engines that do not say `sigint=0`, and terminals all they run.
fn ignore_interrupts() {
    // Refused only if the process handles the signal already, which is as good.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, std::sync::Arc::default());
}

impl Xboard {
    fn new(session: Session) -> Self {
        Self {
            session,
            role: Role::Play(Color::Black),
            clock: Clock::default(),
            board: Board::Ready,
            castling: CastlingMode::Standard,
            post: None,
            ponder: false,
            paused: false,
            over: false,
            excluded: Vec::new(),
            search: None,
            waiting: VecDeque::new(),
            expected: None,
            score: None,
        }
    }

    fn run(mut self) {
        loop {
            let flow = match self.session.events.next() {
                Event::Input(Input::End) => Flow::Quit,
                Event::Input(Input::TooLong) => {
                    self.session.out.info("error: UCI command too long");
                    Flow::Continue
                }
                Event::Input(Input::Line(line)) => {
                    self.session.out.heard(&line);
                    self.hear(line)
                }
                Event::Search(SearchEvent::Line(search, line)) => {
                    self.search_line(search, line);
                    Flow::Continue
                }
                Event::Search(SearchEvent::Note(_, text)) => {
                    self.session.out.line(format_args!("# {text}"));
                    Flow::Continue
                }
                Event::Search(SearchEvent::Finished(search, outcome)) => {
                    self.search_finished(search, outcome);
                    self.go_on()
                }
            };
            if flow == Flow::Quit {
                self.halt();
                return;
            }
        }
    }

    /// Takes a line from outside: at once, or after the move being thought about.
    fn hear(&mut self, line: String) -> Flow {
        let thinking = self.is_thinking();
        let word = line.split_whitespace().next().unwrap_or_default();
        let variant = self.session.engine.variant();
        if thinking && waits_for_move(word, variant) {
            self.waiting.push_back(line);
            return Flow::Continue;
        }
        if self.obey(&line) == Flow::Quit {
            return Flow::Quit;
        }
        if thinking && !self.is_thinking() && word != "?" {
            // The move has been dropped, and with it what was to come after it.
            let word = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
            self.waiting.retain(|line| !follows_move(&word(line), variant));
        }
        self.go_on()
    }

    /// Carries out what has waited, as far as no new move is thought about, and sets to work.
    fn go_on(&mut self) -> Flow {
        self.set_to_work();
        while !self.is_thinking() {
            let Some(line) = self.waiting.pop_front() else { break };
            if self.obey(&line) == Flow::Quit {
                return Flow::Quit;
            }
            self.set_to_work();
        }
        Flow::Continue
    }

    fn obey(&mut self, line: &str) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !matches!(*words, [] | ["quit", ..]) {
            self.finish_hint();
        }
        let done = match self.edit_command(&words) {
            Some(done) => done.map(|()| Flow::Continue),
            None => self.command(&words),
        };
        done.unwrap_or_else(|error| {
            self.session.out.line(error);
            Flow::Continue
        })
    }

    /// One arm for each command of the protocol.
    fn command(&mut self, words: &[&str]) -> Result<Flow, CommandError> {
        match words {
            [] => {}
            ["quit", ..] => return Ok(Flow::Quit),
            ["protover", version, ..] => self.protover(version),
            [
                "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
                | "otim",
                ..,
            ] => {}

            ["new", ..] => self.new_game(),
            ["variant", name, ..] => self.variant(name)?,
            ["setboard", fen @ ..] => self.setboard(&fen.join(" "))?,
            ["edit", ..] => self.edit()?,
            ["white", ..] => self.give_turn(Color::White)?,
            ["black", ..] => self.give_turn(Color::Black)?,
            ["undo", ..] => self.take_back(1, "undo")?,
            ["remove", ..] => self.take_back(2, "remove")?,

            ["force", ..] => self.stand_down(),
            ["result", ..] => self.stand_down(),
            ["go", ..] => self.go(),
            ["playother", ..] => self.play_other(),
            ["?", ..] => self.move_now(),
            ["analyze", ..] => self.analyze(),
            ["exit", ..] => self.exit_analysis(),
            ["pause", ..] => self.pause(),
            ["resume", ..] => self.paused = false,
            [".", ..] => self.status(),

            ["level", rest @ ..] => self.level(rest)?,
            ["st", rest @ ..] => number(rest, words, |text| self.clock.per_move(text))?,
            ["sd", rest @ ..] => number(rest, words, |text| self.clock.depth(text))?,
            ["nps", rest @ ..] => number(rest, words, |text| self.clock.node_rate(text))?,
            ["time", rest @ ..] => number(rest, words, |text| self.clock.time(text))?,

            ["post", ..] => self.post = Some(true),
            ["nopost", ..] => self.post = Some(false),
            ["hard", ..] => self.ponder = true,
            ["easy", ..] => self.easy(),
            ["hint", ..] => self.hint(),
            ["bk", ..] => self.book_moves(),
            ["draw", ..] => self.draw_offered(),
            ["exclude", what, ..] => self.exclude(what)?,
            ["include", what, ..] => self.include(what)?,

            ["ping", rest @ ..] => self.ping(rest)?,
            ["memory", mib, ..] => self.memory(mib)?,
            ["cores", count, ..] => self.cores(count)?,
            ["egtpath", "syzygy", path @ ..] => self.endgame_tables(&path.join(" ")),
            ["egtpath", ..] => {} // of tables the engine does not know
            ["option", ..] => self.option(words)?,
            ["usermove", word, ..] => self.user_move(word)?,
            [word, ..] if looks_like_move(word, self.session.engine.variant()) => self.user_move(word)?,
            ["protover" | "variant" | "exclude" | "include" | "memory" | "cores" | "usermove", ..] => {
                return Err(CommandError::Refused("missing argument", words.join(" ")));
            }
            [word, ..] => return Err(CommandError::Unknown(shorten(word))),
        }
        Ok(Flow::Continue)
    }

    fn protover(&mut self, version: &str) {
        if version.parse::<u32>().is_ok_and(|version| version >= 2) {
            for line in features(&self.session.settings) {
                self.session.out.line(line);
            }
        }
    }

    fn ping(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let refused = || CommandError::Refused("bad number", with_arguments("ping", rest));
        let number: i64 = rest.first().and_then(|text| text.parse().ok()).ok_or_else(refused)?;
        self.session.out.line(format_args!("pong {number}"));
        Ok(())
    }

    fn level(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let begun = self.session.engine.plies() > 0;
        let taken = match rest {
            [moves, base, increment, ..] => self.clock.level(moves, base, increment, begun),
            _ => None,
        };
        taken.ok_or_else(|| CommandError::Refused("bad time control", with_arguments("level", rest)))
    }

    fn easy(&mut self) {
        self.ponder = false;
        if self.search.as_ref().is_some_and(|search| matches!(search.purpose, Purpose::Ponder { .. })) {
            self.halt();
        }
    }

    fn new_game(&mut self) {
        self.halt();
        // Chess until `variant` says otherwise. Only a set-up without memory for its book could refuse.
        let _ = self.session.set_option("UCI_Variant", CHESS);
        self.session.engine.new_game();
        self.clock.new_game();
        self.castling = CastlingMode::Standard;
        self.board = Board::Ready;
        self.paused = false;
        self.score = None;
        if self.role != Role::Analyze {
            self.role = Role::Play(Color::Black);
        }
        self.position_changed();
    }

    /// Options, memory and cores wait until the search ends; one that makes no move begins again
    /// afterwards, from [`Self::set_to_work`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        self.halt();
        let before = self.session.engine.variant();
        self.session.set_option(name, value)?;
        if self.session.engine.variant() != before {
            self.board_is_ready();
        }
        Ok(())
    }

    /// `memory MIB`: the largest table that fits.
    fn memory(&mut self, mib: &str) -> Result<(), CommandError> {
        let mib: usize = mib
            .parse()
            .map_err(|_| CommandError::Refused("bad number", format!("memory {}", shorten(mib))))?;
        self.set_option("Hash", &mib.clamp(MIN_MIB, MAX_MIB).to_string())
    }

    /// `egtpath syzygy PATH`. xboard names its usual folder whether there is one or not: that it is
    /// missing is worth a comment, not an error.
    fn endgame_tables(&mut self, path: &str) {
        self.halt();
        if let Err(error) = self.session.set_option("SyzygyPath", path) {
            self.session.out.line(format_args!("# {error}"));
        }
    }

    fn cores(&mut self, count: &str) -> Result<(), CommandError> {
        let count: u32 = count
            .parse()
            .map_err(|_| CommandError::Refused("bad number", format!("cores {}", shorten(count))))?;
        // More cores than the engine can use are no reason to refuse those it can.
        let most = find("Threads").and_then(|entry| match entry.kind {
            Kind::Spin { max, .. } => Some(max),
            _ => None,
        });
        self.set_option("Threads", &count.clamp(1, most.unwrap_or(1)).to_string())
    }

    /// `option NAME=VALUE`, `option NAME` for a button.
    fn option(&mut self, words: &[&str]) -> Result<(), CommandError> {
        let text = words.get(1..).unwrap_or_default().join(" ");
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        self.set_option(name.trim(), value.trim())
    }

    /// Book moves, and an empty line.
    fn book_moves(&mut self) {
        let engine = &self.session.engine;
        let position = engine.game.position();
        let book = engine.book.book().filter(|_| engine.lattice.is_none());
        let moves = book.map(|book| book.moves(position));
        let lines: Vec<String> = match moves {
            None => vec![" No book is loaded".to_owned()],
            Some(moves) if moves.is_empty() => vec![" No move in the book".to_owned()],
            Some(moves) => {
                let line = |(known, share): (&BookMove, u64)| {
                    let text = text::move_text(position, known.mv, self.castling);
                    format!(" {text:<6}{share:>3}%  {}", known.weight)
                };
                moves.iter().zip(shares(&moves)).map(line).collect()
            }
        };
        for line in lines {
            self.session.out.line(line);
        }
        self.session.out.line("");
    }

    /// Accepts a draw when the engine stands worse.
    fn draw_offered(&mut self) {
        const GLADLY: Score = Score(-30);
        let playing = matches!(self.role, Role::Play(_)) && !self.over;
        if playing && self.score.is_some_and(|score| score <= GLADLY) {
            self.session.out.line("offer draw");
        }
    }
}

/// The commands that must not overtake a move being thought about. All others take effect at once:
/// they end the thinking, change only what comes later, or need no answer.
fn waits_for_move(word: &str, variant: Option<Variant>) -> bool {
    follows_move(word, variant) || matches!(word, "ping" | "bk" | "memory" | "cores" | "egtpath" | "option")
}

/// Among those that wait, the commands that mean nothing without the move.
fn follows_move(word: &str, variant: Option<Variant>) -> bool {
    matches!(word, "usermove" | "go" | "playother" | "hint" | "include" | "exclude")
        || looks_like_move(word, variant)
}

/// True for `e2e4`, `e7e8q` and `O-O`, legal or not, or what looks so in the variant played.
fn looks_like_move(word: &str, variant: Option<Variant>) -> bool {
    if let Some(variant) = variant {
        return variant.is_move(word);
    }
    let castling = matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o");
    let square = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    castling || word.len() <= 6 && square(word.get(0..2)) && square(word.get(2..4))
}

/// A command as it was given, for an answer.
fn with_arguments(command: &str, rest: &[&str]) -> String {
    let words: Vec<&str> = std::iter::once(command).chain(rest.iter().copied()).collect();
    shorten(&words.join(" "))
}

/// Hands the first word of `rest` to a setter; refuses the command if there is none or it does not
/// fit.
fn number(rest: &[&str], words: &[&str], set: impl FnOnce(&str) -> Option<()>) -> Result<(), CommandError> {
    let set = rest.first().and_then(|text| set(text));
    set.ok_or_else(|| CommandError::Refused("bad number", shorten(&words.join(" "))))
}
