//! Late-move reductions: moves late in a good order are first searched less deep.

use super::alphabeta::{Candidate, Node};
use super::history::LIMIT;
use super::picker::Stage;
use crate::eval::Mango;
use crate::search::worker::Worker;

/// Shallowest node with reductions.
const MIN_DEPTH: i32 = 3;
/// The first move that may be reduced.
const FIRST_MOVE: i32 = 4;
/// How much less the moves of the root are reduced, 1024ths of a ply: a sacrifice is found only if its answers are
/// looked at deep enough.
const ROOT_RELIEF: i32 = 2048;

/// 1024 times the binary logarithm, rounded down; integer arithmetic, so that it is the same on
/// every machine.
const fn log2_1024(x: u32) -> u32 {
    let whole = x.ilog2();
    let mut fraction = (x as u64) << (31 - whole); // 1.0 ≤ fraction / 2^31 < 2.0
    let mut bits = 0;
    let mut i = 0;
    while i < 10 {
        fraction = (fraction * fraction) >> 31;
        bits <<= 1;
        if fraction >= 1 << 32 {
            fraction >>= 1;
            bits |= 1;
        }
        i += 1;
    }
    whole * 1024 + bits
}

/// Plies by depth and place in the order: 0.2 + log2(depth)·log2(place) / 4.7, in 1024ths.
static TABLE: [[i32; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut place = 1;
        while place < 64 {
            let product = log2_1024(depth as u32) as u64 * log2_1024(place as u32) as u64;
            table[depth][place] = 205 + (product * 10 / (47 * 1024)) as i32;
            place += 1;
        }
        depth += 1;
    }
    table
};

impl Worker<Mango> {
    /// How many plies less a late move gets.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let reducible = candidate.mv.is_quiet() || candidate.stage == Stage::BadCaptures;
        let is_dangerous = candidate.extension > 0 && !candidate.gives_check;
        if is_dangerous || node.depth < MIN_DEPTH || candidate.number < FIRST_MOVE || !reducible {
            return 0;
        }
        let mut plies = TABLE[node.depth.min(63) as usize][candidate.number.min(63) as usize];
        if node.is_pv {
            plies -= 1024;
        }
        if node.ply == 0 {
            plies -= ROOT_RELIEF;
        }
        if !node.improving {
            plies += 512;
        }
        if candidate.gives_check || node.in_check {
            plies -= 1024;
        }
        if candidate.stage == Stage::Killers {
            plies -= 1024;
        }
        plies -= candidate.history * 2048 / LIMIT;
        (plies / 1024).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_close_to_the_real_one() {
        for x in 1..64u32 {
            let real = f64::from(x).log2() * 1024.0;
            assert!((f64::from(log2_1024(x)) - real).abs() < 2.0, "{x}");
        }
    }
}
