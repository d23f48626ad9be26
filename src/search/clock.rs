//! How long to think.

use std::time::Duration;

use super::limits::{ClockTime, Limits};

/// Without a move count the clock is taken to last for so many moves (the legacy rule).
const MOVES_LEFT: u32 = 25;
/// The least time for a move, if the clock has it.
const MINIMUM: Duration = Duration::from_millis(30);

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The search is broken off at this time.
    pub hard: Duration,
    /// No new iteration begins after this time.
    pub soft: Duration,
}

impl Budget {
    /// The budget of a search, `None` without limits of time.
    pub fn of(limits: &Limits) -> Option<Self> {
        if limits.infinite {
            return None;
        }
        let fixed = limits.movetime.map(|time| time - limits.overhead.min(time / 2));
        let clock = limits.clock.map(|clock| for_clock(clock, limits.overhead));
        let hard = match (fixed, clock) {
            (Some(fixed), Some(clock)) => fixed.min(clock),
            (fixed, clock) => fixed.or(clock)?,
        };
        // Four fifths used: another iteration would hardly be finished (§3.1 step 4).
        Some(Self { hard, soft: hard * 4 / 5 })
    }
}

/// The legacy rule: an equal share of what is left and the increment, at most half of what is
/// left, at least a little.
fn for_clock(clock: ClockTime, overhead: Duration) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).max(1);
    let share = clock.remaining / moves + clock.increment;
    share.max(MINIMUM).min(clock.remaining / 2).saturating_sub(overhead)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> u64 {
        let ms = Duration::from_millis;
        let clock = ClockTime { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), overhead: ms(10), ..Limits::default() };
        Budget::of(&limits).unwrap().hard.as_millis() as u64
    }

    #[test]
    fn shares_stay_inside_the_clock() {
        assert_eq!(hard(60_000, 0, None), 2_390);
        assert_eq!(hard(60_000, 1_000, Some(20)), 3_990);
        assert_eq!(hard(200, 1_000, Some(1)), 90);
        assert_eq!(hard(1_000, 10, None), 40);
        assert_eq!(hard(500, 0, None), 20, "the minimum");
        assert_eq!(hard(40, 0, None), 10);
        assert_eq!(hard(0, 20, None), 0);
    }

    #[test]
    fn fixed_time_is_kept_and_infinite_has_none() {
        let time = |ms| Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() };
        assert_eq!(Budget::of(&time(1_000)).unwrap().hard.as_millis(), 1_000);
        assert_eq!(Budget::of(&Limits { infinite: true, ..time(10) }), None);
        assert_eq!(Budget::of(&Limits::default()), None);
    }
}
