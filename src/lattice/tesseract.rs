//! Tesseract: chess on 5×5×5×5, with the geometry, men and two kinds of pawn of the published article.
//!
//! Axes: x, y, z, w. The article gives the geometry, the men, the example pawn on (2, 2, 1, 3), 226 legal moves at the
//! start and the mobility sums, but not the cells of the army. The start below is a reconstruction that meets all of
//! these; the article's perft(3) of 11,661,294 it does not meet (ours is 11,582,428), and neither did any other
//! arrangement tried. It is one table, so that it can be changed.

use super::game::{Game, Level, Notation, PawnRule, Rules, Start};
use super::piece::Kind;
use std::time::Duration;

/// The game.
pub static TESSERACT: Game<4> = Game::new(Rules {
    name: "tesseract",
    letters: &[
        (Kind::King, 'K'),
        (Kind::Queen, 'Q'),
        (Kind::Rook, 'R'),
        (Kind::Bishop, 'B'),
        (Kind::Knight, 'N'),
        (Kind::Unicorn, 'U'),
        (Kind::Dragon, 'D'),
        (Kind::Pawn, 'Y'),
        (Kind::PawnW, 'W'),
    ],
    promotions: &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Unicorn, Kind::Dragon],
    pawns: &[
        PawnRule {
            kind: Kind::Pawn,
            pushes: &[[0, 1, 0, 0]],
            captures: &[[-1, 1, 0, 0], [1, 1, 0, 0], [0, 1, -1, 0], [0, 1, 1, 0]],
            advances: &[1],
            aside: &[0, 2],
            double_step: Some(1),
        },
        PawnRule {
            kind: Kind::PawnW,
            pushes: &[[0, 0, 0, 1]],
            captures: &[[-1, 0, 0, 1], [1, 0, 0, 1], [0, 0, -1, 1], [0, 0, 1, 1]],
            advances: &[3],
            aside: &[0, 2],
            double_step: Some(3),
        },
    ],
    notation: Notation::Digits,
    // In four dimensions something hangs everywhere: sequences of unrelated captures would never end.
    free_captures: 2,
    levels: &[
        level(1, "novice", 2, 60, 300),
        level(2, "player", 3, 400, 40),
        level(3, "expert", 5, 1200, 0),
        level(4, "master", 64, 3500, 0),
    ],
});

const fn level(number: u8, name: &'static str, depth: u8, millis: u64, noise: u16) -> Level {
    Level { number, name, depth, time: Duration::from_millis(millis), noise, table: 16 }
}

/// The normal army: 32 men a side.
pub static NORMAL: Start<4> = Start { name: "tesseract", game: &TESSERACT, army: || army(&[1, 3]) };

/// The light army: 22 men a side.
pub static LIGHT: Start<4> = Start { name: "tesseract-light", game: &TESSERACT, army: || army(&[2]) };

/// The dense army: 42 men a side.
pub static DENSE: Start<4> = Start { name: "tesseract-dense", game: &TESSERACT, army: || army(&[1, 2, 3]) };

/// The plate y = 1, w = 1: rows z = 1, 2, 3, columns x = 1 … 5.
const PLATE: [[Option<Kind>; 5]; 3] = {
    use Kind::{Bishop, Dragon, King, Knight, Queen, Rook, Unicorn};
    [
        [Some(Rook), Some(Knight), Some(King), Some(Knight), Some(Rook)],
        [Some(Unicorn), Some(Bishop), Some(Queen), Some(Bishop), Some(Unicorn)],
        [None, Some(Dragon), None, Some(Dragon), None],
    ]
};

/// The plate and the pawns: Y-pawns on (x, 2, z, 3), W-pawns on (x, 3, z, 2), for all z and the x of the band.
fn army(band: &[u8]) -> Vec<(Kind, [u8; 4])> {
    let mut men = Vec::new();
    for (z, row) in (0..).zip(PLATE) {
        for (x, kind) in (0..).zip(row) {
            men.extend(kind.map(|kind| (kind, [x, 0, z, 0])));
        }
    }
    for &x in band {
        for z in 0..5 {
            men.push((Kind::Pawn, [x, 1, z, 2]));
            men.push((Kind::PawnW, [x, 2, z, 1]));
        }
    }
    men
}
