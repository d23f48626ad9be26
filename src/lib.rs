//! Mango AC: a chess engine, the heir of the C engine Mango Paola of 2012.
//!
//! The library is laid out as rooms, each of which uses only the rooms below it: `protocol` (text in,
//! text out) and `balance` (balanced Chess960 × Chess960 starts); `analysis` (games, positions and test
//! suites), `bench`, `genfens`, `engine` and `config`; `book`; `records` (PGN and EPD); `search`; `eval`;
//! `chess` (the rules and nothing else). `lattice` (chess on 5^N boards) stands alone.

mod macros;
mod memory;

pub mod analysis;
#[cfg(feature = "balance")]
pub mod balance;
pub mod bench;
pub mod book;
pub mod chess;
pub mod config;
pub mod engine;
pub mod eval;
pub mod genfens;
pub mod lattice;
pub mod protocol;
pub mod records;
pub mod search;
