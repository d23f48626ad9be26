//! A second generator that shares nothing with the first: men in a list with their coordinates, every cell asked
//! "may this man go there?", every move tried on a copy of the board. Slow, and short enough to be believed.

use mangoac::lattice::{Color, Kind, Position};

/// Coordinates from 1; Raumschach leaves the fourth at 1.
pub type Place = [i32; 4];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub place: Place,
    pub color: Color,
    pub kind: Kind,
}

/// From, to, promotion.
pub type NaiveMove = (Place, Place, Option<Kind>);

#[derive(Clone, Debug)]
pub struct Naive {
    axes: usize,
    men: Vec<Man>,
    side: Color,
    /// The skipped cell and the pawn that skipped it.
    passing: Option<(Place, Place)>,
}

pub fn place<const N: usize>(coordinates: [u8; N]) -> Place {
    let mut place = [1; 4];
    for (to, from) in place.iter_mut().zip(coordinates) {
        *to = i32::from(from) + 1;
    }
    place
}

impl Naive {
    /// Copies a position. A cell just stepped over belongs to the Y-pawn above or below it, if that can be.
    pub fn of<const N: usize>(position: &Position<N>) -> Naive {
        let setup = position.setup();
        let places = |cell| place(mangoac::lattice::Lattice::<N>::coordinates(cell));
        let men = setup.men().map(|(cell, color, kind)| Man { place: places(cell), color, kind }).collect();
        let mut naive = Naive { axes: N, men, side: setup.side, passing: None };
        naive.passing = setup.passing.map(|cell| {
            let skipped = places(cell);
            let mover = naive.side.other();
            let victim = [(Kind::Pawn, 1), (Kind::PawnW, 3)].into_iter().find_map(|(kind, axis)| {
                let at = moved(skipped, axis, sign(mover));
                let from = moved(skipped, axis, -sign(mover));
                let start = if mover == Color::White { 2 } else { 4 };
                let stepped = naive.man(at).is_some_and(|man| man.kind == kind && man.color == mover);
                (stepped && from[axis] == start && naive.man(from).is_none()).then_some(at)
            });
            (skipped, victim.expect("a pawn stepped over the cell"))
        });
        naive
    }

    fn man(&self, place: Place) -> Option<Man> {
        self.men.iter().copied().find(|man| man.place == place)
    }

    fn places(&self) -> Vec<Place> {
        let reach = |axis| if axis < self.axes { 1..=5 } else { 1..=1 };
        let mut places = Vec::new();
        for w in reach(3) {
            for z in reach(2) {
                for y in reach(1) {
                    places.extend(reach(0).map(|x| [x, y, z, w]));
                }
            }
        }
        places
    }

    /// Whether everything strictly between two places on a line is empty.
    fn clear(&self, from: Place, to: Place) -> bool {
        let step: Place = std::array::from_fn(|axis| (to[axis] - from[axis]).signum());
        let mut at: Place = std::array::from_fn(|axis| from[axis] + step[axis]);
        while at != to {
            if self.man(at).is_some() {
                return false;
            }
            at = std::array::from_fn(|axis| at[axis] + step[axis]);
        }
        true
    }

    /// Whether the man attacks the place.
    fn attacks(&self, man: Man, to: Place) -> bool {
        let vector: Vec<i32> = (0..4).map(|axis| to[axis] - man.place[axis]).collect();
        let mut sizes: Vec<i32> = vector.iter().map(|v| v.abs()).filter(|&v| v > 0).collect();
        sizes.sort_unstable();
        let line = !sizes.is_empty() && sizes.first() == sizes.last();
        let far = || self.clear(man.place, to);
        match man.kind {
            Kind::King => line && sizes[0] == 1,
            Kind::Knight => sizes == [1, 2],
            Kind::Queen => line && far(),
            Kind::Rook => line && sizes.len() == 1 && far(),
            Kind::Bishop => line && sizes.len() == 2 && far(),
            Kind::Unicorn => line && sizes.len() == 3 && far(),
            Kind::Dragon => line && sizes.len() == 4 && far(),
            Kind::Pawn | Kind::PawnW => {
                let forward: Vec<i32> = vector.iter().map(|v| v * sign(man.color)).collect();
                line && sizes[0] == 1 && sizes.len() == 2 && self.pawn_captures(man.kind, &forward)
            }
        }
    }

    /// Whether a vector of two unit steps, seen upward, is a capture.
    fn pawn_captures(&self, kind: Kind, vector: &[i32]) -> bool {
        match (self.axes, kind) {
            // One of rank and level rises; the other axis is the file, or both rise.
            (3, _) => vector[1] >= 0 && vector[2] >= 0 && vector[1] + vector[2] > 0,
            (_, Kind::Pawn) => vector[1] == 1 && vector[3] == 0,
            _ => vector[3] == 1 && vector[1] == 0,
        }
    }

    /// Whether a pawn may push to an empty place; `Some(true)` for a double step.
    fn pushes(&self, man: Man, to: Place) -> Option<bool> {
        let axes: &[usize] = match (self.axes, man.kind) {
            (3, _) => &[1, 2],
            (_, Kind::Pawn) => &[1],
            _ => &[3],
        };
        axes.iter().find_map(|&axis| {
            let one = moved(man.place, axis, sign(man.color));
            let two = moved(one, axis, sign(man.color));
            let start = if man.color == Color::White { 2 } else { 4 };
            let doubles = self.axes == 4 && man.place[axis] == start && self.man(one).is_none();
            if to == one { Some(false) } else { (to == two && doubles).then_some(true) }
        })
    }

    fn attacked(&self, to: Place, by: Color) -> bool {
        self.men.iter().any(|&man| man.color == by && self.attacks(man, to))
    }

    pub fn in_check(&self, color: Color) -> bool {
        let king = self.men.iter().find(|man| man.color == color && man.kind == Kind::King).expect("a king");
        self.attacked(king.place, color.other())
    }

    fn may_go(&self, man: Man, to: Place) -> bool {
        let pawn = matches!(man.kind, Kind::Pawn | Kind::PawnW);
        match self.man(to) {
            Some(other) => other.color != man.color && self.attacks(man, to),
            None if !pawn => self.attacks(man, to),
            None => {
                self.pushes(man, to).is_some()
                    || self.passing.is_some_and(|(skipped, _)| skipped == to) && self.attacks(man, to)
            }
        }
    }

    fn promotes(&self, man: Man, to: Place) -> bool {
        let end = if man.color == Color::White { 5 } else { 1 };
        match (self.axes, man.kind) {
            (3, Kind::Pawn) => to[1] == end && to[2] == end,
            (4, Kind::Pawn) => to[1] == end,
            (4, Kind::PawnW) => to[3] == end,
            _ => false,
        }
    }

    /// The board after a move, legal or not.
    pub fn after(&self, (from, to, promotion): NaiveMove) -> Naive {
        let mut next = self.clone();
        let man = self.man(from).expect("a man to move");
        let pawn = matches!(man.kind, Kind::Pawn | Kind::PawnW);
        let passes = pawn && self.man(to).is_none() && self.pushes(man, to).is_none();
        let taken = if passes { self.passing.expect("a pawn to take in passing").1 } else { to };
        next.men.retain(|other| other.place != taken && other.place != from);
        next.men.push(Man { place: to, kind: promotion.unwrap_or(man.kind), color: man.color });
        next.side = self.side.other();
        let double = pawn && self.man(to).is_none() && self.pushes(man, to) == Some(true);
        next.passing = double.then(|| (std::array::from_fn(|axis| (from[axis] + to[axis]) / 2), to));
        next
    }

    /// All legal moves, sorted.
    pub fn moves(&self) -> Vec<NaiveMove> {
        let mut moves = Vec::new();
        let places = self.places();
        let choices: &[Kind] = if self.axes == 3 {
            &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Knight]
        } else {
            &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Dragon, Kind::Knight]
        };
        for &man in self.men.iter().filter(|man| man.color == self.side) {
            for &to in places.iter().filter(|&&to| self.may_go(man, to)) {
                if self.after((man.place, to, None)).in_check(self.side) {
                    continue;
                }
                if self.promotes(man, to) {
                    moves.extend(choices.iter().map(|&kind| (man.place, to, Some(kind))));
                } else {
                    moves.push((man.place, to, None));
                }
            }
        }
        moves.sort_unstable();
        moves
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}

fn sign(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn moved(mut place: Place, axis: usize, by: i32) -> Place {
    place[axis] += by;
    place
}
