//! The root of a search: iterative deepening, aspiration, the list of root moves.

use super::super::moves::Move;
use super::super::position::Position;
use super::super::zobrist::splitmix;
use super::limits::Limits;
use super::order::{self, Hints, Killers};
use super::pruning;
use super::report::{MATE, MATE_BOUND, Outcome, Report, Reporter, Score};
use super::worker::{INFINITE, Pass, Window, Worker};
use super::{MAX_DEPTH, clock};

/// Half the width of the aspiration window, in hundredths of a pawn.
const ASPIRATION: i32 = 50;

/// A move of the root and what the last depth said about it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// Random bonus of the weaker levels.
    noise: i32,
    /// Nodes its tree took: the larger, the harder it was to refute.
    nodes: u64,
}

/// The result of a finished depth.
#[derive(Clone)]
struct Line {
    score: i32,
    depth: u8,
    pv: Vec<Move>,
}

/// A number that depends on the whole game: the same game gives the same number.
pub(super) fn game_seed<const N: usize>(position: &Position<N>) -> u64 {
    position.record().fold(0x243f_6a88_85a3_08d3, |seed, key| splitmix(seed ^ key).0)
}

impl<const N: usize> Worker<'_, N> {
    /// Searches deeper and deeper until a limit ends it. `offset` makes helper threads begin elsewhere.
    pub(super) fn deepen(&mut self, limits: &Limits, offset: u8, reporter: &mut dyn Reporter) -> Outcome {
        let mut roots = self.root_moves(limits);
        if roots.is_empty() {
            let score = if self.position.in_check() { -MATE } else { 0 };
            return Outcome { best: None, ponder: None, score: Score::of(score), depth: 0, nodes: 0 };
        }
        let mut line = Line { score: 0, depth: 0, pv: vec![roots[0].mv] };
        let most = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut timer = clock::Patience::new(limits);
        for depth in 1 + offset.min(most - 1)..=most {
            let Some(next) = self.aspire(depth, &line, &mut roots) else { break };
            let same_move = next.pv.first() == line.pv.first();
            timer.note(line.score, next.score, depth > 1 && same_move);
            line = next;
            if self.first {
                reporter.report(&self.describe(&line));
            }
            let forced = roots.len() == 1 && limits.clock.is_some();
            let decided = line.score.abs() >= MATE - i32::from(depth) && depth > 3 && !limits.infinite;
            if self.first && (forced || decided || !timer.allows_another(self.shared.timer().elapsed())) {
                break;
            }
        }
        self.outcome(&line)
    }

    fn outcome(&self, line: &Line) -> Outcome {
        Outcome {
            best: line.pv.first().copied(),
            ponder: line.pv.get(1).copied(),
            score: Score::of(line.score),
            depth: line.depth,
            nodes: self.shared.nodes().max(self.nodes),
        }
    }

    fn describe(&self, line: &Line) -> Report {
        Report {
            depth: line.depth,
            seldepth: self.seldepth.min(255) as u8,
            score: Score::of(line.score),
            nodes: self.shared.nodes().max(self.nodes),
            time: self.shared.timer().elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: line.pv.clone(),
        }
    }

    /// The legal moves allowed, best guess first.
    fn root_moves(&mut self, limits: &Limits) -> Vec<RootMove> {
        let allowed = |mv: &Move| limits.searchmoves.is_empty() || limits.searchmoves.contains(mv);
        let moves: Vec<Move> = self.position.legal_moves().into_iter().filter(allowed).collect();
        let table = self.shared.table.find(self.position.key()).and_then(|found| found.mv);
        let hints = Hints { table, killers: Killers::NONE, counter: Move::from_bits(0) };
        let mut scored = Vec::new();
        order::score_moves(&self.position, &moves, &hints, &self.memory.history, self.weights, &mut scored);
        scored.sort_by_key(|entry| -entry.score);
        let mut seed = game_seed(&self.position);
        let mut noise = || {
            let random;
            (random, seed) = splitmix(seed);
            (random % (u64::from(limits.noise) + 1)) as i32
        };
        scored.into_iter().map(|entry| RootMove { mv: entry.mv, noise: noise(), nodes: 0 }).collect()
    }

    /// Searches one depth: the full window at first, then ±50 around the last score, and all of it on failure.
    fn aspire(&mut self, depth: u8, last: &Line, roots: &mut [RootMove]) -> Option<Line> {
        let narrow = Window { alpha: last.score - ASPIRATION, beta: last.score + ASPIRATION };
        if last.depth > 0 {
            let line = self.search_root(narrow, depth, roots)?;
            if (narrow.alpha + 1..narrow.beta).contains(&line.score) {
                return Some(line);
            }
        }
        self.search_root(Window::FULL, depth, roots)
    }

    /// Searches all root moves to one depth; nothing if stopped before the first was done.
    fn search_root(&mut self, mut window: Window, depth: u8, roots: &mut [RootMove]) -> Option<Line> {
        self.root_depth = i32::from(depth);
        let mut line: Option<Line> = None;
        for number in 0..roots.len() {
            let root = roots[number].clone();
            let before = self.nodes;
            let score = self.search_root_move(&root, number, window, i32::from(depth));
            if self.stopped {
                break;
            }
            roots[number].nodes = self.nodes - before;
            let best = line.as_ref().map_or(-INFINITE, |line| line.score);
            if score > best && (number == 0 || score > window.alpha) {
                self.extend_pv(0, root.mv);
                line = Some(Line { score, depth, pv: self.frames[0].pv.clone() });
                window.alpha = window.alpha.max(score);
                roots[..=number].rotate_right(1);
            }
            if score >= window.beta {
                break;
            }
        }
        // The best stays first; the others go by the size of their trees.
        if !self.stopped && roots.len() > 2 {
            roots[1..].sort_by_key(|root| std::cmp::Reverse(root.nodes));
        }
        line
    }

    fn search_root_move(&mut self, root: &RootMove, number: usize, window: Window, depth: i32) -> i32 {
        let quiet = !self.position.is_capture(root.mv) && root.mv.promotion().is_none();
        self.frames[0].played = root.mv;
        self.position.make(root.mv);
        let shifted = Window { alpha: window.alpha - root.noise, beta: window.beta - root.noise };
        let null = shifted.null().flipped();
        let reduction = if quiet { pruning::late_reduction(depth, number, true) } else { 0 };
        let mut score = 0;
        if number > 0 {
            score = -self.search(null, depth - 1 - reduction, 1, Pass::Allowed);
            if score > shifted.alpha && reduction > 0 {
                score = -self.search(null, depth - 1, 1, Pass::Allowed);
            }
        }
        if number == 0 || score > shifted.alpha {
            score = -self.search(shifted.flipped(), depth - 1, 1, Pass::Allowed);
        }
        self.position.unmake();
        // A mate is a mate whatever the noise.
        if score.abs() >= MATE_BOUND { score } else { score + root.noise }
    }
}
