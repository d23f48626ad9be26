//! The game being played, whichever it is: what the protocols need to know of it without asking.

use super::game::{Game, GameEnd};
use super::{Engine, LatticeGame};
use crate::chess::{self, CastlingMode, Color, Position, perft_divide_until};
use crate::lattice::{self, Variant};
use crate::search::{Limits, Outcome};

/// A move of chess or of a lattice variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyMove {
    /// Of chess.
    Chess(chess::Move),
    /// Of the variant played.
    Lattice(lattice::Move),
}

impl AnyMove {
    /// The move of chess, if it is one.
    #[must_use]
    pub const fn chess(self) -> Option<chess::Move> {
        match self {
            Self::Chess(mv) => Some(mv),
            Self::Lattice(_) => None,
        }
    }

    /// The move of a variant, if it is one.
    #[must_use]
    pub const fn lattice(self) -> Option<lattice::Move> {
        match self {
            Self::Lattice(mv) => Some(mv),
            Self::Chess(_) => None,
        }
    }
}

/// Limits of a search in any game.
pub type AnyLimits = Limits<AnyMove>;
/// What came of a search in any game.
pub type AnyOutcome = Outcome<AnyMove>;

/// Counts leaves below each move; asks the function given whether to stop.
pub type Counter = Box<dyn FnOnce(&(dyn Fn() -> bool + Sync)) -> Option<Vec<(String, u64)>> + Send>;

impl Engine {
    /// The variant played; `None` for chess.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.lattice.as_ref().map(LatticeGame::variant)
    }

    /// Takes up another game, or chess again, at its start position; the game already played goes on. To be called
    /// between searches.
    pub fn set_variant(&mut self, variant: Option<Variant>) {
        if variant != self.variant() {
            self.lattice = variant.and_then(|variant| LatticeGame::new(variant).ok());
            self.lattice_level = None;
            self.game = Game::default();
        }
    }

    /// Side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        self.lattice.as_ref().map_or_else(|| self.game.position().side_to_move(), LatticeGame::side)
    }

    /// Half-moves made since the position was set up.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.lattice.as_ref().map_or_else(|| self.game.moves().len(), |game| game.moves().len())
    }

    /// How the game has ended by the rules, if it has.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        self.lattice.as_ref().map_or_else(|| self.game.end(), LatticeGame::end)
    }

    /// True if the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.lattice
            .as_ref()
            .map_or_else(|| self.game.position().in_check(), |game| game.position().in_check())
    }

    /// The legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        match &self.lattice {
            None => self.game.position().legal_move_list().iter().copied().map(AnyMove::Chess).collect(),
            Some(game) => game.position().legal_moves().into_iter().map(AnyMove::Lattice).collect(),
        }
    }

    /// The legal move a text means, in UCI's form.
    #[must_use]
    pub fn read_move(&self, text: &str) -> Option<AnyMove> {
        match &self.lattice {
            None => self.game.position().resolve(text.parse().ok()?).ok().map(AnyMove::Chess),
            Some(game) => game.position().parse_move(text).ok().map(AnyMove::Lattice),
        }
    }

    /// Greatest depth of a count.
    #[must_use]
    pub fn perft_max_depth(&self) -> u32 {
        if self.lattice.is_some() { lattice::PERFT_MAX_DEPTH } else { chess::PERFT_MAX_DEPTH }
    }

    /// What counts the leaves below each move of the position, with the moves written down; nothing if stopped.
    #[must_use]
    pub fn counter(&self, depth: u32, mode: CastlingMode) -> Counter {
        match &self.lattice {
            None => {
                let position = self.game.position().clone();
                Box::new(move |stop| {
                    let counts = perft_divide_until(&position, depth, stop)?;
                    let written = |&(mv, nodes): &_| (position.uci(mv, mode).to_string(), nodes);
                    Some(counts.iter().map(written).collect())
                })
            }
            Some(game) => {
                let mut position = game.position().clone();
                Box::new(move |stop| position.divide_until(depth, stop))
            }
        }
    }

    /// Plays a legal move; one of another game is none.
    pub fn play(&mut self, mv: AnyMove) {
        match (&mut self.lattice, mv) {
            (None, AnyMove::Chess(mv)) => self.game.play(mv),
            (Some(game), AnyMove::Lattice(mv)) => game.play(mv),
            _ => {}
        }
    }

    /// Takes back the last move; false if there is none.
    pub fn take_back(&mut self) -> bool {
        match &mut self.lattice {
            None => self.game.undo().is_some(),
            Some(game) => game.undo().is_some(),
        }
    }

    /// A variation from the current position written down, those of chess by `chess`.
    pub fn write_line(
        &self,
        moves: &[AnyMove],
        chess: impl Fn(&Position, chess::Move) -> String,
    ) -> Vec<String> {
        match &self.lattice {
            Some(game) => {
                let moves = moves.iter().filter_map(|mv| mv.lattice());
                moves.map(|mv| game.position().write_move(mv)).collect()
            }
            None => {
                let mut position = self.game.position().clone();
                let write = |mv| {
                    let text = chess(&position, mv);
                    position.make(mv);
                    text
                };
                moves.iter().filter_map(|mv| mv.chess()).map(write).collect()
            }
        }
    }

    /// The position as a FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.lattice.as_ref().map_or_else(|| self.game.position().fen(), |game| game.position().fen())
    }
}
