//! Move generation: strictly legal lists, and the pseudo-legal lists of the 2012 engine.

mod checks;
mod legal;
mod legality;
mod pseudo;

pub use checks::CheckInfo;
pub use legality::NodeInfo;
