//! The lattice itself: cells, the mailbox that finds its edges, directions and the relation of two cells.
//!
//! A board of N dimensions has 5^N cells. They live in a mailbox of 9^N spots, two spots of wall on every side
//! (a knight's reach), so that leaving the board is one look-up. Coordinates of two cells differ by −4 … 4 on each
//! axis, nine values, and the mailbox is nine wide: the difference of two spots therefore names the vector between
//! them uniquely, the property 0x88 boards are loved for. One table indexed by that difference answers "on a line?
//! in which direction? how far? a knight's leap?" in every dimension.

/// Cells along one axis.
pub const SIDE: usize = 5;

/// Spots along one axis of the mailbox: the board and two spots of wall on each side.
const PITCH: usize = 9;

/// Width of the wall.
const MARGIN: usize = 2;

/// Length of arrays indexed by a spot: the power of two above 9^4, so that a mask replaces the bounds check.
pub(super) const MAILBOX: usize = 8192;

/// Most cells a board can have (four dimensions).
pub(super) const MAX_CELLS: usize = 625;

/// Most queen directions (four dimensions: 3^4 − 1).
pub(super) const MAX_STEPS: usize = 80;

/// Most knight leaps (four dimensions).
const MAX_LEAPS: usize = 48;

/// Most dimensions.
pub(super) const MAX_AXES: usize = 4;

/// Difference of two spots that are the same; added so that table indices are not negative.
const CENTRE: usize = MAILBOX / 2;

/// A cell of the board, numbered without gaps: first axis fastest (Raumschach file, rank, level; Tesseract x, y, z, w).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// Number of the cell, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the mailbox: a cell or a piece of wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Spot(pub(super) u16);

impl Spot {
    /// The spot one `step` further; the caller stays within the wall.
    #[inline(always)]
    pub(super) const fn step(self, step: i16) -> Spot {
        Spot(self.0.wrapping_add_signed(step))
    }

    /// Index into arrays of [`MAILBOX`] entries, always in bounds.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize & (MAILBOX - 1)
    }
}

/// Set of movement classes, one bit each.
pub(super) mod class {
    /// One axis changes.
    pub const ROOK: u8 = 1;
    /// Two axes change.
    pub const BISHOP: u8 = 2;
    /// Three axes change.
    pub const UNICORN: u8 = 4;
    /// Four axes change.
    pub const DRAGON: u8 = 8;
    /// Any line.
    pub const LINE: u8 = ROOK | BISHOP | UNICORN | DRAGON;
    /// A knight's leap.
    pub const LEAP: u8 = 16;
}

/// What lies between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    /// Step that leads from the first to the second, if they are on a line.
    pub(super) step: i16,
    /// One bit of [`class`], or none.
    pub(super) class: u8,
    /// Number of steps on the line.
    pub(super) distance: u8,
}

/// Tables of one dimension.
pub(super) struct Tables {
    /// Spot of each cell.
    spot_of: [Spot; MAX_CELLS],
    /// Cell of each spot; walls have [`MAX_CELLS`].
    cell_of: [u16; MAILBOX],
    /// Directions, sorted by class.
    steps: [i16; MAX_STEPS],
    /// How many directions have at most this many changing axes.
    class_end: [usize; MAX_AXES + 1],
    /// Knight leaps.
    leaps: [i16; MAX_LEAPS],
    leap_count: usize,
    relation: [Relation; MAILBOX],
    /// By spot; see [`Lattice::centrality`].
    centrality: [u8; MAILBOX],
}

/// The board of `N` dimensions; a name for its tables, never built.
pub struct Lattice<const N: usize>;

impl<const N: usize> Lattice<N> {
    /// Number of cells.
    pub const CELLS: usize = SIDE.pow(N as u32);

    const TABLES: &'static Tables = &build::<N>();

    /// The cell with this number, if there is one.
    pub fn cell(index: usize) -> Option<Cell> {
        (index < Self::CELLS).then_some(Cell(index as u16))
    }

    /// All cells in order.
    pub fn cells() -> impl Iterator<Item = Cell> {
        (0..Self::CELLS as u16).map(Cell)
    }

    /// The cell at coordinates counted from 0, if all are on the board.
    pub fn at(coordinates: [u8; N]) -> Option<Cell> {
        let mut index = 0;
        for &value in coordinates.iter().rev() {
            if value as usize >= SIDE {
                return None;
            }
            index = index * SIDE + value as usize;
        }
        Self::cell(index)
    }

    /// Coordinates of a cell, counted from 0, first axis first.
    pub fn coordinates(cell: Cell) -> [u8; N] {
        let mut rest = cell.index();
        std::array::from_fn(|_| {
            let value = rest % SIDE;
            rest /= SIDE;
            value as u8
        })
    }

    /// The cell on the other side of the centre.
    pub fn reflected(cell: Cell) -> Cell {
        Cell((Self::CELLS - 1) as u16 - cell.0)
    }

    /// How far the cell is from the rim, 0 … 2 on each axis, summed over the axes: 2·N in the centre, 0 in a corner.
    pub fn centrality(cell: Cell) -> u8 {
        Self::centrality_at(Self::spot(cell))
    }

    #[inline(always)]
    pub(super) const fn centrality_at(spot: Spot) -> u8 {
        Self::TABLES.centrality[spot.index()]
    }

    /// Mailbox spot of a cell.
    #[inline(always)]
    pub(super) const fn spot(cell: Cell) -> Spot {
        Self::TABLES.spot_of[cell.index()]
    }

    /// Mailbox spot of the cell with this number.
    pub(super) const fn spot_of_number(number: usize) -> Spot {
        Self::TABLES.spot_of[number]
    }

    /// Cell number at a spot of the board; [`MAX_CELLS`] for a wall.
    #[inline(always)]
    pub(super) const fn index_at(spot: Spot) -> usize {
        Self::TABLES.cell_of[spot.index()] as usize
    }

    /// Cell at a spot of the board, if it is not a wall.
    pub(super) fn cell_at(spot: Spot) -> Option<Cell> {
        Self::cell(Self::index_at(spot))
    }

    /// Cell at a spot known to be on the board.
    #[inline(always)]
    pub(super) const fn known_cell(spot: Spot) -> Cell {
        Cell(Self::TABLES.cell_of[spot.index()])
    }

    /// Directions of the classes from `least` to `most` changing axes.
    #[inline(always)]
    pub(super) fn steps(least: usize, most: usize) -> &'static [i16] {
        let tables = Self::TABLES;
        let most = if most < N { most } else { N };
        &tables.steps[tables.class_end[least - 1]..tables.class_end[most]]
    }

    /// Knight leaps.
    #[inline(always)]
    pub(super) fn leaps() -> &'static [i16] {
        &Self::TABLES.leaps[..Self::TABLES.leap_count]
    }

    /// How `to` is seen from `from`.
    #[inline(always)]
    pub(super) const fn relation(from: Spot, to: Spot) -> Relation {
        let difference = to.0.wrapping_sub(from.0).wrapping_add(CENTRE as u16);
        Self::TABLES.relation[difference as usize & (MAILBOX - 1)]
    }

    /// Step for a vector.
    pub(super) const fn step(vector: [i8; N]) -> i16 {
        let mut step = 0;
        let mut axis = 0;
        while axis < N {
            step += vector[axis] as i16 * PITCH.pow(axis as u32) as i16;
            axis += 1;
        }
        step
    }
}

/// The vector with this number: digit `axis` of `number` to the base `2·reach + 1`, less `reach`.
const fn vector<const N: usize>(mut number: usize, reach: usize) -> [i8; N] {
    let base = 2 * reach + 1;
    let mut result = [0; N];
    let mut axis = 0;
    while axis < N {
        result[axis] = (number % base) as i8 - reach as i8;
        number /= base;
        axis += 1;
    }
    result
}

/// Classifies a vector of differences.
const fn classify<const N: usize>(vector: [i8; N]) -> Relation {
    let (mut changed, mut largest, mut smallest) = (0, 0, u8::MAX);
    let mut axis = 0;
    while axis < N {
        let size = vector[axis].unsigned_abs();
        if size > 0 {
            changed += 1;
            largest = if size > largest { size } else { largest };
            smallest = if size < smallest { size } else { smallest };
        }
        axis += 1;
    }
    if changed > 0 && largest == smallest {
        let step = Lattice::<N>::step(vector) / largest as i16;
        return Relation { step, class: 1 << (changed - 1), distance: largest };
    }
    let leap = changed == 2 && largest == 2 && smallest == 1;
    Relation { step: 0, class: if leap { class::LEAP } else { 0 }, distance: 0 }
}

const fn build<const N: usize>() -> Tables {
    assert!(N >= 2 && N <= MAX_AXES);
    let mut tables = Tables {
        spot_of: [Spot(0); MAX_CELLS],
        cell_of: [MAX_CELLS as u16; MAILBOX],
        steps: [0; MAX_STEPS],
        class_end: [0; MAX_AXES + 1],
        leaps: [0; MAX_LEAPS],
        leap_count: 0,
        relation: [Relation { step: 0, class: 0, distance: 0 }; MAILBOX],
        centrality: [0; MAILBOX],
    };
    let mut index = 0;
    while index < SIDE.pow(N as u32) {
        let (mut rest, mut spot, mut axis, mut central) = (index, 0, 0, 0);
        while axis < N {
            let value = rest % SIDE;
            spot += (value + MARGIN) * PITCH.pow(axis as u32);
            central += if value < SIDE - 1 - value { value } else { SIDE - 1 - value };
            rest /= SIDE;
            axis += 1;
        }
        tables.spot_of[index] = Spot(spot as u16);
        tables.cell_of[spot] = index as u16;
        tables.centrality[spot] = central as u8;
        index += 1;
    }
    fill_relations::<N>(tables)
}

/// Fills in everything that depends on the vector between two cells.
const fn fill_relations<const N: usize>(mut tables: Tables) -> Tables {
    let mut number = 0;
    while number < PITCH.pow(N as u32) {
        let vector = vector::<N>(number, SIDE - 1);
        let step = Lattice::<N>::step(vector);
        let relation = classify(vector);
        tables.relation[(CENTRE as i16 + step) as usize] = relation;
        if relation.class == class::LEAP {
            tables.leaps[tables.leap_count] = step;
            tables.leap_count += 1;
        }
        number += 1;
    }
    let mut count = 0;
    let mut changed = 1;
    while changed <= N {
        let mut number = 0;
        while number < 3usize.pow(N as u32) {
            let relation = classify(vector::<N>(number, 1));
            if relation.class == 1 << (changed - 1) {
                tables.steps[count] = relation.step;
                count += 1;
            }
            number += 1;
        }
        tables.class_end[changed] = count;
        changed += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::super::piece::Kind;
    use super::*;

    #[test]
    fn directions_and_leaps_are_as_many_as_the_rules_say() {
        let classes = |least, most| Lattice::<3>::steps(least, most).len();
        assert_eq!([classes(1, 1), classes(2, 2), classes(3, 3), classes(1, 3)], [6, 12, 8, 26]);
        assert_eq!(Lattice::<3>::leaps().len(), 24);
        let classes = |least, most| Lattice::<4>::steps(least, most).len();
        assert_eq!([classes(1, 1), classes(2, 2), classes(3, 3), classes(4, 4)], [8, 24, 32, 16]);
        assert_eq!(classes(1, 4), 80);
        assert_eq!(Lattice::<4>::leaps().len(), 48);
    }

    #[test]
    fn relation_agrees_with_coordinates() {
        for a in Lattice::<3>::cells() {
            for b in Lattice::<3>::cells() {
                let (from, to) = (Lattice::<3>::coordinates(a), Lattice::<3>::coordinates(b));
                let vector = std::array::from_fn(|axis| to[axis] as i8 - from[axis] as i8);
                let relation = Lattice::<3>::relation(Lattice::<3>::spot(a), Lattice::<3>::spot(b));
                assert_eq!(relation, classify::<3>(vector));
                assert_eq!(
                    relation.step * i16::from(relation.distance) != 0,
                    relation.class & class::LINE != 0
                );
            }
        }
    }

    #[test]
    fn cells_and_spots_answer_each_other() {
        for cell in Lattice::<4>::cells() {
            assert_eq!(Lattice::<4>::cell_at(Lattice::<4>::spot(cell)), Some(cell));
            assert_eq!(Lattice::<4>::at(Lattice::<4>::coordinates(cell)), Some(cell));
        }
        assert_eq!(Lattice::<4>::cell_at(Spot(0)), None);
        assert_eq!(Lattice::<3>::at([0, 5, 0]), None);
    }

    /// Sum over all cells of the cells a kind reaches on the empty board.
    fn mobility<const N: usize>(kind: Kind) -> usize {
        let reaches = |relation: Relation| match kind {
            Kind::King => relation.distance == 1,
            Kind::Knight => relation.class == class::LEAP,
            _ => relation.class & kind.slides() != 0,
        };
        let spots = || Lattice::<N>::cells().map(Lattice::<N>::spot);
        spots().map(|from| spots().filter(|&to| reaches(Lattice::<N>::relation(from, to))).count()).sum()
    }

    #[test]
    fn mobility_on_the_empty_board() {
        use Kind::{Bishop, Dragon, King, Knight, Queen, Rook, Unicorn};
        let raumschach = [Rook, Bishop, Unicorn, Knight, Queen, King].map(mobility::<3>);
        assert_eq!(raumschach, [1500, 1800, 800, 1440, 4100, 2072]);
        let tesseract = [Rook, Bishop, Unicorn, Dragon, Queen, King, Knight].map(mobility::<4>);
        assert_eq!(tesseract, [10_000, 18_000, 16_000, 5_664, 49_664, 27_936, 14_400]);
    }

    #[test]
    fn a_unicorn_reaches_thirty_cells_or_thirty_five() {
        let reached = |start: Cell| {
            let mut seen = vec![start];
            let mut next = 0;
            while next < seen.len() {
                let from = Lattice::<3>::spot(seen[next]);
                for to in Lattice::<3>::cells() {
                    let class = Lattice::<3>::relation(from, Lattice::<3>::spot(to)).class;
                    if class == class::UNICORN && !seen.contains(&to) {
                        seen.push(to);
                    }
                }
                next += 1;
            }
            seen.len()
        };
        let sizes: Vec<usize> = Lattice::<3>::cells().map(reached).collect();
        assert_eq!(reached(Cell(0)), 35);
        assert!(sizes.iter().all(|&size| size == 30 || size == 35), "{sizes:?}");
    }
}
