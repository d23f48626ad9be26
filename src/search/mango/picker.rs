//! The order in which moves are tried, produced stage by stage so that a cut-off spares the rest.

use super::history::Histories;
use super::see::wins_at_least;
use crate::chess::{CheckInfo, Move, MoveList, Position};
use crate::eval::VALUE;

/// Where the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(super) enum Stage {
    HashMove,
    ListCaptures,
    GoodCaptures,
    Killers,
    ListQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// A list of moves with scores, best taken first.
#[derive(Default)]
struct Scored {
    moves: MoveList,
    scores: Vec<i32>,
    next: usize,
}

impl Scored {
    fn begin(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
    }

    fn score(&mut self, score: impl FnMut(Move) -> i32) {
        self.scores.extend(self.moves.iter().copied().map(score));
    }

    /// The best move left; the first listed among equals.
    #[inline(always)]
    fn take(&mut self) -> Option<(Move, i32)> {
        let rest = self.scores.get(self.next..)?;
        let mut best = 0;
        let mut best_score = *rest.first()?;
        for (place, &score) in rest.iter().enumerate().skip(1) {
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
        self.scores.swap(self.next, self.next + best);
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some((self.moves[self.next - 1], best_score))
    }

    /// The next move that satisfies a condition, in no particular order.
    fn find(&mut self, mut wanted: impl FnMut(Move) -> bool) -> Option<Move> {
        let found = self.moves.iter().skip(self.next).position(|&mv| wanted(mv));
        self.next = found.map_or(self.moves.len(), |steps| self.next + steps + 1);
        found.map(|_| self.moves[self.next - 1])
    }
}

/// Buffers of one ply's picker.
#[derive(Default)]
pub(super) struct Buffers {
    captures: Scored,
    quiets: Scored,
    bad_captures: MoveList,
}

/// Hands out the legal moves of a node, the most promising first.
pub(super) struct Picker {
    stage: Stage,
    hash_move: Move,
    /// Killers and counter-move, as far as they can be played here.
    refutations: [Move; 3],
    next: usize,
    /// Of the quiet moves left only those are wanted that give check.
    only_checks: Option<CheckInfo>,
}

/// A capture is worth its victim first, then the cheapness of the attacker (MVV/LVA).
#[inline(always)]
fn capture_score(mv: Move) -> i32 {
    let victim = mv.captured().map_or(0, |man| VALUE[man.kind().index()]);
    let promotion = mv.promoted().map_or(0, |man| VALUE[man.kind().index()] - VALUE[0]);
    16 * (victim + promotion) - VALUE[mv.piece().kind().index()].min(1_000)
}

/// What the search knows before it looks at the moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Clues {
    pub hash_move: Move,
    pub killers: [Move; 2],
    pub counter: Move,
}

impl Picker {
    /// A picker for a node of the main search.
    pub fn new(position: &Position, buffers: &mut Buffers, clues: Clues) -> Self {
        buffers.bad_captures.clear();
        let info = position.node_info();
        let playable =
            |mv: Move| !mv.is_none() && position.is_pseudo_legal(mv) && position.is_legal(mv, &info);
        let hash_move = if playable(clues.hash_move) { clues.hash_move } else { Move::NONE };
        let [first, second] = clues.killers;
        let mut refutations = [first, second, clues.counter];
        if refutations[2] == first || refutations[2] == second {
            refutations[2] = Move::NONE;
        }
        for mv in &mut refutations {
            if *mv == hash_move || !mv.is_quiet() || !playable(*mv) {
                *mv = Move::NONE;
            }
        }
        Self { stage: Stage::HashMove, hash_move, refutations, next: 0, only_checks: None }
    }

    /// No more quiet moves are wanted but those that give check.
    pub fn skip_quiets(&mut self, checks: &CheckInfo) {
        self.only_checks = Some(*checks);
    }

    /// The next move and the stage it comes from.
    pub fn next(
        &mut self,
        position: &Position,
        buffers: &mut Buffers,
        history: &Histories,
    ) -> Option<(Move, Stage)> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::ListCaptures;
                    if !self.hash_move.is_none() {
                        return Some((self.hash_move, Stage::HashMove));
                    }
                }
                Stage::ListCaptures => {
                    buffers.captures.begin();
                    position.legal_captures(&mut buffers.captures.moves);
                    buffers.captures.score(capture_score);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.good_capture(position, buffers) {
                    Some(mv) => return Some((mv, Stage::GoodCaptures)),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.refutation(position) {
                    Some(mv) => return Some((mv, Stage::Killers)),
                    None => self.stage = Stage::ListQuiets,
                },
                Stage::ListQuiets => {
                    buffers.quiets.begin();
                    if self.only_checks.is_some() {
                        position.legal_quiet_checks(&mut buffers.quiets.moves);
                    } else {
                        position.legal_quiets(&mut buffers.quiets.moves);
                        buffers.quiets.score(|mv| history.of(mv));
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.quiet(position, buffers) {
                    Some(mv) => return Some((mv, Stage::Quiets)),
                    None => (self.stage, self.next) = (Stage::BadCaptures, 0),
                },
                Stage::BadCaptures => {
                    self.next += 1;
                    match buffers.bad_captures.get(self.next - 1) {
                        Some(&mv) => return Some((mv, Stage::BadCaptures)),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best capture left that does not lose material; losing ones are put aside.
    fn good_capture(&self, position: &Position, buffers: &mut Buffers) -> Option<Move> {
        while let Some((mv, _)) = buffers.captures.take() {
            if mv == self.hash_move {
                continue;
            }
            if wins_at_least(position, mv, 0) {
                return Some(mv);
            }
            buffers.bad_captures.push(mv);
        }
        None
    }

    fn refutation(&mut self, position: &Position) -> Option<Move> {
        while let Some(&mv) = self.refutations.get(self.next) {
            self.next += 1;
            if !mv.is_none() && self.only_checks.is_none_or(|checks| position.gives_check(mv, &checks)) {
                return Some(mv);
            }
        }
        None
    }

    fn quiet(&self, position: &Position, buffers: &mut Buffers) -> Option<Move> {
        let is_new = |mv: Move| mv != self.hash_move && !self.refutations.contains(&mv);
        if let Some(checks) = self.only_checks {
            return buffers.quiets.find(|mv| is_new(mv) && position.gives_check(mv, &checks));
        }
        while let Some((mv, _)) = buffers.quiets.take() {
            if is_new(mv) {
                return Some(mv);
            }
        }
        None
    }
}

/// Hands out the moves of a quiescence node: captures and promotions by MVV/LVA; when in check all
/// evasions, captures first; at the first ply quiet checks last.
pub(super) fn list_quiescence(
    position: &Position,
    buffers: &mut Buffers,
    history: &Histories,
    hash_move: Move,
    with_checks: bool,
) {
    let list = &mut buffers.captures;
    list.begin();
    if position.in_check() {
        position.legal_moves(&mut list.moves);
    } else {
        position.legal_captures(&mut list.moves);
        if with_checks {
            position.legal_quiet_checks(&mut list.moves);
        }
    }
    list.score(|mv| match mv {
        mv if mv == hash_move => i32::MAX,
        mv if mv.is_quiet() => history.of(mv) - 100_000,
        mv => capture_score(mv),
    });
}

/// The captures and promotions of a quiescence node's list.
#[inline(always)]
pub(super) fn captures_of_quiescence(buffers: &Buffers) -> impl Iterator<Item = Move> {
    buffers.captures.moves.iter().copied().filter(|mv| !mv.is_quiet())
}

/// The best move left of a quiescence node's list.
#[inline(always)]
pub(super) fn next_in_quiescence(buffers: &mut Buffers) -> Option<Move> {
    buffers.captures.take().map(|(mv, _)| mv)
}
