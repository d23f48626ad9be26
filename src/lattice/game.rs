//! What a game is: the one description in which Raumschach and Tesseract differ, and the tables drawn from it.

use super::geometry::{Lattice, MAILBOX, SIDE};
use super::piece::{Color, Kind};
use std::time::Duration;

/// How cells and moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Level letter, file letter, rank digit (`Aa1`); promotions in lower case.
    Levels,
    /// One digit per axis (`2213`); promotions in upper case.
    Digits,
}

/// How one kind of pawn moves; vectors are White's, Black's are their negatives.
pub struct PawnRule<const N: usize> {
    /// Which of the two pawn kinds.
    pub kind: Kind,
    /// Steps to empty cells.
    pub pushes: &'static [[i8; N]],
    /// Steps with capture.
    pub captures: &'static [[i8; N]],
    /// Axes along which the pawn advances; it promotes where it stands at the far end of all of them.
    pub advances: &'static [usize],
    /// Axes on which its captures step aside: lanes one step apart on one of these are neighbours.
    pub aside: &'static [usize],
    /// Axis on which a pawn in the second row may push twice at once.
    pub double_step: Option<usize>,
}

/// A playing strength with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Number a user types.
    pub number: u8,
    /// The published program's name for it.
    pub name: &'static str,
    /// Depth after which the search ends, in plies; 0 plays a random legal move.
    pub depth: u8,
    /// Time after which the search ends, whichever comes first.
    pub time: Duration,
    /// Largest random bonus to a root move, in centipawns, seeded from the game record.
    pub noise: u16,
    /// Table size, in MiB.
    pub table: usize,
}

/// Everything in which one lattice game differs from another.
pub struct Rules<const N: usize> {
    /// Name of the game.
    pub name: &'static str,
    /// Kinds of men with their upper-case letters.
    pub letters: &'static [(Kind, char)],
    /// What a pawn may become, in the order in which the moves are generated.
    pub promotions: &'static [Kind],
    /// The pawns.
    pub pawns: &'static [PawnRule<N>],
    /// Text form of cells and moves.
    pub notation: Notation,
    /// Plies of quiescence in which every capture is tried; after them only recaptures are.
    pub free_captures: u8,
    /// Levels, weakest first.
    pub levels: &'static [Level],
}

/// A start position: White's men; Black's are their point reflection.
pub struct Start<const N: usize> {
    /// Name of the variant, as UCI and CECP give it.
    pub name: &'static str,
    /// The game it begins.
    pub game: &'static Game<N>,
    /// White's men with coordinates counted from 0.
    pub army: fn() -> Vec<(Kind, [u8; N])>,
}

/// Steps of one kind of pawn for one colour.
#[derive(Clone, Copy)]
pub(super) struct PawnSteps {
    pushes: [i16; 2],
    push_count: usize,
    captures: [i16; 5],
    capture_count: usize,
    /// Whether a first push may be a double one.
    pub(super) doubles: bool,
}

impl PawnSteps {
    const NONE: PawnSteps =
        PawnSteps { pushes: [0; 2], push_count: 0, captures: [0; 5], capture_count: 0, doubles: false };

    #[inline(always)]
    pub(super) fn pushes(&self) -> &[i16] {
        &self.pushes[..self.push_count]
    }

    #[inline(always)]
    pub(super) fn captures(&self) -> &[i16] {
        &self.captures[..self.capture_count]
    }
}

/// A game: its description and the tables the generator reads.
pub struct Game<const N: usize> {
    rules: Rules<N>,
    /// By colour, by pawn kind.
    steps: [[PawnSteps; 2]; 2],
    /// By spot: bit 2·pawn kind + colour says "promotes here", the same bit shifted by 4 "may push twice from here".
    marks: [u8; MAILBOX],
}

/// Index of a pawn kind among the pawns.
#[inline(always)]
const fn pawn_index(kind: Kind) -> usize {
    (kind as usize - Kind::Pawn as usize) & 1
}

impl<const N: usize> Game<N> {
    /// Compiles a description.
    pub const fn new(rules: Rules<N>) -> Game<N> {
        let mut steps = [[PawnSteps::NONE; 2]; 2];
        let mut marks = [0; MAILBOX];
        let mut index = 0;
        while index < rules.pawns.len() {
            let rule = &rules.pawns[index];
            let pawn = pawn_index(rule.kind);
            steps[0][pawn] = compile(rule, 1);
            steps[1][pawn] = compile(rule, -1);
            marks = mark(marks, rule);
            index += 1;
        }
        Game { rules, steps, marks }
    }

    /// The description.
    pub const fn rules(&self) -> &Rules<N> {
        &self.rules
    }

    /// Upper-case letter of a kind; `?` if the game has none.
    pub fn letter(&self, kind: Kind) -> char {
        self.rules.letters.iter().find(|entry| entry.0 == kind).map_or('?', |entry| entry.1)
    }

    /// Kind of an upper-case letter.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.rules.letters.iter().find(|entry| entry.1 == letter).map(|entry| entry.0)
    }

    /// Whether the game knows double steps, and so en passant.
    pub fn has_en_passant(&self) -> bool {
        self.rules.pawns.iter().any(|rule| rule.double_step.is_some())
    }

    /// The level with this number, or the nearest one.
    pub fn level(&self, number: u8) -> Option<&Level> {
        let first = self.rules.levels.first();
        self.rules.levels.iter().rev().find(|level| level.number <= number).or(first)
    }

    #[inline(always)]
    pub(super) fn pawn_steps(&self, color: Color, kind: Kind) -> &PawnSteps {
        &self.steps[color.index()][pawn_index(kind)]
    }

    /// Whether a pawn that arrives here is promoted.
    #[inline(always)]
    pub(super) fn promotes(&self, color: Color, kind: Kind, spot: super::geometry::Spot) -> bool {
        self.marks[spot.index()] & 1 << (2 * pawn_index(kind) + color.index()) != 0
    }

    /// Whether a pawn that stands here may push twice.
    #[inline(always)]
    pub(super) fn may_double(&self, color: Color, kind: Kind, spot: super::geometry::Spot) -> bool {
        self.marks[spot.index()] & 0x10 << (2 * pawn_index(kind) + color.index()) != 0
    }
}

const fn compile<const N: usize>(rule: &PawnRule<N>, sign: i16) -> PawnSteps {
    let mut steps = PawnSteps::NONE;
    steps.push_count = rule.pushes.len();
    steps.capture_count = rule.captures.len();
    steps.doubles = rule.double_step.is_some();
    let mut index = 0;
    while index < rule.pushes.len() {
        steps.pushes[index] = sign * Lattice::<N>::step(rule.pushes[index]);
        index += 1;
    }
    index = 0;
    while index < rule.captures.len() {
        steps.captures[index] = sign * Lattice::<N>::step(rule.captures[index]);
        index += 1;
    }
    steps
}

/// Marks the promotion cells and the second rows of one kind of pawn.
const fn mark<const N: usize>(mut marks: [u8; MAILBOX], rule: &PawnRule<N>) -> [u8; MAILBOX] {
    let bit = 1 << (2 * pawn_index(rule.kind));
    let mut number = 0;
    while number < SIDE.pow(N as u32) {
        let (mut low, mut high) = (true, true);
        let mut index = 0;
        while index < rule.advances.len() {
            let value = number / SIDE.pow(rule.advances[index] as u32) % SIDE;
            low = low && value == 0;
            high = high && value == SIDE - 1;
            index += 1;
        }
        let mut bits = if high { bit } else { 0 } | if low { bit << 1 } else { 0 };
        if let Some(axis) = rule.double_step {
            let value = number / SIDE.pow(axis as u32) % SIDE;
            bits |= if value == 1 { bit << 4 } else { 0 } | if value == SIDE - 2 { bit << 5 } else { 0 };
        }
        marks[Lattice::<N>::spot_of_number(number).index()] |= bits;
        number += 1;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::raumschach::RAUMSCHACH;
    use super::*;

    #[test]
    fn pawn_pushes_and_captures_on_the_empty_board() {
        for color in Color::ALL {
            let steps = RAUMSCHACH.pawn_steps(color, Kind::Pawn);
            let on_board = |steps: &[i16]| {
                let lands = |cell| {
                    let from = Lattice::<3>::spot(cell);
                    steps.iter().filter(|&&step| Lattice::<3>::cell_at(from.step(step)).is_some()).count()
                };
                Lattice::<3>::cells().map(lands).sum::<usize>()
            };
            assert_eq!((on_board(steps.pushes()), on_board(steps.captures())), (200, 400));
        }
    }
}
