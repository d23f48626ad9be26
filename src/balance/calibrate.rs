//! Windows proposed from symmetrical starts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::config::Config;
use super::error::BalanceError;
use super::ladder::{Level, Rung};
use super::order;
use super::pair::{Pair, PairKind};
use super::run::{RunOptions, RunReport, Stop, run};
use super::stats;
use super::store::{Access, Location, Store};
use super::value::Value;
use super::words::{Table, budget, figure};

/// Largest |cp| at the deepest budget of a control that counts as balanced.
const BALANCED: u32 = 10;
/// The percentile of |cp| that a window is to let pass.
const PERCENT: u32 = 95;
/// The name under which the store keeps the last calibration.
pub const NOTE: &str = "calibration";

/// What the controls say about one rung.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RungFigures {
    /// Name of the rung.
    pub rung: String,
    /// Its node budget.
    pub nodes: u64,
    /// Controls valued there.
    pub controls: usize,
    /// Their mean in centipawns.
    pub mean: Option<f64>,
    /// Their standard deviation in centipawns.
    pub spread: Option<f64>,
    /// Their mean |cp|.
    pub mean_magnitude: Option<f64>,
    /// Correlation with the deepest rung.
    pub correlation: Option<f64>,
    /// The window now, if the rung has one.
    pub window: Option<u32>,
    /// The window proposed, if the rung has one.
    pub proposed: Option<u32>,
}

/// A calibration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Calibration {
    /// How many controls were chosen.
    pub chosen: usize,
    /// How many of them are balanced at the deepest rung.
    pub balanced: usize,
    /// Rung by rung.
    pub rungs: Vec<RungFigures>,
}

/// Has the chosen controls evaluated at every rung up to `deepest`, whatever the windows say.
///
/// # Errors
/// If the store or the engine cannot be used.
pub fn evaluate(
    location: &Location,
    controls: usize,
    deepest: Level,
    options: &RunOptions,
    stop: &Stop,
) -> Result<RunReport, BalanceError> {
    let mut store = Store::open(location, Access::Write)?;
    let pairs = order::choose_controls(store.config().seed, controls);
    let levels: Vec<Level> = climbed(&store, deepest).iter().map(|rung| rung.level).collect();
    want(&mut store, &levels, &pairs)?;
    drop(store);
    run(location, &RunOptions { wanted_only: true, ..options.clone() }, stop)
}

/// Asks for evaluations whatever the windows say.
pub(super) fn want(store: &mut Store, levels: &[Level], pairs: &[Pair]) -> Result<(), BalanceError> {
    let session = store.begin_session()?;
    for level in levels {
        store.want(session, *level, pairs)?;
    }
    Ok(store.end_session(session)?)
}

fn climbed(store: &Store, deepest: Level) -> Vec<Rung> {
    let ladder = store.ladder();
    ladder.stages().chain(ladder.deepening()).filter(|rung| rung.level <= deepest).cloned().collect()
}

/// What the chosen controls say, as far as they are evaluated.
///
/// # Errors
/// If the store cannot be read.
pub fn figures(store: &mut Store, controls: usize, deepest: Level) -> Result<Calibration, BalanceError> {
    let chosen = order::choose_controls(store.config().seed, controls);
    let rungs = climbed(store, deepest);
    let mut values: Vec<BTreeMap<Pair, Value>> = Vec::new();
    for rung in &rungs {
        let mut at_rung = BTreeMap::new();
        store.for_each_value(rung.level, |pair, value| {
            if pair.kind() == PairKind::Control && chosen.contains(&pair) {
                at_rung.insert(pair, value);
            }
        })?;
        values.push(at_rung);
    }
    let deep = values.last().cloned().unwrap_or_default();
    let is_balanced = |pair: &Pair| deep.get(pair).is_some_and(|value| value.is_within(BALANCED));
    let describe = |(rung, values): (&Rung, &BTreeMap<Pair, Value>)| {
        let centipawns: Vec<f64> =
            values.values().filter_map(|value| value.centipawns()).map(f64::from).collect();
        let magnitudes: Vec<f64> = centipawns.iter().map(|cp| cp.abs()).collect();
        let both = values.iter().filter_map(|(pair, value)| {
            Some((f64::from(value.centipawns()?), f64::from(deep.get(pair)?.centipawns()?)))
        });
        let balanced: Vec<u32> =
            values.iter().filter(|(pair, _)| is_balanced(pair)).map(|(_, value)| value.magnitude()).collect();
        RungFigures {
            rung: rung.name.clone(),
            nodes: rung.nodes,
            controls: values.len(),
            mean: stats::mean(&centipawns),
            spread: stats::deviation(&centipawns),
            mean_magnitude: stats::mean(&magnitudes),
            correlation: stats::correlation(&both.collect::<Vec<_>>()),
            window: rung.window(),
            // The deepest rung decides what is balanced; it cannot be measured against itself.
            proposed: rung
                .window()
                .filter(|_| rung.level < deepest)
                .and(stats::percentile(&balanced, PERCENT)),
        }
    };
    Ok(Calibration {
        chosen: chosen.len(),
        balanced: chosen.iter().filter(|pair| is_balanced(pair)).count(),
        rungs: rungs.iter().zip(&values).map(describe).collect(),
    })
}

impl Calibration {
    /// The configuration with the proposed windows in place of its own.
    #[must_use]
    pub fn apply(&self, config: &Config) -> Config {
        let mut config = config.clone();
        for (stage, figures) in config.stage.iter_mut().zip(&self.rungs) {
            stage.window = figures.proposed.unwrap_or(stage.window);
        }
        config
    }

    /// The figures as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let headings = [
            "rung",
            "nodes",
            "controls",
            "mean",
            "spread",
            "mean |cp|",
            "corr. with deepest",
            "window",
            "proposed",
        ];
        let mut table = Table::new(&headings);
        for figures in &self.rungs {
            let whole =
                |number: Option<u32>| number.map_or_else(|| "–".to_owned(), |number| number.to_string());
            table.row([
                figures.rung.clone(),
                budget(figures.nodes),
                figures.controls.to_string(),
                figure(figures.mean, 1),
                figure(figures.spread, 1),
                figure(figures.mean_magnitude, 1),
                figure(figures.correlation, 3),
                whole(figures.window),
                whole(figures.proposed),
            ]);
        }
        table
    }
}

/// Puts the proposed windows into force. Only before any candidate has been judged: the pairs of
/// a search must all have passed through the same windows.
///
/// # Errors
/// If candidates have been evaluated, or the store cannot be used.
pub fn adopt(location: &Location, calibration: &Calibration) -> Result<(), BalanceError> {
    let mut store = Store::open(location, Access::Write)?;
    if store.counts()?.iter().any(|count| count.kind == PairKind::Candidate && count.evaluated > 0) {
        return Err(BalanceError::Usage(
            "candidates have been judged by the old windows already: begin a new search with the new ones \
             (`calibrate --write FILE`, `init --config FILE`)"
                .into(),
        ));
    }
    let config = calibration.apply(store.config());
    config.check()?;
    Ok(store.set_config(config)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_replace_windows() {
        let figures = |proposed| RungFigures {
            rung: String::new(),
            nodes: 0,
            controls: 0,
            mean: None,
            spread: None,
            mean_magnitude: None,
            correlation: None,
            window: None,
            proposed,
        };
        let calibration = Calibration {
            chosen: 0,
            balanced: 0,
            rungs: vec![figures(Some(7)), figures(None), figures(Some(9))],
        };
        let windows: Vec<u32> =
            calibration.apply(&Config::default()).stage.iter().map(|stage| stage.window).collect();
        assert_eq!(windows, [7, 40, 9, 32, 30, 35]);
    }
}
