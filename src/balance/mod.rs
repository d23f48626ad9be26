//! The search for balanced starts: White from Scharnagl position w, Black from b.
//!
//! A search climbs a [`ladder`] of node budgets on any UCI [`engine`]. The [`store`] lends jobs and
//! keeps results; [`run`] is the loop between the two; everything else asks the store.
//! `docs/balance.md` tells the method and its limits.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod calibrate;
pub mod config;
pub mod engine;
mod error;
pub mod export;
pub mod findings;
pub mod ladder;
pub mod order;
mod pair;
pub mod passport;
pub mod plot;
pub mod report;
pub mod run;
pub mod selfplay;
pub mod show;
pub mod stats;
pub mod status;
pub mod store;
pub mod twins;
mod value;
pub mod verdict;
pub mod words;

pub use error::BalanceError;
pub use pair::{Pair, PairKind};
pub use value::Value;
