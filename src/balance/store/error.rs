//! What can go wrong with a store.

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is nothing at the place.
    #[error("there is no search at {0}; begin one with `mangoac balance init`")]
    Missing(String),
    /// There is a search already.
    #[error("there is a search at {0} already")]
    Exists(String),
    /// Something else is stored at the place.
    #[error("{0} is not a store of mangoac balance")]
    Foreign(String),
    /// A newer program has written it.
    #[error("it was written by a newer mangoac (schema {found}, this one knows {known}); use that one")]
    Newer {
        /// The schema found.
        found: i64,
        /// The newest schema this program knows.
        known: i64,
    },
    /// Another process writes to the file.
    #[error("{0} is being written by another process; one file has one writer (PostgreSQL has many)")]
    SecondWriter(String),
    /// Nothing can be written.
    #[error("it cannot be written to: {0}")]
    ReadOnly(String),
    /// There is no room.
    #[error("the disk is full; what was committed is safe, make room and start again")]
    Full,
    /// The connection is gone, or another process is in the way for the moment.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// A table is not there.
    #[error("a table is missing: {0}")]
    NoTable(String),
    /// The database refuses for another reason.
    #[error("{0}")]
    Database(String),
    /// The database holds what no version of this program writes.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

impl StoreError {
    /// True if the same may succeed when tried again a little later.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }
}
