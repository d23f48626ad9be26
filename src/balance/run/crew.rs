//! The engines of a run, admitted by their passports.

use super::super::config::Config;
use super::super::engine::{Engine, EngineSpec};
use super::super::error::BalanceError;
use super::super::ladder::Role;
use super::super::passport::Passport;
use super::super::store::{PassportId, Store};
use super::Stop;

/// An engine that may work on the search.
#[derive(Clone, Debug)]
pub struct Crew {
    /// How it is started.
    pub spec: EngineSpec,
    /// The passport of its evaluations.
    pub passport: PassportId,
    /// What it calls itself.
    pub name: String,
}

/// How engines are chosen.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Program and arguments of the main engine instead of the configured ones.
    pub engine: Option<Vec<String>>,
    /// Whether an engine other than the passport's begins a new passport instead of being refused.
    pub new_passport: bool,
}

impl Crew {
    /// Starts the engine of a role once to learn its name, and has its passport admitted.
    ///
    /// # Errors
    /// If it cannot be started, or the store holds evaluations of another one.
    pub fn hire(store: &mut Store, role: Role, choice: &Choice, stop: &Stop) -> Result<Self, BalanceError> {
        let config: &Config = store.config();
        let mut engine_config = role.config(config).cloned().unwrap_or_default();
        if let (Role::MAIN, Some(command)) = (role, &choice.engine) {
            engine_config.command.clone_from(command);
        }
        let spec = EngineSpec::new(&engine_config)?;
        let engine = Engine::start(&spec, &mut || stop.is_requested()).map_err(|fault| {
            BalanceError::Engine(format!("{} {}", spec.binary.path.display(), fault.kind))
        })?;
        let name = engine.name().to_owned();
        let passport = Passport::new(config, role, name.clone(), &spec.binary, engine.options().clone())?;
        match store.admit(&passport, choice.new_passport)? {
            Ok(passport) => Ok(Self { spec, passport, name }),
            Err(why) => Err(BalanceError::Passport(format!(
                "{why}; to go on with it, begin a new one by --new-passport"
            ))),
        }
    }
}
