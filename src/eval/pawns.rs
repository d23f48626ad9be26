//! Pawn structure (§2.6) and the pawn hash table that remembers it.

use super::king::Defects;
use super::masks::{adjacent_files, file_ahead, neighbours, passed_mask};
use super::style::EvalStyle;
use super::totals::Totals;
use super::weights as w;
use crate::chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square, pawn_attacks};

/// Everything that depends on the pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    key: u64,
    /// Squares the pawns of each colour attack.
    pub attacks: [Bitboard; 2],
    totals: [[i16; 2]; 2],
    /// Files with a passed pawn of each colour, one bit a file.
    pub passed_files: [u8; 2],
    /// Files with a pawn of each colour, one bit a file.
    pub files: [u8; 2],
    /// Shelter defects of each colour.
    pub defects: [Defects; 2],
}

const _: () = assert!(size_of::<PawnEntry>() == 48);

impl PawnEntry {
    /// Adds the structure's value to the totals.
    #[inline(always)]
    pub fn add_to(&self, totals: &mut Totals) {
        for color in Color::ALL {
            let [mg, eg] = self.totals[color.index()];
            totals.add(color, (i32::from(mg), i32::from(eg)));
        }
    }

    fn compute<S: EvalStyle>(position: &Position) -> Self {
        let mut entry = Self { key: !position.pawn_key(), ..Self::default() };
        for color in Color::ALL {
            let (side, own) = (Structure::of(position, color), color.index());
            let mut score = Score { mg: 0, eg: 0 };
            let mut flags = Flags::default();
            for pawn in side.own {
                if !S::STICKY_PAWN_FLAGS {
                    flags = Flags::default();
                }
                entry.attacks[own] |= pawn_attacks(color, pawn);
                entry.files[own] |= 1 << pawn.file().index();
                if side.rate::<S>(pawn, &mut flags, &mut score) {
                    entry.passed_files[own] |= 1 << pawn.file().index();
                }
            }
            entry.totals[own] = [score.mg as i16, score.eg as i16];
            entry.defects[own] = Defects::of(position, color);
        }
        entry
    }
}

struct Score {
    mg: i32,
    eg: i32,
}

impl Score {
    fn add(&mut self, (mg, eg): (i32, i32)) {
        self.mg += mg;
        self.eg += eg;
    }
}

/// What one pawn says of itself and, in the style of 2012, of all that follow.
#[derive(Default)]
struct Flags {
    weak: bool,
    lever: bool,
}

/// Pawns seen from one colour.
struct Structure {
    color: Color,
    own: Bitboard,
    enemy: Bitboard,
    /// Squares own pawns can come to without being lost, their own squares included.
    reach: Bitboard,
}

impl Structure {
    fn of(position: &Position, color: Color) -> Self {
        let (own, enemy) = (position.men(color, PieceKind::Pawn), position.men(!color, PieceKind::Pawn));
        let mut side = Self { color, own, enemy, reach: Bitboard::EMPTY };
        for pawn in own {
            side.reach |= side.walk(pawn);
        }
        side
    }

    /// The squares a pawn can come to: until another pawn stands in the way or the next square is
    /// attacked more often than defended; never the seventh rank itself.
    fn walk(&self, pawn: Square) -> Bitboard {
        let (mut reached, mut at) = (Bitboard::EMPTY, pawn);
        while !self.is_on_seventh(at) {
            reached |= Bitboard::of(at);
            let Some(next) = self.ahead(at) else { break };
            let blocked = (self.own | self.enemy).has(next);
            if blocked || self.attackers(next) > self.defenders(next) {
                break;
            }
            at = next;
        }
        reached
    }

    fn is_on_seventh(&self, square: Square) -> bool {
        square.rank().relative_to(self.color) == Rank::Seventh
    }

    fn ahead(&self, square: Square) -> Option<Square> {
        square.offset(0, self.color.sign())
    }

    fn behind_diagonally(&self, square: Square) -> Bitboard {
        pawn_attacks(!self.color, square)
    }

    fn attackers(&self, square: Square) -> usize {
        (pawn_attacks(self.color, square) & self.enemy).count()
    }

    fn defenders(&self, square: Square) -> usize {
        (self.behind_diagonally(square) & self.own).count()
    }

    /// Rates one pawn; true if it marks its file as passed.
    fn rate<S: EvalStyle>(&self, pawn: Square, flags: &mut Flags, score: &mut Score) -> bool {
        let on_file = Bitboard::file(pawn.file());
        let isolated = (self.own & adjacent_files(pawn.file())).is_empty();
        let table = i32::from(w::PAWN[self.color.index()][pawn.index()]);
        score.add((table, table));
        let mut fight = (0, 0);
        if isolated {
            score.add(w::ISOLATED);
        } else {
            fight = self.fight_ahead::<S>(pawn, flags);
            self.rate_connected(pawn, flags, score);
        }
        self.rate_hidden_passer(pawn, score);
        if (self.enemy & on_file).any() {
            return false;
        }
        if flags.weak {
            score.add(w::WEAK_OPEN);
        }
        if isolated {
            score.add(w::ISOLATED_OPEN);
        }
        if (self.enemy & passed_mask(self.color, pawn)).is_empty() {
            return true;
        }
        if !isolated && (pawn_attacks(self.color, pawn) & self.enemy).is_empty() {
            self.rate_candidate::<S>(pawn, fight, score);
        }
        false
    }

    /// Looks for a square ahead where the pawn could trade itself. Returns the attackers and
    /// defenders of the last square looked at.
    fn fight_ahead<S: EvalStyle>(&self, pawn: Square, flags: &mut Flags) -> (usize, usize) {
        let mut fight = (0, 0);
        let mut squares = file_ahead(self.color, pawn) & self.reach;
        let from_whites_side = S::SCANS_FROM_WHITES_SIDE || self.color == Color::White;
        while let Some(square) = if from_whites_side { squares.first() } else { squares.last() } {
            squares ^= Bitboard::of(square);
            fight = (self.attackers(square), self.defenders(square));
            if fight.1 > 0 && fight.1 >= fight.0 {
                flags.lever = true;
                break;
            }
        }
        fight
    }

    fn rate_connected(&self, pawn: Square, flags: &mut Flags, score: &mut Score) {
        if !flags.lever && (self.behind_diagonally(pawn) & self.reach).is_empty() {
            flags.weak = true;
            score.add(w::WEAK);
        }
        if (self.own & Bitboard::file(pawn.file())).many() {
            score.add(w::DOUBLED);
        }
        if (self.own & neighbours(pawn)).any() {
            score.add(w::DUO);
        }
    }

    /// A pawn with no enemy pawn on its file that can fight its way past those beside it.
    fn rate_candidate<S: EvalStyle>(&self, pawn: Square, fight: (usize, usize), score: &mut Score) {
        let (mut attackers, mut supporters) = fight;
        let mut at = pawn;
        while !self.is_on_seventh(at) {
            match self.ahead(at) {
                Some(next) if !(self.own | self.enemy).has(next) => {}
                _ => break,
            }
            supporters = (self.behind_diagonally(at) & self.reach).count();
            attackers = self.attackers(at);
            if attackers > 0 {
                break;
            }
            let Some(next) = self.ahead(at) else { break };
            at = next;
        }
        let free_beyond =
            self.ahead(at).is_none_or(|beyond| (self.enemy & passed_mask(self.color, beyond)).is_empty());
        if attackers <= supporters && free_beyond {
            score.add(self.candidate_bonus::<S>(pawn));
        }
    }

    fn candidate_bonus<S: EvalStyle>(&self, pawn: Square) -> (i32, i32) {
        let rank = pawn.rank().relative_to(self.color).index();
        if self.color == Color::Black && S::BLACK_CANDIDATES_SHIFTED {
            // The old list by board rank 1 to 7 is 0 36 16 8 4 4 0: White's, begun too late.
            return if rank < 2 { (0, 0) } else { w::CANDIDATE[rank - 2] };
        }
        w::CANDIDATE[rank]
    }

    fn rate_hidden_passer(&self, pawn: Square, score: &mut Score) {
        if pawn.rank().relative_to(self.color) != Rank::Sixth
            || !self.ahead(pawn).is_some_and(|s| self.enemy.has(s))
        {
            return;
        }
        let guards = self.enemy
            & (Bitboard::rank(pawn.rank()) | Bitboard::rank(Rank::Seventh.relative_to(self.color)));
        let helped_from = |side: i32| {
            let file = |steps: i32| File::try_from_index((pawn.file() as i32 + side * steps) as usize);
            let files = [file(1), file(2)].into_iter().flatten();
            let next = files.fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file));
            let helper = pawn.offset(side, -self.color.sign());
            helper.is_some_and(|square| self.own.has(square)) && (guards & next).is_empty()
        };
        if helped_from(1) || helped_from(-1) {
            score.add(w::HIDDEN_PASSER);
        }
    }
}

/// A direct-mapped table of pawn structures. It never needs clearing: an entry is a pure function
/// of its key.
pub(super) struct PawnTable {
    entries: Vec<PawnEntry>,
}

/// Entries of the table; 384 KiB stay within a core's own cache.
const PAWN_ENTRIES: usize = 1 << 13;

impl PawnTable {
    pub fn new() -> Self {
        Self { entries: vec![PawnEntry::default(); PAWN_ENTRIES] }
    }

    /// The entry of the position's pawns, computed if need be.
    #[inline(always)]
    pub fn probe<S: EvalStyle>(&mut self, position: &Position) -> &PawnEntry {
        let key = position.pawn_key();
        let entry = &mut self.entries[key as usize & (PAWN_ENTRIES - 1)];
        // Keys are kept inverted, so that an empty entry is no position's.
        if entry.key != !key {
            *entry = PawnEntry::compute::<S>(position);
        }
        entry
    }
}
