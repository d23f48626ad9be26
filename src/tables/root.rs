//! What tables know of the moves of a game's current position.

use super::{Tables, Usage, Wdl};
use crate::chess::{Move, Position};

/// The rank of a move that wins for sure; the fifty-move rule counts down from it.
const BEST: i32 = 1_000;
/// The lowest rank of a move that still wins under the fifty-move rule.
const WINNING: i32 = BEST - 100;

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The move.
    pub mv: Move,
    /// Better moves have higher ranks. Moves of equal rank are for the search to choose among.
    pub rank: i32,
    /// What the move comes to under the fifty-move rule, side to move's view.
    pub wdl: Wdl,
}

/// What the moves are judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// DTZ tables: whoever follows the ranks wins in time.
    Dtz,
    /// WDL tables alone: a win is not lost by a capture or pawn move, but may take too long.
    Wdl,
}

/// What is known of all moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// All legal moves.
    pub moves: Vec<Known>,
    /// What they are judged by.
    pub source: Source,
}

impl Knowledge {
    /// Judges the legal moves of the position that `moves` lead to from `start`. `None` if the tables
    /// do not know all of them.
    #[must_use]
    pub fn of(tables: &Tables, usage: Usage, start: &Position, moves: &[Move]) -> Option<Self> {
        let root = Root::replay(start, moves);
        let position = &root.position;
        if position.occupied().count() as u32 > usage.men.min(tables.most_men())
            || position.castling_rights().any()
        {
            return None;
        }
        let judge = |rank: &dyn Fn(&Position, Move) -> Option<i32>| -> Option<Vec<Known>> {
            let list = position.legal_move_list();
            let known = list.iter().map(|&mv| {
                let mut after = position.clone();
                after.make(mv);
                let rank = rank(&after, mv)?;
                Some(Known { mv, rank, wdl: meaning(rank, usage.fifty_moves) })
            });
            known.collect()
        };
        let by_dtz = judge(&|after, _| root.rank_by_dtz(tables, after));
        let (moves, source) = match by_dtz {
            Some(moves) => (moves, Source::Dtz),
            None => (judge(&|after, _| root.rank_by_wdl(tables, after))?, Source::Wdl),
        };
        Some(Self { moves, source })
    }

    /// The moves of the highest rank among those given.
    #[must_use]
    pub fn best_of(&self, moves: &[Move]) -> Vec<Move> {
        let among: Vec<&Known> = self.moves.iter().filter(|known| moves.contains(&known.mv)).collect();
        let best = among.iter().map(|known| known.rank).max();
        among.into_iter().filter(|known| Some(known.rank) == best).map(|known| known.mv).collect()
    }

    /// What is known of a move.
    #[must_use]
    pub fn get(&self, mv: Move) -> Option<&Known> {
        self.moves.iter().find(|known| known.mv == mv)
    }
}

/// What a rank comes to under the fifty-move rule, or without it.
const fn meaning(rank: i32, fifty_moves: bool) -> Wdl {
    let bound = if fifty_moves { WINNING } else { 1 };
    match rank {
        0 => Wdl::Draw,
        rank if rank >= bound => Wdl::Win,
        rank if rank <= -bound => Wdl::Loss,
        rank if rank > 0 => Wdl::CursedWin,
        _ => Wdl::BlessedLoss,
    }
}

/// The position whose moves are judged, and its past.
struct Root {
    position: Position,
    /// Keys since the last capture or pawn move, the current position's last.
    keys: Vec<u64>,
}

impl Root {
    fn replay(start: &Position, moves: &[Move]) -> Self {
        let mut position = start.clone();
        let mut keys = vec![position.key()];
        for &mv in moves {
            position.make(mv);
            if position.halfmove_clock() == 0 {
                keys.clear();
            }
            keys.push(position.key());
        }
        Self { position, keys }
    }

    fn occurrences(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&earlier| earlier == key).count()
    }

    /// True if some position has come back since the last capture or pawn move.
    fn has_repeated(&self) -> bool {
        self.keys.iter().any(|&key| self.occurrences(key) > 1)
    }

    /// The rank of the move that led to `after` (Stockfish's order): every move that wins in time is
    /// as good as another, until a position comes back; then the shortest way counts.
    fn rank_by_dtz(&self, tables: &Tables, after: &Position) -> Option<i32> {
        let dtz = self.dtz_of_move(tables, after)?;
        let clock = self.position.halfmove_clock() as i32;
        Some(if dtz > 0 {
            let in_time = dtz + clock < 100;
            if in_time && !self.has_repeated() { BEST } else { (BEST - dtz - clock).max(1) }
        } else if dtz < 0 {
            // A loss that takes long may yet be saved by the fifty-move rule.
            if clock - 2 * dtz < 100 { -BEST } else { (clock - dtz - BEST).min(-1) }
        } else {
            0
        })
    }

    /// Half-moves from before the move to the next capture or pawn move, by the sign for whom.
    fn dtz_of_move(&self, tables: &Tables, after: &Position) -> Option<i32> {
        if after.in_check() && after.has_no_legal_moves() {
            return Some(1);
        }
        if after.halfmove_clock() == 0 {
            return Some(match -tables.wdl(after)? {
                Wdl::Win => 1,
                Wdl::CursedWin => 101,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -101,
                Wdl::Loss => -1,
            });
        }
        if self.occurrences(after.key()) >= 2 {
            return Some(0); // its third time
        }
        let dtz = -tables.dtz(after)?;
        Some(dtz + dtz.signum())
    }

    fn rank_by_wdl(&self, tables: &Tables, after: &Position) -> Option<i32> {
        if after.halfmove_clock() > 0 && self.occurrences(after.key()) >= 2 {
            return Some(0);
        }
        Some(match -tables.wdl(after)? {
            Wdl::Win => BEST,
            Wdl::CursedWin => WINNING - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 1 - WINNING,
            Wdl::Loss => -BEST,
        })
    }
}
