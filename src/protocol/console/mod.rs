//! The console: for a person at a terminal, in Spanish and English, with the commands of 2012.
//!
//! A terminal gets a banner and a prompt; a pipe gets neither, as interfaces take every line for an
//! answer. `uci` and `xboard` lead into the loops of the protocols.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod board;
mod game;
mod help;
mod lattice;
mod levels;
mod think;

use std::collections::VecDeque;

use super::describe::View;
use super::input::{Event, Input, SearchEvent};
use super::session::Session;
use super::{cecp, uci};
use crate::chess::Color;
use levels::Level;
use think::Task;

/// What the loop does after a command.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Quit,
    /// UCI goes on from here; it hears this line first.
    Uci(String),
    /// CECP goes on from here; it hears this line first.
    Xboard(String),
}

/// Whether a person sits at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A person: banner and prompt.
    Terminal,
    /// A program.
    Pipe,
}

/// The state of the loop.
struct Console {
    session: Session,
    audience: Audience,
    view: View,
    level: Level,
    task: Task,
    /// Lines typed while something is being worked on.
    waiting: VecDeque<String>,
}

/// Why a command could not be carried out, in both languages.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error("Comando desconocido: '{0}'. Escriba 'ayuda' / Unknown command: type 'help'")]
    Unknown(String),
    #[error("Movimiento ilegal: {0} ({1}) / Illegal move")]
    Illegal(String, String),
    #[error("Posición ilegal / Illegal position: {0}")]
    Position(String),
    #[error("Falta un número válido / A valid number is needed: {0}")]
    Number(String),
    #[error("No hay jugadas que retirar / There is no move to take back")]
    NothingToUndo,
    #[error("La partida ha terminado / The game is over: {0}")]
    Over(&'static str),
    #[error("'{0}' es solo para el ajedrez / '{0}' is for chess only")]
    ChessOnly(&'static str),
    #[error("El ajedrez no tiene niveles con número: facil, medio, fuerte / Chess has no numbered levels")]
    NoLevels,
    #[error("Variantes / variants: chess, raumschach, tesseract, tesseract-light, tesseract-dense")]
    NoVariant,
    #[error("{0}")]
    System(String),
}

/// Runs the console until the user leaves, input ends or a protocol's loop that it led to ends.
pub fn run(session: Session, audience: Audience) {
    let mut console = Console {
        session,
        audience,
        view: View::default(),
        level: Level::default(),
        task: Task::Nothing,
        waiting: VecDeque::new(),
    };
    console.greet();
    let flow = console.listen();
    let Console { session, .. } = console;
    match flow {
        Flow::Uci(line) => {
            uci::run(session, &[&line]);
        }
        Flow::Xboard(line) => cecp::run(session, Some(line)),
        Flow::Quit | Flow::Continue => {}
    }
}

impl Console {
    fn greet(&mut self) {
        if self.audience == Audience::Terminal {
            self.session.out.block(help::banner());
        }
        self.prompt();
    }

    /// Asks for the next command, unless something is being worked on.
    fn prompt(&mut self) {
        if self.audience == Audience::Terminal && self.task.is_nothing() {
            let side = match self.session.engine.side() {
                Color::White => "blancas",
                Color::Black => "negras",
            };
            self.session.out.raw(&format!("mangoac [{side}]> "));
        }
    }

    /// Listens until something else than the next command is to be done.
    fn listen(&mut self) -> Flow {
        loop {
            let flow = match self.next_event() {
                None => {
                    self.job_finished();
                    self.work_off()
                }
                Some(Event::Input(Input::End)) => Flow::Quit,
                Some(Event::Input(Input::TooLong)) => {
                    self.session.out.info("error: UCI command too long");
                    self.prompt();
                    Flow::Continue
                }
                Some(Event::Input(Input::Line(line))) => {
                    self.session.out.heard(&line);
                    self.hear(line)
                }
                Some(Event::Search(SearchEvent::Line(search, line))) => {
                    self.search_line(search, &line);
                    Flow::Continue
                }
                Some(Event::Search(SearchEvent::Finished(search, outcome))) => {
                    match self.search_finished(search, outcome) {
                        true => self.work_off(),
                        false => Flow::Continue,
                    }
                }
            };
            if flow != Flow::Continue {
                self.halt();
                return flow;
            }
        }
    }

    /// Takes a line from outside: what concerns the work going on at once, all else after it.
    fn hear(&mut self, line: String) -> Flow {
        if self.task.is_nothing() {
            let flow = self.obey(&line);
            return if flow == Flow::Continue { self.work_off() } else { flow };
        }
        match line.trim().to_lowercase().as_str() {
            "" => Flow::Continue,
            "salir" | "quit" | "exit" => Flow::Quit,
            "para" | "stop" | "ya" | "now" | "?" | "." => {
                self.cut_short();
                self.work_off()
            }
            _ => {
                self.waiting.push_back(line);
                Flow::Continue
            }
        }
    }

    /// Carries out what has waited, as far as nothing new is being worked on, and prompts.
    fn work_off(&mut self) -> Flow {
        while self.task.is_nothing() {
            let Some(line) = self.waiting.pop_front() else { break };
            let flow = self.obey(&line);
            if flow != Flow::Continue {
                return flow;
            }
        }
        self.prompt();
        Flow::Continue
    }

    fn obey(&mut self, line: &str) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.command(&words).unwrap_or_else(|error| {
            self.session.out.line(error);
            Flow::Continue
        })
    }

    /// One arm for each command.
    fn command(&mut self, words: &[&str]) -> Result<Flow, CommandError> {
        let [first, rest @ ..] = words else { return Ok(Flow::Continue) };
        match (first.to_lowercase().as_str(), rest) {
            // The last four belong to UCI alone: some clients forget to say `uci`.
            ("uci" | "isready" | "ucinewgame" | "setoption" | "position", _) => {
                return Ok(Flow::Uci(words.join(" ")));
            }
            ("xboard" | "protover", _) => return Ok(Flow::Xboard(words.join(" "))),
            ("salir" | "quit" | "exit", _) => return Ok(Flow::Quit),
            ("ayuda" | "h" | "?", _) => self.session.out.block(help::SPANISH),
            ("help", _) => self.session.out.block(help::ENGLISH),
            ("ver" | "version", _) => self.session.out.line(help::version()),

            ("nuevo" | "new", _) => self.new_game(),
            ("d" | "t", _) => self.show_board(),
            ("g" | "r", _) => self.flip_board()?,
            ("mover" | "move", [word, ..]) => self.user_move(word)?,
            ("regresar" | "undo" | "u", _) => self.take_back()?,
            ("blanco" | "white", []) => self.give_turn(Color::White)?,
            ("negro" | "black", []) => self.give_turn(Color::Black)?,
            ("setboard", fen) => self.set_board(&fen.join(" "))?,
            ("fen", _) => self.show_fen(),
            ("movimientos" | "moves", _) => self.show_moves(),
            ("juego" | "game", _) => self.show_game(),
            ("info" | "i", _) => self.show_info(),
            ("eval", _) => self.show_eval(),
            ("eet", [square, ..]) => self.show_exchange(square)?,

            ("dale" | "go", _) => self.go()?,
            ("cc", _) => self.play_itself()?,
            ("para" | "stop" | "ya" | "now", _) => {}
            ("perft", rest) => self.perft(rest)?,
            ("sd", rest) => self.set_depth(rest)?,
            ("tiempo" | "time" | "st", rest) => self.set_time(rest)?,
            ("facil" | "fácil" | "easy", _) => self.set_level(Level::EASY),
            ("medio" | "medium", _) => self.set_level(Level::MEDIUM),
            ("fuerte" | "hard", _) => self.set_level(Level::HARD),
            ("nivel" | "level", rest) => self.set_named_level(rest)?,
            ("variante" | "variant", rest) => self.set_variant(rest)?,
            ("librosi", _) => self.use_book(true),
            ("librono", _) => self.use_book(false),
            _ => self.user_move(first)?,
        }
        Ok(Flow::Continue)
    }
}

/// The longest piece of hostile text repeated in an answer.
fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}
