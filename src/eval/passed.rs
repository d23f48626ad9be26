//! Passed pawns (§2.7) and the race to promote (§2.8).

use super::masks::{file_ahead, foremost, neighbours, promotion_square};
use super::material::Material;
use super::pawns::PawnEntry;
use super::style::EvalStyle;
use super::totals::Totals;
use super::weights as w;
use crate::chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// The foremost own pawn of each passed file, lowest file first.
#[inline(always)]
fn runners(position: &Position, pawns: &PawnEntry, color: Color) -> impl Iterator<Item = Square> {
    let own = position.men(color, PieceKind::Pawn);
    let files = u64::from(pawns.passed_files[color.index()]);
    // One bit a file is a set of squares on rank 1.
    Bitboard(files).into_iter().filter_map(move |square| foremost(color, own & Bitboard::file(square.file())))
}

/// Rates the passed pawns of a colour.
#[inline(always)]
pub(super) fn rate(position: &Position, pawns: &PawnEntry, color: Color, totals: &mut Totals) {
    if pawns.passed_files[color.index()] == 0 {
        return;
    }
    for pawn in runners(position, pawns, color) {
        rate_runner(position, color, pawn, totals);
    }
    if is_outside(pawns.passed_files[color.index()], pawns.files[(!color).index()]) {
        totals.add(color, w::OUTSIDE_PASSER);
    }
}

/// True if a passed file lies more than one file beyond all enemy pawns.
fn is_outside(passed: u8, enemy: u8) -> bool {
    let lowest = |files: u8| files.trailing_zeros() as i32;
    let highest = |files: u8| 7 - files.leading_zeros() as i32;
    enemy == 0 || lowest(passed) < lowest(enemy) - 1 || highest(passed) > highest(enemy) + 1
}

fn rate_runner(position: &Position, color: Color, pawn: Square, totals: &mut Totals) {
    let rank = pawn.rank().relative_to(color).index();
    let (mut mg, mut eg) = w::PASSED_BASE;
    let mut add = |(more_mg, more_eg): (i32, i32), sign: i32| {
        mg += sign * more_mg;
        eg += sign * more_eg;
    };
    if (position.men(color, PieceKind::Pawn) & neighbours(pawn)).any() {
        add(w::PASSED_SUPPORTED, 1);
    }
    match rook_behind(position, color, pawn) {
        Some(owner) if owner == color => add(w::PASSED_ROOK_BEHIND, 1),
        Some(_) => add(w::PASSED_ROOK_BEHIND, -1),
        None => {}
    }
    let Some(next) = pawn.offset(0, color.sign()) else { return };
    if (file_ahead(color, pawn) & position.occupied()).any() {
        add(w::PASSED_WAY_OBSTRUCTED, 1);
        match position.piece_at(next) {
            Some(man) if man.color() == color => add(w::PASSED_BLOCKED_BY_OWN, 1),
            Some(_) => add(w::PASSED_BLOCKED_BY_ENEMY, 1),
            None => {}
        }
    } else if is_caught(color, position.side_to_move(), pawn, position.king(!color)) {
        add(w::PASSED_FREE_CAUGHT, 1);
    } else {
        add(w::PASSED_FREE, 1);
    }
    totals.add(color, (w::PASSED[rank] * mg / 100, w::PASSED[rank] * eg / 100));
    let steps = next.distance(position.king(color)) as i32 - next.distance(position.king(!color)) as i32;
    totals.eg[color.index()] -= steps * w::PASSED_KING_STEP[rank];
}

/// The owner of the rook that is the first man behind a pawn on its file, if it is a rook.
fn rook_behind(position: &Position, color: Color, pawn: Square) -> Option<Color> {
    let rooks = position.kind(PieceKind::Rook) & Bitboard::file(pawn.file());
    if rooks.is_empty() {
        return None;
    }
    let nearest = foremost(color, file_ahead(!color, pawn) & position.occupied())?;
    position.piece_at(nearest).filter(|_| rooks.has(nearest)).map(|man| man.color())
}

/// True if a king is inside the square of a pawn when `mover` is to move.
fn is_caught(color: Color, mover: Color, pawn: Square, king: Square) -> bool {
    let rank = pawn.rank().relative_to(color).index();
    // From its start square a pawn needs no more moves than from the next.
    let from = rank.max(Rank::Third.index());
    let moves = 7 - from + usize::from(mover != color);
    moves >= king.distance(promotion_square(color, pawn))
}

/// Who wins the race to promote, if a side without pieces faces passed pawns (§2.8); endgame only.
#[inline(always)]
pub(super) fn race<S: EvalStyle>(
    material: &Material,
    position: &Position,
    pawns: &PawnEntry,
    totals: &mut Totals,
) {
    let faces = |color: Color| material.army(color).phase == 0 && pawns.passed_files[(!color).index()] != 0;
    if !faces(Color::White) && !faces(Color::Black) {
        return;
    }
    let mut runs = [Run::NONE; 2];
    for color in Color::ALL {
        let army = material.army(color);
        if army.pawns > 0 && material.army(!color).pawns == 0 && material.phase() == 0 {
            let won = position
                .men(color, PieceKind::Pawn)
                .into_iter()
                .any(|pawn| is_won::<S>(position, color, pawn));
            if won {
                totals.eg[color.index()] += w::RACE_WON;
                return;
            }
        }
        if material.army(!color).phase == 0 {
            runs[color.index()].measure(position, pawns, color);
        }
    }
    decide::<S>(&runs, totals);
}

/// A colour's fastest unstoppable runner.
#[derive(Clone, Copy)]
struct Run {
    /// Its moves to promotion; [`Run::NEVER`] if there is none.
    length: i32,
    /// It runs through only because its side is to move, or would if it were.
    by_tempo: bool,
}

impl Run {
    const NEVER: i32 = 8;
    const NONE: Self = Self { length: Self::NEVER, by_tempo: false };

    fn measure(&mut self, position: &Position, pawns: &PawnEntry, color: Color) {
        let (mover, hunter) = (position.side_to_move(), position.king(!color));
        for pawn in runners(position, pawns, color) {
            let caught = is_caught(color, mover, pawn, hunter);
            self.by_tempo = caught != is_caught(color, !mover, pawn, hunter); // the last file decides
            if caught {
                continue;
            }
            let mut length = pawn.distance(promotion_square(color, pawn)) as i32;
            if file_ahead(color, pawn).has(position.king(color)) {
                if matches!(pawn.file(), File::A | File::H) {
                    length = 99; // the king cannot step out of the way in time
                }
                length += 1;
            }
            if pawn.rank().relative_to(color) == Rank::Second {
                length -= 1;
            }
            self.length = self.length.min(length);
        }
    }
}

/// Rates the race of two runners. In the terms of §2.8, "flip(x)" is `by_tempo` of the runner that
/// x hunts.
fn decide<S: EvalStyle>(runs: &[Run; 2], totals: &mut Totals) {
    let [white, black] = runs;
    if white.length == Run::NEVER && black.length == Run::NEVER || white.by_tempo && black.by_tempo {
        return;
    }
    let mut win = |color: Color, run: &Run| {
        totals.eg[color.index()] += w::RACE_WON + (w::RACE_PAR - run.length) * w::RACE_STEP;
    };
    if black.length == Run::NEVER {
        win(Color::White, white);
    } else if white.length == Run::NEVER {
        win(Color::Black, black);
    } else if white.length < black.length && black.by_tempo {
        win(Color::White, white);
    } else if !S::LOPSIDED_RACE && black.length < white.length && white.by_tempo {
        win(Color::Black, black);
    }
}

/// True if a pawn of a bare king and pawns against a bare king promotes by force.
fn is_won<S: EvalStyle>(position: &Position, color: Color, pawn: Square) -> bool {
    let (own, enemy) = (position.king(color), position.king(!color));
    let promotion = promotion_square(color, pawn);
    let lead = (own.rank().index() as i32 - pawn.rank().index() as i32) * color.sign();
    if lead <= 0 {
        return false;
    }
    if let Some(shelter) = match pawn.file() {
        File::A => Some(File::B),
        File::H => Some(File::G),
        _ => None,
    } {
        return own.file() == shelter && own.distance(promotion) < enemy.distance(promotion);
    }
    if own.distance(pawn) < enemy.distance(pawn) {
        let enough = if color == Color::Black && S::LOPSIDED_RACE { 1 } else { 2 };
        if lead >= enough || own.rank().relative_to(color) == Rank::Sixth {
            return true;
        }
    }
    lead == 1 && has_opposition(position, color)
}

fn has_opposition(position: &Position, color: Color) -> bool {
    let (own, enemy) = (position.king(color), position.king(!color));
    let mut files = own.file().index().abs_diff(enemy.file().index());
    let mut ranks = own.rank().index().abs_diff(enemy.rank().index());
    if ranks < 2 {
        return true;
    }
    if position.side_to_move() == color {
        files &= !1;
        ranks &= !1;
    }
    files.is_multiple_of(2) && ranks.is_multiple_of(2)
}
