//! Evaluations and games as CSV or JSON Lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::error::BalanceError;
use super::findings;
use super::ladder::{Ladder, Level};
use super::pair::Pair;
use super::status::by_rung;
use super::store::{Game, Record, Store};
use super::words::moment;

/// The document that describes both formats.
pub const SCHEMA: &str = include_str!("../../docs/balance-schema.md");

/// In which form results are exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Comma-separated values with a heading; passports in comment lines above it.
    Csv,
    /// One JSON object a line; the key `record` tells its kind.
    JsonLines,
}

/// Writes everything to `path`, compressed by zstd if `compress` is set, or to standard output.
///
/// # Errors
/// If the store cannot be read or the output cannot be written.
pub fn export(
    store: &mut Store,
    format: Format,
    path: Option<&Path>,
    compress: bool,
) -> Result<u64, BalanceError> {
    match path {
        Some(path) => {
            let file = File::create(path).map_err(|error| BalanceError::file(path, error))?;
            write(store, format, BufWriter::new(file), compress)
        }
        None => write(store, format, std::io::stdout().lock(), compress),
    }
}

fn write(store: &mut Store, format: Format, out: impl Write, compress: bool) -> Result<u64, BalanceError> {
    if compress {
        let mut out = zstd::Encoder::new(out, 0)?;
        let number = write_plain(store, format, &mut out)?;
        out.finish()?.flush()?;
        return Ok(number);
    }
    let mut out = BufWriter::new(out);
    let number = write_plain(store, format, &mut out)?;
    out.flush()?;
    Ok(number)
}

fn write_plain(store: &mut Store, format: Format, out: &mut dyn Write) -> Result<u64, BalanceError> {
    match format {
        Format::Csv => write_csv(store, out),
        Format::JsonLines => write_json(store, out),
    }
}

/// The share of the computing time spent at each rung, 0 to 1.
fn shares(store: &mut Store) -> Result<BTreeMap<String, f64>, BalanceError> {
    let counts = store.counts()?;
    let rungs = by_rung(store.ladder(), &counts);
    Ok(rungs
        .into_iter()
        .filter(|count| count.share > 0.0)
        .map(|count| (count.rung.name, count.share))
        .collect())
}

/// The columns of the CSV form, in their order.
const COLUMNS: [&str; 20] = [
    "white",
    "black",
    "kind",
    "fen",
    "mirror_white",
    "mirror_black",
    "rung",
    "budget",
    "hash_mib",
    "window",
    "cp",
    "mate",
    "depth",
    "seldepth",
    "nodes",
    "time_ms",
    "busy_us",
    "pv",
    "passport",
    "finished",
];

fn write_csv(store: &mut Store, out: &mut dyn Write) -> Result<u64, BalanceError> {
    for stored in store.passports()? {
        let passport = serde_json::to_string(&stored.passport).unwrap_or_default();
        writeln!(out, "# passport {} {} {passport}", stored.id.0, moment(stored.begun))?;
    }
    let shares = shares(store)?;
    writeln!(out, "# time {}", json!(shares))?;
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS).map_err(csv_error)?;
    let ladder = store.ladder().clone();
    let mut number = 0;
    store.for_each_record(Level(0), Level(u8::MAX), |record| -> Result<(), BalanceError> {
        number += 1;
        csv.write_record(cells(&ladder, &record)).map_err(csv_error)
    })?;
    csv.flush()?;
    Ok(number)
}

fn csv_error(error: csv::Error) -> BalanceError {
    BalanceError::Output(std::io::Error::other(error))
}

fn cells(ladder: &Ladder, record: &Record) -> [String; 20] {
    fn optional<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let rung = ladder.rung(record.level);
    let mirror = record.pair.mirror();
    [
        record.pair.white.to_string(),
        record.pair.black.to_string(),
        record.pair.kind().word().to_owned(),
        record.pair.shredder_fen(),
        mirror.white.to_string(),
        mirror.black.to_string(),
        optional(rung.map(|rung| rung.name.clone())),
        optional(rung.map(|rung| rung.nodes)),
        optional(rung.map(|rung| rung.hash)),
        optional(rung.and_then(super::ladder::Rung::window)),
        optional(record.value.centipawns()),
        optional(record.value.mate()),
        record.depth.to_string(),
        optional(record.seldepth),
        record.nodes.to_string(),
        record.time.to_string(),
        record.busy.to_string(),
        record.pv.clone(),
        record.passport.0.to_string(),
        moment(record.finished),
    ]
}

fn write_json(store: &mut Store, out: &mut dyn Write) -> Result<u64, BalanceError> {
    for stored in store.passports()? {
        let line = json!({
            "record": "passport", "id": stored.id.0, "begun": moment(stored.begun), "passport": stored.passport,
        });
        writeln!(out, "{line}")?;
    }
    let shares = shares(store)?;
    writeln!(out, "{}", json!({ "record": "time", "shares": shares }))?;
    let ladder = store.ladder().clone();
    let mut number = 0;
    store.for_each_record(Level(0), Level(u8::MAX), |record| -> Result<(), BalanceError> {
        number += 1;
        Ok(writeln!(out, "{}", evaluation_json(&ladder, &record))?)
    })?;
    for one in findings::deepened(store)? {
        let line = json!({
            "record": "standing", "white": one.pair.white.number(), "black": one.pair.black.number(),
            "kind": one.pair.kind().word(), "standing": one.standing.word(),
        });
        writeln!(out, "{line}")?;
    }
    store.for_each_game(|game| -> Result<(), BalanceError> { Ok(writeln!(out, "{}", game_json(&game))?) })?;
    Ok(number)
}

fn evaluation_json(ladder: &Ladder, record: &Record) -> serde_json::Value {
    let rung = ladder.rung(record.level);
    let mirror: Pair = record.pair.mirror();
    json!({
        "record": "evaluation",
        "white": record.pair.white.number(),
        "black": record.pair.black.number(),
        "kind": record.pair.kind().word(),
        "fen": record.pair.shredder_fen(),
        "mirror_white": mirror.white.number(),
        "mirror_black": mirror.black.number(),
        "rung": rung.map(|rung| rung.name.as_str()),
        "budget": rung.map(|rung| rung.nodes),
        "hash_mib": rung.map(|rung| rung.hash),
        "window": rung.and_then(super::ladder::Rung::window),
        "cp": record.value.centipawns(),
        "mate": record.value.mate(),
        "depth": record.depth,
        "seldepth": record.seldepth,
        "nodes": record.nodes,
        "time_ms": record.time,
        "busy_us": record.busy,
        "pv": record.pv,
        "best": record.best,
        "passport": record.passport.0,
        "finished": moment(record.finished),
    })
}

fn game_json(game: &Game) -> serde_json::Value {
    json!({
        "record": "game",
        "white": game.pair.white.number(),
        "black": game.pair.black.number(),
        "nodes": game.nodes,
        "number": game.number,
        "white_engine": if game.white == 0 { "A" } else { "B" },
        "half_points": game.points,
        "plies": game.plies,
        "ending": game.ending,
        "passport": game.passport.0,
        "pgn": game.pgn,
    })
}
