//! Chess on 5^N cells: Raumschach (three dimensions) and Tesseract (four).
//!
//! One engine, generic over the dimension. [`Lattice`] is the board and its geometry, a `Game` the description in which
//! the games differ, `Setup` anything that can be written down, [`Position`] a legal position.

mod attacks;
mod draw;
pub mod eval;
mod facade;
mod facts;
mod fen;
mod game;
mod geometry;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
pub mod search;
mod setup;
mod signature;
mod zobrist;

pub mod raumschach;
pub mod tesseract;
pub mod tune;

pub use draw::Paint;
pub use facade::{AnyEngine, AnyPosition, Status, Variant};
pub use facts::Attack;
pub use fen::FenError;
pub use game::{Game, Level, Notation, PawnRule, Rules, Start};
pub use geometry::{Cell, Lattice};
pub use moves::Move;
pub use notation::{MoveError, WireMove, cell as write_cell, parse_cell, parse_move, write_move};
pub use perft::{PERFT_MAX_DEPTH, PerftCounts};
pub use piece::{Color, Kind};
pub use position::Position;
pub use setup::{Setup, SetupError};
pub use signature::{signature, signature_depth};
