//! Is there a mate in so many moves? An exact search that prunes nothing.
//!
//! Whether the side to move can mate within n moves is an AND/OR question: some move of its own
//! must leave every reply a mate within n − 1. The answers are kept in a table of the search's own,
//! and n grows from 1, so that the first mate found is the shortest. The work is done in portions,
//! for the search that goes on beside it finds long mates sooner.

use super::line::Line as Game;
use super::score::{MATED_NOW, Score};
use crate::chess::{Move, Position};

/// Entries of the table, 16 bytes each, a power of two.
const ENTRIES: usize = 1 << 20;
/// More moves than any mate search will ever see through.
const LONGEST: u32 = 120;

/// What has come of a portion of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// There is a mate; the moves of one of the shortest, the defence holding out as long as it can.
    Mate(Vec<Move>),
    /// There is none.
    None,
    /// It is not known yet.
    Open,
}

/// The search for a mate.
pub(super) struct MateSearch {
    position: Position,
    /// The moves to begin with.
    first: Vec<Move>,
    /// Positions the game may not come back to without a draw.
    drawn: Vec<u64>,
    /// Moves there may be.
    longest: u32,
    /// Mates in fewer moves are ruled out.
    moves: u32,
    /// The fifty-move rule may come into it: positions differ by their clocks.
    clock_counts: bool,
    table: Vec<[u64; 2]>,
    /// Nodes left of the portion.
    left: u64,
    /// Nodes so far.
    spent: u64,
}

/// What is known of a position: mate within so many moves is sure, within so many impossible.
#[derive(Clone, Copy, Default)]
struct Known {
    mv: Move,
    /// 0 if unknown.
    mates_in: u32,
    not_in: u32,
}

impl Known {
    fn pack(self) -> u64 {
        u64::from(self.mv.bits()) | u64::from(self.mates_in) << 32 | u64::from(self.not_in) << 40
    }

    /// Is there a mate within so many moves, if that is known?
    const fn answer(&self, moves: u32) -> Option<bool> {
        if self.mates_in > 0 && self.mates_in <= moves {
            Some(true)
        } else if self.not_in >= moves {
            Some(false)
        } else {
            None
        }
    }

    fn unpack(data: u64) -> Self {
        let mv = Move::from_bits(data as u32);
        Self { mv, mates_in: (data >> 32) as u32 & 255, not_in: (data >> 40) as u32 & 255 }
    }
}

/// Told of every node; the answer true breaks the work off.
type Watch<'a> = &'a mut dyn FnMut() -> bool;

impl MateSearch {
    /// A search for a mate within `longest` moves that begins with one of `first`.
    pub fn new(position: &Position, game: &Game, first: &[Move], longest: u32) -> Self {
        let longest = longest.min(LONGEST);
        Self {
            position: position.clone(),
            first: first.to_vec(),
            drawn: game.repeated(position.key()),
            longest,
            moves: 1,
            clock_counts: position.halfmove_clock() + 2 * longest > 100,
            table: vec![[0; 2]; ENTRIES],
            left: 0,
            spent: 0,
        }
    }

    /// Goes on for `portion` nodes, or until `watch` breaks it off.
    pub fn pursue(&mut self, portion: u64, watch: Watch) -> Verdict {
        self.left = portion;
        while self.moves <= self.longest {
            match self.root_mates(watch) {
                None => return Verdict::Open,
                Some(Some(mv)) => return Verdict::Mate(self.variation(mv, watch)),
                Some(None) => self.moves += 1,
            }
        }
        Verdict::None
    }

    /// Nodes so far.
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// The most moves there may be.
    pub const fn longest(&self) -> u32 {
        self.longest
    }

    /// Moves of the mate found.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The score of the mate found.
    pub const fn score(&self) -> Score {
        Score(MATED_NOW + 1 - 2 * self.moves as i32)
    }

    /// The first move of a mate in [`Self::moves`]; `None` outside if broken off.
    fn root_mates(&mut self, watch: Watch) -> Option<Option<Move>> {
        for mv in self.first.clone() {
            let before = self.position.make(mv);
            let answer = self.is_lost(self.moves - 1, watch);
            self.position.unmake(mv, before);
            if answer? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// Can the side to move mate within so many moves? `None` if broken off.
    fn can_mate(&mut self, moves: u32, watch: Watch) -> Option<bool> {
        self.count(watch)?;
        let key = self.key();
        let known = self.probe(key);
        if let Some(answer) = known.answer(moves) {
            return Some(answer);
        }
        for mv in self.attacks(known.mv, moves) {
            let before = self.position.make(mv);
            let answer = self.is_lost(moves - 1, watch);
            self.position.unmake(mv, before);
            if answer? {
                self.store(key, Known { mv, mates_in: moves, ..known });
                return Some(true);
            }
        }
        self.store(key, Known { not_in: moves, ..known });
        Some(false)
    }

    /// Is the side to move mated, or after any reply within so many moves? `None` if broken off.
    fn is_lost(&mut self, moves: u32, watch: Watch) -> Option<bool> {
        let in_check = self.position.in_check();
        if moves == 0 && !in_check {
            return Some(false);
        }
        if self.position.has_no_legal_moves() {
            return Some(in_check);
        }
        if moves == 0 || self.is_drawn() {
            return Some(false);
        }
        self.count(watch)?;
        let key = self.key();
        let known = self.probe(key);
        if let Some(answer) = known.answer(moves) {
            return Some(answer);
        }
        for mv in self.defences(known.mv) {
            let before = self.position.make(mv);
            let answer = match self.is_drawn() {
                true => Some(false),
                false => self.can_mate(moves, watch),
            };
            self.position.unmake(mv, before);
            if !answer? {
                self.store(key, Known { mv, not_in: moves, ..known });
                return Some(false);
            }
        }
        self.store(key, Known { mates_in: moves, ..known });
        Some(true)
    }

    /// A draw by rule; a mate on the board comes before it.
    fn is_drawn(&self) -> bool {
        self.position.is_insufficient_material()
            || self.drawn.contains(&self.position.key())
            || self.position.halfmove_clock() >= 100
                && !(self.position.in_check() && self.position.has_no_legal_moves())
    }

    /// The moves of the side that mates: what mated before, checks, the others. The last move must
    /// be a check.
    fn attacks(&self, known: Move, moves: u32) -> Vec<Move> {
        let checks = self.position.check_info();
        let rate = |mv: Move| match self.position.gives_check(mv, &checks) {
            _ if mv == known => 0,
            true => 1,
            false if mv.is_capture() || mv.is_promotion() => 2,
            false => 3,
        };
        let list = self.position.legal_move_list();
        let mut rated: Vec<(i32, Move)> = list.iter().map(|&mv| (rate(mv), mv)).collect();
        if moves == 1 {
            rated.retain(|&(_, mv)| self.position.gives_check(mv, &checks));
        }
        rated.sort_by_key(|&(rate, _)| rate);
        rated.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The replies: what saved before, captures and checks, the others.
    fn defences(&self, known: Move) -> Vec<Move> {
        let checks = self.position.check_info();
        let rate = |mv: Move| match mv {
            mv if mv == known => 0,
            mv if mv.is_capture() => 1,
            mv if self.position.gives_check(mv, &checks) => 2,
            _ => 3,
        };
        let mut moves: Vec<Move> = self.position.legal_move_list().iter().copied().collect();
        moves.sort_by_key(|&mv| rate(mv));
        moves
    }

    /// The variation of the mate that begins with `first`; cut short where it is broken off.
    fn variation(&mut self, first: Move, watch: Watch) -> Vec<Move> {
        let mut variation = vec![first];
        let mut states = vec![self.position.make(first)];
        self.left = u64::MAX;
        for moves in (1..self.moves).rev() {
            let Some((reply, length)) = self.longest_defence(moves, watch) else { break };
            states.push(self.position.make(reply));
            variation.push(reply);
            let Some(mv) = self.mating_move(length, watch) else { break };
            states.push(self.position.make(mv));
            variation.push(mv);
            if length == 1 {
                break;
            }
        }
        for (&mv, state) in variation.iter().zip(states).rev() {
            self.position.unmake(mv, state);
        }
        variation
    }

    /// The reply that holds out longest against a mate within so many moves, and how long.
    fn longest_defence(&mut self, moves: u32, watch: Watch) -> Option<(Move, u32)> {
        let mut best: Option<(Move, u32)> = None;
        for mv in self.defences(Move::NONE) {
            let before = self.position.make(mv);
            let mut length = 1;
            let answer = loop {
                match self.can_mate(length, watch) {
                    Some(false) if length < moves => length += 1,
                    answer => break answer,
                }
            };
            self.position.unmake(mv, before);
            answer?;
            if best.is_none_or(|(_, longest)| length > longest) {
                best = Some((mv, length));
            }
        }
        best
    }

    /// A move that mates within so many moves.
    fn mating_move(&mut self, moves: u32, watch: Watch) -> Option<Move> {
        let known = self.probe(self.key());
        for mv in self.attacks(known.mv, moves) {
            let before = self.position.make(mv);
            let answer = self.is_lost(moves - 1, watch);
            self.position.unmake(mv, before);
            if answer? {
                return Some(mv);
            }
        }
        None
    }

    /// Counts a node; `None` at the end of the portion or if broken off.
    fn count(&mut self, watch: Watch) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.spent += 1;
        if watch() { None } else { Some(()) }
    }

    fn key(&self) -> u64 {
        let clock = if self.clock_counts { self.position.halfmove_clock() } else { 0 };
        self.position.key() ^ u64::from(clock).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn probe(&self, key: u64) -> Known {
        match self.table[key as usize % ENTRIES] {
            [stored, data] if stored == key => Known::unpack(data),
            _ => Known::default(),
        }
    }

    fn store(&mut self, key: u64, known: Known) {
        self.table[key as usize % ENTRIES] = [key, known.pack()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The same question answered without a table or any order.
    fn mates_within(position: &mut Position, moves: u32) -> bool {
        let list = position.legal_move_list();
        list.iter().any(|&mv| {
            let before = position.make(mv);
            let replies = position.legal_move_list();
            let lost = match replies.len() {
                0 => position.in_check(),
                _ if moves == 1
                    || position.halfmove_clock() >= 100
                    || position.is_insufficient_material() =>
                {
                    false
                }
                _ => replies.iter().all(|&reply| {
                    let before = position.make(reply);
                    let mates = position.halfmove_clock() < 100 && mates_within(position, moves - 1);
                    position.unmake(reply, before);
                    mates
                }),
            };
            position.unmake(mv, before);
            lost
        })
    }

    fn search(position: &Position, longest: u32) -> (Verdict, u32) {
        let first: Vec<Move> = position.legal_move_list().iter().copied().collect();
        let mut search = MateSearch::new(position, &Game::new(), &first, longest);
        let mut verdict = Verdict::Open;
        while verdict == Verdict::Open {
            verdict = search.pursue(1_000, &mut || false);
        }
        (verdict, search.moves)
    }

    #[test]
    fn answers_are_those_of_the_plain_search() {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for fen in [
            "k7/8/1K6/1R6/8/8/8/8 w - - 0 1",
            "k7/8/1K6/1R6/8/8/8/8 w - - 97 80",
            "k7/8/1K6/1R6/8/8/8/8 w - - 98 80",
            "7k/5K2/8/6P1/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
            "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
            "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",
            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for longest in 1..=3 {
                let expected = (1..=longest).find(|&moves| mates_within(&mut position.clone(), moves));
                let (verdict, moves) = search(&position, longest);
                match (&verdict, expected) {
                    (Verdict::Mate(line), Some(shortest)) => {
                        assert_eq!((moves, line.len()), (shortest, 2 * shortest as usize - 1), "{fen}");
                        let mut end = position.clone();
                        for &mv in line {
                            assert!(end.legal_move_list().contains(&mv), "{fen}");
                            end.make(mv);
                        }
                        assert!(end.in_check() && end.has_no_legal_moves(), "{fen}");
                    }
                    (Verdict::None, None) => {}
                    other => panic!("{fen} within {longest}: {other:?}"),
                }
                *counts.entry(expected.unwrap_or(0)).or_default() += 1;
            }
        }
        assert!((0..=3).all(|moves| counts.contains_key(&moves)), "{counts:?}");
    }

    #[test]
    fn it_can_be_broken_off_and_goes_on() {
        let position = Position::startpos();
        let first: Vec<Move> = position.legal_move_list().iter().copied().collect();
        let mut search = MateSearch::new(&position, &Game::new(), &first, 3);
        assert_eq!(search.pursue(u64::MAX, &mut || true), Verdict::Open);
        assert_eq!(search.pursue(10, &mut || false), Verdict::Open);
        assert_eq!(search.pursue(u64::MAX, &mut || false), Verdict::None);
    }
}
