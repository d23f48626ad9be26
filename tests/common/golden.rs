//! The figures of the 2012 engine that golden tests compare with.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// The folder of golden data: the one named by `MANGOAC_GOLDEN`, else the full set beside the
/// checkout where it exists, else the sample in `fixtures/golden`.
pub fn folder() -> PathBuf {
    if let Some(named) = std::env::var_os("MANGOAC_GOLDEN") {
        return named.into();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let full = root.join("../shared/data/golden");
    if full.is_dir() { full } else { root.join("fixtures/golden") }
}

/// All records of a JSON Lines file of the golden folder; a missing or empty file is a failure.
pub fn records<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = folder().join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records: Vec<T> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}: {line}")))
        .collect();
    assert!(!records.is_empty(), "{} holds no record", path.display());
    records
}
