//! What an engine reports while it searches, and which of it counts.

use super::super::value::Value;

/// One report about the best line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Report {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Greatest depth reached, if told.
    pub seldepth: Option<u32>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time: u64,
    /// The value for the side to move.
    pub value: Value,
    /// The moves.
    pub pv: String,
}

/// What a line that begins with `info` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Info {
    /// A report with an exact value.
    Exact(Report),
    /// Only that the search is at this depth.
    Depth(u32),
    /// Nothing of interest.
    Other,
}

impl Info {
    /// Reads the words behind `info`.
    ///
    /// # Errors
    /// Says which word makes no sense.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut words = line.split_ascii_whitespace();
        let (mut depth, mut seldepth, mut nodes, mut time) = (None, None, None, None);
        let (mut value, mut is_bound, mut is_first) = (None, false, true);
        let mut pv = String::new();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => depth = Some(number(word, words.next())?),
                "seldepth" => seldepth = Some(number(word, words.next())?),
                "nodes" => nodes = Some(number(word, words.next())?),
                "time" => time = Some(number(word, words.next())?),
                "multipv" => is_first = number::<u32>(word, words.next())? == 1,
                "lowerbound" | "upperbound" => is_bound = true,
                "score" => value = Some(score(words.next(), words.next())?),
                "pv" => {
                    pv = words.collect::<Vec<_>>().join(" ");
                    break;
                }
                _ => {}
            }
        }
        let (Some(depth), true) = (depth, is_first) else { return Ok(Self::Other) };
        let Some(value) = value.filter(|_| !is_bound && !pv.is_empty()) else {
            return Ok(Self::Depth(depth));
        };
        let nodes = nodes.ok_or("a value without the number of nodes")?;
        Ok(Self::Exact(Report { depth, seldepth, nodes, time: time.unwrap_or(0), value, pv }))
    }
}

fn number<T: std::str::FromStr>(key: &str, word: Option<&str>) -> Result<T, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("{key} {:?}", word.chars().take(20).collect::<String>()))
}

fn score(kind: Option<&str>, word: Option<&str>) -> Result<Value, String> {
    match kind {
        Some("cp") => Ok(Value::Centipawns(number("score cp", word)?)),
        Some("mate") => Ok(Value::Mate(number("score mate", word)?)),
        other => Err(format!("score {:?}", other.unwrap_or_default().chars().take(20).collect::<String>())),
    }
}

/// Finds the last completed iteration among the reports of a search.
///
/// UCI does not say when an iteration is complete, so this much is inferred:
/// - an iteration is complete once a deeper one has begun;
/// - the deepest one is complete if it was reported before the budget was used up, unless the
///   engine has reported some depth twice, which means that it reports within iterations too.
///
/// What is reported at the stop itself may come from an iteration cut short and never counts.
#[derive(Debug, Default)]
pub(super) struct Iterations {
    depth: u32,
    complete: Option<Report>,
    latest: Option<Report>,
    reports_within: bool,
}

impl Iterations {
    /// Takes the next report of a search of `budget` nodes.
    pub fn take(&mut self, info: Info, budget: u64) {
        let depth = match &info {
            Info::Exact(report) => report.depth,
            Info::Depth(depth) => *depth,
            Info::Other => return,
        };
        if depth > self.depth {
            self.depth = depth;
            self.complete = self.latest.take().or(self.complete.take());
        }
        match info {
            Info::Exact(report) if report.depth == self.depth && report.nodes < budget => {
                self.reports_within |= self.latest.is_some();
                self.latest = Some(report);
            }
            _ => {}
        }
    }

    /// The last completed iteration.
    pub fn last_complete(self) -> Option<Report> {
        match self.latest {
            Some(report) if !self.reports_within => Some(report),
            _ => self.complete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(lines: &[&str], budget: u64) -> Option<(u32, Value)> {
        let mut iterations = Iterations::default();
        for line in lines {
            iterations.take(Info::parse(line).expect(line), budget);
        }
        iterations.last_complete().map(|report| (report.depth, report.value))
    }

    #[test]
    fn the_report_at_the_stop_does_not_count() {
        let reports = [
            "depth 1 seldepth 1 multipv 1 score cp 20 nodes 20 time 0 pv e2e4",
            "depth 2 score cp 30 nodes 90 pv e2e4 e7e5",
            "depth 3 score cp 99 nodes 101 pv d2d4",
        ];
        assert_eq!(last(&reports, 100), Some((2, Value::Centipawns(30))));
        assert_eq!(last(&reports[..2], 100), Some((2, Value::Centipawns(30))));
        assert_eq!(
            last(&[reports[0], reports[1], "depth 2 score cp 30 nodes 101 pv e2e4"], 100).map(|r| r.0),
            Some(2)
        );
        assert_eq!(last(&reports, 10), None);
    }

    #[test]
    fn bounds_do_not_count() {
        let reports = [
            "depth 5 score cp 10 nodes 50 pv e2e4",
            "depth 6 score cp 25 lowerbound nodes 60 pv e2e4",
            "depth 6 score cp 40 upperbound nodes 70 pv e2e4",
        ];
        assert_eq!(last(&reports, 100), Some((5, Value::Centipawns(10))));
    }

    #[test]
    fn an_engine_that_reports_within_iterations_is_trusted_one_less() {
        let reports = [
            "depth 5 score cp 10 nodes 50 pv e2e4",
            "depth 5 score cp 12 nodes 60 pv d2d4",
            "depth 6 score cp -3 nodes 70 pv e2e4",
        ];
        assert_eq!(last(&reports, 100), Some((5, Value::Centipawns(12))));
    }

    #[test]
    fn further_lines_and_strings_are_passed_over() {
        assert_eq!(Info::parse("string score cp x"), Ok(Info::Other));
        assert_eq!(Info::parse("depth 4 multipv 2 score cp 9 nodes 3 pv e2e4"), Ok(Info::Other));
        assert_eq!(Info::parse("depth 7 currmove e2e4 currmovenumber 1"), Ok(Info::Depth(7)));
        assert_eq!(last(&["depth 4 score mate -3 nodes 3 pv e2e4"], 9), Some((4, Value::Mate(-3))));
    }

    #[test]
    fn words_that_make_no_sense_are_named() {
        for line in ["depth x", "score cp", "score cp 1e9", "score elo 5", "nodes -4", "depth 99999999999"] {
            assert!(Info::parse(line).is_err(), "{line}");
        }
        assert!(Info::parse("depth 3 score cp 5 pv e2e4").is_err(), "no nodes");
    }
}
