//! King shelter (§2.11), king safety and the king's place in the endgame (§2.12).

use super::masks::foremost;
use super::material::Material;
use super::totals::Totals;
use super::weights as w;
use crate::chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square, Wing};

/// Shelter defects of one colour for the groups of three files around b, d, e and g.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Defects {
    pub around_b: u8,
    pub around_d: u8,
    pub around_e: u8,
    pub around_g: u8,
}

impl Defects {
    /// Counts them; they depend on pawns alone.
    pub fn of(position: &Position, color: Color) -> Self {
        let group = |files: [File; 3]| files.into_iter().map(|file| of_file(position, color, file)).sum();
        Self {
            around_b: group([File::A, File::B, File::C]),
            around_d: group([File::C, File::D, File::E]),
            around_e: group([File::D, File::E, File::F]),
            around_g: group([File::F, File::G, File::H]),
        }
    }

    /// Around b, d, e and g, as the golden data list them.
    pub fn to_array(self) -> [u8; 4] {
        [self.around_b, self.around_d, self.around_e, self.around_g]
    }

    /// The defects that count for a king: those where it stands once it has castled, else those of
    /// the best place it may still castle to, and never fewer than a few.
    fn for_king(&self, position: &Position, color: Color) -> u8 {
        if position.castled(color).is_some() {
            return match position.king(color).file() {
                File::A | File::B | File::C => self.around_b,
                File::D => self.around_d,
                File::E => self.around_e,
                File::F | File::G | File::H => self.around_g,
            };
        }
        let may = |wing| position.castling_rook(color, wing).is_some();
        let best = match (may(Wing::Short), may(Wing::Long)) {
            (true, true) => self.around_g.min(self.around_e).min(self.around_b),
            (true, false) => self.around_g.min(self.around_e),
            (false, _) => self.around_b.min(self.around_e),
        };
        best.max(w::DEFECTS_UNCASTLED)
    }
}

fn of_file(position: &Position, color: Color, file: File) -> u8 {
    let on_file = Bitboard::file(file);
    let own = position.men(color, PieceKind::Pawn) & on_file;
    let enemy = position.men(!color, PieceKind::Pawn) & on_file;
    if (own | enemy).is_empty() {
        return w::DEFECT_OPEN_FILE[file.index()];
    }
    let storm = match foremost(!color, enemy) {
        None => w::DEFECT_NO_PAWN[file.index()] / 2,
        Some(pawn) => w::DEFECT_STORM[pawn.rank().relative_to(color).index()],
    };
    let at = |rank: Rank| own.has(Square::new(file, rank.relative_to(color)));
    storm
        + if own.is_empty() {
            w::DEFECT_NO_PAWN[file.index()]
        } else if at(Rank::Second) {
            0
        } else if at(Rank::Third) {
            1
        } else {
            2
        }
}

/// King safety of a colour against the units its enemy has gathered, and the endgame table.
#[inline(always)]
pub(super) fn rate(
    material: &Material,
    position: &Position,
    color: Color,
    defects: &Defects,
    units: u32,
    totals: &mut Totals,
) {
    if let Some(table) = endgame_table(position.kind(PieceKind::Pawn)) {
        totals.eg[color.index()] += i32::from(table[color.index()][position.king(color).index()]);
    }
    if material.army(!color).dangerous {
        let defects = defects.for_king(position, color).min(15);
        let loss = w::KING_SAFETY[usize::from(defects)][units.min(15) as usize];
        totals.mg[color.index()] -= i32::from(loss);
    }
}

/// The king's endgame table by the wings that hold pawns of any colour.
#[inline(always)]
fn endgame_table(pawns: Bitboard) -> Option<&'static w::ColoredTable> {
    const A_TO_D: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);
    match ((pawns & A_TO_D).any(), (pawns - A_TO_D).any()) {
        (true, true) => Some(&w::KING_BOTH_WINGS),
        (true, false) => Some(&w::KING_A_TO_D),
        (false, true) => Some(&w::KING_E_TO_H),
        (false, false) => None,
    }
}
