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
        let count = if self.first { limits.multipv.clamp(1, roots.len()) } else { 1 };
        let mut lines = vec![Line { score: 0, depth: 0, pv: vec![roots[0].mv] }];
        let most = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut timer = clock::Patience::new(limits);
        for depth in 1 + offset.min(most - 1)..=most {
            let Some(next) = self.iterate(depth, count, &lines, &mut roots) else { break };
            let same_move = next[0].pv.first() == lines[0].pv.first();
            timer.note(lines[0].score, next[0].score, depth > 1 && same_move);
            lines = next;
            if !self.first {
                continue;
            }
            for (place, line) in (1..).zip(&lines) {
                reporter.report(&self.describe(line, place));
            }
            if self.is_settled(&lines[0], limits, roots.len()) || !self.has_time(&timer) {
                break;
            }
        }
        self.outcome(&lines[0])
    }

    /// Whether deeper searches cannot matter.
    fn is_settled(&self, best: &Line, limits: &Limits, moves: usize) -> bool {
        let forced = moves == 1 && limits.clock.is_some();
        let decided = best.score.abs() >= MATE - i32::from(best.depth) && best.depth > 3 && !limits.infinite;
        let wanted = match Score::of(best.score) {
            Score::MateIn(moves) => limits.mate.is_some_and(|wanted| moves <= wanted),
            _ => false,
        };
        forced || decided || wanted
    }

    /// Whether another depth is worth its time.
    fn has_time(&self, timer: &clock::Patience) -> bool {
        self.shared.own_elapsed().is_none_or(|elapsed| timer.allows_another(elapsed))
    }

    /// Searches one depth for several lines: each is the best of the moves that the lines before it leave over. Of
    /// several lines only a whole set counts; of a single one also what a search broken off has found.
    fn iterate(
        &mut self,
        depth: u8,
        count: usize,
        last: &[Line],
        roots: &mut [RootMove],
    ) -> Option<Vec<Line>> {
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        for place in 0..count {
            let left = &mut roots[place..];
            let guess = last.get(place).unwrap_or(&last[0]);
            let expected = left.iter().position(|root| guess.pv.first() == Some(&root.mv));
            if let Some(index) = expected.filter(|_| place > 0) {
                left[..=index].rotate_right(1);
            }
            match self.aspire(depth, guess, left) {
                Some(_) if self.stopped && count > 1 && last[0].depth > 0 => return None,
                Some(line) => lines.push(line),
                None if place == 0 || last[0].depth > 0 => return None,
                None => break,
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        // The next depth begins with the best.
        for (place, line) in lines.iter().enumerate().filter(|_| count > 1) {
            if let Some(index) = roots.iter().skip(place).position(|root| line.pv.first() == Some(&root.mv)) {
                roots[place..=place + index].rotate_right(1);
            }
        }
        Some(lines)
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

    fn describe(&self, line: &Line, multipv: usize) -> Report {
        Report {
            depth: line.depth,
            multipv,
            seldepth: self.seldepth.min(255) as u8,
            score: Score::of(line.score),
            nodes: self.shared.nodes().max(self.nodes),
            time: self.shared.elapsed(),
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
