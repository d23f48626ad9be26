//! Judging the moves of a tally on several threads.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::judge::{Judge, JudgeError};
use super::tally::{Node, Tally};

/// What a move must come up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// Depth of the search of each position; the positions behind its moves are searched one ply
    /// less.
    pub depth: u32,
    /// The most a move may lose against the best, centipawns.
    pub max_loss: i32,
    /// The least a move may leave its mover with, centipawns.
    pub min_score: i32,
}

impl Default for Standard {
    fn default() -> Self {
        Self { depth: 12, max_loss: 60, min_score: -80 }
    }
}

/// What was found of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It stands.
    Stands,
    /// It loses so many centipawns more than the best move.
    LosesTooMuch(i32),
    /// It leaves its mover with this score.
    LeavesTooLittle(i32),
    /// It is not legal: another position has the same key.
    Illegal,
}

impl Standard {
    fn verdict(&self, score: i32, best: i32) -> Verdict {
        if best - score > self.max_loss {
            Verdict::LosesTooMuch(best - score)
        } else if score < self.min_score {
            Verdict::LeavesTooLittle(score)
        } else {
            Verdict::Stands
        }
    }

    /// Judges the moves of one position. The best score is that of the position itself or of the
    /// best move named, whichever is higher.
    fn judge(&self, node: &Node, judge: &mut impl Judge) -> Result<Vec<Verdict>, JudgeError> {
        let mut scores = Vec::with_capacity(node.moves().len());
        let mut best = judge.score(node.position(), self.depth.max(1))?;
        for code in node.moves().keys() {
            let Some(mv) = code.resolve(node.position()) else {
                scores.push(None);
                continue;
            };
            let mut after = node.position().clone();
            after.make(mv);
            let score = -judge.score(&after, self.depth.saturating_sub(1).max(1))?;
            best = best.max(score);
            scores.push(Some(score));
        }
        let verdict = |score: Option<i32>| score.map_or(Verdict::Illegal, |score| self.verdict(score, best));
        Ok(scores.into_iter().map(verdict).collect())
    }
}

/// Judges all moves of a tally: for each position, in the order of the keys, a verdict for each
/// move, in the order of the codes. The result is the same for any number of threads.
/// `hire` makes a judge for a thread; `done` is called after each position.
///
/// # Errors
/// If a judge cannot be had or does not answer.
pub fn vet<J: Judge>(
    tally: &Tally,
    standard: Standard,
    threads: usize,
    hire: impl Fn() -> Result<J, JudgeError> + Sync,
    done: impl Fn() + Sync,
) -> Result<Vec<Vec<Verdict>>, JudgeError> {
    let nodes: Vec<&Node> = tally.nodes().values().collect();
    let (next, broken) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || -> Result<Vec<(usize, Vec<Verdict>)>, JudgeError> {
        let mut judge = hire()?;
        let mut results = Vec::new();
        while !broken.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(node) = nodes.get(index) else { break };
            results.push((index, standard.judge(node, &mut judge)?));
            done();
        }
        Ok(results)
    };
    let work = || work().inspect_err(|_| broken.store(true, Relaxed));
    let mut all = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for helper in helpers {
            let results = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all = all.and_then(|mut all| {
                all.append(&mut results?);
                Ok(all)
            });
        }
        all
    })?;
    all.sort_unstable_by_key(|&(index, _)| index);
    Ok(all.into_iter().map(|(_, verdicts)| verdicts).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::build::to_book;
    use crate::chess::{Color, PieceKind, Position};
    use crate::records::read_games;

    /// Counts men; a pawn is worth less than what a move may lose.
    struct Counter;

    impl Judge for Counter {
        fn score(&mut self, position: &Position, depth: u32) -> Result<i32, JudgeError> {
            let moves = position.legal_move_list();
            if moves.is_empty() {
                return Ok(if position.in_check() { -9_999 } else { 0 });
            }
            if depth == 0 {
                let values = PieceKind::ALL.into_iter().zip([50, 300, 300, 500, 900, 0]);
                let (us, them) = (position.side_to_move(), !position.side_to_move());
                let worth = |color: Color, kind, value| value * position.count(color, kind);
                return Ok(values
                    .map(|(kind, value)| worth(us, kind, value) - worth(them, kind, value))
                    .sum());
            }
            let mut best = i32::MIN;
            for &mv in moves.iter() {
                let mut after = position.clone();
                after.make(mv);
                best = best.max(-self.score(&after, depth - 1)?);
            }
            Ok(best)
        }
    }

    fn tally() -> Tally {
        let mut tally = Tally::new(24);
        let lines = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 *\n\
                     1. e4 g5 2. d4 f6 3. Qh5# *\n1. e4 e5 2. Ba6 *\n1. d4 d5 2. c4 dxc4 *";
        read_games(lines.as_bytes(), |game| tally.add(&game)).unwrap();
        tally
    }

    #[test]
    fn blunders_go_and_mates_stand_whatever_the_number_of_threads() {
        let tally = tally();
        let standard = Standard { depth: 3, ..Standard::default() };
        let verdicts = |threads| vet(&tally, standard, threads, || Ok(Counter), || ()).unwrap();
        let one = verdicts(1);
        assert_eq!(one, verdicts(3));
        let book = to_book(&tally, Some(&one), 1).unwrap();
        let known = |moves: &str, mv: &str| {
            let mut position = Position::startpos();
            for word in moves.split_whitespace() {
                position.make(position.resolve_san(word).unwrap());
            }
            let mv = position.resolve_san(mv).unwrap();
            book.moves(&position).iter().any(|known| known.mv == mv)
        };
        assert!(known("", "e4") && known("e4 e5 Nf3", "Nc6"));
        assert!(!known("e4 e5", "Ba6") && !known("e4 g5 d4", "f6"));
        assert!(known("e4 g5 d4 f6", "Qh5#"), "a good answer to a bad move stays");
        assert!(to_book(&tally, None, 1).unwrap().entries().len() == tally.moves());
        assert!(to_book(&tally, None, 4).unwrap().entries().len() == 1);
    }

    #[test]
    fn the_bounds_are_exact() {
        let standard = Standard::default();
        assert_eq!(standard.verdict(-60, 0), Verdict::Stands);
        assert_eq!(standard.verdict(-61, 0), Verdict::LosesTooMuch(61));
        assert_eq!(standard.verdict(-80, -20), Verdict::Stands);
        assert_eq!(standard.verdict(-81, -81), Verdict::LeavesTooLittle(-81));
    }

    #[test]
    fn a_judge_that_fails_ends_the_work() {
        struct Mute;
        impl Judge for Mute {
            fn score(&mut self, _: &Position, _: u32) -> Result<i32, JudgeError> {
                Err(JudgeError::Ended("mute".into()))
            }
        }
        let error = vet(&tally(), Standard::default(), 2, || Ok(Mute), || ()).unwrap_err();
        assert_eq!(error.to_string(), "the engine 'mute' has ended");
    }
}
