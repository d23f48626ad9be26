//! Symmetrical starts and their mirror images: what castling alone is worth to an engine.

use std::collections::BTreeMap;

use super::calibrate::want;
use super::error::BalanceError;
use super::ladder::{Level, Rung};
use super::pair::{Pair, PairKind};
use super::run::{RunOptions, RunReport, Stop, run};
use super::stats;
use super::store::{Access, Location, Store};
use super::words::{Table, budget, figure};

/// How alike a start and its mirror are at one rung.
#[derive(Clone, PartialEq, Debug)]
pub struct Twins {
    /// The rung.
    pub rung: Rung,
    /// Starts of which both twins are valued in centipawns.
    pub both: usize,
    /// Mean of the absolute difference in centipawns.
    pub difference: Option<f64>,
    /// Share of differences over 5 cp, 0 to 1.
    pub over_5: Option<f64>,
    /// Share of differences over 10 cp, 0 to 1.
    pub over_10: Option<f64>,
    /// Correlation of the two values.
    pub correlation: Option<f64>,
}

/// Has all symmetrical starts evaluated at a rung.
///
/// # Errors
/// If the store or the engine cannot be used.
pub fn evaluate(
    location: &Location,
    level: Level,
    options: &RunOptions,
    stop: &Stop,
) -> Result<RunReport, BalanceError> {
    let mut store = Store::open(location, Access::Write)?;
    want(&mut store, &[level], &Pair::controls().collect::<Vec<_>>())?;
    drop(store);
    run(location, &RunOptions { wanted_only: true, ..options.clone() }, stop)
}

/// The comparison at every rung at which any twins are known.
///
/// # Errors
/// If the store cannot be read.
pub fn twins(store: &mut Store) -> Result<Vec<Twins>, BalanceError> {
    let rungs = store.ladder().rungs().to_vec();
    let mut found = Vec::new();
    for rung in rungs {
        let mut values: BTreeMap<Pair, i32> = BTreeMap::new();
        store.for_each_value(rung.level, |pair, value| {
            if let (PairKind::Control, Some(cp)) = (pair.kind(), value.centipawns()) {
                values.insert(pair, cp);
            }
        })?;
        let both: Vec<(f64, f64)> = values
            .iter()
            .filter(|(pair, _)| pair.is_representative())
            .filter_map(|(pair, cp)| Some((f64::from(*cp), f64::from(*values.get(&pair.mirror())?))))
            .collect();
        if both.is_empty() {
            continue;
        }
        let differences: Vec<f64> = both.iter().map(|(one, other)| (one - other).abs()).collect();
        let over = |limit: f64| {
            let many = differences.iter().filter(|difference| **difference > limit).count();
            Some(many as f64 / differences.len() as f64)
        };
        found.push(Twins {
            rung,
            both: both.len(),
            difference: stats::mean(&differences),
            over_5: over(5.0),
            over_10: over(10.0),
            correlation: stats::correlation(&both),
        });
    }
    Ok(found)
}

/// The comparison as a table.
#[must_use]
pub fn table(twins: &[Twins]) -> Table {
    let mut table = Table::new(&[
        "rung",
        "nodes",
        "twins",
        "mean |difference|",
        "over 5 cp",
        "over 10 cp",
        "correlation",
    ]);
    for twin in twins {
        let percent = |share: Option<f64>| figure(share.map(|share| share * 100.0), 1) + " %";
        table.row([
            twin.rung.name.clone(),
            budget(twin.rung.nodes),
            format!("{}/480", twin.both),
            figure(twin.difference, 2),
            percent(twin.over_5),
            percent(twin.over_10),
            figure(twin.correlation, 3),
        ]);
    }
    table
}
