//! Perft over `fixtures/perft`: the generator against counts from other libraries.
//!
//! Every count of every line is compared in bulk; the slower ways of counting and the checks at
//! every node go as deep as their budgets of leaves allow, and always to depth 1 at least.

use std::fs;
use std::path::Path;

use mangoac::chess::{CastlingLetters, Position, perft, perft_checked, perft_divide, perft_without_bulk};

/// Leaves that counting one by one may visit in each position.
const SINGLE_BUDGET: u64 = 250_000;
/// Leaves that the checks at every node may visit in each position.
const CHECKED_BUDGET: u64 = 2_000;
/// The same for every eighth position, so that all files are also checked in depth.
const DEEP_CHECKED_BUDGET: u64 = 30_000;

struct Line {
    position: Position,
    fen: String,
    counts: Vec<(u32, u64)>,
}

impl Line {
    fn parse(line: &str) -> Self {
        let (fen, counts) = line.split_once(" ;").unwrap_or_else(|| panic!("no counts: {line}"));
        let count = |text: &str| {
            let (depth, nodes) = text.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.parse().ok()?))
        };
        let counts: Option<Vec<_>> = counts.split(';').map(count).collect();
        Self {
            position: Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
            fen: fen.to_owned(),
            counts: counts.filter(|c| !c.is_empty()).unwrap_or_else(|| panic!("bad counts: {line}")),
        }
    }

    /// The deepest count within a budget, else the first.
    fn within(&self, budget: u64) -> (u32, u64) {
        *self.counts.iter().rfind(|(_, nodes)| *nodes <= budget).unwrap_or(&self.counts[0])
    }
}

fn lines(file: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(Line::parse).collect()
}

fn check_file(file: &str, at_least: usize) {
    let lines = lines(file);
    assert!(lines.len() >= at_least, "{file} has only {} positions", lines.len());
    for Line { position, fen, counts } in &lines {
        for &(depth, nodes) in counts {
            assert_eq!(perft(position, depth), nodes, "{fen} depth {depth}");
        }
    }
    for (index, line) in lines.iter().enumerate() {
        check_other_ways(line);
        let budget = if index % 8 == 0 { DEEP_CHECKED_BUDGET } else { CHECKED_BUDGET };
        let (depth, nodes) = line.within(budget);
        let mut position = line.position.clone();
        assert_eq!(perft_checked(&mut position, depth), Ok(nodes), "{} depth {depth}", line.fen);
        assert_eq!(position, line.position, "{}", line.fen);
    }
}

/// Without bulk counting, and the sums of the threaded divide with and without it.
fn check_other_ways(line: &Line) {
    let (depth, nodes) = line.within(SINGLE_BUDGET);
    let Line { position, fen, .. } = line;
    assert_eq!(perft_without_bulk(position, depth), nodes, "{fen} depth {depth}, no bulk");
    for (bulk, threads) in [(true, 1), (true, 3), (false, 2)] {
        let counts = perft_divide(position, depth, bulk, threads);
        let sum: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(sum, nodes, "{fen} depth {depth}, bulk {bulk}, {threads} threads");
        let moves: Vec<_> = counts.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, position.legal_move_list().to_vec(), "{fen}");
    }
}

#[test]
fn standard_positions_and_traps() {
    check_file("standard.epd", 160);
}

#[test]
fn golden_perft_positions() {
    check_file("golden.epd", 32);
}

#[test]
fn chess960_starts_and_later_positions() {
    check_file("chess960.epd", 120 + 40);
}

#[test]
fn double_chess960_starts() {
    check_file("double960.epd", 60);
}

#[test]
fn chess960_starts_are_distinct_and_written_in_shredder_fen() {
    for file in ["chess960.epd", "double960.epd"] {
        let lines = lines(file);
        let mut fens: Vec<_> = lines.iter().map(|line| &line.fen).collect();
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), lines.len(), "{file} has a position twice");
        let starts = lines.iter().filter(|line| line.fen.contains("/pppppppp/8/8/8/8/PPPPPPPP/"));
        for line in starts {
            assert_eq!(line.position.fen_with(CastlingLetters::Shredder), line.fen);
        }
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    let position = Position::startpos();
    assert_eq!((perft(&position, 0), perft_without_bulk(&position, 0)), (1, 1));
    assert_eq!(perft_checked(&mut position.clone(), 0), Ok(1));
}

#[test]
fn finished_games_have_no_moves() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!((perft(&position, 1), perft(&position, 3)), (0, 0), "{fen}");
        assert!(perft_divide(&position, 2, true, 4).is_empty(), "{fen}");
    }
}
