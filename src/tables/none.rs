//! What stands for the tables in a build without them.

use super::{TablesError, Wdl};
use crate::chess::Position;

/// Tables: there are none.
#[derive(Debug)]
pub enum Tables {}

impl Tables {
    /// As in a build with tables.
    ///
    /// # Errors
    /// Always.
    pub const fn open(_: &str) -> Result<Self, TablesError> {
        Err(TablesError::NotBuilt)
    }

    /// As in a build with tables.
    #[must_use]
    pub const fn describe(&self) -> String {
        match *self {}
    }

    /// As in a build with tables.
    #[must_use]
    pub const fn most_men(&self) -> u32 {
        match *self {}
    }

    /// As in a build with tables.
    #[must_use]
    pub const fn wdl(&self, _: &Position) -> Option<Wdl> {
        match *self {}
    }

    /// As in a build with tables.
    #[must_use]
    pub const fn dtz(&self, _: &Position) -> Option<i32> {
        match *self {}
    }

    /// As in a build with tables.
    #[must_use]
    pub const fn complaint(&self) -> Option<String> {
        match *self {}
    }
}
