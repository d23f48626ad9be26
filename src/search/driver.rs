//! Iterative deepening with aspiration windows (§3.1).

use super::limits::Limits;
use super::mate::{MateSearch, Verdict};
use super::report::{Effort, Line, Outcome, Report};
use super::score::{Bound, INFINITE, Score, ScoreKind};
use super::style::Style;
use super::worker::Worker;
use crate::chess::Move;

/// Half the width of the first window.
const ASPIRATION: i32 = 33;
/// How much further a failed window is opened on the side where it failed.
const WIDENED: i32 = 66;

/// So many nodes more than the search of plies may a search for a mate cost.
const MATE_PORTION: u64 = 20_000;

/// The best move and the lines of the last iteration.
#[derive(Default)]
struct Found {
    best: Option<Move>,
    lines: Vec<Line>,
}

/// What the searches of an iteration cost.
struct Iteration {
    depth: i32,
    nodes: u64,
    searches: u32,
}

impl<S: Style> Worker<S> {
    /// The search of what [`Self::prepare`] has set up.
    pub(super) fn search_prepared(&mut self, limits: &Limits, report: &mut dyn Report) -> Outcome {
        let legal = self.allowed_moves();
        if legal.is_empty() {
            return self.no_move_outcome(report);
        }
        let (best, line) = self.deepen(limits, &legal, report);
        let pv = line.as_ref().map_or(&[][..], |line| &line.pv);
        let ponder = match *pv {
            [first, second, ..] if Some(first) == best => Some(second),
            _ => None,
        };
        Outcome { best: best.or_else(|| legal.first().copied()), ponder, line }
    }

    fn allowed_moves(&self) -> Vec<Move> {
        let legal = self.position.legal_move_list();
        let allowed = |mv: &Move| self.root.allowed.is_empty() || self.root.allowed.contains(mv);
        legal.iter().copied().filter(allowed).collect()
    }

    /// Mated or stalemated: said once, at depth 0.
    fn no_move_outcome(&self, report: &mut dyn Report) -> Outcome {
        let score = if self.position.in_check() { Score::MATED } else { Score::DRAW };
        let line = self.line_of(0, score, Bound::Exact, Effort::default(), Vec::new());
        report.line(&line);
        Outcome { best: None, ponder: None, line: Some(line) }
    }

    /// Deepens until a limit is reached. Returns the move found and the last best line.
    fn deepen(
        &mut self,
        limits: &Limits,
        legal: &[Move],
        report: &mut dyn Report,
    ) -> (Option<Move>, Option<Line>) {
        let mut found = Found::default();
        self.quest = limits
            .mate
            .filter(|_| self.control.seat.is_main())
            .map(|moves| MateSearch::new(&self.position, &self.line, legal, moves));
        self.deepen_by_plies(&mut found, limits, legal, report);
        // Without another limit the question for a mate is answered whatever it takes.
        let is_limited = limits.depth.is_some() || self.control.budget.is_some() || self.control.aborted;
        if !is_limited && !has_mate(&found.lines, limits) {
            self.seek_mate(&mut found, u64::MAX, report);
        }
        self.quest = None;
        (found.best, found.lines.first().map(|line| self.probes.correct(line)))
    }

    /// The loop over depths.
    fn deepen_by_plies(
        &mut self,
        found: &mut Found,
        limits: &Limits,
        legal: &[Move],
        report: &mut dyn Report,
    ) {
        let count = limits.multipv.clamp(1, legal.len());
        let choice = self.probes.choice(legal);
        self.probes.likely = choice.first().copied().unwrap_or_default();
        let root_moves = if count == 1 { choice.len() } else { legal.len() };
        if choice.len() < legal.len() {
            self.root.allowed = choice;
        }
        let seat = self.control.seat.clone();
        let deepest = limits.depth.unwrap_or(S::MAX_DEPTH).clamp(1, S::MAX_DEPTH);
        for depth in (1..=deepest as i32).filter(|&depth| !seat.skips(depth)) {
            self.control.abortable |= found.best.is_some();
            if found.best.is_some() && self.is_exhausted() {
                break;
            }
            self.seldepth = 0;
            let lines = match count {
                1 => self.deepen_best(depth, &found.lines),
                _ => self.deepen_several(depth, count, &found.lines, limits, legal),
            };
            if self.control.aborted {
                // Of several lines only whole sets count.
                if count == 1 {
                    self.take_unfinished(found, lines, root_moves, report);
                }
                break;
            }
            let candidate = match &lines[..] {
                [Line { pv, .. }, _, ..] => pv.first().copied().unwrap_or_default(),
                _ => self.pv.first(0),
            };
            self.note_mood(found.best == Some(candidate), found.lines.first(), lines.first());
            if !candidate.is_none() {
                found.best = Some(candidate);
            }
            found.lines = lines;
            self.report_all(&found.lines, report);
            if self.is_finished(&found.lines, depth, limits, root_moves) {
                break;
            }
            if let Some(quest) = &self.quest {
                // As much as the search of plies has cost, and a little more.
                let others = self.own_nodes() - quest.spent();
                let portion = (MATE_PORTION + others).saturating_sub(quest.spent());
                if self.seek_mate(found, portion, report) {
                    break;
                }
            }
        }
    }

    /// Takes the best move of an iteration that was broken off, if it is a new one and enough has
    /// been searched.
    fn take_unfinished(
        &mut self,
        found: &mut Found,
        mut lines: Vec<Line>,
        root_moves: usize,
        report: &mut dyn Report,
    ) {
        let new = self.pv.first(0);
        if Some(new) == found.best || !self.is_enough(root_moves) {
            return;
        }
        found.best = Some(new);
        // The re-search broken off may not have come back to the move it is about.
        lines.iter_mut().filter(|line| line.pv.is_empty()).for_each(|line| line.pv.push(new));
        found.lines = lines;
        self.report_all(&found.lines, report);
    }

    /// A portion of the search for the mate asked for. True once the question is answered: the mate's
    /// line has been taken and told, or told that there is none.
    fn seek_mate(&mut self, found: &mut Found, portion: u64, report: &mut dyn Report) -> bool {
        let Some(mut quest) = self.quest.take() else { return true };
        let verdict = quest.pursue(portion, &mut || {
            self.count_node();
            self.control.aborted
        });
        match verdict {
            Verdict::Open => self.quest = Some(quest),
            Verdict::None => report.note(&format!("no mate in {}", quest.longest())),
            Verdict::Mate(pv) => {
                let effort = Effort { total: self.total_nodes(), ..Effort::default() };
                found.best = pv.first().copied();
                let depth = 2 * quest.moves() - 1;
                found.lines = vec![self.line_of(depth, quest.score(), Bound::Exact, effort, pv)];
                self.report_all(&found.lines, report);
            }
        }
        self.quest.is_none()
    }

    fn report_all(&self, lines: &[Line], report: &mut dyn Report) {
        for line in lines {
            report.line(&self.probes.correct(line));
        }
    }

    /// Notes what an iteration says about the need for time.
    fn note_mood(&mut self, same_move: bool, before: Option<&Line>, now: Option<&Line>) {
        let mood = &mut self.control.mood;
        mood.stable = if same_move { mood.stable + 1 } else { 0 };
        mood.fallen = match (before, now) {
            (Some(before), Some(now)) => before.score.0.saturating_sub(now.score.0),
            _ => 0,
        };
    }

    /// §3.1: the best move of an iteration that was broken off counts once enough is searched.
    fn is_enough(&self, root_moves: usize) -> bool {
        self.root.finished > S::enough_of_iteration(root_moves) && !self.pv.first(0).is_none()
    }

    /// An iteration for the best line alone; its value so far if broken off.
    fn deepen_best(&mut self, depth: i32, previous: &[Line]) -> Vec<Line> {
        let mut line = self.aspirate(depth, previous.first().map(|line| line.score.0));
        if self.control.aborted {
            line.score = Score(self.root.value);
        }
        vec![line]
    }

    /// An iteration for several lines: each is the best of the moves that the lines before it leave
    /// over. Unfinished if broken off.
    fn deepen_several(
        &mut self,
        depth: i32,
        count: usize,
        previous: &[Line],
        limits: &Limits,
        legal: &[Move],
    ) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        let mut left = legal.to_vec();
        while lines.len() < count && !self.control.aborted {
            self.root.allowed = self.probes.choice(&left);
            if lines.is_empty() && self.root.allowed.len() == legal.len() {
                self.root.allowed.clone_from(&limits.root_moves);
            }
            let is_left = |line: &&Line| line.pv.first().is_some_and(|mv| left.contains(mv));
            let guess = previous.iter().find(is_left);
            self.pv.seed(guess.map_or(&[], |line| &line.pv));
            let mut line = self.aspirate(depth, guess.map(|line| line.score.0));
            // No move may have reached the window: then the line has no moves of its own.
            if line.pv.first().is_none_or(|mv| !left.contains(mv)) {
                line.pv =
                    guess.map_or_else(|| self.probes.choice(&left)[..1].to_vec(), |guess| guess.pv.clone());
            }
            left.retain(|mv| line.pv.first() != Some(mv));
            lines.push(line);
        }
        self.probes.sort(&mut lines);
        let (total, time) = (self.total_nodes(), self.elapsed());
        for (place, line) in lines.iter_mut().enumerate() {
            line.multipv = place as u32 + 1;
            (line.effort.total, line.time) = (total, time);
        }
        lines
    }

    /// A search inside the window around the last value, and wider ones if the value lies outside
    /// (§3.1 steps 4 and 4a).
    fn aspirate(&mut self, depth: i32, last: Option<i32>) -> Line {
        let (alpha, beta) = last.map_or((-INFINITE, INFINITE), |last| (last - ASPIRATION, last + ASPIRATION));
        let mut iteration = Iteration { depth, nodes: 0, searches: 0 };
        let value = match S::NARROWS_RESEARCHES {
            true => self.aspirate_narrowly(&mut iteration, alpha, beta),
            false => self.aspirate_widely(&mut iteration, alpha, beta),
        };
        self.line_of_iteration(&iteration, value)
    }

    /// Widens the side that failed, first a little, then all the way.
    fn aspirate_widely(&mut self, iteration: &mut Iteration, mut alpha: i32, mut beta: i32) -> i32 {
        loop {
            let value = self.search_root(iteration, alpha, beta);
            let further = if iteration.searches == 1 { WIDENED } else { INFINITE };
            if self.control.aborted {
                return value;
            } else if value >= beta && beta < INFINITE {
                beta = beta.saturating_add(further).min(INFINITE);
            } else if value <= alpha && alpha > -INFINITE {
                alpha = alpha.saturating_sub(further).max(-INFINITE);
            } else {
                return value;
            }
        }
    }

    /// §3.1 step 4a: the value found becomes the other bound of the next window.
    fn aspirate_narrowly(&mut self, iteration: &mut Iteration, alpha: i32, beta: i32) -> i32 {
        let mut value = self.search_root(iteration, alpha, beta);
        if self.control.aborted {
            return value;
        }
        if value >= beta {
            value = self.search_root(iteration, value - 1, beta + WIDENED);
            if value >= beta && !self.control.aborted {
                value = self.search_root(iteration, value - 1, INFINITE);
            }
        } else if value <= alpha {
            value = self.search_root(iteration, alpha - WIDENED, value + 1);
            if value <= alpha && !self.control.aborted {
                value = self.search_root(iteration, -INFINITE, value + 1);
            }
        }
        value
    }

    fn search_root(&mut self, iteration: &mut Iteration, alpha: i32, beta: i32) -> i32 {
        self.reset();
        self.root.value = alpha;
        let value = S::search_root(self, iteration.depth, alpha, beta);
        iteration.nodes += self.counters.nodes;
        iteration.searches += 1;
        value
    }

    /// True if another iteration is not worth its time.
    fn is_finished(&self, lines: &[Line], depth: i32, limits: &Limits, root_moves: usize) -> bool {
        let hurried = !(S::ENDINGS_USE_ALL_TIME && self.is_endgame());
        let on_clock = limits.clock.is_some() && !limits.infinite && !self.control.signals.is_pondering();
        hurried && self.is_past_soft_limit()
            || on_clock && root_moves == 1
            || lines.iter().all(|line| S::mate_is_settled(line.score.0, depth))
            || has_mate(lines, limits)
    }

    fn line_of_iteration(&self, iteration: &Iteration, value: i32) -> Line {
        let effort = Effort {
            nodes: self.counters.nodes,
            quiescence: self.counters.quiescence,
            iteration: iteration.nodes,
            searches: iteration.searches,
            total: self.total_nodes(),
        };
        self.line_of(iteration.depth as u32, Score(value), Bound::Exact, effort, self.pv.line().to_vec())
    }

    fn line_of(&self, depth: u32, score: Score, bound: Bound, effort: Effort, pv: Vec<Move>) -> Line {
        Line {
            depth,
            seldepth: self.seldepth as u32,
            multipv: 1,
            score,
            bound,
            effort,
            hashfull: self.table.per_mille_used(),
            tbhits: self.total_hits(),
            time: self.elapsed(),
            pv,
        }
    }
}

/// True if the mate asked for is found.
fn has_mate(lines: &[Line], limits: &Limits) -> bool {
    match lines.first().map(|line| line.score.kind()) {
        Some(ScoreKind::MateIn(moves)) => limits.mate.is_some_and(|wanted| moves <= wanted),
        _ => false,
    }
}
