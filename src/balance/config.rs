//! The configuration of a search: a TOML file, every key of which has a default.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::BalanceError;

/// Budgets, windows, engines and rules of one search. It is stored with the search at `init`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Seed of the order of stage 0 and of the choice of controls.
    pub seed: u64,
    /// How many pairs of that order are searched; all of them if absent.
    pub pairs: Option<u32>,
    /// The engine that climbs the ladder.
    pub engine: EngineConfig,
    /// The stages, each with a window.
    pub stage: Vec<StageConfig>,
    /// What happens to pairs that pass the last stage.
    pub deepening: Deepening,
    /// When a deepened pair is balanced.
    pub corridor: Corridor,
    /// Further engines that are asked about pairs in the corridor.
    pub verifier: Vec<Verifier>,
    /// How jobs are lent and results kept.
    pub store: StoreConfig,
}

/// A stage: pairs within its window go on to the next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageConfig {
    /// Node budget of an evaluation.
    pub nodes: u64,
    /// Largest |cp| that goes on.
    pub window: u32,
    /// Hash table in MiB.
    pub hash: u32,
}

/// Budgets beyond the stages: `from`, doubled as long as it stays below `to`, and `to` itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Deepening {
    /// The smallest budget in nodes; 0 for no deepening at all.
    pub from: u64,
    /// The largest budget in nodes.
    pub to: u64,
    /// Hash table in MiB.
    pub hash: u32,
}

/// The rule by which a deepened pair enters the corridor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Corridor {
    /// Largest |cp|.
    pub cp: u32,
    /// At how many budgets in a row.
    pub budgets: usize,
    /// The values drift if every step goes the same way by more than this many centipawns.
    pub drift: u32,
}

/// An engine and how it is treated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineConfig {
    /// Program and arguments; this program's own UCI engine if empty.
    pub command: Vec<String>,
    /// UCI options beyond those the search sets itself.
    pub options: BTreeMap<String, String>,
    /// An engine is given up when it is silent for so many times the expected time of its job.
    pub patience: f64,
    /// …but not before so many seconds.
    pub silence: f64,
    /// Nodes per second expected of an engine that has not finished a job yet.
    pub speed: u64,
}

/// A further engine for the confirmation of pairs in the corridor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verifier {
    /// Node budget of an evaluation.
    pub nodes: u64,
    /// Hash table in MiB.
    pub hash: u32,
    /// The engine.
    pub engine: EngineConfig,
}

/// How jobs are lent and results kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreConfig {
    /// Seconds until a lease returns that its holder does not renew.
    pub lease: f64,
    /// What a result survives once it is committed.
    pub survive: Survive,
    /// Seconds a lost database is waited for before a run gives up.
    pub wait: f64,
}

/// What a committed result survives. Either way the store stays consistent and work that was lost
/// is done again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Survive {
    /// The death of any process; a power failure may cost the last moments.
    Kill,
    /// A power failure too; every commit waits for the disk.
    Power,
}

impl Default for Config {
    fn default() -> Self {
        let stage = |nodes, window, hash| StageConfig { nodes, window, hash };
        Self {
            seed: 20_260_918,
            pairs: None,
            engine: EngineConfig::default(),
            stage: vec![
                stage(100_000, 50, 16),
                stage(500_000, 40, 32),
                stage(2_000_000, 41, 64),
                stage(8_000_000, 32, 128),
                stage(32_000_000, 30, 256),
                stage(128_000_000, 35, 512),
            ],
            deepening: Deepening::default(),
            corridor: Corridor::default(),
            verifier: Vec::new(),
            store: StoreConfig::default(),
        }
    }
}

impl Default for Deepening {
    fn default() -> Self {
        Self { from: 400_000_000, to: 16_000_000_000, hash: 1024 }
    }
}

impl Default for Corridor {
    fn default() -> Self {
        Self { cp: 5, budgets: 4, drift: 1 }
    }
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self { command: Vec::new(), options: BTreeMap::new(), patience: 20.0, silence: 30.0, speed: 50_000 }
    }
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { lease: 120.0, survive: Survive::Kill, wait: 600.0 }
    }
}

/// UCI options that belong to the search and cannot be configured.
const RESERVED: [&str; 5] = ["Threads", "Hash", "UCI_Chess960", "MultiPV", "OwnBook"];

impl Config {
    /// Reads a configuration from TOML and checks it.
    ///
    /// # Errors
    /// Says which key is wrong and why.
    pub fn from_toml(text: &str) -> Result<Self, BalanceError> {
        let config: Self = toml::from_str(text).map_err(|error| BalanceError::Config(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    /// The configuration as TOML, every key written out.
    ///
    /// # Errors
    /// If TOML cannot express a value, such as a budget beyond 2⁶³.
    pub fn to_toml(&self) -> Result<String, BalanceError> {
        toml::to_string(self).map_err(|error| BalanceError::Config(error.to_string()))
    }

    /// Checks what the types alone do not say.
    ///
    /// # Errors
    /// Says which key is wrong and why.
    pub fn check(&self) -> Result<(), BalanceError> {
        let refuse = |why: String| Err(BalanceError::Config(why));
        if self.stage.is_empty() {
            return refuse("there must be at least one [[stage]]".into());
        }
        if self.stage.len() + self.deepening.budgets().len() + self.verifier.len() > 64 {
            return refuse("there are more than 64 stages, deepening budgets and verifiers".into());
        }
        let budgets: Vec<u64> =
            self.stage.iter().map(|stage| stage.nodes).chain(self.deepening.budgets()).collect();
        let lowest = budgets.iter().chain(self.verifier.iter().map(|verifier| &verifier.nodes)).min();
        if lowest == Some(&0) || self.hashes().any(|hash| hash == 0) {
            return refuse("nodes and hash must be at least 1".into());
        }
        if budgets.iter().any(|nodes| i64::try_from(*nodes).is_err()) || i64::try_from(self.seed).is_err() {
            return refuse("nodes and seed must be below 2^63".into());
        }
        if self.deepening.from > self.deepening.to {
            return refuse("deepening.from must not exceed deepening.to".into());
        }
        if self.corridor.budgets == 0 {
            return refuse("corridor.budgets must be at least 1".into());
        }
        if self.pairs == Some(0) {
            return refuse("pairs must be at least 1".into());
        }
        let mut engines = std::iter::once(&self.engine).chain(self.verifier.iter().map(|v| &v.engine));
        engines.try_for_each(EngineConfig::check)?;
        if self.verifier.iter().any(|verifier| verifier.engine.command.is_empty()) {
            return refuse("every [[verifier]] needs a command".into());
        }
        let seconds = |value: f64| value.is_finite() && value > 0.0 && value < 1e9;
        if !(seconds(self.store.lease) && seconds(self.store.wait)) {
            return refuse("store.lease and store.wait must be positive numbers of seconds".into());
        }
        Ok(())
    }

    fn hashes(&self) -> impl Iterator<Item = u32> {
        let stages = self.stage.iter().map(|stage| stage.hash);
        stages.chain(self.verifier.iter().map(|verifier| verifier.hash)).chain([self.deepening.hash])
    }
}

impl EngineConfig {
    fn check(&self) -> Result<(), BalanceError> {
        let positive = |value: f64| value.is_finite() && value > 0.0 && value < 1e9;
        if !(positive(self.patience) && positive(self.silence) && self.speed > 0) {
            return Err(BalanceError::Config(
                "patience, silence and speed of an engine must be positive".into(),
            ));
        }
        let reserved =
            self.options.keys().find(|name| RESERVED.iter().any(|own| own.eq_ignore_ascii_case(name)));
        if let Some(name) = reserved {
            return Err(BalanceError::Config(format!("the option {name} is set by the search itself")));
        }
        let mut words = self.options.iter().flat_map(|(name, value)| [name, value]);
        if words.any(|word| word.chars().any(char::is_control)) {
            return Err(BalanceError::Config("an engine option contains a control character".into()));
        }
        Ok(())
    }
}

impl Deepening {
    /// The budgets in ascending order.
    #[must_use]
    pub fn budgets(&self) -> Vec<u64> {
        if self.from == 0 || self.from > self.to {
            return Vec::new();
        }
        let doubled = std::iter::successors(Some(self.from), |nodes| nodes.checked_mul(2));
        doubled.take_while(|nodes| *nodes < self.to).chain([self.to]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_table_of_the_method() {
        let config = Config::from_toml("").expect("the default is sound");
        assert_eq!(config, Config::default());
        let windows: Vec<_> = config.stage.iter().map(|stage| (stage.nodes, stage.window)).collect();
        assert_eq!(
            windows,
            [
                (100_000, 50),
                (500_000, 40),
                (2_000_000, 41),
                (8_000_000, 32),
                (32_000_000, 30),
                (128_000_000, 35),
            ]
        );
        let millions: Vec<u64> = config.deepening.budgets().iter().map(|nodes| nodes / 1_000_000).collect();
        assert_eq!(millions, [400, 800, 1600, 3200, 6400, 12_800, 16_000]);
    }

    #[test]
    fn toml_leads_back_to_the_same_configuration() {
        let mut config = Config { pairs: Some(300), ..Config::default() };
        config.verifier.push(Verifier {
            nodes: 1000,
            hash: 16,
            engine: EngineConfig { command: vec!["other".into(), "uci".into()], ..EngineConfig::default() },
        });
        config.engine.options.insert("Use NNUE".into(), "true".into());
        let text = config.to_toml().expect("it can be written");
        assert_eq!(Config::from_toml(&text).expect("it can be read"), config);
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, word) in [
            ("stage = []", "at least one"),
            ("[[stage]]\nnodes = 10\nwindow = 5\nhash = 0\n[deepening]\nfrom = 0", "hash"),
            ("[[stage]]\nnodes = 0\nwindow = 5\nhash = 1\n", "at least 1"),
            ("[deepening]\nfrom = 9\nto = 3", "exceed"),
            ("[corridor]\nbudgets = 0", "corridor"),
            ("pairs = 0", "pairs"),
            ("unknown = 1", "unknown"),
            ("[engine.options]\nhash = \"1\"", "set by the search"),
            ("[engine]\npatience = nan", "positive"),
            ("[store]\nlease = -1", "lease"),
            ("seed = -5", "seed"),
            ("[[verifier]]\nnodes = 5\nhash = 1\nengine = {}", "command"),
        ] {
            let error = Config::from_toml(text).expect_err(text).to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
