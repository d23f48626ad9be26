//! Where evaluations come from: engine, options, ladder, program and machine.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::config::Config;
use super::error::BalanceError;
use super::ladder::Role;

/// Everything an evaluation depends on. Each evaluation points at one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passport {
    /// Which of the configured engines.
    pub role: u8,
    /// What the engine calls itself (`id name`).
    pub engine: String,
    /// SHA-256 of its binary, in hexadecimal digits.
    pub sha256: String,
    /// All UCI options that are set, beside the hash table, which the stage table states.
    pub options: BTreeMap<String, String>,
    /// Seed of the search.
    pub seed: u64,
    /// The stage table: the configuration of the search as TOML.
    pub stages: String,
    /// Name and version of this program.
    pub program: String,
    /// The machine.
    pub machine: String,
}

/// The file an engine is started from, and what it was when it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineBinary {
    /// Where it lies.
    pub path: PathBuf,
    /// SHA-256 of its contents, in hexadecimal digits.
    pub sha256: String,
    size: u64,
    modified: Option<SystemTime>,
}

/// Options every engine of the search is given, if it has them; it must have `UCI_Chess960`.
#[must_use]
pub fn fixed_options() -> [(&'static str, &'static str); 4] {
    [("UCI_Chess960", "true"), ("Threads", "1"), ("MultiPV", "1"), ("OwnBook", "false")]
}

impl Passport {
    /// The passport of the engine in `role`, once its name is known.
    ///
    /// # Errors
    /// If the configuration cannot be written as TOML.
    pub fn new(
        config: &Config,
        role: Role,
        engine: String,
        binary: &EngineBinary,
        options: BTreeMap<String, String>,
    ) -> Result<Self, BalanceError> {
        Ok(Self {
            role: role.0,
            engine,
            sha256: binary.sha256.clone(),
            options,
            seed: config.seed,
            stages: config.to_toml()?,
            program: concat!("mangoac ", env!("CARGO_PKG_VERSION")).to_owned(),
            machine: machine(),
        })
    }

    /// Why evaluations under `self` may not simply follow those under `before`; `None` if they may.
    /// Another machine or version of this program is noted but no reason.
    #[must_use]
    pub fn conflict(&self, before: &Self) -> Option<String> {
        if self.sha256 != before.sha256 {
            return Some(format!(
                "the engine is not the one of the passport: {} with SHA-256 {} instead of {} with {}",
                self.engine, self.sha256, before.engine, before.sha256
            ));
        }
        if self.options != before.options {
            return Some(format!(
                "the engine's options are not those of the passport: {:?} instead of {:?}",
                self.options, before.options
            ));
        }
        (self.stages != before.stages || self.seed != before.seed)
            .then(|| "the stage table or the seed is not that of the passport".to_owned())
    }
}

impl EngineBinary {
    /// Finds the program a command names, directly or on the search path, and reads it.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read.
    pub fn find(program: &str) -> Result<Self, BalanceError> {
        let path = locate(program)
            .ok_or_else(|| BalanceError::Engine(format!("there is no program {program:?}")))?;
        Self::read(&path)
    }

    fn read(path: &Path) -> Result<Self, BalanceError> {
        let read = || -> std::io::Result<Self> {
            let mut file = fs::File::open(path)?;
            let about = file.metadata()?;
            let mut hash = Sha256::new();
            let mut chunk = vec![0; 1 << 16];
            loop {
                let length = file.read(&mut chunk)?;
                let Some(filled) = chunk.get(..length).filter(|filled| !filled.is_empty()) else { break };
                hash.update(filled);
            }
            let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
            let modified = about.modified().ok();
            Ok(Self { path: path.to_owned(), sha256, size: about.len(), modified })
        };
        read().map_err(|error| BalanceError::file(path, error))
    }

    /// Checks that the file is still the one that was read: at once by size and time, else by its
    /// contents.
    ///
    /// # Errors
    /// If it has changed or cannot be read.
    pub fn check_unchanged(&self) -> Result<(), BalanceError> {
        let about = fs::metadata(&self.path).map_err(|error| BalanceError::file(&self.path, error))?;
        if about.len() == self.size && about.modified().ok() == self.modified {
            return Ok(());
        }
        match Self::read(&self.path)?.sha256 == self.sha256 {
            true => Ok(()),
            false => Err(BalanceError::Passport(format!(
                "{} has changed since the run began",
                self.path.display()
            ))),
        }
    }
}

fn locate(program: &str) -> Option<PathBuf> {
    let direct = Path::new(program);
    if direct.components().count() > 1 {
        return direct.canonicalize().ok().filter(|path| path.is_file());
    }
    let search = std::env::var_os("PATH")?;
    let names = [program.to_owned(), format!("{program}{}", std::env::consts::EXE_SUFFIX)];
    let mut found = std::env::split_paths(&search)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .filter(|path| path.is_file());
    found.find_map(|path| path.canonicalize().ok())
}

/// The machine in one line: host, processor, its cores, operating system.
#[must_use]
pub fn machine() -> String {
    let host =
        fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| std::env::var("COMPUTERNAME").ok());
    let host = host.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "{}: {}, {cores} cores, {} {}",
        host.as_deref().unwrap_or("unnamed"),
        model.unwrap_or("unknown processor").trim(),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}
