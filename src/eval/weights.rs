//! All figures of the evaluation, in centipawns unless said otherwise (engine-behaviour §2).
//!
//! They are those of the 2012 engine, which took its piece-square tables, imbalance and king
//! safety from the open engines of its day. Nothing here is style-dependent: the styles differ in
//! how the figures are applied.

/// A piece-square table for both colours, by colour and square.
pub type ColoredTable = [[i16; 64]; 2];

/// Turns a board drawn from White's side (rank 8 first) into a table for both colours; Black's
/// squares are White's mirrored top to bottom.
const fn colored(drawing: [i16; 64]) -> ColoredTable {
    [absolute(drawing), drawing]
}

/// Turns a board drawn from White's side into a table by square.
const fn absolute(drawing: [i16; 64]) -> [i16; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = drawing[square ^ 56];
        square += 1;
    }
    table
}

/// Value of pawn, knight, bishop, rook, queen, king; the king's is used only for ordering and
/// exchanges.
pub const VALUE: [i32; 6] = [100, 325, 340, 500, 975, 9750];

/// Weight of each kind in the game phase of a colour, which is at most [`MAX_PHASE`].
pub const PHASE: [i32; 6] = [0, 3, 3, 5, 9, 0];
/// Upper limit of a colour's phase.
pub const MAX_PHASE: i32 = 31;

/// A value beyond the window by more than this is returned from material alone (§2.2 step 2).
pub const LAZY_MATERIAL_MARGIN: i32 = 324;
/// Margin of the second lazy exit when a king is in danger; the phase is added (§2.2 step 7).
pub const LAZY_MARGIN_IN_DANGER: i32 = 114;
/// Margin of the second lazy exit otherwise.
pub const LAZY_MARGIN: i32 = 102;

/// Right to move: middlegame, endgame.
pub const TEMPO: (i32, i32) = (5, 8);
/// Two bishops of any colours.
pub const BISHOP_PAIR: (i32, i32) = (38, 56);
/// A bishop when a side has one minor piece only and pawns stand on both wings, by the number of
/// pawns on the board.
pub const LONE_MINOR_BISHOP: [i32; 17] = [0, 40, 40, 35, 30, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1];
/// The largest difference the imbalance table knows.
pub const IMBALANCE_LIMIT: i32 = 4;
/// Imbalance by difference of majors (queen 2, rook 1) and of minors, each −4 to 4.
#[rustfmt::skip]
pub static IMBALANCE: [[i16; 9]; 9] = [
    [-126, -126, -126, -126, -126, -126, -126, -126,  -42],
    [-126, -126, -126, -126, -126, -126, -126,  -42,   42],
    [-126, -126, -126, -126, -126, -126,  -42,   42,   84],
    [-126, -126, -126, -126, -104,  -42,   42,   84,  126],
    [-126, -126, -126,  -88,    0,   88,  126,  126,  126],
    [-126,  -84,  -42,   42,  104,  126,  126,  126,  126],
    [ -84,  -42,   42,  126,  126,  126,  126,  126,  126],
    [ -42,   42,  126,  126,  126,  126,  126,  126,  126],
    [  42,  126,  126,  126,  126,  126,  126,  126,  126],
];
/// A mate drive takes this off for each step between the kings beyond three.
pub const MATE_DRIVE_STEP: i32 = 10;

/// No own pawn on an adjacent file.
pub const ISOLATED: (i32, i32) = (-18, -21);
/// An isolated pawn with no enemy pawn on its file.
pub const ISOLATED_OPEN: (i32, i32) = (-9, -10);
/// No own pawn can come to its defence.
pub const WEAK: (i32, i32) = (-8, -18);
/// A weak pawn with no enemy pawn on its file.
pub const WEAK_OPEN: (i32, i32) = (-4, 0);
/// Another own pawn on the same file.
pub const DOUBLED: (i32, i32) = (-5, -6);
/// An own pawn beside it, or one rank ahead or behind on an adjacent file.
pub const DUO: (i32, i32) = (4, 8);
/// A pawn on the sixth, blocked by a pawn that a neighbour can lever away.
pub const HIDDEN_PASSER: (i32, i32) = (0, 40);
/// Candidate passer by relative rank 1 to 8, middlegame and endgame.
pub const CANDIDATE: [(i32, i32); 8] = [(4, 9), (4, 9), (8, 16), (16, 32), (36, 48), (0, 0), (0, 0), (0, 0)];

/// Passed pawn by relative rank 1 to 8, before the percentages.
pub const PASSED: [i32; 8] = [0, 3, 3, 15, 35, 60, 100, 0];
/// What a step between the kings and the square ahead of a passer is worth, by relative rank.
pub const PASSED_KING_STEP: [i32; 8] = [0, 0, 0, 2, 7, 19, 31, 0];
/// Percentages of [`PASSED`] to begin with.
pub const PASSED_BASE: (i32, i32) = (200, 220);
/// Percentages for an own pawn adjacent.
pub const PASSED_SUPPORTED: (i32, i32) = (20, 65);
/// Percentages for an own rook behind; taken off for an enemy rook.
pub const PASSED_ROOK_BEHIND: (i32, i32) = (20, 60);
/// Percentages when anything stands ahead on the file.
pub const PASSED_WAY_OBSTRUCTED: (i32, i32) = (0, -25);
/// Percentages when an enemy man stands right ahead.
pub const PASSED_BLOCKED_BY_ENEMY: (i32, i32) = (-95, -70);
/// Percentages when an own man stands right ahead.
pub const PASSED_BLOCKED_BY_OWN: (i32, i32) = (-45, -20);
/// Percentages when the way is free and the enemy king is inside the square.
pub const PASSED_FREE_CAUGHT: (i32, i32) = (0, 25);
/// Percentages when the way is free and the enemy king is outside the square.
pub const PASSED_FREE: (i32, i32) = (0, 40);
/// A passer further out than all enemy pawns.
pub const OUTSIDE_PASSER: (i32, i32) = (20, 60);

/// A pawn that promotes by force (endgame).
pub const RACE_WON: i32 = 525;
/// A race is worth this more for each step fewer than [`RACE_PAR`].
pub const RACE_STEP: i32 = 10;
/// The length of a race that earns exactly [`RACE_WON`].
pub const RACE_PAR: i32 = 5;

/// Knight or bishop before the c-pawn of a queen's-pawn centre (middlegame).
pub const BLOCKED_C_PAWN: i32 = -12;
/// Not castled, with both rights or none (middlegame); threefold if the enemy has a queen.
pub const UNCASTLED: i32 = -20;
/// Not castled, with one right left.
pub const UNCASTLED_ONE_RIGHT: i32 = -10;
/// Multiplier of the two when the enemy has a queen.
pub const UNCASTLED_QUEEN_FACTOR: i32 = 3;

/// A knight by the number of own pawns.
pub const KNIGHT_PAWNS: [i16; 9] = [-20, -16, -12, -8, -4, 0, 4, 8, 12];
/// A rook by the number of own pawns.
pub const ROOK_PAWNS: [i16; 9] = [15, 12, 9, 6, 3, 0, -3, -6, -9];
/// A knight by the squares it may go to.
pub const KNIGHT_MOBILITY: [i16; 9] = [-10, -4, 2, 8, 14, 18, 22, 24, 25];
/// A bishop by the squares it may go to.
pub const BISHOP_MOBILITY: [i16; 16] = [-20, -10, 0, 10, 20, 30, 38, 44, 48, 52, 54, 57, 58, 59, 60, 60];
/// A rook by the squares it may go to, middlegame.
pub const ROOK_MOBILITY_MG: [i16; 16] = [-12, -8, -4, 0, 4, 8, 11, 14, 16, 18, 19, 20, 21, 22, 23, 24];
/// A rook by the squares it may go to, endgame.
pub const ROOK_MOBILITY_EG: [i16; 16] = [-20, -12, -4, 4, 12, 20, 28, 36, 44, 50, 54, 56, 57, 58, 59, 60];
/// A queen by the squares it may go to, middlegame; the last entry holds for more.
pub const QUEEN_MOBILITY_MG: [i16; 16] = [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 13, 14, 15, 16];
/// A queen by the squares it may go to, endgame; the last entry holds for more.
pub const QUEEN_MOBILITY_EG: [i16; 16] = [-20, -15, -10, -5, 0, 5, 10, 15, 19, 23, 27, 29, 30, 30, 30, 30];

/// A bishop when pawns stand on both wings.
pub const BISHOP_BOTH_WINGS: (i32, i32) = (18, 36);
/// A bishop on a7 or h7 shut in by a pawn.
pub const BISHOP_TRAPPED: i32 = -174;
/// A rook on a file without pawns.
pub const ROOK_OPEN_FILE: (i32, i32) = (35, 20);
/// A rook on a file without own pawns.
pub const ROOK_HALF_OPEN_FILE: (i32, i32) = (10, 10);
/// A rook shut in beside its own king.
pub const ROOK_TRAPPED: i32 = -60;
/// A rook on the seventh rank.
pub const ROOK_SEVENTH: (i32, i32) = (25, 35);
/// A queen's nearness to the enemy king, less the files and ranks between them.
pub const QUEEN_NEARNESS: i32 = 8;

/// Attack units of a knight by distance to the enemy king.
pub const KNIGHT_UNITS: [u8; 8] = [0, 3, 3, 2, 1, 0, 0, 0];
/// Attack units of a bishop.
pub const BISHOP_UNITS: [u8; 8] = [0, 2, 2, 1, 0, 0, 0, 0];
/// Attack units of a rook.
pub const ROOK_UNITS: [u8; 8] = [0, 4, 3, 2, 1, 1, 1, 1];
/// Attack units of a queen.
pub const QUEEN_UNITS: [u8; 8] = [0, 6, 5, 4, 3, 2, 2, 2];

/// Shelter defects of a file without any pawn, a to h.
pub const DEFECT_OPEN_FILE: [u8; 8] = [6, 5, 4, 4, 4, 4, 5, 6];
/// Shelter defects of a file without own pawns; half of it for one without enemy pawns.
pub const DEFECT_NO_PAWN: [u8; 8] = [4, 4, 3, 3, 3, 3, 4, 4];
/// Shelter defects of an enemy pawn by its distance from the king's back rank, 0 to 7.
pub const DEFECT_STORM: [u8; 8] = [0, 0, 3, 2, 1, 0, 0, 0];
/// Fewest shelter defects of a king that has not castled.
pub const DEFECTS_UNCASTLED: u8 = 3;

/// How defects weigh: percent over 100 for each.
const DEFECT_WEIGHT: i32 = 7;
/// How attack units weigh: percent over 100.
const UNIT_WEIGHT: [i32; 16] = [0, 1, 2, 3, 4, 5, 11, 20, 32, 47, 65, 86, 110, 137, 167, 200];
/// The scale of king safety.
const KING_SAFETY_SCALE: i32 = 180;

/// What a king loses in the middlegame, by shelter defects and attack units, each 0 to 15.
pub static KING_SAFETY: [[i16; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut defects = 0;
    while defects < 16 {
        let mut units = 0;
        while units < 16 {
            let product = (DEFECT_WEIGHT * defects as i32 + 100) * (UNIT_WEIGHT[units] + 100) / 100;
            table[defects][units] = (KING_SAFETY_SCALE * (product - 100) / 100) as i16;
            units += 1;
        }
        defects += 1;
    }
    table
};

/// A pinned pawn (nothing), knight, bishop, rook, queen.
pub const PINNED: [i32; 5] = [0, 30, 30, 50, 90];
/// A piece attacked and not defended by a pawn; counted for one side and against the other.
pub const HANGING: i32 = 20;

/// Pawn, both phases.
#[rustfmt::skip]
pub static PAWN: ColoredTable = colored([
     0,  0,  0,  0,  0,  0,  0,  0,
     5, 10, 15, 20, 20, 15, 10,  5,
     4,  8, 12, 16, 16, 12,  8,  4,
     3,  6,  9, 12, 12,  9,  6,  3,
     2,  4,  6,  8,  8,  6,  4,  2,
     1,  2,  3,  4,  4,  3,  2,  1,
     0,  0,  0, -5, -5,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
]);

/// Knight, middlegame.
#[rustfmt::skip]
pub static KNIGHT_MG: ColoredTable = colored([
    -135,  -25,  -15,  -10,  -10,  -15,  -25, -135,
     -20,  -10,    0,    5,    5,    0,  -10,  -20,
      -5,    5,   15,   20,   20,   15,    5,   -5,
      -5,    5,   15,   20,   20,   15,    5,   -5,
     -10,    0,   10,   15,   15,   10,    0,  -10,
     -20,  -10,    0,    5,    5,    0,  -10,  -20,
     -35,  -25,  -15,  -10,  -10,  -15,  -25,  -35,
     -50,  -40,  -30,  -25,  -25,  -30,  -40,  -50,
]);

/// Knight, endgame.
#[rustfmt::skip]
pub static KNIGHT_EG: ColoredTable = colored([
    -40, -30, -20, -15, -15, -20, -30, -40,
    -30, -20, -10,  -5,  -5, -10, -20, -30,
    -20, -10,   0,   5,   5,   0, -10, -20,
    -15,  -5,   5,  10,  10,   5,  -5, -15,
    -15,  -5,   5,  10,  10,   5,  -5, -15,
    -20, -10,   0,   5,   5,   0, -10, -20,
    -30, -20, -10,  -5,  -5, -10, -20, -30,
    -40, -30, -20, -15, -15, -20, -30, -40,
]);

/// Bishop, middlegame.
#[rustfmt::skip]
pub static BISHOP_MG: ColoredTable = colored([
     -8,  -8,  -6,  -4,  -4,  -6,  -8,  -8,
     -8,   0,  -2,   0,   0,  -2,   0,  -8,
     -6,  -2,   4,   2,   2,   4,  -2,  -6,
     -4,   0,   2,   8,   8,   2,   0,  -4,
     -4,   0,   2,   8,   8,   2,   0,  -4,
     -6,  -2,   4,   2,   2,   4,  -2,  -6,
     -8,   0,  -2,   0,   0,  -2,   0,  -8,
    -18, -18, -16, -14, -14, -16, -18, -18,
]);

/// Bishop, endgame.
#[rustfmt::skip]
pub static BISHOP_EG: ColoredTable = colored([
    -18, -12,  -9,  -6,  -6,  -9, -12, -18,
    -12,  -6,  -3,   0,   0,  -3,  -6, -12,
     -9,  -3,   0,   3,   3,   0,  -3,  -9,
     -6,   0,   3,   6,   6,   3,   0,  -6,
     -6,   0,   3,   6,   6,   3,   0,  -6,
     -9,  -3,   0,   3,   3,   0,  -3,  -9,
    -12,  -6,  -3,   0,   0,  -3,  -6, -12,
    -18, -12,  -9,  -6,  -6,  -9, -12, -18,
]);

/// Rook, both phases.
#[rustfmt::skip]
pub static ROOK: ColoredTable = colored([
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
    -6, -3,  0,  3,  3,  0, -3, -6,
]);

/// Queen, middlegame.
#[rustfmt::skip]
pub static QUEEN_MG: ColoredTable = colored([
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
    -5, -5, -5, -5, -5, -5, -5, -5,
]);

/// Queen, endgame.
#[rustfmt::skip]
pub static QUEEN_EG: ColoredTable = colored([
    -24, -16, -12,  -8,  -8, -12, -16, -24,
    -16,  -8,  -4,   0,   0,  -4,  -8, -16,
    -12,  -4,   0,   4,   4,   0,  -4, -12,
     -8,   0,   4,   8,   8,   4,   0,  -8,
     -8,   0,   4,   8,   8,   4,   0,  -8,
    -12,  -4,   0,   4,   4,   0,  -4, -12,
    -16,  -8,  -4,   0,   0,  -4,  -8, -16,
    -24, -16, -12,  -8,  -8, -12, -16, -24,
]);

/// King, endgame, pawns on both wings.
#[rustfmt::skip]
pub static KING_BOTH_WINGS: ColoredTable = colored([
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -10, -10, -10, -10, -10, -10, -40,
    -40, -10,  60,  60,  60,  60, -10, -40,
    -40, -10,  60,  60,  60,  60, -10, -40,
    -40, -10,  40,  40,  40,  40, -10, -40,
    -40, -10,  20,  20,  20,  20, -10, -40,
    -40, -10, -10, -10, -10, -10, -10, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
]);

/// King, endgame, all pawns on files e–h.
#[rustfmt::skip]
pub static KING_E_TO_H: ColoredTable = colored([
    -60, -40, -20, -20, -20, -20, -20, -20,
    -60, -40, -20,  20,  40,  40,  40,  40,
    -60, -40, -20,  20,  60,  60,  60,  40,
    -60, -40, -20,  20,  60,  60,  60,  40,
    -60, -40, -20,  20,  40,  40,  40,  40,
    -60, -40, -20,  20,  20,  20,  20,  20,
    -60, -40, -20,   0,   0,   0,   0,   0,
    -60, -40, -20, -20, -20, -20, -20, -20,
]);

/// King, endgame, all pawns on files a–d (ranks as they are in the 2012 engine, §8.2.8).
#[rustfmt::skip]
pub static KING_A_TO_D: ColoredTable = colored([
    -20, -20, -20, -20, -20, -20, -40, -60,
      0,   0,   0,   0,   0, -20, -40, -60,
     20,  20,  20,  20,  20, -20, -40, -60,
     40,  40,  40,  40,  20, -20, -40, -60,
     40,  60,  60,  60,  20, -20, -40, -60,
     40,  60,  60,  60,  20, -20, -40, -60,
     40,  40,  40,  40,  20, -20, -40, -60,
    -20, -20, -20, -20, -20, -20, -40, -60,
]);

/// Knight on an outpost.
#[rustfmt::skip]
pub static KNIGHT_OUTPOST: ColoredTable = colored([
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 4, 4, 4, 4, 1, 0,
    0, 2, 6, 8, 8, 6, 2, 0,
    0, 1, 4, 4, 4, 4, 1, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
]);

/// Bishop on an outpost; −1 marks the squares where it may be trapped.
#[rustfmt::skip]
pub static BISHOP_OUTPOST: ColoredTable = colored([
     0,  0,  0,  0,  0,  0,  0,  0,
    -1,  0,  0,  0,  0,  0,  0, -1,
     0,  0,  1,  1,  1,  1,  0,  0,
     0,  1,  3,  3,  3,  3,  1,  0,
     0,  3,  5,  5,  5,  5,  3,  0,
     0,  1,  2,  2,  2,  2,  1,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0,
]);

/// Weaker king's square when there are no pawns, whatever its colour.
#[rustfmt::skip]
pub static MATE_DRIVE: [i16; 64] = absolute([
    200, 180, 160, 140, 140, 160, 180, 200,
    180, 160, 140, 120, 120, 140, 160, 180,
    160, 140, 120, 100, 100, 120, 140, 160,
    140, 120, 100, 100, 100, 100, 120, 140,
    140, 120, 100, 100, 100, 100, 120, 140,
    160, 140, 120, 100, 100, 120, 140, 160,
    180, 160, 140, 120, 120, 140, 160, 180,
    200, 180, 160, 140, 140, 160, 180, 200,
]);

/// Weaker king's square against bishop and knight, bishop on dark squares.
#[rustfmt::skip]
pub static KBN_DARK: [i16; 64] = absolute([
    30, 40, 50, 60, 70, 80, 90, 99,
    40, 30, 40, 50, 60, 70, 80, 90,
    50, 40, 30, 40, 50, 60, 70, 80,
    60, 50, 40, 30, 40, 50, 60, 70,
    70, 60, 50, 40, 30, 40, 50, 60,
    80, 70, 60, 50, 40, 30, 40, 50,
    90, 80, 70, 60, 50, 40, 30, 40,
    99, 90, 80, 70, 60, 50, 40, 30,
]);

/// Weaker king's square against bishop and knight, bishop on light squares.
#[rustfmt::skip]
pub static KBN_LIGHT: [i16; 64] = absolute([
    99, 90, 80, 70, 60, 50, 40, 30,
    90, 80, 70, 60, 50, 40, 30, 40,
    80, 70, 60, 50, 40, 30, 40, 50,
    70, 60, 50, 40, 30, 40, 50, 60,
    60, 50, 40, 30, 40, 50, 60, 70,
    50, 40, 30, 40, 50, 60, 70, 80,
    40, 30, 40, 50, 60, 70, 80, 90,
    30, 40, 50, 60, 70, 80, 90, 99,
]);

#[cfg(test)]
mod tests {
    use super::*;

    /// The king-safety table as the 2012 engine holds it (§2.12).
    #[rustfmt::skip]
    const PRINTED: [[i16; 16]; 16] = [
        [  0,   1,   3,   5,   7,   9,  19,  36,  57,  84, 117, 154, 198, 246, 300, 360],
        [ 12,  14,  16,  18,  19,  21,  32,  50,  73, 102, 136, 178, 223, 275, 333, 397],
        [ 25,  27,  28,  30,  32,  34,  46,  64,  90, 120, 158, 201, 250, 306, 367, 435],
        [ 37,  39,  41,  43,  45,  48,  61,  81, 106, 138, 178, 225, 277, 334, 401, 473],
        [ 50,  52,  54,  55,  59,  61,  75,  95, 122, 158, 199, 248, 302, 365, 433, 511],
        [ 63,  64,  66,  70,  72,  73,  88, 111, 140, 176, 219, 271, 329, 394, 468, 549],
        [ 75,  77,  79,  82,  84,  88, 102, 126, 156, 194, 241, 295, 356, 424, 502, 586],
        [ 88,  90,  91,  95,  97, 100, 117, 140, 172, 214, 261, 318, 381, 455, 534, 624],
        [100, 102, 106, 108, 111, 113, 131, 156, 189, 232, 282, 342, 408, 484, 568, 662],
        [113, 115, 118, 120, 124, 127, 144, 171, 207, 250, 302, 365, 435, 514, 603, 700],
        [126, 127, 131, 135, 136, 140, 158, 187, 223, 268, 324, 388, 462, 543, 635, 738],
        [138, 140, 144, 147, 151, 153, 172, 201, 239, 288, 345, 412, 487, 574, 669, 775],
        [151, 153, 156, 160, 163, 167, 187, 216, 255, 306, 365, 435, 514, 604, 703, 813],
        [163, 165, 169, 172, 176, 180, 201, 232, 273, 324, 387, 459, 541, 633, 736, 851],
        [176, 178, 181, 185, 189, 192, 214, 246, 289, 343, 406, 482, 567, 664, 770, 889],
        [189, 192, 196, 199, 203, 207, 228, 262, 306, 361, 428, 505, 594, 693, 804, 927],
    ];

    #[test]
    fn king_safety_formula_gives_the_printed_table() {
        assert_eq!(KING_SAFETY, PRINTED);
    }

    #[test]
    fn imbalance_is_antisymmetric() {
        for r in 0..9 {
            for n in 0..9 {
                assert_eq!(IMBALANCE[r][n], -IMBALANCE[8 - r][8 - n], "{r} {n}");
            }
        }
    }
}
