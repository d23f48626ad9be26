//! What the commands that search positions have in common.

use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use mangoac::search::{Limits, MAX_MIB, MIN_MIB, StyleName};

/// Size of the table unless said otherwise, MiB.
const HASH_MIB: u16 = 64;

/// How each position is searched.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Plies each position is searched to
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=98))]
    depth: Option<u32>,
    /// Nodes each position is searched for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds each position is searched for [default, if no limit is given: 1000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Mango or 2012
    #[arg(long, default_value = StyleName::default().name())]
    pub style: StyleName,
    /// Size of the transposition table, MiB
    #[arg(long, value_name = "MIB", default_value_t = HASH_MIB, value_parser = hash_range())]
    hash: u16,
}

/// The sizes a table can have.
pub fn hash_range() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(MIN_MIB as i64..=MAX_MIB as i64)
}

impl SearchArgs {
    /// The limits of each search; the first one reached ends it.
    pub fn limits(&self, multipv: usize) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let movetime = self.movetime.or(unlimited.then_some(1_000)).map(Duration::from_millis);
        Limits { depth: self.depth, nodes: self.nodes, movetime, multipv, ..Limits::default() }
    }

    /// Size of the table, MiB.
    pub fn hash_mib(&self) -> usize {
        self.hash.into()
    }
}

/// A bar on standard error, drawn only if that is a terminal.
pub fn progress_bar(doing: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{doing} {{wide_bar}} {{pos}}/{{len}} positions, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar, // the plain bar will do
    }
}
