//! The search of 2012 and its exchange evaluator against the figures of the old program.

mod common;

use std::sync::Arc;

use common::golden::records;
use mangoac::chess::{CastlingMode, Move, Position};
use mangoac::eval::Style2012;
use mangoac::search::{Limits, Line, Signals, Table, Worker, exchange_of_move, exchange_on_square};
use serde::Deserialize;

/// Entries of the table the golden searches ran with.
const ENTRIES: usize = 1 << 22;
/// Entries of its evaluation cache.
const EVALUATIONS: usize = 1 << 20;
/// So much larger, the tables see no collisions worth the name.
const ROOM: usize = 16;
/// Deeper records depend on the position keys through collisions.
const DEEPEST: u32 = 6;

#[derive(Deserialize, Clone)]
struct SearchRecord {
    fen: String,
    #[serde(default)]
    moves: String,
    depth: u32,
    score: Option<i32>,
    bestmove: Option<String>,
    #[serde(default)]
    nodes: u64,
    #[serde(default)]
    qnodes: u64,
    #[serde(default)]
    nodes_total: u64,
    #[serde(default)]
    searches: u32,
    #[serde(default)]
    pv: Vec<String>,
    /// Node counts did not change with the position keys.
    key_independent: Option<bool>,
    /// Score and move did not.
    score_move_independent: Option<bool>,
}

fn game(record: &SearchRecord) -> (Position, Vec<Move>) {
    let start = Position::from_fen(&record.fen).unwrap();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for text in record.moves.split_whitespace() {
        let mv = position.resolve(text.parse().unwrap()).unwrap();
        position.make(mv);
        moves.push(mv);
    }
    (start, moves)
}

fn text(line: &Line, start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    for &mv in moves {
        position.make(mv);
    }
    let mut words = Vec::new();
    for &mv in &line.pv {
        words.push(position.uci(mv, CastlingMode::Standard).to_string());
        position.make(mv);
    }
    words
}

/// A position, the moves played from it, and the records of the searches there.
struct Case {
    start: Position,
    moves: Vec<Move>,
    records: Vec<SearchRecord>,
}

fn cases(file: &str) -> Vec<Case> {
    let records: Vec<SearchRecord> = records(file);
    let mut cases = Vec::new();
    for group in records.chunk_by(|a, b| a.fen == b.fen && a.moves == b.moves) {
        let wanted = |r: &&SearchRecord| (1..=DEEPEST).contains(&r.depth) && r.score.is_some();
        let (start, moves) = game(&group[0]);
        cases.push(Case { start, moves, records: group.iter().filter(wanted).cloned().collect() });
    }
    cases
}

/// A worker with tables of `room` times the old program's size.
fn worker(room: usize) -> (Arc<Table>, Worker<Style2012>) {
    let table = Arc::new(Table::with_entries(ENTRIES * room).unwrap());
    let mut worker = Worker::new(Arc::clone(&table));
    worker.set_evaluation_cache(EVALUATIONS * room);
    (table, worker)
}

/// Searches with empty tables; returns what differs.
fn compare(case: &Case, (table, worker): &mut (Arc<Table>, Worker<Style2012>)) -> Vec<String> {
    table.clear();
    let Some(depth) = case.records.iter().map(|record| record.depth).max() else { return Vec::new() };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut lines: Vec<Line> = Vec::new();
    worker.think(&case.start, &case.moves, &limits, &Arc::new(Signals::new()), &mut lines);
    let mut wrong = Vec::new();
    for record in &case.records {
        // A mated root has one record, without nodes, and one line, of depth 0.
        let depth = if record.nodes == 0 { 0 } else { record.depth };
        match lines.iter().find(|line| line.depth == depth) {
            Some(line) => wrong.extend(difference(record, line, &text(line, &case.start, &case.moves))),
            None => wrong.push(format!("{} {} d{depth}: no such iteration", record.fen, record.moves)),
        }
    }
    wrong
}

fn difference(record: &SearchRecord, line: &Line, pv: &[String]) -> Option<String> {
    let independent = record.key_independent.unwrap_or(true);
    let mut what = Vec::new();
    if record.score_move_independent.unwrap_or(true) {
        if record.score != Some(line.score.0) {
            what.push(format!("score {:?} is {}", record.score, line.score.0));
        }
        if !pv.is_empty() && record.bestmove.as_ref() != pv.first() {
            what.push(format!("move {:?} is {:?}", record.bestmove, pv.first()));
        }
    }
    let ours = (line.effort.nodes, line.effort.quiescence, line.effort.iteration, line.effort.searches);
    let golden = (record.nodes, record.qnodes, record.nodes_total, record.searches);
    if independent && golden != ours && record.nodes > 0 {
        what.push(format!("nodes {golden:?} are {ours:?}"));
    }
    if independent && record.pv != pv {
        what.push(format!("pv {:?} is {pv:?}", record.pv));
    }
    let place = format!("{} {} d{}: ", record.fen, record.moves, record.depth);
    (!what.is_empty()).then(|| place + &what.join(", "))
}

/// Compares all searches of a file. Which positions share a slot of the tables depends on the
/// position keys, and ours are not the old program's: what differs at the old size must be equal
/// where nothing collides, and there may be few of those.
fn check(file: &str) {
    let cases = cases(file);
    let iterations: usize = cases.iter().map(|case| case.records.len()).sum();
    let (mut collided, mut wrong) = (Vec::new(), Vec::new());
    let (mut usual, mut roomy) = (worker(1), None);
    for case in &cases {
        let differences = compare(case, &mut usual);
        if !differences.is_empty() {
            wrong.extend(compare(case, roomy.get_or_insert_with(|| worker(ROOM))));
            collided.extend(differences);
        }
    }
    println!("{file}: {iterations} iterations, {} decided by collisions: {collided:#?}", collided.len());
    assert!(wrong.is_empty(), "{} of {iterations}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(collided.len() * 50 <= iterations, "too many collisions: {collided:#?}");
}

#[test]
fn golden_searches() {
    check("search.jsonl");
}

#[test]
fn golden_searches_with_history() {
    check("search_history.jsonl");
}

#[derive(Deserialize)]
struct SeeRecord {
    fen: String,
    #[serde(rename = "move")]
    mv: String,
    see: i32,
    see_before: i32,
    gives_check: bool,
}

#[test]
fn golden_exchanges_of_captures() {
    for record in records::<SeeRecord>("see.jsonl") {
        let mut position = Position::from_fen(&record.fen).unwrap();
        let mv = position.resolve(record.mv.parse().unwrap()).unwrap();
        assert_eq!(record.see_before, exchange_of_move(&position, mv), "{} {}", record.fen, record.mv);
        position.make(mv);
        assert_eq!(record.see, exchange_of_move(&position, mv), "{} {}", record.fen, record.mv);
        assert_eq!(record.gives_check, position.in_check());
    }
}

#[derive(Deserialize)]
struct CheckRecord {
    fen: String,
    #[serde(rename = "move")]
    mv: String,
    exchange_on_destination: i32,
    check_extension: bool,
}

#[test]
fn golden_exchanges_of_checks() {
    for record in records::<CheckRecord>("check_exchange.jsonl") {
        let mut position = Position::from_fen(&record.fen).unwrap();
        let mv = position.resolve(record.mv.parse().unwrap()).unwrap();
        position.make(mv);
        let value = exchange_on_square(&position, mv.to(), position.side_to_move());
        assert_eq!(record.exchange_on_destination, value, "{} {}", record.fen, record.mv);
        assert_eq!(record.check_extension, value < 0);
    }
}
