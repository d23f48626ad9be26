//! Anything that can be written down, and the check that makes a position of it.

use super::game::{Game, Start};
use super::geometry::{Cell, Lattice};
use super::notation;
use super::piece::{Color, Kind};
use super::position::{MEN_PER_SIDE, Position};
use thiserror::Error;

/// Men on cells, a side to move and the counters: perhaps a position, perhaps nonsense.
#[derive(Clone)]
pub struct Setup<const N: usize> {
    /// The game whose rules decide.
    pub game: &'static Game<N>,
    /// What stands on each cell.
    men: Vec<Option<(Color, Kind)>>,
    /// Side to move.
    pub side: Color,
    /// Cell a pawn has just stepped over.
    pub passing: Option<Cell>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// Number of the move, from 1.
    pub number: u16,
}

/// Why a setup is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A side has no king.
    #[error("{0:?} has no king")]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{0:?} has {1} kings")]
    ManyKings(Color, usize),
    /// A side has more men than the engine keeps lists for.
    #[error("{0:?} has {1} men, at most {MEN_PER_SIDE} are possible")]
    ManyMen(Color, usize),
    /// A man of a kind the game does not know.
    #[error("there is no {0} in this game")]
    ForeignKind(&'static str),
    /// A pawn where it would have been promoted.
    #[error("a pawn of {0:?} stands on its promotion cell {1}")]
    PawnOnPromotionCell(Color, String),
    /// The king of the side that has just moved can be taken.
    #[error("{0:?} is in check but it is {1:?}'s turn")]
    WaitingSideInCheck(Color, Color),
    /// No pawn can just have stepped over the en-passant cell.
    #[error("no pawn can just have stepped over {0}")]
    NotPassed(String),
}

impl<const N: usize> Setup<N> {
    /// An empty board, White to move.
    pub fn empty(game: &'static Game<N>) -> Setup<N> {
        let men = vec![None; Lattice::<N>::CELLS];
        Setup { game, men, side: Color::White, passing: None, halfmoves: 0, number: 1 }
    }

    /// A start position.
    pub fn start(start: &Start<N>) -> Setup<N> {
        let mut setup = Setup::empty(start.game);
        for (kind, coordinates) in (start.army)() {
            if let Some(cell) = Lattice::<N>::at(coordinates) {
                setup.put(cell, Some((Color::White, kind)));
                setup.put(Lattice::<N>::reflected(cell), Some((Color::Black, kind)));
            }
        }
        setup
    }

    /// What stands on a cell.
    pub fn man(&self, cell: Cell) -> Option<(Color, Kind)> {
        self.men.get(cell.index()).copied().flatten()
    }

    /// Puts a man on a cell, or clears it.
    pub fn put(&mut self, cell: Cell, man: Option<(Color, Kind)>) {
        if let Some(place) = self.men.get_mut(cell.index()) {
            *place = man;
        }
    }

    /// All men with their cells, in the order of the cells.
    pub fn men(&self) -> impl Iterator<Item = (Cell, Color, Kind)> {
        Lattice::<N>::cells().filter_map(|cell| self.man(cell).map(|(color, kind)| (cell, color, kind)))
    }

    /// Checks everything a position promises.
    ///
    /// # Errors
    /// The first reason found why this is not a position of the game.
    pub fn position(&self) -> Result<Position<N>, SetupError> {
        for color in Color::ALL {
            self.check_men(color)?;
        }
        let victim = self.passing.map(|cell| self.victim(cell)).transpose()?;
        let position = Position::assemble(self, victim);
        let waiting = self.side.other();
        if position.king_attacked(waiting) {
            return Err(SetupError::WaitingSideInCheck(waiting, self.side));
        }
        Ok(position)
    }

    fn check_men(&self, color: Color) -> Result<(), SetupError> {
        let (mut men, mut kings) = (0, 0);
        for (cell, _, kind) in self.men().filter(|man| man.1 == color) {
            men += 1;
            kings += usize::from(kind == Kind::King);
            if !self.game.rules().letters.iter().any(|entry| entry.0 == kind) {
                return Err(SetupError::ForeignKind(kind.name()));
            }
            if kind.is_pawn() && self.game.promotes(color, kind, Lattice::<N>::spot(cell)) {
                return Err(SetupError::PawnOnPromotionCell(color, notation::cell(self.game, cell)));
            }
        }
        match kings {
            0 => Err(SetupError::NoKing(color)),
            1 if men > MEN_PER_SIDE => Err(SetupError::ManyMen(color, men)),
            1 => Ok(()),
            _ => Err(SetupError::ManyKings(color, kings)),
        }
    }

    /// The pawn that has just stepped over `passed`. If pawns of both kinds could have, it is the first kind: the
    /// written form cannot tell them apart.
    fn victim(&self, passed: Cell) -> Result<Cell, SetupError> {
        let mover = self.side.other();
        let spot = Lattice::<N>::spot(passed);
        let empty = |cell| Lattice::<N>::cell_at(cell).is_some_and(|cell| self.man(cell).is_none());
        for rule in self.game.rules().pawns.iter().filter(|rule| rule.double_step.is_some()) {
            for &step in self.game.pawn_steps(mover, rule.kind).pushes() {
                let (origin, target) = (spot.step(-step), spot.step(step));
                let victim = Lattice::<N>::cell_at(target)
                    .filter(|&cell| self.man(cell) == Some((mover, rule.kind)))
                    .filter(|_| {
                        empty(spot) && empty(origin) && self.game.may_double(mover, rule.kind, origin)
                    });
                if let Some(victim) = victim {
                    return Ok(victim);
                }
            }
        }
        Err(SetupError::NotPassed(notation::cell(self.game, passed)))
    }
}
