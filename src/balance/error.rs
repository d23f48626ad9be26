//! What can go wrong, in words for the user.

use std::path::PathBuf;
use std::process::ExitCode;

use super::store::StoreError;

/// Why a command of `mangoac balance` failed.
#[derive(Debug, thiserror::Error)]
pub enum BalanceError {
    /// The configuration cannot be used.
    #[error("configuration: {0}")]
    Config(String),
    /// The command line says something that does not fit this search.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The results could not be written where they were to go.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
    /// The store cannot be used.
    #[error("store: {0}")]
    Store(#[from] StoreError),
    /// The engine is not the one the results so far come from.
    #[error("{0}")]
    Passport(String),
    /// The engine cannot be used at all.
    #[error("engine: {0}")]
    Engine(String),
    /// A stored text is damaged.
    #[error("the store holds something unreadable: {0}")]
    Damaged(String),
}

impl BalanceError {
    /// A failure to use the file at `path`.
    pub fn file(path: impl Into<PathBuf>, error: std::io::Error) -> Self {
        Self::File { path: path.into(), error }
    }

    /// The exit code: 2 for wrong input, 3 for a store, 4 for a refused passport, 5 for an engine,
    /// 1 for the rest.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::File { .. } | Self::Output(_) => 1,
            Self::Config(_) | Self::Usage(_) => 2,
            Self::Store(_) | Self::Damaged(_) => 3,
            Self::Passport(_) => 4,
            Self::Engine(_) => 5,
        })
    }
}
