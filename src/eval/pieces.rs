//! Centre and castling (§2.9), and the pieces (§2.10).

use super::masks::adjacent_ahead;
use super::material::{Material, on_both_wings};
use super::totals::Totals;
use super::weights as w;
use crate::chess::{
    Bitboard, Color, File, PieceKind, Position, Rank, Square, Wing, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};

use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};

/// A blocked c-pawn, and a king that has not castled; middlegame only.
#[inline(always)]
pub(super) fn centre_and_castling(
    material: &Material,
    position: &Position,
    color: Color,
    totals: &mut Totals,
) {
    let own = |square: Square, kind| position.men(color, kind).has(square.relative_to(color));
    let mg = &mut totals.mg[color.index()];
    let minors = position.men(color, Knight) | position.men(color, Bishop);
    if own(Square::D4, Pawn)
        && own(Square::C2, Pawn)
        && !own(Square::E4, Pawn)
        && minors.has(Square::C3.relative_to(color))
    {
        *mg += w::BLOCKED_C_PAWN;
    }
    if position.castled(color).is_none() {
        let factor = if material.army(!color).queens > 0 { w::UNCASTLED_QUEEN_FACTOR } else { 1 };
        let rights =
            Wing::ALL.into_iter().filter(|&wing| position.castling_rook(color, wing).is_some()).count();
        *mg += factor * if rights == 1 { w::UNCASTLED_ONE_RIGHT } else { w::UNCASTLED };
    }
}

/// The pieces of one colour at work: what they attack and how they bear on the enemy king.
pub(super) struct Pieces<'a> {
    position: &'a Position,
    material: &'a Material,
    color: Color,
    occupied: Bitboard,
    /// Squares pieces may go to: all but those of own men.
    open: Bitboard,
    enemy_king: Square,
    /// Squares attacked: by pawns at first, by pieces as they are rated.
    pub attacked: Bitboard,
    /// Attack units on the enemy king; gathered only by a dangerous side.
    pub units: u32,
}

impl<'a> Pieces<'a> {
    #[inline(always)]
    pub fn new(position: &'a Position, material: &'a Material, color: Color, pawn_attacks: Bitboard) -> Self {
        Self {
            position,
            material,
            color,
            occupied: position.occupied(),
            open: !position.colored(color),
            enemy_king: position.king(!color),
            attacked: pawn_attacks,
            units: 0,
        }
    }

    #[inline(always)]
    fn mobility(&mut self, attacks: Bitboard) -> usize {
        let targets = attacks & self.open;
        self.attacked |= targets;
        targets.count()
    }

    #[inline(always)]
    fn is_dangerous(&self) -> bool {
        self.material.army(self.color).dangerous
    }

    #[inline(always)]
    fn table(&self, table: &w::ColoredTable, square: Square) -> i32 {
        i32::from(table[self.color.index()][square.index()])
    }

    #[inline(always)]
    fn distance_units(&self, units: &[u8; 8], square: Square) -> u32 {
        u32::from(units[square.distance(self.enemy_king)])
    }

    /// Full weight if a slider, seeing through `transparent`, bears on a square beside the king.
    #[inline(always)]
    fn slider_units(&self, units: &[u8; 8], square: Square, attacks: Bitboard) -> u32 {
        if (attacks & king_attacks(self.enemy_king)).any() {
            u32::from(units[1])
        } else {
            self.distance_units(units, square)
        }
    }

    #[inline(always)]
    fn outpost(&self, square: Square, value: i32, totals: &mut Totals) {
        let (position, color) = (self.position, self.color);
        if value <= 0 || (position.men(!color, Pawn) & adjacent_ahead(color, square)).any() {
            return;
        }
        totals.both(color, value);
        if (pawn_attacks(!color, square) & position.men(color, Pawn)).is_empty() {
            return;
        }
        totals.both(color, value / 2);
        let shade = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let enemy = self.material.army(!color);
        if enemy.knights == 0 && (position.men(!color, Bishop) & shade).is_empty() {
            totals.both(color, value);
        }
    }

    #[inline(always)]
    pub fn knights(&mut self, totals: &mut Totals) {
        let pawns = self.material.army(self.color).pawns as usize;
        for square in self.position.men(self.color, Knight) {
            let mobility = self.mobility(knight_attacks(square));
            totals.add(self.color, (self.table(&w::KNIGHT_MG, square), self.table(&w::KNIGHT_EG, square)));
            let both = w::KNIGHT_PAWNS[pawns] + w::KNIGHT_MOBILITY[mobility];
            totals.both(self.color, i32::from(both));
            if self.is_dangerous() {
                self.units += self.distance_units(&w::KNIGHT_UNITS, square);
            }
            self.outpost(square, self.table(&w::KNIGHT_OUTPOST, square), totals);
        }
    }

    #[inline(always)]
    pub fn bishops(&mut self, totals: &mut Totals) {
        let both_wings = on_both_wings(self.position.kind(Pawn));
        for square in self.position.men(self.color, Bishop) {
            let attacks = bishop_attacks(square, self.occupied);
            let mobility = self.mobility(attacks);
            totals.add(self.color, (self.table(&w::BISHOP_MG, square), self.table(&w::BISHOP_EG, square)));
            totals.both(self.color, i32::from(w::BISHOP_MOBILITY[mobility]));
            if both_wings {
                totals.add(self.color, w::BISHOP_BOTH_WINGS);
            }
            if self.is_dangerous() {
                let queens = self.position.men(self.color, Queen);
                let through = self.see_through(square, attacks, queens, bishop_attacks);
                self.units += self.slider_units(&w::BISHOP_UNITS, square, through);
            }
            self.outpost(square, self.table(&w::BISHOP_OUTPOST, square), totals);
            if self.is_trapped(square) {
                totals.both(self.color, w::BISHOP_TRAPPED);
            }
        }
    }

    /// A slider's attacks with some own men transparent; most often none stands in the way.
    #[inline(always)]
    fn see_through(
        &self,
        square: Square,
        attacks: Bitboard,
        transparent: Bitboard,
        slide: impl Fn(Square, Bitboard) -> Bitboard,
    ) -> Bitboard {
        if (attacks & transparent).is_empty() { attacks } else { slide(square, self.occupied - transparent) }
    }

    #[inline(always)]
    fn is_trapped(&self, square: Square) -> bool {
        let guard = match square.relative_to(self.color) {
            Square::A7 => Square::B6,
            Square::H7 => Square::G6,
            _ => return false,
        };
        self.position.men(!self.color, Pawn).has(guard.relative_to(self.color))
    }

    #[inline(always)]
    pub fn rooks(&mut self, totals: &mut Totals) {
        let (position, color) = (self.position, self.color);
        let pawns = self.material.army(color).pawns as usize;
        for square in position.men(color, Rook) {
            let attacks = rook_attacks(square, self.occupied);
            let mobility = self.mobility(attacks).min(15);
            totals.both(color, self.table(&w::ROOK, square) + i32::from(w::ROOK_PAWNS[pawns]));
            let (mg, eg) = (w::ROOK_MOBILITY_MG[mobility], w::ROOK_MOBILITY_EG[mobility]);
            totals.add(color, (i32::from(mg), i32::from(eg)));
            if self.is_dangerous() {
                let transparent = position.straight_sliders(color);
                let through = self.see_through(square, attacks, transparent, rook_attacks);
                self.units += self.slider_units(&w::ROOK_UNITS, square, through);
            }
            self.rook_placement(square, totals);
        }
    }

    #[inline(always)]
    fn rook_placement(&self, square: Square, totals: &mut Totals) {
        let (position, color) = (self.position, self.color);
        let on_file = Bitboard::file(square.file());
        if (position.men(color, Pawn) & on_file).is_empty() {
            let open = (position.kind(Pawn) & on_file).is_empty();
            totals.add(color, if open { w::ROOK_OPEN_FILE } else { w::ROOK_HALF_OPEN_FILE });
        }
        let (rank, king) = (square.rank().relative_to(color), position.king(color));
        if rank == Rank::Seventh {
            totals.add(color, w::ROOK_SEVENTH);
        } else if rank == Rank::First && king.rank() == square.rank() {
            let (king, rook) = (king.file(), square.file());
            if king > File::E && rook > king || king < File::D && rook < king {
                totals.both(color, w::ROOK_TRAPPED);
            }
        }
    }

    #[inline(always)]
    pub fn queens(&mut self, totals: &mut Totals) {
        for square in self.position.men(self.color, Queen) {
            let mobility = self.mobility(queen_attacks(square, self.occupied)).min(15);
            totals.add(self.color, (self.table(&w::QUEEN_MG, square), self.table(&w::QUEEN_EG, square)));
            let (mg, eg) = (w::QUEEN_MOBILITY_MG[mobility], w::QUEEN_MOBILITY_EG[mobility]);
            totals.add(self.color, (i32::from(mg), i32::from(eg)));
            if self.is_dangerous() {
                self.units += self.distance_units(&w::QUEEN_UNITS, square);
                let king = self.enemy_king;
                let apart = square.file().index().abs_diff(king.file().index())
                    + square.rank().index().abs_diff(king.rank().index());
                totals.both(self.color, w::QUEEN_NEARNESS - apart as i32);
            }
        }
    }
}
