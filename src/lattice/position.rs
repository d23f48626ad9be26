//! A position of a lattice game, always legal: men, turn, counters, key, and the way back.

use super::game::{Game, Start};
use super::geometry::{Cell, Lattice, MAILBOX, Spot};
use super::moves::{Move, Special};
use super::piece::{Color, Kind, Man};
use super::setup::{Setup, SetupError};
use super::zobrist;

/// Most men a side can have; the fullest army has 42.
pub(super) const MEN_PER_SIDE: usize = 64;

/// No cell: the corner of the wall.
const NOWHERE: Spot = Spot(0);

/// What a move destroys, to be put back when it is taken back.
#[derive(Clone, Copy, Debug)]
struct Undo {
    key: u64,
    pawn_key: u64,
    passing_key: u64,
    mv: Move,
    passing: Spot,
    victim: Spot,
    halfmoves: u16,
    number: u16,
    moved: Man,
    captured: Man,
    /// Places in the lists of the captured man and of a promoted pawn.
    captured_slot: u8,
    pawn_slot: u8,
}

/// A legal position with its history.
///
/// The board is a mailbox; beside it every kind of man has a list of its spots. A man taken off is replaced by the last
/// of its list, and taking back reverses exactly that: lists, and so the order of generated moves, are restored too.
#[derive(Clone)]
pub struct Position<const N: usize> {
    game: &'static Game<N>,
    board: [Man; MAILBOX],
    /// Place of a man in its list.
    slots: [u8; MAILBOX],
    lists: [[[Spot; MEN_PER_SIDE]; Kind::COUNT]; 2],
    counts: [[u8; Kind::COUNT]; 2],
    side: Color,
    /// Cell just stepped over and the pawn that did, or [`NOWHERE`].
    passing: Spot,
    victim: Spot,
    halfmoves: u16,
    /// Number of the move, from 1.
    number: u16,
    key: u64,
    pawn_key: u64,
    /// Part of the key for the pawn that can be taken in passing; 0 if no pawn attacks the cell it stepped over.
    passing_key: u64,
    undo: Vec<Undo>,
}

impl<const N: usize> Position<N> {
    /// The start position of a variant.
    ///
    /// # Errors
    /// The reason why the variant's own start is not a position; tests show there is none.
    pub fn start(start: &Start<N>) -> Result<Position<N>, SetupError> {
        Setup::start(start).position()
    }

    /// Builds a position of a setup that has been checked.
    pub(super) fn assemble(setup: &Setup<N>, victim: Option<Cell>) -> Position<N> {
        let mut position = Position {
            game: setup.game,
            board: [Man::WALL; MAILBOX],
            slots: [0; MAILBOX],
            lists: [[[NOWHERE; MEN_PER_SIDE]; Kind::COUNT]; 2],
            counts: [[0; Kind::COUNT]; 2],
            side: setup.side,
            passing: setup.passing.map_or(NOWHERE, Lattice::<N>::spot),
            victim: victim.map_or(NOWHERE, Lattice::<N>::spot),
            halfmoves: setup.halfmoves,
            number: setup.number,
            key: 0,
            pawn_key: 0,
            passing_key: 0,
            undo: Vec::with_capacity(1024),
        };
        for cell in Lattice::<N>::cells() {
            position.board[Lattice::<N>::spot(cell).index()] = Man::NONE;
        }
        for (cell, color, kind) in setup.men() {
            position.place(color, kind, Lattice::<N>::spot(cell));
        }
        position.passing_key = position.passing_key_from_scratch();
        position.key = position.key_from_scratch();
        position.pawn_key = position.pawn_key_from_scratch();
        position
    }

    /// The position written down.
    pub fn setup(&self) -> Setup<N> {
        let mut setup = Setup::empty(self.game);
        for cell in Lattice::<N>::cells() {
            setup.put(cell, self.man(cell));
        }
        setup.side = self.side;
        setup.passing = Lattice::<N>::cell_at(self.passing);
        setup.halfmoves = self.halfmoves;
        setup.number = self.number;
        setup
    }

    /// The game played.
    pub fn game(&self) -> &'static Game<N> {
        self.game
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on a cell.
    pub fn man(&self, cell: Cell) -> Option<(Color, Kind)> {
        self.at(Lattice::<N>::spot(cell)).parts()
    }

    /// How many men of a kind a side has.
    #[inline(always)]
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.counts[color.index()][kind.index()] as usize
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Half-moves made since the position was set up.
    pub fn moves_made(&self) -> usize {
        self.undo.len()
    }

    /// The 64-bit key: equal positions have equal keys.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Key of the pawns alone.
    #[inline(always)]
    pub(super) fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    #[inline(always)]
    pub(super) fn at(&self, spot: Spot) -> Man {
        self.board[spot.index()]
    }

    /// Spots of all men of one kind.
    #[inline(always)]
    pub(super) fn men(&self, color: Color, kind: Kind) -> &[Spot] {
        let count = self.counts[color.index()][kind.index()] as usize;
        &self.lists[color.index()][kind.index()][..count & (2 * MEN_PER_SIDE - 1)]
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Spot {
        self.lists[color.index()][Kind::King.index()][0]
    }

    /// The cell just stepped over and the pawn that did.
    #[inline(always)]
    pub(super) fn passing(&self) -> Option<(Spot, Spot)> {
        (self.passing != NOWHERE).then_some((self.passing, self.victim))
    }

    /// Whether a move takes something.
    #[inline(always)]
    pub(super) fn is_capture(&self, mv: Move) -> bool {
        !self.at(mv.to()).is_none() || mv.kind() == Special::EnPassant
    }

    /// Kind of the man a move takes.
    #[inline(always)]
    pub(super) fn captured(&self, mv: Move) -> Option<Kind> {
        let taken = if mv.kind() == Special::EnPassant { self.victim } else { mv.to() };
        self.at(taken).parts().map(|man| man.1)
    }

    /// Whether a side has nothing but its king and pawns.
    pub(super) fn only_pawns(&self, color: Color) -> bool {
        let counts = &self.counts[color.index()];
        counts[Kind::Queen.index()..=Kind::Knight.index()].iter().all(|&count| count == 0)
    }

    /// Whether both sides have nothing but their kings.
    pub fn bare_kings(&self) -> bool {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum::<u32>() == 2
    }

    /// How often the position has been on the board before, since the last irreversible move.
    pub fn repetitions(&self) -> usize {
        let back = self.undo.iter().rev().take(self.halfmoves as usize);
        back.skip(1).step_by(2).filter(|undo| undo.key == self.key).count()
    }

    /// Keys of all positions of the game so far, the present one last.
    pub(super) fn record(&self) -> impl Iterator<Item = u64> {
        self.undo.iter().map(|undo| undo.key).chain([self.key])
    }

    /// Whether the game is drawn by repetition, by 100 half-moves or by bare kings; stalemate needs the moves.
    pub fn is_drawn(&self) -> bool {
        self.halfmoves >= 100 || self.bare_kings() || self.repetitions() >= 2
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, kind: Kind, spot: Spot) {
        let key = zobrist::man(color, kind, Lattice::<N>::index_at(spot));
        self.key ^= key;
        if kind.is_pawn() {
            self.pawn_key ^= key;
        }
    }

    /// Appends a man to its list.
    #[inline(always)]
    fn place(&mut self, color: Color, kind: Kind, spot: Spot) {
        let count = &mut self.counts[color.index()][kind.index()];
        self.slots[spot.index()] = *count;
        self.lists[color.index()][kind.index()][*count as usize & (MEN_PER_SIDE - 1)] = spot;
        *count += 1;
        self.board[spot.index()] = Man::new(color, kind);
    }

    /// Takes the man off that was placed last.
    #[inline(always)]
    fn unplace(&mut self, color: Color, kind: Kind, spot: Spot) {
        self.counts[color.index()][kind.index()] -= 1;
        self.board[spot.index()] = Man::NONE;
    }

    /// Takes a man off; the last of its list moves to its place, which is returned.
    #[inline(always)]
    fn lift(&mut self, color: Color, kind: Kind, spot: Spot) -> u8 {
        let slot = self.slots[spot.index()];
        let count = &mut self.counts[color.index()][kind.index()];
        *count -= 1;
        let list = &mut self.lists[color.index()][kind.index()];
        let last = list[*count as usize & (MEN_PER_SIDE - 1)];
        list[slot as usize & (MEN_PER_SIDE - 1)] = last;
        self.slots[last.index()] = slot;
        self.board[spot.index()] = Man::NONE;
        slot
    }

    /// Reverses [`Position::lift`].
    #[inline(always)]
    fn unlift(&mut self, color: Color, kind: Kind, spot: Spot, slot: u8) {
        let count = &mut self.counts[color.index()][kind.index()];
        let list = &mut self.lists[color.index()][kind.index()];
        // The last of the list had nowhere to go; its place may hold anything by now.
        if slot != *count {
            let moved = list[slot as usize & (MEN_PER_SIDE - 1)];
            list[*count as usize & (MEN_PER_SIDE - 1)] = moved;
            self.slots[moved.index()] = *count;
        }
        list[slot as usize & (MEN_PER_SIDE - 1)] = spot;
        self.slots[spot.index()] = slot;
        *count += 1;
        self.board[spot.index()] = Man::new(color, kind);
    }

    /// Moves a man, keeping its place in its list.
    #[inline(always)]
    fn shift(&mut self, color: Color, kind: Kind, from: Spot, to: Spot) {
        let slot = self.slots[from.index()];
        self.lists[color.index()][kind.index()][slot as usize & (MEN_PER_SIDE - 1)] = to;
        self.slots[to.index()] = slot;
        self.board[from.index()] = Man::NONE;
        self.board[to.index()] = Man::new(color, kind);
    }

    /// Plays a move generated in this position.
    pub fn make(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.other());
        let (from, to) = (mv.from(), mv.to());
        let kind = self.at(from).kind();
        let taken = if mv.kind() == Special::EnPassant { self.victim } else { to };
        let captured = self.at(taken);
        let mut undo = self.undo_record(mv, captured);
        self.key ^= zobrist::side() ^ self.passing_key;
        self.passing_key = 0;
        self.passing = NOWHERE;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if !captured.is_none() {
            self.toggle(them, captured.kind(), taken);
            undo.captured_slot = self.lift(them, captured.kind(), taken);
            self.halfmoves = 0;
        }
        self.toggle(us, kind, from);
        let arrives = mv.promotion().unwrap_or(kind);
        self.toggle(us, arrives, to);
        if kind == arrives {
            self.shift(us, kind, from, to);
        } else {
            undo.pawn_slot = self.lift(us, kind, from);
            self.place(us, arrives, to);
        }
        if kind.is_pawn() {
            self.halfmoves = 0;
        }
        self.number = self.number.saturating_add(us.index() as u16);
        self.side = them;
        if mv.kind() == Special::DoubleStep {
            self.passing = Spot(from.0.midpoint(to.0));
            self.victim = to;
            self.passing_key = self.passing_key_from_scratch();
            self.key ^= self.passing_key;
        }
        self.undo.push(undo);
        debug_assert_eq!(self.key, self.key_from_scratch());
        debug_assert_eq!(self.pawn_key, self.pawn_key_from_scratch());
    }

    #[inline(always)]
    fn undo_record(&self, mv: Move, captured: Man) -> Undo {
        Undo {
            key: self.key,
            pawn_key: self.pawn_key,
            passing_key: self.passing_key,
            mv,
            passing: self.passing,
            victim: self.victim,
            halfmoves: self.halfmoves,
            number: self.number,
            moved: self.at(mv.from()),
            captured,
            captured_slot: 0,
            pawn_slot: 0,
        }
    }

    /// Takes back the last move or pass; does nothing at the first position.
    pub fn unmake(&mut self) {
        let Some(undo) = self.undo.pop() else { return };
        let mv = undo.mv;
        self.side = self.side.other();
        if mv != Move::NONE {
            self.put_back(mv, &undo);
        }
        self.key = undo.key;
        self.pawn_key = undo.pawn_key;
        self.passing_key = undo.passing_key;
        self.passing = undo.passing;
        self.victim = undo.victim;
        self.halfmoves = undo.halfmoves;
        self.number = undo.number;
    }

    #[inline(always)]
    fn put_back(&mut self, mv: Move, undo: &Undo) {
        let (us, them) = (self.side, self.side.other());
        let (from, to) = (mv.from(), mv.to());
        match mv.promotion() {
            None => self.shift(us, undo.moved.kind(), to, from),
            Some(kind) => {
                self.unplace(us, kind, to);
                self.unlift(us, undo.moved.kind(), from, undo.pawn_slot);
            }
        }
        if !undo.captured.is_none() {
            let taken = if mv.kind() == Special::EnPassant { undo.victim } else { to };
            self.unlift(them, undo.captured.kind(), taken, undo.captured_slot);
        }
    }

    /// Passes the turn; only the search does, and never in check.
    pub(super) fn pass(&mut self) {
        let undo = self.undo_record(Move::NONE, Man::NONE);
        self.undo.push(undo);
        self.key ^= zobrist::side() ^ self.passing_key;
        self.passing_key = 0;
        self.passing = NOWHERE;
        // No repetition reaches across a pass.
        self.halfmoves = 0;
        self.side = self.side.other();
    }

    /// Key of the right to take in passing, worked out from the board.
    fn passing_key_from_scratch(&self) -> u64 {
        if self.passing == NOWHERE || !self.pawn_attacks(self.passing, self.side) {
            return 0;
        }
        zobrist::passing(Lattice::<N>::index_at(self.victim))
    }

    /// The slow canonical key, beside the one kept incrementally.
    pub fn key_from_scratch(&self) -> u64 {
        let turn = if self.side == Color::Black { zobrist::side() } else { 0 };
        self.fold_keys(&Kind::ALL) ^ turn ^ self.passing_key_from_scratch()
    }

    fn pawn_key_from_scratch(&self) -> u64 {
        self.fold_keys(&Kind::PAWNS)
    }

    fn fold_keys(&self, kinds: &[Kind]) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for &kind in kinds {
                for (slot, &spot) in self.men(color, kind).iter().enumerate() {
                    debug_assert_eq!(self.at(spot), Man::new(color, kind));
                    debug_assert_eq!(self.slots[spot.index()] as usize, slot);
                    key ^= zobrist::man(color, kind, Lattice::<N>::index_at(spot));
                }
            }
        }
        key
    }
}
