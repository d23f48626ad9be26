//! `go`: what a search may use, read from words in any order.

use std::time::Duration;

use crate::chess::Color;
use crate::engine::{AnyLimits, AnyMove};
use crate::search::ClockTime;

/// Words that end a list of `searchmoves`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Longest time that is told apart from no limit: a year.
const LONGEST: i64 = 365 * 24 * 3600 * 1000;

/// A `go` as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    movetime: Option<Duration>,
    /// Time left, by colour.
    time: [Option<Duration>; Color::COUNT],
    /// Time added after each move, by colour.
    increment: [Option<Duration>; Color::COUNT],
    moves_to_go: Option<u32>,
    infinite: bool,
    /// Search in the opponent's time.
    pub ponder: bool,
    /// Count moves instead of searching.
    pub perft: Option<u32>,
    search_moves: Vec<String>,
    /// What could not be read and what is done instead.
    pub complaints: Vec<String>,
}

impl Go {
    /// Reads the words after `go`. Whatever cannot be read is complained about; a number that is
    /// missing or none counts as 0, the smallest limit, so that no search runs on by mistake.
    pub fn parse(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = go.take(word, after);
        }
        go
    }

    /// Takes one keyword with what belongs to it, and returns the rest.
    fn take<'a, 'b>(&mut self, word: &str, after: &'a [&'b str]) -> &'a [&'b str] {
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "searchmoves" => {
                let end = after.iter().position(|word| KEYWORDS.contains(word)).unwrap_or(after.len());
                let (moves, rest) = after.split_at(end);
                self.search_moves.extend(moves.iter().map(|&text| text.to_owned()));
                return rest;
            }
            _ if KEYWORDS.contains(&word) => {
                let (number, rest) = match after {
                    [number, rest @ ..] if !KEYWORDS.contains(number) => (Some(*number), rest),
                    _ => (None, after),
                };
                let number = self.number(word, number);
                self.limit(word, number);
                return rest;
            }
            _ => self.complaints.push(format!("go: '{}' is skipped", shorten(word))),
        }
        after
    }

    /// A whole number; too large ones are cut off.
    fn number(&mut self, word: &str, text: Option<&str>) -> i64 {
        let Some(text) = text else {
            self.complaints.push(format!("go: the number after '{word}' is missing, 0 is taken"));
            return 0;
        };
        if let Ok(number) = text.parse::<i64>() {
            return number;
        }
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return sign * i64::MAX;
        }
        self.complaints.push(format!("go: '{}' after '{word}' is no number, 0 is taken", shorten(text)));
        0
    }

    fn limit(&mut self, word: &str, number: i64) {
        let time = Some(Duration::from_millis(number.clamp(0, LONGEST).unsigned_abs()));
        let count = u32::try_from(number.max(0)).unwrap_or(u32::MAX);
        let [white_time, black_time] = &mut self.time;
        let [white_increment, black_increment] = &mut self.increment;
        match word {
            "depth" => self.depth = Some(count.max(1)),
            "nodes" => self.nodes = Some(number.max(1).unsigned_abs()),
            "mate" => self.mate = Some(count),
            "movetime" => self.movetime = time,
            "wtime" => *white_time = time,
            "btime" => *black_time = time,
            "winc" => *white_increment = time,
            "binc" => *black_increment = time,
            // Some interfaces send 0 where there is no other time control to come.
            "movestogo" => self.moves_to_go = Some(count).filter(|&moves| moves > 0),
            "perft" => self.perft = Some(count),
            _ => {}
        }
    }

    /// The mover's clock. One clock alone is enough, whosesoever it is; an increment alone is a
    /// clock that has run out.
    fn clock(&self, side: Color) -> Option<ClockTime> {
        let own = |pair: &[Option<Duration>; Color::COUNT]| {
            let [white, black] = *pair;
            match side {
                Color::White => white.or(black),
                Color::Black => black.or(white),
            }
        };
        let (time, increment) = (own(&self.time), own(&self.increment));
        time.or(increment)?;
        Some(ClockTime {
            remaining: time.unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        })
    }

    /// The limits for a side to move. Of the moves named only those that can be read, the legal ones, count.
    pub fn limits(&self, side: Color, read: impl Fn(&str) -> Option<AnyMove>) -> AnyLimits {
        AnyLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            clock: self.clock(side),
            mate: self.mate,
            infinite: self.is_endless(),
            root_moves: self.search_moves.iter().filter_map(|text| read(text)).collect(),
            ..AnyLimits::default()
        }
    }

    /// True if only `stop` ends the search.
    pub fn is_endless(&self) -> bool {
        let clocks = self.time.iter().chain(&self.increment);
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || clocks.flatten().next().is_some();
        self.infinite || !limited
    }
}

/// Longest piece of hostile text repeated in a message.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use proptest::prelude::*;

    fn go(line: &str) -> Go {
        Go::parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(line: &str) -> AnyLimits {
        let position = Position::startpos();
        let read = |text: &str| position.resolve(text.parse().ok()?).ok().map(AnyMove::Chess);
        go(line).limits(Color::White, read)
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let read = limits(
            "movestogo 3 binc 7 depth 9 searchmoves e2e4 e2e5 xyz d2d4 wtime 100 nodes 5 btime 9 winc 1",
        );
        let ms = Duration::from_millis;
        let clock = ClockTime { remaining: ms(100), increment: ms(1), moves_to_go: Some(3) };
        assert_eq!((read.clock, read.depth, read.nodes), (Some(clock), Some(9), Some(5)));
        assert_eq!(read.root_moves.len(), 2);
        assert!(!read.infinite);
    }

    #[test]
    fn without_limits_it_is_endless() {
        for line in ["", "infinite", "ponder", "searchmoves e2e4", "movestogo 4", "infinite depth 4", "x"] {
            assert!(go(line).is_endless(), "{line}");
        }
        for line in ["depth 1", "nodes 1", "mate 1", "movetime 0", "wtime 1", "btime 1", "winc 1"] {
            assert!(!go(line).is_endless(), "{line}");
        }
    }

    #[test]
    fn hostile_numbers_are_cut_off() {
        let read = limits("depth -3 nodes 0 movetime -1 wtime -50");
        assert_eq!((read.depth, read.nodes, read.movetime), (Some(1), Some(1), Some(Duration::ZERO)));
        assert_eq!(read.clock.map(|clock| clock.remaining), Some(Duration::ZERO));
        let read = limits("depth 99999999999999999999 nodes 99999999999999999999999 movetime 1e9");
        assert_eq!((read.depth, read.nodes), (Some(u32::MAX), Some(i64::MAX as u64)));
        assert_eq!(read.movetime, Some(Duration::ZERO), "no number");
        let read = go("depth nodes 7 wtime");
        assert_eq!((read.depth, read.nodes, read.complaints.len()), (Some(1), Some(7), 2));
    }

    #[test]
    fn one_clock_is_enough() {
        for line in ["wtime 100", "btime 100"] {
            for side in Color::ALL {
                let clock = go(line).limits(side, |_| None).clock.unwrap();
                assert_eq!(clock.remaining, Duration::from_millis(100));
            }
        }
    }

    proptest! {
        #[test]
        fn any_words_can_be_read(words in prop::collection::vec("(go|depth|wtime|searchmoves|-?[0-9]{1,30}|[a-h][1-8][a-h][1-8]|.{0,5})", 0..20)) {
            let line = words.join(" ");
            let _ = limits(&line);
        }
    }
}
