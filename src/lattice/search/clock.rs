//! How long to think.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// Time lost between the move and the clock.
const LAG: Duration = Duration::from_millis(15);

/// Moves a game is expected to go on for.
const HORIZON: u32 = 30;

/// A fall of the score, in hundredths of a pawn, that makes the position worth more time.
const FALL: i32 = 30;

/// Time after which a search is broken off.
pub(super) fn hard_limit(limits: &Limits) -> Option<Duration> {
    limits.movetime.into_iter().chain(limits.clock.map(|clock| share(clock).1)).min()
}

/// Whether another depth is worth beginning: a wish, and how far the last depths stretch it.
pub(super) struct Patience {
    wish: Option<Duration>,
    /// Hundredths of the wish.
    percent: u32,
}

impl Patience {
    /// Only clocks are shared out; the time of one move is used up.
    pub(super) fn new(limits: &Limits) -> Patience {
        let clock = limits.clock.filter(|_| !limits.infinite);
        Patience { wish: clock.map(|clock| share(clock).0), percent: 100 }
    }

    /// Takes note of a finished depth: more time when the score falls, less while the move stands.
    pub(super) fn note(&mut self, before: i32, now: i32, same_move: bool) {
        self.percent = match before - now {
            fall if fall > 3 * FALL => 250,
            fall if fall > FALL => 170,
            _ if same_move => (self.percent.min(100) * 9 / 10).max(50),
            _ => 120,
        };
    }

    /// Whether there is time for a depth that takes longer than all before it.
    pub(super) fn allows_another(&self, elapsed: Duration) -> bool {
        self.wish.is_none_or(|wish| elapsed * 2 <= wish * self.percent / 100)
    }
}

/// The share of a clock for one move: a wish, and three times that as the limit if there is so much.
fn share(clock: Clock) -> (Duration, Duration) {
    let left = clock.remaining.saturating_sub(LAG);
    let moves = clock.moves_to_go.map_or(HORIZON, |moves| moves.clamp(1, HORIZON));
    let wish = left / moves + clock.increment * 3 / 4;
    let most = if moves == 1 { left } else { left / 3 };
    (wish.min(most), (wish * 3).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(millis: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining: Duration::from_millis(millis), increment: Duration::ZERO, moves_to_go }
    }

    #[test]
    fn a_share_never_exceeds_the_clock() {
        for millis in [0, 1, 14, 15, 100, 60_000] {
            for moves in [None, Some(1), Some(40)] {
                let (wish, limit) = share(clock(millis, moves));
                assert!(wish <= limit && limit <= Duration::from_millis(millis), "{millis} {moves:?}");
            }
        }
    }

    #[test]
    fn a_falling_score_is_worth_time() {
        let limits = Limits { clock: Some(clock(60_000, None)), ..Limits::default() };
        let mut patience = Patience::new(&limits);
        patience.note(0, -100, true);
        assert_eq!(patience.percent, 250);
        patience.note(0, 0, true);
        assert!(patience.percent < 100);
        assert!(patience.allows_another(Duration::from_millis(500)));
        assert!(!patience.allows_another(Duration::from_millis(1500)));
    }
}
