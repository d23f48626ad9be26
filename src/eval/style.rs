//! Where the evaluation of 2012 is peculiar (engine-behaviour §8.2), named in one place and decided
//! when the program is compiled.

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

    /// §8.2.4: the value faded by the half-move clock, White's view.
    fn fade(value: i32, clock: u32) -> i32;
}

/// The evaluation of 2012, to the last centipawn.
#[derive(Clone, Copy, Debug)]
pub struct Style2012;

impl EvalStyle for Style2012 {
    const STICKY_PAWN_FLAGS: bool = true;
    const BLACK_CANDIDATES_SHIFTED: bool = true;
    const LOPSIDED_RACE: bool = true;

    /// The division comes first: 81 keeps all, 82 and more nothing. The negative factor the old
    /// program had from 122 on is cut off at nothing.
    fn fade(value: i32, clock: u32) -> i32 {
        match clock {
            0..=80 => value,
            _ => value * ((101 - clock as i32) / 20).max(0),
        }
    }
}
