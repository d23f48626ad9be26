//! The terms of the evaluation: each function counts the features of one family.

use super::super::geometry::{Cell, Lattice, Spot};
use super::super::piece::{Color, Kind};
use super::super::position::Position;
use super::features::{Collector, Feature};
use super::weights::Weights;

/// Material and centrality of everything on the board.
pub(super) fn men<const N: usize>(position: &Position<N>, to: &mut impl Collector) {
    for color in Color::ALL {
        for kind in Kind::ALL {
            let men = position.men(color, kind);
            if men.is_empty() {
                continue;
            }
            let central = |&spot: &Spot| i32::from(Lattice::<N>::centrality_at(spot));
            to.add(Feature::Material(kind), color, men.len() as i32);
            to.add(Feature::Centrality(kind), color, men.iter().map(central).sum());
        }
    }
}

/// Mobility, and what the pieces threaten beside the enemy king.
pub(super) fn mobility<const N: usize>(position: &Position<N>, weights: &Weights, to: &mut impl Collector) {
    for color in Color::ALL {
        let target = position.king(color.other());
        let mut siege = 0;
        for kind in Kind::SLIDERS {
            let men = position.men(color, kind);
            if men.is_empty() {
                continue;
            }
            let (least, most) = kind.axes();
            let steps = Lattice::<N>::steps(least, most);
            let mut cells = 0;
            for &from in men {
                cells += slides(position, color, from, steps, target, &mut siege);
            }
            to.add(Feature::Mobility(kind), color, cells - weights.usual(kind) * men.len() as i32);
        }
        let knights = position.men(color, Kind::Knight);
        let mut cells = 0;
        for &from in knights {
            cells += leaps(position, color, from, target, &mut siege);
        }
        to.add(
            Feature::Mobility(Kind::Knight),
            color,
            cells - weights.usual(Kind::Knight) * knights.len() as i32,
        );
        to.add(Feature::Siege, color, siege);
    }
}

/// Cells a slider can go to; those beside the enemy king are counted in `siege` too.
#[inline(always)]
fn slides<const N: usize>(
    position: &Position<N>,
    us: Color,
    from: Spot,
    steps: &[i16],
    target: Spot,
    siege: &mut i32,
) -> i32 {
    let mut cells = 0;
    for &step in steps {
        let mut spot = from.step(step);
        while position.at(spot).is_none() {
            cells += 1;
            *siege += i32::from(Lattice::<N>::relation(spot, target).distance == 1);
            spot = spot.step(step);
        }
        if position.at(spot).is(us.other()) {
            cells += 1;
            *siege += i32::from(Lattice::<N>::relation(spot, target).distance == 1);
        }
    }
    cells
}

/// The same for a knight.
#[inline(always)]
fn leaps<const N: usize>(
    position: &Position<N>,
    us: Color,
    from: Spot,
    target: Spot,
    siege: &mut i32,
) -> i32 {
    let mut cells = 0;
    for &step in Lattice::<N>::leaps() {
        let spot = from.step(step);
        let man = position.at(spot);
        if man.is_none() || man.is(us.other()) {
            cells += 1;
            *siege += i32::from(Lattice::<N>::relation(spot, target).distance == 1);
        }
    }
    cells
}

/// Open lines to the king and own men beside it.
pub(super) fn king<const N: usize>(position: &Position<N>, to: &mut impl Collector) {
    for color in Color::ALL {
        let king = position.king(color);
        let (mut open, mut shelter) = (0, 0);
        for &step in Lattice::<N>::steps(1, 4) {
            let mut spot = king.step(step);
            shelter += i32::from(position.at(spot).is(color));
            while position.at(spot).is_none() {
                open += 1;
                spot = spot.step(step);
            }
        }
        to.add(Feature::OpenRays, color, open);
        to.add(Feature::Shelter, color, shelter);
    }
}

/// Where one pawn stands as seen by another of the same kind, in the direction of the second.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Neighbour {
    /// In the same lane or one beside it.
    near: bool,
    same_lane: bool,
    ahead: bool,
}

/// Structure of the pawns: doubled, isolated, passed, and how far they have come.
pub(super) fn pawns<const N: usize>(position: &Position<N>, to: &mut impl Collector) {
    for rule in position.game().rules().pawns {
        let kind = rule.kind;
        let look = |color: Color, from: Cell, other: Spot| {
            let (a, b) =
                (Lattice::<N>::coordinates(from), Lattice::<N>::coordinates(Lattice::<N>::known_cell(other)));
            let forward = |axis: &usize| (i32::from(b[*axis]) - i32::from(a[*axis])) * color.sign();
            let apart = |axis: usize| i32::from(a[axis].abs_diff(b[axis]));
            let along = |axis: &usize| rule.advances.contains(axis);
            let aside: i32 = rule.aside.iter().map(|&axis| apart(axis)).sum();
            let fixed =
                (0..N).filter(|axis| !along(axis) && !rule.aside.contains(axis)).all(|axis| apart(axis) == 0);
            let ahead = rule.advances.iter().all(|axis| forward(axis) >= 0)
                && rule.advances.iter().any(|axis| forward(axis) > 0);
            Neighbour { near: fixed && aside <= 1, same_lane: fixed && aside == 0, ahead }
        };
        for color in Color::ALL {
            let own = position.men(color, kind);
            let enemy = position.men(color.other(), kind);
            for &spot in own {
                let cell = Lattice::<N>::known_cell(spot);
                let seen = |other: &Spot| look(color, cell, *other);
                let ahead_of_it = |pawn: Neighbour| pawn.ahead && pawn.same_lane;
                let doubled = own.iter().map(seen).any(ahead_of_it);
                let isolated = !own.iter().map(seen).any(|pawn| pawn.near && !pawn.same_lane);
                let passed = !enemy.iter().map(seen).any(|pawn| pawn.near && pawn.ahead);
                let come = steps_come::<N>(cell, color, rule.advances);
                to.add(Feature::Doubled(kind), color, doubled.into());
                to.add(Feature::Isolated(kind), color, isolated.into());
                to.add(Feature::Advance(kind), color, come);
                to.add(Feature::Passed(kind), color, passed.into());
                to.add(Feature::PassedAdvance(kind), color, if passed { come } else { 0 });
            }
        }
    }
}

/// Steps a pawn has come from the far end of its lane.
fn steps_come<const N: usize>(cell: Cell, color: Color, advances: &[usize]) -> i32 {
    let cell = if color == Color::White { cell } else { Lattice::<N>::reflected(cell) };
    let coordinates = Lattice::<N>::coordinates(cell);
    advances.iter().map(|&axis| i32::from(coordinates[axis])).sum()
}

/// How much of the game's non-pawn material is still there, 256 at the start and 0 with kings and pawns alone.
pub(super) fn phase<const N: usize>(position: &Position<N>, weights: &Weights) -> i32 {
    let mut present = 0;
    for color in Color::ALL {
        for (kind, share) in [
            (Kind::Queen, 4),
            (Kind::Rook, 2),
            (Kind::Bishop, 2),
            (Kind::Unicorn, 1),
            (Kind::Dragon, 1),
            (Kind::Knight, 2),
        ] {
            present += share * position.count(color, kind) as i32;
        }
    }
    (present * 256 / weights.full_phase()).min(256)
}
