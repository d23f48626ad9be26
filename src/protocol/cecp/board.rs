//! The commands that change the board.

use super::edit::{Edited, Editor};
use super::text::{self, CommandError, shorten};
use super::{Role, Xboard};
use crate::chess::{CastlingMode, Color, FenError, Move, MoveError, PieceKind, Position, UciMove};
use crate::engine::{AnyMove, Game, LatticeGame};
use crate::lattice::Variant;
use crate::protocol::options::CHESS;

/// What stands on the board.
#[derive(Clone, Debug)]
pub(super) enum Board {
    /// The game's position.
    Ready,
    /// A position was refused: nothing moves until another one is given.
    Refused,
    /// `edit` is going on.
    Editing(Editor),
}

impl Xboard {
    /// Forgets what belonged to the position before.
    pub(super) fn position_changed(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.over = false;
    }

    fn set_position(&mut self, position: Position) {
        self.session.engine.game = Game::new(position);
        self.board_is_ready();
    }

    fn set_lattice(&mut self, game: LatticeGame) {
        self.session.engine.lattice = Some(game);
        self.board_is_ready();
    }

    pub(super) fn board_is_ready(&mut self) {
        self.board = Board::Ready;
        self.position_changed();
    }

    fn refuse_position(&mut self, reason: impl ToString) -> CommandError {
        self.board = Board::Refused;
        CommandError::Position(reason.to_string())
    }

    pub(super) fn setboard(&mut self, fen: &str) -> Result<(), CommandError> {
        self.halt();
        if let Some(variant) = self.session.engine.variant() {
            let game = LatticeGame::from_fen(variant, fen).map_err(|error| self.refuse_position(error))?;
            self.set_lattice(game);
            return Ok(());
        }
        match Position::from_fen(fen) {
            Ok(position) => {
                self.set_position(position);
                Ok(())
            }
            Err(FenError::Impossible(error)) => Err(self.refuse_position(error)),
            Err(error) => Err(self.refuse_position(error)),
        }
    }

    pub(super) fn variant(&mut self, name: &str) -> Result<(), CommandError> {
        let (castling, game) = match (name, Variant::from_name(name)) {
            ("normal", _) => (CastlingMode::Standard, CHESS),
            ("fischerandom", _) => (CastlingMode::Chess960, CHESS),
            (_, Some(variant)) => (CastlingMode::Standard, variant.name()),
            _ => return Err(CommandError::Refused("unsupported variant", shorten(name))),
        };
        self.castling = castling;
        if self.session.settings.variant != Variant::from_name(game) {
            self.set_option("UCI_Variant", game)?;
        }
        Ok(())
    }

    /// `edit` knows the squares of chess only.
    pub(super) fn edit(&mut self) -> Result<(), CommandError> {
        if self.session.engine.lattice.is_some() {
            return Err(CommandError::Refused("not in this variant", "edit".to_owned()));
        }
        self.halt();
        self.board = Board::Editing(Editor::new(self.session.engine.game.position()));
        Ok(())
    }

    /// Takes a line for the editor; `None` if it is not for the editor or none is at work.
    pub(super) fn edit_command(&mut self, words: &[&str]) -> Option<Result<(), CommandError>> {
        let Board::Editing(editor) = &mut self.board else { return None };
        match editor.command(words.first()?)? {
            Edited::More => Some(Ok(())),
            Edited::Done => match editor.clone().setup().position() {
                Ok(position) => {
                    self.set_position(position);
                    Some(Ok(()))
                }
                Err(error) => Some(Err(self.refuse_position(error))),
            },
        }
    }

    /// `white`, `black`: gives the side the move, and the engine the other side.
    pub(super) fn give_turn(&mut self, color: Color) -> Result<(), CommandError> {
        self.halt();
        let refused = |error: &dyn ToString| CommandError::Position(error.to_string());
        let position = self.session.engine.game.position();
        match &self.session.engine.lattice {
            _ if self.session.engine.side() == color => {}
            None => self.set_position(position.with_side_to_move(color).map_err(|error| refused(&error))?),
            Some(game) => self.set_lattice(game.with_side_to_move(color).map_err(|error| refused(&error))?),
        }
        self.over = false;
        self.role = Role::Play(!color);
        Ok(())
    }

    pub(super) fn take_back(&mut self, plies: usize, command: &str) -> Result<(), CommandError> {
        self.halt();
        if self.session.engine.plies() < plies {
            return Err(CommandError::Refused("nothing to take back", command.to_owned()));
        }
        for _ in 0..plies {
            self.session.engine.take_back();
        }
        self.position_changed();
        Ok(())
    }

    /// The legal move a word means. A promotion that does not say to what is to a queen.
    pub(super) fn read_move(&self, word: &str) -> Result<AnyMove, CommandError> {
        if !matches!(self.board, Board::Ready) {
            return Err(CommandError::NoPosition(shorten(word)));
        }
        match &self.session.engine.lattice {
            None => self.read_chess_move(word).map(AnyMove::Chess),
            Some(game) => {
                let read = |text: &str| game.position().parse_move(text);
                let mv = read(word).or_else(|_| read(&format!("{word}q")));
                mv.map(AnyMove::Lattice).map_err(|_| CommandError::Illegal(shorten(word)))
            }
        }
    }

    fn read_chess_move(&self, word: &str) -> Result<Move, CommandError> {
        let position = self.session.engine.game.position();
        let illegal = || CommandError::Illegal(shorten(word));
        if word.contains('-') {
            return position.resolve_san(word).map_err(|_| illegal());
        }
        let parsed: UciMove = word.parse().map_err(|_| illegal())?;
        let queen = UciMove { promotion: Some(PieceKind::Queen), ..parsed };
        match position.resolve(parsed) {
            Err(MoveError::MissingPromotion) => position.resolve(queen).map_err(|_| illegal()),
            Err(MoveError::InCheck) => Err(CommandError::InCheck(shorten(word))),
            Err(MoveError::Impossible) => Err(illegal()),
            Ok(mv) => Ok(mv),
        }
    }

    /// A move of the opponent, or of either side where the engine plays none.
    pub(super) fn user_move(&mut self, word: &str) -> Result<(), CommandError> {
        let mv = self.read_move(word)?;
        if self.is_pondered(mv) {
            self.session.engine.play(mv);
            self.ponder_hit();
            return Ok(());
        }
        self.halt();
        self.session.engine.play(mv);
        self.position_changed();
        self.tell_end();
        Ok(())
    }

    /// Tells the result if the game has ended. In force mode only if no move can change it, as an
    /// old game may be being replayed; never in analysis.
    pub(super) fn tell_end(&mut self) {
        let Some(end) = self.session.engine.end() else { return };
        let told = match self.role {
            Role::Play(_) => true,
            Role::Force => text::is_final(end),
            Role::Analyze => false,
        };
        if told {
            self.over = true;
            self.session.out.line(text::result(end));
        }
    }

    /// `exclude MOVE`, `exclude all`: leaves root moves out until the position changes.
    pub(super) fn exclude(&mut self, what: &str) -> Result<(), CommandError> {
        let moves = match what {
            "all" => self.session.engine.legal_moves(),
            _ => vec![self.read_move(what)?],
        };
        self.halt();
        self.excluded.retain(|mv| !moves.contains(mv));
        self.excluded.extend(moves);
        Ok(())
    }

    /// `include MOVE`, `include all`: looks at root moves again.
    pub(super) fn include(&mut self, what: &str) -> Result<(), CommandError> {
        match what {
            "all" => self.excluded.clear(),
            _ => {
                let mv = self.read_move(what)?;
                self.excluded.retain(|&other| other != mv);
            }
        }
        self.halt();
        Ok(())
    }
}
