//! What several test files share.
#![allow(dead_code)] // no test file uses all of it

pub mod dialogue;
pub mod golden;
pub mod noise;
pub mod uci;
