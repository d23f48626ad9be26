//! Legal moves: checkers and pins once per node, then only moves that leave the king safe.

use super::attacks::Scope;
use super::geometry::{Lattice, Relation, Spot};
use super::moves::{Counter, Move, Sink, Special};
use super::piece::{Color, Kind, Man};
use super::position::Position;

/// Kinds that move along lines or leap, in the order in which their moves are generated.
const PIECES: [Kind; 6] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Dragon, Kind::Knight];

/// Where men other than the king may go in a single check: onto the checker or between it and the king.
#[derive(Clone, Copy)]
struct Block {
    king: Spot,
    checker: Spot,
    line: Relation,
}

/// One run of the generator. `QUIETS` includes moves that neither capture nor promote, `CHECKED` restricts to `block`.
struct Generator<'a, const N: usize, const QUIETS: bool, S: Sink> {
    position: &'a Position<N>,
    us: Color,
    scope: &'a Scope,
    block: Block,
    sink: &'a mut S,
}

impl<const N: usize> Position<N> {
    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(256);
        self.generate::<true, _>(&mut moves);
        moves
    }

    /// Number of legal moves.
    pub fn count_legal(&self) -> u64 {
        let mut counter = Counter::default();
        self.generate::<true, _>(&mut counter);
        counter.0
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    /// Writes the legal moves to the sink and returns whether the side to move is in check. Without `QUIETS` moves
    /// that neither capture nor promote are left out.
    pub(super) fn generate<const QUIETS: bool, S: Sink>(&self, sink: &mut S) -> bool {
        let us = self.side();
        let scope = self.scope();
        let king = self.king(us);
        let checker = scope.checker();
        let block = Block { king, checker, line: Lattice::<N>::relation(king, checker) };
        let mut generator = Generator::<N, QUIETS, S> { position: self, us, scope: &scope, block, sink };
        generator.king_moves();
        match scope.checks() {
            0 => generator.other_moves::<false>(),
            1 => generator.other_moves::<true>(),
            _ => {}
        }
        scope.checks() > 0
    }
}

impl<const N: usize, const QUIETS: bool, S: Sink> Generator<'_, N, QUIETS, S> {
    /// Whether a man other than the king may go there.
    #[inline(always)]
    fn meets_check<const CHECKED: bool>(&self, to: Spot) -> bool {
        if !CHECKED || to == self.block.checker {
            return true;
        }
        let line = Lattice::<N>::relation(self.block.king, to);
        line.step == self.block.line.step && line.distance < self.block.line.distance
    }

    fn king_moves(&mut self) {
        let king = self.block.king;
        for &step in Lattice::<N>::steps(1, 4) {
            let to = king.step(step);
            let man = self.position.at(to);
            let open = if man.is_none() { QUIETS } else { man.is(self.us.other()) };
            if open && !self.position.is_attacked(to, self.us.other(), king) {
                self.sink.push(Move::new(king, to));
            }
        }
    }

    fn other_moves<const CHECKED: bool>(&mut self) {
        let position = self.position;
        for kind in PIECES {
            for &from in position.men(self.us, kind) {
                let pin = self.scope.pin(from);
                match (kind, pin) {
                    (Kind::Knight, 0) => self.leaps::<CHECKED>(from),
                    (Kind::Knight, _) => {}
                    (_, 0) => {
                        let (least, most) = kind.axes();
                        self.slides::<CHECKED>(from, Lattice::<N>::steps(least, most));
                    }
                    _ => self.pinned_slides::<CHECKED>(from, kind, pin),
                }
            }
        }
        for rule in position.game().rules().pawns {
            for &from in position.men(self.us, rule.kind) {
                self.pawn_moves::<CHECKED>(from, rule.kind);
            }
        }
        if let Some((passed, victim)) = position.passing() {
            self.passing_captures(passed, victim);
        }
    }

    #[inline(always)]
    fn slides<const CHECKED: bool>(&mut self, from: Spot, steps: &[i16]) {
        let them = self.us.other();
        for &step in steps {
            let mut to = from.step(step);
            let mut man = self.position.at(to);
            while man.is_none() {
                if QUIETS && self.meets_check::<CHECKED>(to) {
                    self.sink.push(Move::new(from, to));
                }
                to = to.step(step);
                man = self.position.at(to);
            }
            if man.is(them) && self.meets_check::<CHECKED>(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    /// A pinned slider moves along its pin, if that is one of its lines.
    fn pinned_slides<const CHECKED: bool>(&mut self, from: Spot, kind: Kind, pin: i16) {
        let class = Lattice::<N>::relation(from, from.step(pin)).class;
        if class & kind.slides() != 0 {
            self.slides::<CHECKED>(from, &[pin, -pin]);
        }
    }

    #[inline(always)]
    fn leaps<const CHECKED: bool>(&mut self, from: Spot) {
        let them = self.us.other();
        for &step in Lattice::<N>::leaps() {
            let to = from.step(step);
            let man = self.position.at(to);
            let open = man.is(them) || QUIETS && man.is_none();
            if open && self.meets_check::<CHECKED>(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn pawn_moves<const CHECKED: bool>(&mut self, from: Spot, kind: Kind) {
        let position = self.position;
        let steps = position.game().pawn_steps(self.us, kind);
        let pin = self.scope.pin(from);
        for &step in steps.captures() {
            let to = from.step(step);
            let free = pin == 0 || pin == step || pin == -step;
            if position.at(to).is(self.us.other()) && free && self.meets_check::<CHECKED>(to) {
                self.pawn_arrives(kind, Move::new(from, to));
            }
        }
        for &step in steps.pushes() {
            let to = from.step(step);
            let free = pin == 0 || pin == step || pin == -step;
            if !position.at(to).is_none() || !free {
                continue;
            }
            let promotes = position.game().promotes(self.us, kind, to);
            if (QUIETS || promotes) && self.meets_check::<CHECKED>(to) {
                self.pawn_arrives(kind, Move::new(from, to));
            }
            let beyond = to.step(step);
            let doubles = QUIETS && steps.doubles && position.game().may_double(self.us, kind, from);
            if doubles && position.at(beyond).is_none() && self.meets_check::<CHECKED>(beyond) {
                self.sink.push(Move::new(from, beyond).special(Special::DoubleStep));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, kind: Kind, mv: Move) {
        let game = self.position.game();
        if !game.promotes(self.us, kind, mv.to()) {
            return self.sink.push(mv);
        }
        for &promotion in game.rules().promotions {
            self.sink.push(mv.promoting(promotion));
        }
    }

    /// Captures in passing empty two lines at once; they are rare, so each is tried and the king looked after.
    #[cold]
    fn passing_captures(&mut self, passed: Spot, victim: Spot) {
        let position = self.position;
        for kind in Kind::PAWNS {
            for &step in position.game().pawn_steps(self.us, kind).captures() {
                let from = passed.step(-step);
                if position.at(from) == Man::new(self.us, kind) && self.passing_is_safe(from, passed, victim)
                {
                    self.pawn_arrives(kind, Move::new(from, passed).special(Special::EnPassant));
                }
            }
        }
    }

    /// Whether the king is safe after a capture in passing.
    fn passing_is_safe(&self, from: Spot, passed: Spot, victim: Spot) -> bool {
        let king = self.block.king;
        let them = self.us.other();
        let position = self.position;
        let crosses = |line: Relation| {
            (1..line.distance).scan(king, move |spot, _| {
                *spot = spot.step(line.step);
                Some(*spot)
            })
        };
        for kind in Kind::SLIDERS {
            for &slider in position.men(them, kind) {
                let line = Lattice::<N>::relation(king, slider);
                if line.class & kind.slides() == 0 {
                    continue;
                }
                let shut = |spot: Spot| {
                    spot == passed || !position.at(spot).is_none() && spot != from && spot != victim
                };
                if !crosses(line).any(shut) {
                    return false;
                }
            }
        }
        let mut others = Kind::PAWNS.iter().chain([&Kind::Knight]).flat_map(|&kind| position.men(them, kind));
        !others.any(|&spot| spot != victim && position.man_attacks(spot, king))
    }
}
