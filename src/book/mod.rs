//! Opening books in Polyglot's format.

mod key;
mod random;

pub use key::polyglot_key;
