//! The key of a position in a Polyglot book.

use super::random::RANDOM;
use crate::chess::{Color, Position, Square, Wing};

/// Where the castling rights begin in the table of random numbers, after 12 × 64 men.
const CASTLING: usize = 768;
/// Where the en-passant files begin.
const EN_PASSANT: usize = 772;
/// The number for White to move.
const TURN: usize = 780;

/// The key of the Polyglot format, computed from the men, the rights and the turn.
///
/// The en-passant file counts only if a pawn of the side to move stands beside the pawn just
/// pushed, pinned or not. In Chess960 a right counts as that of its wing.
///
/// ```
/// use mangoac::{book::polyglot_key, chess::Position};
/// assert_eq!(polyglot_key(&Position::startpos()), 0x463b_9618_1691_fc9c);
/// ```
#[must_use]
pub fn polyglot_key(position: &Position) -> u64 {
    let men = Square::ALL.into_iter().filter_map(|square| {
        // Black before White, pawn to king: black pawn 0, white pawn 1, black knight 2, …
        let piece = position.piece_at(square)?;
        let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
        Some(RANDOM[64 * kind + square.index()])
    });
    let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
    let castling = rights.enumerate().filter_map(|(index, (color, wing))| {
        position.castling_rook(color, wing).map(|_| RANDOM[CASTLING + index])
    });
    let en_passant = position
        .jumped_square()
        .filter(|_| position.en_passant_capturers().any())
        .map(|square| RANDOM[EN_PASSANT + square.file().index()]);
    let turn = (position.side_to_move() == Color::White).then(|| RANDOM[TURN]);
    men.chain(castling).chain(en_passant).chain(turn).fold(0, |key, number| key ^ number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;

    /// The examples of the format's description.
    const EXAMPLES: [(&str, u64); 9] = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn keys_are_those_of_the_format() {
        for (moves, key) in EXAMPLES {
            let mut game = Game::default();
            for text in moves.split_whitespace() {
                game.play_text(text).unwrap();
            }
            assert_eq!(polyglot_key(game.position()), key, "{moves}");
        }
    }

    #[test]
    fn a_pinned_neighbour_counts_and_none_does_not() {
        let key = |fen: &str| polyglot_key(&Position::from_fen(fen).unwrap());
        let beside = "8/8/8/K2pP2r/8/8/8/4k3 w - ";
        assert_ne!(key(&format!("{beside}d6 0 1")), key(&format!("{beside}- 0 1")));
        let alone = "8/8/8/K2p3r/8/8/8/4k3 w - ";
        assert_eq!(key(&format!("{alone}d6 0 1")), key(&format!("{alone}- 0 1")));
    }
}
