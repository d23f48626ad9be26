//! Who attacks what; checkers and pins seen from the king.

use super::geometry::{Cell, Lattice, MAX_STEPS, Relation, Spot, class};
use super::piece::{Color, Kind, Man};
use super::position::Position;

/// Checkers and pins of a position, found once per node.
pub(super) struct Scope {
    /// The first two checkers; with two the king must move.
    checkers: [Spot; 2],
    count: usize,
    /// Pinned men with the step of the line they may move along.
    pins: [(Spot, i16); MAX_STEPS],
    pin_count: usize,
}

impl Scope {
    /// How many men give check, counted to 2.
    #[inline(always)]
    pub(super) fn checks(&self) -> usize {
        self.count
    }

    /// The first checker.
    #[inline(always)]
    pub(super) fn checker(&self) -> Spot {
        self.checkers[0]
    }

    /// Step of the line on which the man is pinned; 0 if it is free.
    #[inline(always)]
    pub(super) fn pin(&self, spot: Spot) -> i16 {
        let pins = &self.pins[..self.pin_count.min(MAX_STEPS)];
        pins.iter().find(|pin| pin.0 == spot).map_or(0, |pin| pin.1)
    }

    #[inline(always)]
    fn add_checker(&mut self, spot: Spot) {
        if self.count < 2 {
            self.checkers[self.count] = spot;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn add_pin(&mut self, spot: Spot, step: i16) {
        if self.pin_count < MAX_STEPS {
            self.pins[self.pin_count] = (spot, step);
            self.pin_count += 1;
        }
    }
}

impl<const N: usize> Position<N> {
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.side())
    }

    /// Whether a side's king could be taken.
    pub(super) fn king_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        self.is_attacked(king, color.other(), king)
    }

    /// Whether a pawn of `by` attacks the spot.
    #[inline(always)]
    pub(super) fn pawn_attacks(&self, target: Spot, by: Color) -> bool {
        Kind::PAWNS.iter().any(|&kind| {
            let man = Man::new(by, kind);
            let captures = self.game().pawn_steps(by, kind).captures();
            captures.iter().any(|&step| self.at(target.step(-step)) == man)
        })
    }

    /// Whether the line between two spots is empty; `without` counts as empty.
    #[inline(always)]
    pub(super) fn is_open(&self, from: Spot, line: Relation, without: Spot) -> bool {
        let mut spot = from;
        for _ in 1..line.distance {
            spot = spot.step(line.step);
            if !self.at(spot).is_none() && spot != without {
                return false;
            }
        }
        true
    }

    /// Whether a man of `by` attacks the spot, if there were nothing on `without`.
    pub(super) fn is_attacked(&self, target: Spot, by: Color, without: Spot) -> bool {
        if self.pawn_attacks(target, by) || Lattice::<N>::relation(self.king(by), target).distance == 1 {
            return true;
        }
        for kind in Kind::SLIDERS {
            for &spot in self.men(by, kind) {
                let line = Lattice::<N>::relation(target, spot);
                if line.class & kind.slides() != 0 && self.is_open(target, line, without) {
                    return true;
                }
            }
        }
        let knights = self.men(by, Kind::Knight);
        knights.iter().any(|&spot| Lattice::<N>::relation(target, spot).class == class::LEAP)
    }

    /// Looks out from the king of the side to move: towards every enemy slider that stands on one of its lines, to
    /// the knights a leap away and to the pawns whose captures would reach it.
    pub(super) fn scope(&self) -> Scope {
        let (us, them) = (self.side(), self.side().other());
        let king = self.king(us);
        let mut scope = Scope { checkers: [king; 2], count: 0, pins: [(king, 0); MAX_STEPS], pin_count: 0 };
        for kind in Kind::SLIDERS {
            for &spot in self.men(them, kind) {
                let line = Lattice::<N>::relation(king, spot);
                if line.class & kind.slides() != 0 {
                    self.look_along(king, line, spot, &mut scope);
                }
            }
        }
        for &spot in self.men(them, Kind::Knight) {
            if Lattice::<N>::relation(king, spot).class == class::LEAP {
                scope.add_checker(spot);
            }
        }
        for kind in Kind::PAWNS {
            for &step in self.game().pawn_steps(them, kind).captures() {
                let spot = king.step(-step);
                if self.at(spot) == Man::new(them, kind) {
                    scope.add_checker(spot);
                }
            }
        }
        scope
    }

    /// Finds out whether the slider at the end of a line from the king checks it or pins a man.
    #[inline(always)]
    fn look_along(&self, king: Spot, line: Relation, slider: Spot, scope: &mut Scope) {
        let us = self.side();
        let mut shield = None;
        let mut spot = king;
        for _ in 1..line.distance {
            spot = spot.step(line.step);
            let man = self.at(spot);
            if !man.is_none() {
                if shield.is_some() || !man.is(us) {
                    return;
                }
                shield = Some(spot);
            }
        }
        match shield {
            None => scope.add_checker(slider),
            Some(spot) => scope.add_pin(spot, line.step),
        }
    }

    /// Whether the man on `from` attacks `to`.
    pub(super) fn man_attacks(&self, from: Spot, to: Spot) -> bool {
        let Some((color, kind)) = self.at(from).parts() else { return false };
        let relation = Lattice::<N>::relation(from, to);
        match kind {
            Kind::King => relation.distance == 1,
            Kind::Knight => relation.class == class::LEAP,
            Kind::Pawn | Kind::PawnW => {
                let captures = self.game().pawn_steps(color, kind).captures();
                captures.iter().any(|&step| from.step(step) == to)
            }
            _ => relation.class & kind.slides() != 0 && self.is_open(from, relation, from),
        }
    }

    /// Cells attacked by the man on a cell, whether or not its own men stand there; pins do not matter.
    pub fn attacks_from(&self, cell: Cell) -> Vec<Cell> {
        let from = Lattice::<N>::spot(cell);
        Lattice::<N>::cells().filter(|&to| self.man_attacks(from, Lattice::<N>::spot(to))).collect()
    }

    /// Cells of the men of one side that attack a cell, in the order of the cells; pins do not matter.
    pub fn attackers(&self, cell: Cell, by: Color) -> Vec<Cell> {
        let to = Lattice::<N>::spot(cell);
        let ours = |from: &Cell| self.man(*from).is_some_and(|man| man.0 == by);
        let cells = Lattice::<N>::cells().filter(ours);
        cells.filter(|&from| self.man_attacks(Lattice::<N>::spot(from), to)).collect()
    }

    /// Cells of the men that give check.
    pub fn checkers(&self) -> Vec<Cell> {
        self.attackers(Lattice::<N>::known_cell(self.king(self.side())), self.side().other())
    }

    /// Cells of the men of the side to move that are pinned to their king, in the order of the cells.
    pub fn pinned(&self) -> Vec<Cell> {
        let scope = self.scope();
        Lattice::<N>::cells().filter(|&cell| scope.pin(Lattice::<N>::spot(cell)) != 0).collect()
    }
}
