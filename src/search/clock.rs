//! How long to think.

use std::time::Duration;

use super::limits::{ClockTime, Limits};

/// Without a move count the clock is taken to last for so many moves (the legacy rule).
const MOVES_LEFT: u32 = 25;
/// The least time for a move, if the clock has it.
const MINIMUM: Duration = Duration::from_millis(30);
/// With less than this on the clock a buffer counts for more than depth.
const LITTLE: Duration = Duration::from_millis(200);

/// How a style divides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Every move gets its share; no iteration begins when four fifths of it are used (§3.1).
    Fixed,
    /// The share is what an ordinary move gets; a search in trouble may take several shares, one
    /// without doubts stops early.
    Elastic,
}

/// What the last iterations say about the need for time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mood {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// How far the score has fallen below that of the iteration before, centipawns.
    pub fallen: i32,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The search is broken off at this time.
    pub hard: Duration,
    /// No new iteration begins after this time, if nothing speaks for more or less.
    soft: Duration,
    timing: Timing,
}

impl Budget {
    /// The budget of a search, `None` without limits of time.
    pub fn of(limits: &Limits, timing: Timing) -> Option<Self> {
        if limits.infinite {
            return None;
        }
        let fixed = limits.movetime.map(|time| time - limits.overhead.min(time / 2));
        let share = limits.clock.map(|clock| for_clock(clock, limits.overhead));
        let most = match (limits.clock, timing) {
            (Some(clock), Timing::Elastic) => {
                share.map(|share| (share * LONGEST).min(most(clock).saturating_sub(limits.overhead)))
            }
            _ => share,
        };
        let least = |a: Option<Duration>, b: Option<Duration>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let hard = least(fixed, most)?;
        let soft = match (share, timing) {
            // Four fifths used: another iteration would hardly be finished (§3.1 step 4).
            (_, Timing::Fixed) => hard * 4 / 5,
            (Some(share), Timing::Elastic) => share * 3 / 5,
            // Time that cannot be saved for later may as well be used.
            (None, Timing::Elastic) => hard,
        };
        Some(Self { hard, soft: soft.min(hard), timing })
    }

    /// No new iteration begins after this time.
    pub fn soft(&self, mood: Mood) -> Duration {
        if self.timing == Timing::Fixed || self.soft == self.hard {
            return self.soft;
        }
        let percent = match mood.stable {
            0 => 140,
            1 => 120,
            2..=4 => 100,
            _ => 75,
        } + mood.fallen.clamp(0, 100);
        (self.soft * percent as u32 / 100).min(self.hard)
    }
}

/// The most shares one move may take.
const LONGEST: u32 = 3;

/// The legacy rule: an equal share of what is left and the increment, at most half of what is
/// left, at least a little.
fn for_clock(clock: ClockTime, overhead: Duration) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).max(1);
    let share = clock.remaining / moves + clock.increment;
    share.max(MINIMUM).min(most(clock)).saturating_sub(overhead)
}

/// The most a move may take: half of what is left; a quarter once that is so little that a hiccup
/// of the system could cost the game, unless the clock is set anew after this move.
fn most(clock: ClockTime) -> Duration {
    match clock.moves_to_go {
        Some(1) => clock.remaining / 2,
        _ if clock.remaining < LITTLE => clock.remaining / 4,
        _ => clock.remaining / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> u64 {
        let ms = Duration::from_millis;
        let clock = ClockTime { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), overhead: ms(10), ..Limits::default() };
        Budget::of(&limits, Timing::Fixed).unwrap().hard.as_millis() as u64
    }

    #[test]
    fn shares_stay_inside_the_clock() {
        assert_eq!(hard(60_000, 0, None), 2_390);
        assert_eq!(hard(60_000, 1_000, Some(20)), 3_990);
        assert_eq!(hard(200, 1_000, Some(1)), 90);
        assert_eq!(hard(1_000, 10, None), 40);
        assert_eq!(hard(500, 0, None), 20, "the minimum");
        assert_eq!(hard(80, 0, None), 10, "a buffer");
        assert_eq!(hard(40, 0, None), 0);
        assert_eq!(hard(0, 20, None), 0);
    }

    #[test]
    fn fixed_time_is_kept_and_infinite_has_none() {
        let time = |ms| Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() };
        assert_eq!(Budget::of(&time(1_000), Timing::Fixed).unwrap().hard.as_millis(), 1_000);
        assert_eq!(Budget::of(&Limits { infinite: true, ..time(10) }, Timing::Fixed), None);
        assert_eq!(Budget::of(&Limits::default(), Timing::Elastic), None);
    }

    #[test]
    fn elastic_time_stays_inside_the_clock_and_follows_the_mood() {
        for (remaining, increment, moves_to_go) in
            [(60_000, 0, None), (200, 1_000, Some(1)), (1_000, 10, None), (40, 0, None), (0, 20, None)]
        {
            let ms = Duration::from_millis;
            let clock = ClockTime { remaining: ms(remaining), increment: ms(increment), moves_to_go };
            let limits = Limits { clock: Some(clock), overhead: ms(10), ..Limits::default() };
            let budget = Budget::of(&limits, Timing::Elastic).unwrap();
            assert!(budget.hard <= clock.remaining / 2, "{budget:?}");
            let soft = |stable, fallen| budget.soft(Mood { stable, fallen });
            assert!(soft(9, 0) <= soft(3, 0) && soft(3, 0) <= soft(3, 60) && soft(0, 99) <= budget.hard);
        }
    }
}
