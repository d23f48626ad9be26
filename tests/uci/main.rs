//! UCI through the real binary: every sentence of the protocol that the engine promises.

#[path = "../common/mod.rs"]
mod common;

mod going;
mod handshake;
mod limits;
mod mates;
mod noise;
mod positions;
mod sights;

use common::uci::{field, infos, legal_moves, move_of, uci};
