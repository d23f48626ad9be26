//! Where the evaluation of 2012 is peculiar (engine-behaviour §8.2), named in one place and decided
//! when the program is compiled.

use crate::chess::{Color, Position};

/// The choices an evaluation makes where the engine of 2012 had a defect.
pub trait EvalStyle: 'static {
    /// §8.2.1: the flags *weak* and *lever*, once set by a pawn, hold for all later pawns of the
    /// same colour.
    const STICKY_PAWN_FLAGS: bool;
    /// §8.2.2: Black's candidate passers are rated one rank off.
    const BLACK_CANDIDATES_SHIFTED: bool;
    /// §8.2.3: in the pawn race Black's king needs only be ahead of its pawn, White's two ranks
    /// ahead; and only White can win a race against a runner by a tempo.
    const LOPSIDED_RACE: bool;

    /// The squares ahead of a pawn are looked at from White's side for both colours; otherwise
    /// from the pawn on.
    const SCANS_FROM_WHITES_SIDE: bool;
    /// §8.2.5: the cache keeps values that a narrow window cut short.
    const KEEPS_PARTIAL_VALUES: bool;
    /// §8.2.10: a position in which nobody can mate is worth nothing.
    const KNOWS_DEAD_POSITIONS: bool;

    /// §8.2.5: the key of a value in the cache.
    fn cache_key(key: u64, position: &Position, clock: u32) -> u64;

    /// §8.2.4: the value faded by the half-move clock, White's view.
    fn fade(value: i32, clock: u32) -> i32;
}

/// The evaluation of 2012 with its defects mended: the same terms, the same figures, the same for
/// both colours.
#[derive(Clone, Copy, Debug)]
pub struct Mango;

impl EvalStyle for Mango {
    const STICKY_PAWN_FLAGS: bool = false;
    const BLACK_CANDIDATES_SHIFTED: bool = false;
    const LOPSIDED_RACE: bool = false;
    const SCANS_FROM_WHITES_SIDE: bool = false;
    const KEEPS_PARTIAL_VALUES: bool = false;
    const KNOWS_DEAD_POSITIONS: bool = true;

    /// All that the value depends on beside the position's key: castled flags, and the clock as
    /// far as it fades values.
    #[inline(always)]
    fn cache_key(key: u64, position: &Position, clock: u32) -> u64 {
        let castled = Color::ALL.map(|color| u64::from(position.castled(color).is_some()));
        let fading = u64::from(clock.saturating_sub(FADE_FROM));
        let rest = castled[0] | castled[1] << 1 | fading << 2;
        key ^ rest.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// From 80 half-moves on the value fades evenly, to nothing at a hundred.
    #[inline(always)]
    fn fade(value: i32, clock: u32) -> i32 {
        match clock {
            0..=FADE_FROM => value,
            _ => value * 100u32.saturating_sub(clock) as i32 / (100 - FADE_FROM as i32),
        }
    }
}

/// Half-moves without capture or pawn move after which a value fades.
const FADE_FROM: u32 = 80;

/// The evaluation of 2012, to the last centipawn.
#[derive(Clone, Copy, Debug)]
pub struct Style2012;

impl EvalStyle for Style2012 {
    const STICKY_PAWN_FLAGS: bool = true;
    const BLACK_CANDIDATES_SHIFTED: bool = true;
    const LOPSIDED_RACE: bool = true;
    const SCANS_FROM_WHITES_SIDE: bool = true;
    const KEEPS_PARTIAL_VALUES: bool = true;
    const KNOWS_DEAD_POSITIONS: bool = false;

    /// Castled flags and clock are left out.
    #[inline(always)]
    fn cache_key(key: u64, _: &Position, _: u32) -> u64 {
        key
    }

    /// The division comes first: 81 keeps all, 82 and more nothing. The negative factor the old
    /// program had from 122 on is cut off at nothing.
    fn fade(value: i32, clock: u32) -> i32 {
        match clock {
            0..=80 => value,
            _ => value * ((101 - clock as i32) / 20).max(0),
        }
    }
}
