//! The commands that change the game or show it.

use std::fmt::Write as _;

use super::{CommandError, Console, board, shorten};
use crate::chess::{self, Color, Move, PieceKind, Position, SanError, Square, UciMove};
use crate::engine::{AnyMove, Draw, Game, GameEnd, LatticeGame};
use crate::lattice::{self, MoveError};
use crate::protocol::describe::{self, View};
use crate::search::exchange_on_square;

/// How a game has ended, in both languages.
pub(super) const fn result(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Mate(Color::White) => "1-0 {Jaque mate, ganan las blancas / White mates}",
        GameEnd::Mate(Color::Black) => "0-1 {Jaque mate, ganan las negras / Black mates}",
        GameEnd::Draw(Draw::Stalemate) => "1/2-1/2 {Ahogado / Stalemate}",
        GameEnd::Draw(Draw::Repetition) => "1/2-1/2 {Tablas por repetición / Draw by repetition}",
        GameEnd::Draw(Draw::FiftyMoves) => {
            "1/2-1/2 {Tablas por la regla de 50 jugadas / Draw by fifty-move rule}"
        }
        GameEnd::Draw(Draw::InsufficientMaterial) => {
            "1/2-1/2 {Tablas por material insuficiente / Draw by insufficient material}"
        }
    }
}

/// The move a word means: long algebraic, else SAN with English or Spanish letters. A promotion
/// that does not say to what is to a queen.
fn read_move(position: &Position, word: &str) -> Result<Move, CommandError> {
    let illegal = |why: &dyn ToString| CommandError::Illegal(shorten(word), why.to_string());
    if let Ok(parsed) = word.to_lowercase().parse::<UciMove>() {
        let queen = UciMove { promotion: Some(PieceKind::Queen), ..parsed };
        return match position.resolve(parsed) {
            Err(chess::MoveError::MissingPromotion) => position.resolve(queen),
            other => other,
        }
        .map_err(|error| illegal(&error));
    }
    match position.resolve_san(word) {
        Ok(mv) => return Ok(mv),
        Err(SanError::Malformed) => {}
        Err(error) => return Err(illegal(&error)),
    }
    match position.resolve_san(&in_english(word)) {
        Ok(mv) => Ok(mv),
        Err(SanError::Malformed) => Err(CommandError::Unknown(shorten(word))),
        Err(error) => Err(illegal(&error)),
    }
}

/// Spanish letters of men in SAN that mean nothing in English: Dama, Torre, Alfil, Caballo. The
/// king's R is the rook's in English.
fn in_english(word: &str) -> String {
    let english = |letter| match letter {
        'D' => 'Q',
        'T' => 'R',
        'A' => 'B',
        'C' => 'N',
        other => other,
    };
    word.chars().map(english).collect()
}

/// The move of a variant a word means. A promotion that does not say to what is to a queen.
fn read_lattice_move(game: &LatticeGame, word: &str) -> Result<lattice::Move, CommandError> {
    let read = |text: &str| game.position().parse_move(text);
    match read(word) {
        Ok(mv) => Ok(mv),
        Err(MoveError::Form(..)) => Err(CommandError::Unknown(shorten(word))),
        Err(error) => {
            read(&format!("{word}q")).map_err(|_| CommandError::Illegal(shorten(word), error.to_string()))
        }
    }
}

/// A position refused.
fn refused(error: impl ToString) -> CommandError {
    CommandError::Position(error.to_string())
}

/// The position with the turn given to a side.
fn with_turn(position: &Position, color: Color) -> Result<Position, CommandError> {
    position.with_side_to_move(color).map_err(refused)
}

impl Console {
    pub(super) fn position(&self) -> &Position {
        self.session.engine.game.position()
    }

    pub(super) fn show_board(&mut self) {
        if self.session.engine.lattice.is_some() {
            return self.show_lattice();
        }
        let drawn = board::draw(self.position(), self.view);
        self.session.out.block(drawn);
    }

    /// Says how the game has ended, if it has.
    pub(super) fn show_end(&mut self) {
        if let Some(end) = self.session.engine.end() {
            self.session.out.line(result(end));
        }
    }

    pub(super) fn new_game(&mut self) {
        self.session.engine.new_game();
        self.session.out.line("Partida nueva / New game");
        self.show_board();
    }

    pub(super) fn user_move(&mut self, word: &str) -> Result<(), CommandError> {
        let mv = match &self.session.engine.lattice {
            None => AnyMove::Chess(read_move(self.position(), word)?),
            Some(game) => AnyMove::Lattice(read_lattice_move(game, word)?),
        };
        self.session.engine.play(mv);
        self.show_board();
        self.show_end();
        Ok(())
    }

    pub(super) fn take_back(&mut self) -> Result<(), CommandError> {
        self.session.engine.take_back().then_some(()).ok_or(CommandError::NothingToUndo)?;
        self.show_board();
        Ok(())
    }

    pub(super) fn give_turn(&mut self, color: Color) -> Result<(), CommandError> {
        match &self.session.engine.lattice {
            _ if self.session.engine.side() == color => {}
            None => self.session.engine.game = Game::new(with_turn(self.position(), color)?),
            Some(game) => self.session.engine.lattice = Some(game.with_side_to_move(color).map_err(refused)?),
        }
        self.show_board();
        Ok(())
    }

    pub(super) fn set_board(&mut self, fen: &str) -> Result<(), CommandError> {
        match self.session.engine.variant() {
            None => self.session.engine.game = Game::new(Position::from_fen(fen).map_err(refused)?),
            Some(variant) => {
                self.session.engine.lattice = Some(LatticeGame::from_fen(variant, fen).map_err(refused)?);
            }
        }
        self.show_board();
        Ok(())
    }

    pub(super) fn show_fen(&mut self) {
        let fen = self.session.engine.fen();
        self.session.out.line(format_args!("FEN: {fen}"));
    }

    pub(super) fn show_moves(&mut self) {
        let write = |mv| self.session.engine.write_line(&[mv], Position::san).concat();
        let mut moves: Vec<String> = self.session.engine.legal_moves().into_iter().map(write).collect();
        moves.sort_unstable();
        let text = match moves.len() {
            0 => "No hay movimientos válidos / No legal moves".to_owned(),
            count => format!("{count}: {}", moves.join(" ")),
        };
        self.session.out.line(text);
    }

    /// The moves made, numbered.
    pub(super) fn show_game(&mut self) {
        if self.session.engine.lattice.is_some() {
            return self.show_lattice_game();
        }
        let game = &self.session.engine.game;
        let mut position = game.start().clone();
        let mut text = String::new();
        for (index, &mv) in game.moves().iter().enumerate() {
            let number = position.fullmove_number();
            let _ = match position.side_to_move() {
                Color::White => write!(text, "{number}. "),
                Color::Black if index == 0 => write!(text, "{number}... "),
                Color::Black => Ok(()),
            };
            let _ = write!(text, "{} ", position.san(mv));
            position.make(mv);
        }
        if text.is_empty() {
            text.push_str("Sin jugadas / No moves yet");
        }
        self.session.out.line(text.trim_end());
        self.show_end();
    }

    pub(super) fn use_book(&mut self, yes: bool) {
        if let Err(error) = self.session.set_option("OwnBook", if yes { "true" } else { "false" }) {
            return self.session.out.line(error);
        }
        self.session.out.line(if yes { "Libro: sí / Book: on" } else { "Libro: no / Book: off" });
    }

    pub(super) fn show_info(&mut self) {
        let engine = &self.session.engine;
        let halfmoves = engine.lattice.as_ref().map(|game| u32::from(game.position().halfmoves()));
        let key = engine.lattice.as_ref().map(|game| game.position().key());
        let side = match engine.side() {
            Color::White => "blancas / White",
            Color::Black => "negras / Black",
        };
        let (time, depth) = self.time_and_depth();
        let depth = depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string());
        let book = if self.session.settings.own_book { "sí / on" } else { "no / off" };
        let rows = [
            ("Turno / side to move", side.to_owned()),
            ("Jugadas hechas / plies made", engine.plies().to_string()),
            (
                "Regla de 50 / half-move clock",
                halfmoves.unwrap_or_else(|| self.position().halfmove_clock()).to_string(),
            ),
            ("Nivel / level", self.level_name()),
            ("Tiempo por jugada / time per move", format!("{} ms", time.as_millis())),
            ("Profundidad máxima / depth limit", depth),
            ("Tabla hash / hash table", format!("{} MB", self.session.engine.hash_mib())),
            ("Libro de aperturas / opening book", book.to_owned()),
            ("FEN", engine.fen()),
            ("Clave / key", format!("{:016x}", key.unwrap_or_else(|| self.position().key()))),
        ];
        let text: String = rows.iter().map(|(name, value)| format!("{name:<36}{value}\n")).collect();
        self.session.out.block(text);
    }

    /// The static evaluation, term by term.
    pub(super) fn show_eval(&mut self) {
        if let Some(game) = &self.session.engine.lattice {
            return self.session.out.block(describe::lattice_evaluation(game.position()));
        }
        let table = describe::evaluation(&self.session.engine.style().explain(self.position()));
        self.session.out.block(table);
    }

    /// Turns the board round.
    pub(super) fn flip_board(&mut self) -> Result<(), CommandError> {
        self.needs_chess("g")?;
        self.view = match self.view {
            View::White => View::Black,
            View::Black => View::White,
        };
        self.show_board();
        Ok(())
    }

    /// What the exchanges on a square come to.
    pub(super) fn show_exchange(&mut self, square: &str) -> Result<(), CommandError> {
        self.needs_chess("eet")?;
        let parsed: Square =
            square.parse().map_err(|_| CommandError::Unknown(format!("eet {}", shorten(square))))?;
        let position = self.position();
        let value = exchange_on_square(position, parsed, position.side_to_move());
        self.session.out.line(format_args!("Escaque={parsed} EET={value}"));
        Ok(())
    }
}
