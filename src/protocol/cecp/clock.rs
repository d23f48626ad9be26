//! Time controls: `level`, `st`, `sd`, `nps`, `time`.

use std::time::Duration;

use crate::engine::AnyLimits;
use crate::search::ClockTime;

/// Time for a move as long as nobody has said anything about time, as in 2012.
const UNTOLD: Duration = Duration::from_secs(2);
/// More than any game lasts; longer times are cut to it.
const LONGEST: Duration = Duration::from_secs(100_000_000);
/// Moves a clock is taken to last for when a node rate stands in for it.
const MOVES_LEFT: u32 = 25;

/// How time is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    /// So much for each move (`st`).
    PerMove(Duration),
    /// A clock (`level`).
    Clock {
        /// Moves of a session, 0 for all of the game.
        moves: u32,
        base: Duration,
        increment: Duration,
    },
}

/// The engine's clock and the other limits of its searches.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    control: Option<Control>,
    /// Time left on the engine's clock.
    remaining: Duration,
    depth: Option<u32>,
    /// Nodes that stand for a second; real time if none.
    node_rate: Option<u64>,
}

/// A time in decimal seconds; less than none is none.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite())?;
    Some(Duration::try_from_secs_f64(seconds.max(0.0)).map_or(LONGEST, |time| time.min(LONGEST)))
}

/// Minutes, or minutes and seconds: `5`, `0:30`.
fn parse_minutes(text: &str) -> Option<Duration> {
    let time = match text.split_once(':') {
        None => parse_seconds(text)?.saturating_mul(60),
        Some((minutes, seconds)) => {
            let minutes: u32 = minutes.parse().ok()?;
            parse_seconds(seconds)?.saturating_add(Duration::from_secs(u64::from(minutes) * 60))
        }
    };
    Some(time.min(LONGEST))
}

/// Centiseconds, perhaps less than none.
fn parse_centiseconds(text: &str) -> Option<Duration> {
    let centiseconds = text.parse::<f64>().ok().filter(|time| time.is_finite())?;
    parse_seconds(&format!("{}", centiseconds / 100.0))
}

impl Clock {
    /// `new`: clocks stand at the start of the time control; no limit of depth.
    pub fn new_game(&mut self) {
        self.depth = None;
        if let Some(Control::Clock { base, .. }) = self.control {
            self.remaining = base;
        }
    }

    /// `level MOVES BASE INCREMENT`; `begun` if the game has moves. The same level sent again in
    /// mid-game changes nothing.
    pub fn level(&mut self, moves: &str, base: &str, increment: &str, begun: bool) -> Option<()> {
        let moves = moves.parse().ok()?;
        let (base, increment) = (parse_minutes(base)?, parse_seconds(increment)?);
        let control = Some(Control::Clock { moves, base, increment });
        if self.control != control || !begun {
            self.remaining = base;
        }
        self.control = control;
        Some(())
    }

    /// `st SECONDS`.
    pub fn per_move(&mut self, seconds: &str) -> Option<()> {
        self.control = Some(Control::PerMove(parse_seconds(seconds)?));
        Some(())
    }

    /// `sd PLIES`.
    pub fn depth(&mut self, plies: &str) -> Option<()> {
        self.depth = Some(plies.parse::<u32>().ok()?.max(1));
        Some(())
    }

    /// `nps RATE`; none, zero and less mean real time.
    pub fn node_rate(&mut self, rate: &str) -> Option<()> {
        let rate = rate.parse::<i64>().ok()?;
        self.node_rate = u64::try_from(rate).ok().filter(|&rate| rate > 0);
        Some(())
    }

    /// `time CENTISECONDS`.
    pub fn time(&mut self, centiseconds: &str) -> Option<()> {
        self.remaining = parse_centiseconds(centiseconds)?;
        Some(())
    }

    /// The engine has made its `made`th move of the game after thinking for `used`.
    pub fn moved(&mut self, used: Duration, made: u32) {
        if let Some(Control::Clock { moves, base, increment }) = self.control {
            self.remaining = self.remaining.saturating_sub(used) + increment;
            if moves > 0 && made.is_multiple_of(moves) {
                self.remaining += base;
            }
            self.remaining = self.remaining.min(LONGEST);
        }
    }

    /// The limits of the engine's next search; `made` is the number of moves it has made.
    pub fn limits(&self, made: u32, overhead: Duration) -> AnyLimits {
        let mut limits = AnyLimits { depth: self.depth, overhead, ..AnyLimits::default() };
        match (self.control, self.depth) {
            (Some(Control::PerMove(time)), _) => limits.movetime = Some(time),
            (Some(Control::Clock { moves, increment, .. }), _) => {
                let moves_to_go = (moves > 0).then(|| moves - made % moves);
                limits.clock = Some(ClockTime { remaining: self.remaining, increment, moves_to_go });
            }
            (None, Some(_)) => {}
            (None, None) => limits.movetime = Some(UNTOLD),
        }
        if let Some(rate) = self.node_rate {
            limits.nodes = nodes_for(&limits, rate).or(limits.nodes);
            (limits.movetime, limits.clock) = (None, None);
        }
        limits
    }
}

/// The nodes that stand for the time of a move, at least one.
fn nodes_for(limits: &AnyLimits, rate: u64) -> Option<u64> {
    let share = |clock: ClockTime| {
        let share = clock.remaining / clock.moves_to_go.unwrap_or(MOVES_LEFT).max(1) + clock.increment;
        share.min(clock.remaining / 2)
    };
    let time = limits.movetime.or_else(|| limits.clock.map(share))?;
    Some(((time.as_secs_f64() * rate as f64) as u64).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn levels_are_read_in_all_their_forms() {
        let cases = [
            (["40", "5", "0"], 300.0, 0.0, Some(40)),
            (["0", "0:30", "0"], 30.0, 0.0, None),
            (["0", "4:57", "3.0"], 297.0, 3.0, None),
            (["0", "1", "0.05"], 60.0, 0.05, None),
        ];
        for ([moves, base, increment], remaining, gain, moves_to_go) in cases {
            let mut clock = Clock::default();
            clock.level(moves, base, increment, false).unwrap();
            let expected = ClockTime { remaining: seconds(remaining), increment: seconds(gain), moves_to_go };
            assert_eq!(clock.limits(0, Duration::ZERO).clock, Some(expected));
        }
        for bad in [["x", "5", "0"], ["40", "5:", "0"], ["40", ":5", "0"], ["0", "5", "x"], ["0", "nan", "0"]]
        {
            assert_eq!(Clock::default().level(bad[0], bad[1], bad[2], false), None, "{bad:?}");
        }
    }

    #[test]
    fn a_level_sent_again_does_not_restart_the_count() {
        let mut clock = Clock::default();
        clock.level("40", "5", "0", false).unwrap();
        clock.moved(seconds(10.0), 1);
        clock.level("40", "5", "0", true).unwrap();
        let limits = clock.limits(1, Duration::ZERO).clock.unwrap();
        assert_eq!((limits.remaining, limits.moves_to_go), (seconds(290.0), Some(39)));
        clock.moved(seconds(10.0), 40);
        let limits = clock.limits(40, Duration::ZERO).clock.unwrap();
        assert_eq!((limits.remaining, limits.moves_to_go), (seconds(580.0), Some(40)));
    }

    #[test]
    fn all_limits_hold_and_absurd_times_are_bounded() {
        let mut clock = Clock::default();
        assert_eq!(clock.limits(0, Duration::ZERO).movetime, Some(UNTOLD));
        clock.depth("4").unwrap();
        assert_eq!(clock.limits(0, Duration::ZERO).movetime, None);
        clock.per_move("0.3").unwrap();
        let limits = clock.limits(0, Duration::ZERO);
        assert_eq!((limits.movetime, limits.depth), (Some(seconds(0.3)), Some(4)));
        clock.node_rate("1000").unwrap();
        let limits = clock.limits(0, Duration::ZERO);
        assert_eq!((limits.movetime, limits.nodes), (None, Some(300)));
        clock.node_rate("-1").unwrap();
        clock.new_game();
        assert_eq!(clock.limits(0, Duration::ZERO).depth, None);
        clock.level("0", "1", "0", false).unwrap();
        for (time, left) in [("-250", 0.0), ("1e300", 1e8), ("12", 0.12)] {
            clock.time(time).unwrap();
            assert_eq!(clock.limits(0, Duration::ZERO).clock.unwrap().remaining, seconds(left));
        }
        assert_eq!(clock.time("inf"), None);
    }
}
