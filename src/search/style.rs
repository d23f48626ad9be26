//! What makes a style of search: how it searches a root, and the habits the rest must know of.
//! Decided when the program is compiled.

use super::clock::Timing;
use super::worker::Worker;
use crate::chess::{Move, NullEnPassant, Position};
use crate::eval::{Breakdown, EvalStyle};

/// A way to search. The styles share table, clock, driver and reports; trees they walk their own
/// way.
pub trait Style: EvalStyle + Send + Sized {
    /// The style's name, as the option `Style` gives it.
    const NAME: &'static str;
    /// Deepest iteration, plies.
    const MAX_DEPTH: u32;
    /// What a null move does with the square of a double push.
    const NULL_EN_PASSANT: NullEnPassant;
    /// After a fail-high the next window begins just below the value found, after a fail-low it
    /// ends just above it (§3.1 step 4a); otherwise only the side that failed is widened.
    const NARROWS_RESEARCHES: bool;
    /// How time is divided.
    const TIMING: Timing;
    /// In endings iterations go on although most of the time is used (§8.3.12).
    const ENDINGS_USE_ALL_TIME: bool;
    /// What the style remembers beside table and evaluation.
    type Memory: Memory;

    /// The key of table, caches and repetitions.
    fn key(position: &Position) -> u64;

    /// The half-move clock after a move.
    fn clock_after(mv: Move, before: u32) -> u32;

    /// How many root moves of an unfinished iteration must have been searched before a new best
    /// move counts, of so many root moves.
    fn enough_of_iteration(root_moves: usize) -> usize;

    /// True if a mate found in an iteration of `depth` plies will hardly be improved on. `value` is
    /// the score, mates counted in plies from the root.
    fn mate_is_settled(value: i32, depth: i32) -> bool;

    /// One search of the root within a window; 0 if broken off.
    fn search_root(worker: &mut Worker<Self>, depth: i32, alpha: i32, beta: i32) -> i32;
}

/// The styles there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StyleName {
    /// The same ideas, each done right.
    #[default]
    Mango,
    /// The engine of 2012, node for node.
    Classic,
}

impl StyleName {
    /// All styles.
    pub const ALL: [Self; 2] = [Self::Mango, Self::Classic];

    /// The name as options and commands give it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mango => <crate::eval::Mango as Style>::NAME,
            Self::Classic => <crate::eval::Style2012 as Style>::NAME,
        }
    }

    /// Takes apart what the style's evaluation says of a position.
    #[must_use]
    pub fn explain(self, position: &Position) -> Breakdown {
        match self {
            Self::Mango => crate::eval::explain::<crate::eval::Mango>(position),
            Self::Classic => crate::eval::explain::<crate::eval::Style2012>(position),
        }
    }
}

/// There is no style of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no such style; there are Mango and 2012")]
pub struct StyleError;

impl std::str::FromStr for StyleName {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        Self::ALL.into_iter().find(|style| style.name().eq_ignore_ascii_case(text)).ok_or(StyleError)
    }
}

/// What a style remembers beside table and evaluation.
pub trait Memory: Send {
    /// Nothing remembered.
    fn new() -> Self;
    /// Another search begins.
    fn prepare(&mut self);
    /// Another iteration or re-search begins.
    fn reset(&mut self);
}
