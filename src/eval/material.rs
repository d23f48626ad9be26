//! Material: balance, phase, imbalance, bishop pair, and who can still win (§2.1, §2.3, §2.4).

use super::totals::Totals;
use super::trace::MaterialFacts;
use super::weights as w;
use crate::chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};

/// Can-win mask: White can win.
pub(super) const WHITE_CAN_WIN: u8 = 1;
/// Can-win mask: Black can win.
pub(super) const BLACK_CAN_WIN: u8 = 2;

/// What a side has, beside its king.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Army {
    pub pawns: i32,
    pub knights: i32,
    pub bishops: i32,
    pub rooks: i32,
    pub queens: i32,
    /// Game phase of the side, 0 to 31.
    pub phase: i32,
    /// Strong enough to endanger the enemy king.
    pub dangerous: bool,
}

impl Army {
    #[inline(always)]
    fn of(position: &Position, color: Color) -> Self {
        let count = |kind| position.count(color, kind);
        let (pawns, knights, bishops) = (count(Pawn), count(Knight), count(Bishop));
        let (rooks, queens) = (count(Rook), count(Queen));
        let phase = w::PHASE[4] * queens + w::PHASE[3] * rooks + w::PHASE[1] * (knights + bishops);
        let phase = phase.min(w::MAX_PHASE);
        let dangerous = queens > 0 && phase > 13 || rooks >= 2 && phase > 15;
        Self { pawns, knights, bishops, rooks, queens, phase, dangerous }
    }

    #[inline(always)]
    pub fn majors(&self) -> i32 {
        2 * self.queens + self.rooks
    }

    #[inline(always)]
    pub fn minors(&self) -> i32 {
        self.knights + self.bishops
    }

    /// Value of everything but pawns, centipawns.
    #[inline(always)]
    pub fn piece_value(&self) -> i32 {
        w::VALUE[1] * self.knights
            + w::VALUE[2] * self.bishops
            + w::VALUE[3] * self.rooks
            + w::VALUE[4] * self.queens
    }
}

/// Both armies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub armies: [Army; 2],
    /// Value of all men, White's less Black's.
    pub balance: i32,
}

impl Material {
    #[inline(always)]
    pub fn of(position: &Position) -> Self {
        let armies = Color::ALL.map(|color| Army::of(position, color));
        let value = |army: &Army| army.piece_value() + w::VALUE[0] * army.pawns;
        Self { armies, balance: value(&armies[0]) - value(&armies[1]) }
    }

    #[inline(always)]
    pub fn army(&self, color: Color) -> &Army {
        &self.armies[color.index()]
    }

    /// Phase of both colours, 0 to 62.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.armies[0].phase + self.armies[1].phase
    }

    /// The facts for a breakdown.
    #[inline(always)]
    pub fn facts(&self, can_win: u8) -> MaterialFacts {
        MaterialFacts {
            balance: self.balance,
            phase: self.armies.each_ref().map(|army| army.phase),
            dangerous: self.armies.each_ref().map(|army| army.dangerous),
            can_win,
            mate_drive: self.is_mate_drive(),
        }
    }

    /// Nobody has a pawn and somebody has enough to drive a king to mate.
    #[inline(always)]
    pub fn is_mate_drive(&self) -> bool {
        self.armies.iter().all(|army| army.pawns == 0) && self.armies.iter().any(|army| army.phase > 3)
    }

    /// Difference of majors and of minors, White's less Black's, each −4 to 4.
    #[inline(always)]
    fn differences(&self) -> (i32, i32) {
        let [white, black] = &self.armies;
        let limit = w::IMBALANCE_LIMIT;
        let clamp = |difference: i32| difference.clamp(-limit, limit);
        (clamp(white.majors() - black.majors()), clamp(white.minors() - black.minors()))
    }

    /// The imbalance table's value, White's view.
    #[inline(always)]
    pub fn imbalance(&self) -> i32 {
        let (majors, minors) = self.differences();
        let limit = w::IMBALANCE_LIMIT;
        i32::from(w::IMBALANCE[(majors + limit) as usize][(minors + limit) as usize])
    }
}

/// True if pawns stand on files a–c and on files f–h.
#[inline(always)]
pub(super) fn on_both_wings(pawns: Bitboard) -> bool {
    const QUEEN_WING: Bitboard = Bitboard(0x0707_0707_0707_0707);
    const KING_WING: Bitboard = Bitboard(0xE0E0_E0E0_E0E0_E0E0);
    (pawns & QUEEN_WING).any() && (pawns & KING_WING).any()
}

/// A side's only minor piece, if a bishop, when pawns stand on both wings.
#[inline(always)]
pub(super) fn lone_minor_bishop(material: &Material, position: &Position, totals: &mut Totals) {
    let lone = |army: &Army| army.majors() == 0 && army.minors() == 1;
    if material.imbalance() != 0 || !material.armies.iter().any(lone) {
        return;
    }
    if on_both_wings(position.kind(Pawn)) {
        let pawns = material.armies[0].pawns + material.armies[1].pawns;
        for color in Color::ALL {
            if material.army(color).bishops > 0 {
                totals.both(color, w::LONE_MINOR_BISHOP[pawns as usize]);
            }
        }
    }
}

/// Which sides can still win: [`WHITE_CAN_WIN`] and [`BLACK_CAN_WIN`].
#[inline(always)]
pub(super) fn can_win(material: &Material, position: &Position) -> u8 {
    if material.armies.iter().any(|army| army.phase >= 13) {
        return WHITE_CAN_WIN | BLACK_CAN_WIN;
    }
    can_win_late(material, position)
}

fn can_win_late(material: &Material, position: &Position) -> u8 {
    let both = WHITE_CAN_WIN | BLACK_CAN_WIN;
    let [white, black] = &material.armies;
    let has_inner_pawn = |color| (position.men(color, Pawn) & Bitboard::INNER).any();
    if material.phase() == 0 && has_inner_pawn(Color::White) && has_inner_pawn(Color::Black) {
        return both;
    }
    let mut can = both;
    let majors = white.majors() - black.majors();
    if majors.abs() == 1 {
        if majors == black.minors() - white.minors() {
            if black.pawns == 0 {
                can &= WHITE_CAN_WIN;
            }
            if white.pawns == 0 {
                can &= BLACK_CAN_WIN;
            }
        }
        if can == 0 {
            return can;
        }
    }
    if !is_winnable(material, position, Color::White) {
        can &= BLACK_CAN_WIN;
    }
    if !is_winnable(material, position, Color::Black) {
        can &= WHITE_CAN_WIN;
    }
    can
}

/// False if `color` has known trouble winning.
fn is_winnable(material: &Material, position: &Position, color: Color) -> bool {
    let (own, enemy) = (material.army(color), material.army(!color));
    if own.pawns > 0 {
        let pawns = position.men(color, Pawn);
        let inner_files = Bitboard(0x7E7E_7E7E_7E7E_7E7E);
        return (pawns & inner_files).any() || !rook_pawns_are_held(material, position, color);
    }
    let enemy_king_inside = Bitboard::INNER.has(position.king(!color));
    if own.phase < 4 || own.phase - enemy.phase < 4 && enemy_king_inside {
        return false;
    }
    if own.phase == 6 && enemy.phase == 3 && (own.knights > 0 || enemy.knights == 0) {
        return false;
    }
    !(own.phase == 6 && own.bishops == 0 && enemy.phase == 0 && enemy.pawns == 0)
}

/// Only rook pawns are left, and the enemy king holds them (§2.4, second test).
fn rook_pawns_are_held(material: &Material, position: &Position, color: Color) -> bool {
    let own = material.army(color);
    let pawns = position.men(color, Pawn);
    let (on_a, on_h) = (pawns & Bitboard::file(File::A), pawns & Bitboard::file(File::H));
    let both_files = on_a.any() && on_h.any();
    if own.phase > 3 || own.phase == 3 && own.knights > 0 || both_files {
        return false;
    }
    if own.bishops > 0 {
        if material.army(!color).phase > 0 {
            return false;
        }
        let dark = (position.men(color, Bishop) & Bitboard::DARK).any();
        // The bishop covers the corner: h8 is dark for White, a1 for Black.
        let right_file = if dark == (color == Color::White) { on_h } else { on_a };
        if right_file.any() {
            return false;
        }
    }
    let (file, on_file) = if on_a.any() { (File::A, on_a) } else { (File::H, on_h) };
    let corner = Square::new(file, Rank::Eighth.relative_to(color));
    let foremost = match color {
        Color::White => on_file.last(),
        Color::Black => on_file.first(),
    };
    let own_tempo = i32::from(position.side_to_move() == color);
    let steps = |from: Square, tempo: i32| from.distance(corner) as i32 - tempo;
    let enemy_king = steps(position.king(!color), 1 - own_tempo);
    let own_king = steps(position.king(color), own_tempo);
    let pawn = foremost.map_or(0, |square| steps(square, own_tempo));
    enemy_king < 2 || enemy_king <= own_king && enemy_king - 1 <= pawn
}

/// What a mate drive is worth to the side ahead (§2.5), endgame totals only.
pub(super) fn mate_drive(material: &Material, position: &Position, totals: &mut Totals) {
    let color = match material.balance {
        0 => return,
        1.. => Color::White,
        _ => Color::Black,
    };
    let (own, weaker_king) = (material.army(color), position.king(!color));
    let value = if material.army(!color).phase == 0 && own.minors() == 2 && own.bishops == 1 {
        let dark = (position.men(color, Bishop) & Bitboard::DARK).any();
        let table = if dark { &w::KBN_DARK } else { &w::KBN_LIGHT };
        i32::from(table[weaker_king.index()])
    } else {
        let apart = position.king(color).distance(weaker_king) as i32;
        i32::from(w::MATE_DRIVE[weaker_king.index()]) - (apart - 3) * w::MATE_DRIVE_STEP
    };
    totals.both(color, value);
}

/// Cuts what a side leads by if it cannot win (§2.5, §2.15 step 2); White's view.
#[inline(always)]
pub(super) fn scale_by_can_win(value: i32, can: u8) -> i32 {
    let hopeless = value > 0 && can & WHITE_CAN_WIN == 0 || value < 0 && can & BLACK_CAN_WIN == 0;
    if hopeless { value / 4 } else { value }
}

/// Bishops of opposite colours (§2.15 step 1); White's view.
#[inline(always)]
pub(super) fn scale_by_bishops(value: i32, material: &Material, position: &Position) -> i32 {
    let [white, black] = &material.armies;
    if white.phase >= 9 || black.phase >= 9 || white.bishops != 1 || black.bishops != 1 {
        return value;
    }
    let light = position.kind(Bishop) & Bitboard::LIGHT;
    if light.is_empty() || light.many() {
        return value;
    }
    if white.phase == 3 && black.phase == 3 {
        value / 2
    } else if white.phase == black.phase {
        3 * value / 4
    } else {
        value
    }
}
