//! A game: a set-up position and the moves played from it.

use crate::chess::{Color, Move, MoveError, Position, UciMove};

/// A position, how it came about, and what the rules say of its end.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Keys of all positions before the current one, since the start.
    keys: Vec<u64>,
}

/// Why a draw is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate.
    InsufficientMaterial,
}

/// How a game stands ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// The colour named has mated.
    Mate(Color),
    /// Nobody wins.
    Draw(Draw),
}

/// A move of a list could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {text}: {reason}")]
pub struct GameError {
    /// The move as given.
    pub text: String,
    /// Why it cannot be played.
    pub reason: String,
}

/// A game that variations can be tried on.
pub(super) trait Trial: Clone {
    type Move: Copy;

    /// Plays a move if it is legal.
    fn attempt(&mut self, mv: Self::Move) -> bool;

    /// True if the game has ended by the rules.
    fn is_over(&self) -> bool;
}

/// The part of a variation that can be played; see [`Game::playable`].
pub(super) fn playable<G: Trial>(game: &G, variation: &[G::Move]) -> Vec<G::Move> {
    let mut game = game.clone();
    let mut played = Vec::with_capacity(variation.len());
    for &mv in variation {
        if !game.attempt(mv) {
            break;
        }
        played.push(mv);
        if game.is_over() {
            break;
        }
    }
    played
}

impl Trial for Game {
    type Move = Move;

    fn attempt(&mut self, mv: Move) -> bool {
        let legal = self.position.legal_move_list().contains(&mv);
        if legal {
            self.play(mv);
        }
        legal
    }

    fn is_over(&self) -> bool {
        self.end().is_some()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}

impl Game {
    /// A game that begins at a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { position: start.clone(), start, moves: Vec::new(), keys: Vec::new() }
    }

    /// The position the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        self.position.make(mv);
        self.moves.push(mv);
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// If the text is no move or the move is not legal; the game is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<Move, GameError> {
        let error = |reason: String| GameError { text: text.chars().take(20).collect(), reason };
        let word: UciMove =
            text.parse().map_err(|reason: crate::chess::UciMoveError| error(reason.to_string()))?;
        let mv = self.position.resolve(word).map_err(|reason: MoveError| error(reason.to_string()))?;
        self.play(mv);
        Ok(mv)
    }

    /// Takes back the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        self.keys.pop();
        // Replaying is slow, but nobody takes back often, and it needs no states kept.
        self.position = self.start.clone();
        for &mv in &self.moves {
            self.position.make(mv);
        }
        Some(undone)
    }

    /// The part of a variation from the current position that can be played: legal moves, and none
    /// after the game has ended. A game that stands drawn by rule already may go on by one move.
    #[must_use]
    pub fn playable(&self, variation: &[Move]) -> Vec<Move> {
        playable(self, variation)
    }

    /// How often the current position has occurred, itself included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        let reversible = self.position.halfmove_clock() as usize;
        let recent = self.keys.iter().rev().take(reversible);
        1 + recent.skip(1).step_by(2).filter(|&&earlier| earlier == key).count()
    }

    /// How the game has ended by the rules, if it has. Repetition and the fifty-move rule count as
    /// soon as a draw may be claimed; mate comes before all draws.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        let position = &self.position;
        if position.has_no_legal_moves() {
            return Some(match position.in_check() {
                true => GameEnd::Mate(!position.side_to_move()),
                false => GameEnd::Draw(Draw::Stalemate),
            });
        }
        let draw = if position.is_insufficient_material() {
            Draw::InsufficientMaterial
        } else if self.occurrences() >= 3 {
            Draw::Repetition
        } else if position.halfmove_clock() >= 100 {
            Draw::FiftyMoves
        } else {
            return None;
        };
        Some(GameEnd::Draw(draw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            game.play_text(text).unwrap();
        }
        game
    }

    #[test]
    fn ends_are_recognised() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(game(start, "f2f3 e7e5 g2g4 d8h4").end(), Some(GameEnd::Mate(Color::Black)));
        let dance = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(game(start, dance).end(), None);
        assert_eq!(game(start, &dance.repeat(2)).end(), Some(GameEnd::Draw(Draw::Repetition)));
        let draw = |fen: &str| game(fen, "").end();
        assert_eq!(draw("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(GameEnd::Draw(Draw::Stalemate)));
        assert_eq!(draw("8/8/3k4/8/8/3KN3/8/8 b - - 0 1"), Some(GameEnd::Draw(Draw::InsufficientMaterial)));
        assert_eq!(draw("4kr2/8/8/8/8/8/8/3RK3 b - - 100 1"), Some(GameEnd::Draw(Draw::FiftyMoves)));
        assert_eq!(draw("8/8/3k4/8/8/3KN3/4N3/8 b - - 0 1"), None);
    }

    #[test]
    fn a_position_after_a_double_push_repeats_if_nobody_can_capture() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let moves = format!("e2e4 {}", "g8f6 g1f3 f6g8 f3g1 ".repeat(2));
        assert_eq!(game(start, &moves).end(), Some(GameEnd::Draw(Draw::Repetition)));
    }

    #[test]
    fn variations_end_where_the_game_ends() {
        let playable = |fen: &str, moves: &str, variation: &str| {
            let game = game(fen, moves);
            let mut after = game.clone();
            let mut words = Vec::new();
            for text in variation.split_whitespace() {
                words.push(after.play_text(text).unwrap());
            }
            game.playable(&words).len()
        };
        let dance = "g1f3 g8f6 f3g1 f6g8 ";
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(playable(start, dance, &(dance.to_owned() + "e2e4")), 4, "third occurrence");
        assert_eq!(playable("4kr2/8/8/8/8/8/8/3RK3 w - - 98 90", "", "d1d2 f8f7 d2d1 f7f8"), 2);
        assert_eq!(playable("4kr2/8/8/8/8/8/8/3RK3 w - - 100 90", "", "d1d2 f8f7"), 1);
        assert_eq!(playable("4k3/8/8/8/8/8/4p3/4K3 b - - 0 1", "e8e7", "e1e2 e7e6 e2e3"), 1);
    }

    #[test]
    fn an_illegal_move_ends_a_variation() {
        let mut game = Game::default();
        let first = game.play_text("e2e4").unwrap();
        assert_eq!(Game::default().playable(&[first, first, first]), [first]);
    }

    #[test]
    fn undo_restores_and_errors_change_nothing() {
        let mut game = Game::default();
        game.play_text("e2e4").unwrap();
        let before = game.position().clone();
        assert!(game.play_text("e2e4").is_err() && game.play_text("xyz").is_err());
        assert_eq!(*game.position(), before);
        game.play_text("e7e5").unwrap();
        game.undo();
        assert_eq!(*game.position(), before);
    }
}
