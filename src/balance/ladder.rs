//! All budgets of a search in one row: the stages, the deepening, the further engines.

use super::config::{Config, EngineConfig};

/// A place in the ladder, counted from 0. Work at the highest level is done first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(pub u8);

/// Which of the configured engines: 0 climbs the ladder, the others verify.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role(pub u8);

/// What a rung is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RungKind {
    /// Pairs within `window` centipawns go on.
    Stage {
        /// Largest |cp| that goes on.
        window: u32,
    },
    /// Verified pairs are searched deeper, and go on in any case.
    Deepening,
    /// Another engine is asked about a pair in the corridor, and about the controls.
    Verification,
}

/// One budget of the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rung {
    /// Its place.
    pub level: Level,
    /// Short name: `S0`, `D1`, `V1`.
    pub name: String,
    /// What it is for.
    pub kind: RungKind,
    /// Node budget of an evaluation.
    pub nodes: u64,
    /// Hash table in MiB.
    pub hash: u32,
    /// The engine that is asked.
    pub role: Role,
}

/// The rungs of a search from the cheapest to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder(Vec<Rung>);

impl Role {
    /// The engine that climbs the ladder.
    pub const MAIN: Self = Self(0);

    /// The engine's configuration.
    #[must_use]
    pub fn config(self, config: &Config) -> Option<&EngineConfig> {
        match usize::from(self.0).checked_sub(1) {
            None => Some(&config.engine),
            Some(verifier) => config.verifier.get(verifier).map(|verifier| &verifier.engine),
        }
    }
}

impl Rung {
    /// The window, if the rung has one.
    #[must_use]
    pub const fn window(&self) -> Option<u32> {
        match self.kind {
            RungKind::Stage { window } => Some(window),
            RungKind::Deepening | RungKind::Verification => None,
        }
    }
}

impl Ladder {
    /// The ladder a configuration describes.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let mut rungs = Vec::new();
        let mut add = |name: String, kind, nodes, hash, role| {
            let level = Level(u8::try_from(rungs.len()).unwrap_or(u8::MAX)); // `Config::check` allows 64
            rungs.push(Rung { level, name, kind, nodes, hash, role });
        };
        for (number, stage) in config.stage.iter().enumerate() {
            let kind = RungKind::Stage { window: stage.window };
            add(format!("S{number}"), kind, stage.nodes, stage.hash, Role::MAIN);
        }
        for (number, nodes) in (1..).zip(config.deepening.budgets()) {
            add(format!("D{number}"), RungKind::Deepening, nodes, config.deepening.hash, Role::MAIN);
        }
        for (number, verifier) in (1..=u8::MAX).zip(&config.verifier) {
            add(format!("V{number}"), RungKind::Verification, verifier.nodes, verifier.hash, Role(number));
        }
        Self(rungs)
    }

    /// The rungs from the cheapest to the last.
    #[must_use]
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// The rung at a level.
    #[must_use]
    pub fn rung(&self, level: Level) -> Option<&Rung> {
        self.0.get(usize::from(level.0))
    }

    /// The rung with a name such as `S3`, in either case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Rung> {
        self.0.iter().find(|rung| rung.name.eq_ignore_ascii_case(name))
    }

    /// The rung above `level` that the same engine climbs.
    #[must_use]
    pub fn above(&self, level: Level) -> Option<&Rung> {
        self.rung(Level(level.0.checked_add(1)?)).filter(|rung| rung.role == Role::MAIN)
    }

    /// The rungs with a window.
    pub fn stages(&self) -> impl Iterator<Item = &Rung> {
        self.0.iter().filter(|rung| matches!(rung.kind, RungKind::Stage { .. }))
    }

    /// The rungs beyond the stages.
    pub fn deepening(&self) -> impl Iterator<Item = &Rung> {
        self.0.iter().filter(|rung| rung.kind == RungKind::Deepening)
    }

    /// The rungs of the further engines.
    pub fn verification(&self) -> impl Iterator<Item = &Rung> {
        self.0.iter().filter(|rung| rung.kind == RungKind::Verification)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_deepening_and_verifiers_follow_each_other() {
        let ladder = Ladder::new(&Config::default());
        let names: Vec<&str> = ladder.rungs().iter().map(|rung| rung.name.as_str()).collect();
        assert_eq!(names, ["S0", "S1", "S2", "S3", "S4", "S5", "D1", "D2", "D3", "D4", "D5", "D6", "D7"]);
        assert_eq!(ladder.above(Level(5)).map(|rung| rung.nodes), Some(400_000_000));
        assert_eq!(ladder.above(Level(12)), None);
        assert_eq!(ladder.named("s3").and_then(Rung::window), Some(32));
    }
}
