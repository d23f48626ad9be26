//! Principal variations in a triangular array.

use crate::chess::Move;

/// One row for each ply; a row is never cleared, only shortened (§3.1).
pub(super) struct PvTable {
    rows: Vec<Vec<Move>>,
    /// One past the last valid move of each row.
    ends: Vec<usize>,
}

impl PvTable {
    pub fn new(plies: usize) -> Self {
        Self { rows: vec![vec![Move::NONE; plies]; plies], ends: vec![0; plies] }
    }

    /// Forgets everything, leftovers too.
    pub fn clear(&mut self) {
        for row in &mut self.rows {
            row.fill(Move::NONE);
        }
        self.ends.fill(0);
    }

    /// Puts a line to follow into the root's row.
    pub fn seed(&mut self, line: &[Move]) {
        self.rows[0].fill(Move::NONE);
        self.rows[0][..line.len()].copy_from_slice(line);
        self.ends[0] = line.len();
    }

    /// Begins the row of a node.
    #[inline(always)]
    pub fn begin(&mut self, ply: usize) {
        self.ends[ply] = ply;
    }

    /// The row becomes a move and the row of the ply below.
    #[inline(always)]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let end = self.ends[ply + 1];
        let (above, below) = self.rows.split_at_mut(ply + 1);
        let row = &mut above[ply];
        row[ply] = mv;
        if end > ply + 1 {
            row[ply + 1..end].copy_from_slice(&below[0][ply + 1..end]);
        }
        self.ends[ply] = end.max(ply + 1);
    }

    /// The move in the first place of a row, perhaps a leftover of another node.
    #[inline(always)]
    pub fn first(&self, ply: usize) -> Move {
        self.rows[ply][ply]
    }

    /// The root's move at a ply, perhaps a leftover of an earlier iteration.
    #[inline(always)]
    pub fn root_move_at(&self, ply: usize) -> Move {
        self.rows[0][ply]
    }

    /// The variation from the root.
    pub fn line(&self) -> &[Move] {
        &self.rows[0][..self.ends[0]]
    }
}
