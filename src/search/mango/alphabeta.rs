//! The main search: principal variation search in named steps.

use super::picker::{Clues, Picker, Stage};
use super::{LAST_PLY, NO_EVAL};
use crate::chess::{CheckInfo, Color, Move};
use crate::eval::Mango;
use crate::search::score::{Bound, INFINITE, MATE_ZONE, MATED_NOW};
use crate::search::table::Entry;
use crate::search::worker::Worker;

/// A node of the main search while it is being worked on.
pub(super) struct Node {
    pub ply: usize,
    /// Depth left, plies.
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// The window is open.
    pub is_pv: bool,
    pub key: u64,
    pub side: Color,
    pub in_check: bool,
    /// Static evaluation, [`NO_EVAL`] in check.
    pub eval: i32,
    /// The side to move stands better than two plies before.
    pub improving: bool,
    pub hash_move: Move,
    /// The null move showed that the enemy threatens mate.
    pub mate_threat: bool,
    /// The move that led here; none at the root and after a null move.
    pub previous: Move,
}

/// The best move of a node so far.
struct Best {
    value: i32,
    mv: Move,
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    pub stage: Stage,
    /// Its place in the order, 1 for the first.
    pub number: i32,
    pub gives_check: bool,
    /// Plies it is extended by, 0 or 1.
    pub extension: i32,
    /// History of a quiet move.
    pub history: i32,
}

/// The quiet moves that did not cut off, for the history.
struct Tried {
    moves: [Move; 64],
    count: usize,
}

impl Worker<Mango> {
    /// Value of the position within a window, side to move's view, fail-soft. 0 if broken off.
    pub(super) fn search(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        if depth <= 0 {
            return self.quiescence(ply, alpha, beta, 0);
        }
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.control.aborted {
            return 0;
        }
        let mut node = self.enter(ply, depth, alpha, beta);
        if ply > 0 {
            if self.is_draw(node.key) {
                return 0;
            }
            if ply >= LAST_PLY {
                return self.evaluate(node.key, -INFINITE, INFINITE);
            }
            if let Some(value) = node.bound_by_mates() {
                return value;
            }
        }
        let entry = self.table.probe_bucket(node.key, ply);
        if let Some(value) = self.cut_off_by_table(&mut node, entry) {
            return value;
        }
        if let Some(value) = self.cut_off_by_endings(&node) {
            return value;
        }
        self.look(&mut node, entry);
        if let Some(value) = self.prune(&mut node) {
            return value;
        }
        if self.control.aborted {
            return 0;
        }
        node.reduce_without_hash_move();
        self.search_moves(&mut node)
    }

    fn enter(&self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Node {
        Node {
            ply,
            depth,
            alpha,
            beta,
            is_pv: beta - alpha > 1,
            key: self.key(),
            side: self.position.side_to_move(),
            in_check: self.position.in_check(),
            eval: NO_EVAL,
            improving: false,
            hash_move: Move::NONE,
            mate_threat: false,
            previous: if ply > 0 { self.memory.frames[ply - 1].mv } else { Move::NONE },
        }
    }

    /// Drawn by the rules: nobody can mate, the position repeats, or fifty moves have passed
    /// without progress — unless the last of them mates.
    pub(super) fn is_draw(&self, key: u64) -> bool {
        if self.position.is_insufficient_material() || self.line.is_draw_by_repetition(key) {
            return true;
        }
        self.line.clock() >= 100 && !(self.position.in_check() && self.position.has_no_legal_moves())
    }

    /// A table entry at least as deep settles a node of the null window, unless the fifty-move
    /// rule is near and the entry may come from another place on the clock.
    fn cut_off_by_table(&self, node: &mut Node, entry: Option<Entry>) -> Option<i32> {
        let entry = entry?;
        node.hash_move = entry.mv;
        if node.is_pv || entry.depth < node.depth || self.line.clock() > 90 {
            return None;
        }
        entry.settles(node.alpha, node.beta).then_some(entry.score)
    }

    /// Endgame tables settle a node, except behind a null move: they know zugzwang.
    fn cut_off_by_endings(&mut self, node: &Node) -> Option<i32> {
        let is_asked = node.ply > 0 && !node.previous.is_none();
        if is_asked { self.value_by_tables(node.ply, node.depth, node.alpha, node.beta) } else { None }
    }

    /// Evaluates the node, corrected by what the table knows.
    fn look(&mut self, node: &mut Node, entry: Option<Entry>) {
        if !node.in_check {
            node.eval = self.evaluate(node.key, -INFINITE, INFINITE);
        }
        self.memory.frames[node.ply].eval = node.eval;
        if node.ply >= 2 && !node.in_check {
            let before = self.memory.frames[node.ply - 2].eval;
            node.improving = node.eval > before;
        }
        let known = entry.filter(|entry| !node.in_check && entry.score.abs() < MATE_ZONE);
        if let Some(entry) = known {
            let better = entry.score > node.eval;
            if entry.bound == Bound::Exact || better == (entry.bound == Bound::Lower) {
                node.eval = entry.score;
            }
        }
    }

    /// Tries the moves one by one and stores what came of it.
    fn search_moves(&mut self, node: &mut Node) -> i32 {
        let clues = Clues {
            hash_move: node.hash_move,
            killers: self.memory.histories.killers(node.ply),
            counter: self.memory.histories.counter(node.previous),
        };
        let mut picker = Picker::new(&self.position, &mut self.memory.buffers[node.ply], clues);
        self.memory.histories.forget_killers(node.ply + 1);
        let checks = self.position.check_info();
        let alpha_at_entry = node.alpha;
        let mut best = Best { value: -INFINITE, mv: Move::NONE };
        let mut tried = Tried { moves: [Move::NONE; 64], count: 0 };
        let mut number = 0;
        while let Some((mv, stage)) = self.next_move(node, &mut picker) {
            number += 1;
            self.expect(mv);
            let candidate = self.consider(node, mv, stage, number, &checks);
            if best.value > -MATE_ZONE && self.is_passed_over(node, &candidate, &checks, &mut picker) {
                continue;
            }
            let value = self.search_move(node, &candidate);
            if self.control.aborted {
                return 0;
            }
            if node.ply == 0 {
                self.root.finished += 1;
            }
            if value > best.value {
                best.value = value;
                if value > node.alpha {
                    self.raise(node, &mut best, mv, value);
                }
            }
            if value >= node.beta {
                self.learn(node, mv, &tried);
                break;
            }
            tried.note(mv);
        }
        if number == 0 {
            return self.without_moves(node);
        }
        self.store(node, &best, alpha_at_entry);
        best.value
    }

    fn next_move(&mut self, node: &Node, picker: &mut Picker) -> Option<(Move, Stage)> {
        loop {
            let buffers = &mut self.memory.buffers[node.ply];
            let next = picker.next(&self.position, buffers, &self.memory.histories)?;
            if node.ply > 0 || self.root.allowed.is_empty() || self.root.allowed.contains(&next.0) {
                return Some(next);
            }
        }
    }

    fn consider(&self, node: &Node, mv: Move, stage: Stage, number: i32, checks: &CheckInfo) -> Candidate {
        let history = if mv.is_quiet() { self.memory.histories.of(mv) } else { 0 };
        let gives_check = self.position.gives_check(mv, checks);
        let mut candidate = Candidate { mv, stage, number, gives_check, extension: 0, history };
        candidate.extension = self.extension(node, &candidate);
        candidate
    }

    /// A move is better than alpha.
    fn raise(&mut self, node: &mut Node, best: &mut Best, mv: Move, value: i32) {
        best.mv = mv;
        if node.is_pv {
            self.pv.update(node.ply, mv);
        }
        if node.ply == 0 {
            self.root.value = value;
        }
        node.alpha = value;
    }

    /// Mated or stalemated; at the root, no allowed move.
    fn without_moves(&self, node: &Node) -> i32 {
        if node.in_check { node.ply as i32 - MATED_NOW } else { 0 }
    }

    /// Makes a move, searches it and takes it back.
    fn search_move(&mut self, node: &Node, candidate: &Candidate) -> i32 {
        let depth = node.depth - 1 + candidate.extension;
        let reduction = self.reduction(node, candidate);
        self.memory.frames[node.ply].mv = candidate.mv;
        let before = self.make(candidate.mv);
        self.count_node();
        let value = self.search_child(node, candidate, depth, reduction);
        self.unmake(candidate.mv, before);
        value
    }

    /// The first move gets the whole window; a later one must first beat alpha in a null window,
    /// reduced and, if it does, at full depth.
    fn search_child(&mut self, node: &Node, candidate: &Candidate, depth: i32, reduction: i32) -> i32 {
        let (ply, alpha, beta) = (node.ply + 1, node.alpha, node.beta);
        if candidate.number > 1 || !node.is_pv {
            let reduced = (depth - reduction).max(1).min(depth);
            let mut value = -self.search(ply, reduced, -alpha - 1, -alpha);
            if value > alpha && reduced < depth && !self.control.aborted {
                value = -self.search(ply, depth, -alpha - 1, -alpha);
            }
            if !node.is_pv || value <= alpha || self.control.aborted {
                return value;
            }
        }
        -self.search(ply, depth, -beta, -alpha)
    }

    /// A move refuted the previous one.
    fn learn(&mut self, node: &Node, mv: Move, tried: &Tried) {
        if mv.is_quiet() {
            self.memory.histories.cut_off(
                node.ply,
                node.depth,
                mv,
                node.previous,
                &tried.moves[..tried.count],
            );
        }
    }

    /// Stores what came of a node; not of a root where only some moves are looked at, whose value
    /// is not the position's.
    fn store(&self, node: &Node, best: &Best, alpha_at_entry: i32) {
        if node.ply == 0 && !self.root.allowed.is_empty() {
            return;
        }
        let bound = if best.value >= node.beta {
            Bound::Lower
        } else if best.value > alpha_at_entry {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store_in_bucket(node.key, node.ply, node.depth, best.value, bound, best.mv);
    }
}

impl Node {
    /// No line from here can be better than mating with the next move or worse than being mated
    /// now. Narrows the window; a value if nothing is left of it.
    fn bound_by_mates(&mut self) -> Option<i32> {
        let ply = self.ply as i32;
        self.alpha = self.alpha.max(ply - MATED_NOW);
        self.beta = self.beta.min(MATED_NOW - ply - 1);
        (self.alpha >= self.beta).then_some(self.alpha)
    }

    /// Internal iterative reduction (E. Schröder 2020): a node the table knows no move for is not
    /// worth its full depth yet.
    fn reduce_without_hash_move(&mut self) {
        if self.depth >= 4 && self.hash_move.is_none() {
            self.depth -= 1;
        }
    }
}

impl Tried {
    fn note(&mut self, mv: Move) {
        if mv.is_quiet() && self.count < self.moves.len() {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }
}
