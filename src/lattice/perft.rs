//! Counting the tree of legal moves.

use super::moves::Move;
use super::position::Position;
use std::ops::AddAssign;

/// What happened at the leaves of a tree: the last moves, counted by kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PerftCounts {
    /// Leaves.
    pub nodes: u64,
    /// Last moves that capture.
    pub captures: u64,
    /// Last moves that capture in passing.
    pub en_passant: u64,
    /// Last moves that promote.
    pub promotions: u64,
    /// Last moves that give check.
    pub checks: u64,
    /// Last moves that give check with two men at once.
    pub double_checks: u64,
    /// Last moves that mate.
    pub mates: u64,
}

impl AddAssign for PerftCounts {
    fn add_assign(&mut self, other: PerftCounts) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.mates += other.mates;
    }
}

/// Deepest tree, in plies, that is counted without asking whether to stop: some hundredths of a second.
const UNASKED: u32 = 3;

/// Greatest depth of a count: nobody lives to see a deeper one end.
pub const PERFT_MAX_DEPTH: u32 = 8;

impl<const N: usize> Position<N> {
    /// Number of leaves `depth` plies below. Moves at the last ply are counted, not played.
    pub fn perft(&mut self, depth: u32) -> u64 {
        let mut lists = vec![Vec::with_capacity(256); depth as usize + 1];
        self.perft_with(depth, &mut lists)
    }

    fn perft_with(&mut self, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        match (depth, lists.split_first_mut()) {
            (0, _) | (_, None) => 1,
            (1, _) => self.count_legal(),
            (_, Some((moves, rest))) => {
                moves.clear();
                self.generate::<true, _>(moves);
                let mut nodes = 0;
                for &mv in moves.iter() {
                    self.make(mv);
                    nodes += self.perft_with(depth - 1, rest);
                    self.unmake();
                }
                nodes
            }
        }
    }

    /// As [`Position::perft`], but asks now and then whether to stop; nothing if so.
    pub fn perft_until(&mut self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        if stop() {
            return None;
        }
        if depth <= UNASKED {
            return Some(self.perft(depth));
        }
        let mut nodes = 0;
        for (_, below) in self.divide_until(depth, stop)? {
            nodes += below;
        }
        Some(nodes)
    }

    /// The moves of the position, each with its share of the leaves; nothing if stopped.
    pub fn divide_until(&mut self, depth: u32, stop: &dyn Fn() -> bool) -> Option<Vec<(Move, u64)>> {
        let Some(below) = depth.checked_sub(1) else { return Some(Vec::new()) };
        let moves = self.legal_moves();
        let count = |mv| {
            self.make(mv);
            let nodes = self.perft_until(below, stop);
            self.unmake();
            nodes.map(|nodes| (mv, nodes))
        };
        moves.into_iter().map(count).collect()
    }

    /// The moves of the position, each with its share of the leaves.
    pub fn divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        self.divide_until(depth, &|| false).unwrap_or_default()
    }

    /// Plays every move to the last and counts what happens: slower, for proofs.
    pub fn perft_counts(&mut self, depth: u32) -> PerftCounts {
        let mut counts = PerftCounts::default();
        if depth == 0 {
            counts.nodes = 1;
            return counts;
        }
        for mv in self.legal_moves() {
            let (capture, passing) = (self.is_capture(mv), mv.is_en_passant());
            self.make(mv);
            counts += if depth > 1 { self.perft_counts(depth - 1) } else { self.leaf(mv, capture, passing) };
            self.unmake();
        }
        counts
    }

    /// Describes the move that led here.
    fn leaf(&self, mv: Move, capture: bool, passing: bool) -> PerftCounts {
        let checks = self.scope().checks();
        PerftCounts {
            nodes: 1,
            captures: capture.into(),
            en_passant: passing.into(),
            promotions: mv.promotion().is_some().into(),
            checks: (checks > 0).into(),
            double_checks: (checks > 1).into(),
            mates: (checks > 0 && !self.has_legal_move()).into(),
        }
    }
}
