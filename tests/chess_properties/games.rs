//! Random games from every kind of start.

use std::collections::HashMap;

use mangoac::chess::{CastlingLetters, CastlingMode, Move, MoveCode, Position};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{EnPassantMode, Position as _};

use crate::checks::{
    check_fen_round_trip, check_foreign_moves, check_null_move, check_uci_round_trip, cozy_board, cozy_moves,
    our_moves, shakmaty_moves, shakmaty_position,
};
use crate::{config, starts};

/// One game, played on three boards at once.
struct Game {
    ours: Position,
    shakmaty: shakmaty::Chess,
    cozy: cozy_chess::Board,
}

impl Game {
    fn new(fen: &str) -> Self {
        Self {
            ours: Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
            shakmaty: shakmaty_position(fen).unwrap_or_else(|| panic!("shakmaty: {fen}")),
            cozy: cozy_board(fen).unwrap_or_else(|| panic!("cozy-chess: {fen}")),
        }
    }

    /// Plays the chosen one of the legal moves; false if there is none.
    fn step(&mut self, choice: u16) -> bool {
        let list = self.ours.legal_move_list();
        if list.is_empty() {
            return false;
        }
        let mv = list[choice as usize % list.len()];
        let text = self.ours.uci(mv, CastlingMode::Chess960).to_string();
        self.ours.make(mv);
        let theirs: shakmaty::uci::UciMove = text.parse().unwrap();
        self.shakmaty.play_unchecked(theirs.to_move(&self.shakmaty).unwrap());
        self.cozy.play(text.parse().unwrap());
        true
    }
}

/// Plays a game and looks at it after each move.
fn play(fen: &str, choices: &[u16], mut look: impl FnMut(&Game)) {
    let mut game = Game::new(fen);
    look(&game);
    for &choice in choices {
        if !game.step(choice) {
            break;
        }
        look(&game);
    }
}

/// The text is shakmaty's, and reading it gives the move.
fn check_san(game: &Game) {
    let theirs: HashMap<String, String> = game
        .shakmaty
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let word = SanPlus::from_move(game.shakmaty.clone(), mv).to_string();
            (mv.to_uci(shakmaty::CastlingMode::Chess960).to_string(), word)
        })
        .collect();
    for &mv in game.ours.legal_move_list().iter() {
        let san = game.ours.san(mv);
        assert_eq!(theirs.get(&game.ours.uci(mv, CastlingMode::Chess960).to_string()), Some(&san));
        assert_eq!(game.ours.resolve_san(&san), Ok(mv), "{:?} {san}", game.ours);
    }
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn games_have_the_moves_and_fens_of_other_libraries(
        fen in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        play(&fen, &choices, |game| {
            let ours = our_moves(&game.ours);
            assert_eq!(ours, shakmaty_moves(&game.shakmaty), "{:?}", game.ours);
            assert_eq!(ours, cozy_moves(&game.cozy), "{:?}", game.ours);
            let theirs = Fen::from_position(&game.shakmaty, EnPassantMode::Legal).to_string();
            assert_eq!(game.ours.fen(), theirs);
            assert_eq!(game.ours.is_insufficient_material(), game.shakmaty.is_insufficient_material());
            assert_eq!(game.ours.in_check(), game.shakmaty.is_check());
            check_fen_round_trip(&game.ours);
        });
    }

    #[test]
    fn games_can_be_written_and_read(
        fen in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        play(&fen, &choices, |game| {
            check_uci_round_trip(&game.ours);
            check_san(game);
        });
    }

    #[test]
    fn keys_tell_positions_apart_and_nothing_else(
        fen in starts(),
        choices in prop::collection::vec(0..4_u16, 0..300),
    ) {
        // Few choices make the men shuffle and positions come back.
        let (mut by_text, mut by_key) = (HashMap::new(), HashMap::new());
        play(&fen, &choices, |game| {
            let position = &game.ours;
            assert_eq!(*position.state(), position.state_from_scratch());
            let text = position.fen_with(CastlingLetters::Shredder);
            let text = text.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
            let key = position.key();
            assert_eq!(*by_text.entry(text.clone()).or_insert(key), key, "{text}");
            assert_eq!(*by_key.entry(key).or_insert_with(|| text.clone()), text);
        });
    }

    #[test]
    fn keys_behind_ordinary_moves_are_guessed(
        fen in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        play(&fen, &choices, |game| {
            for &mv in game.ours.legal_move_list().iter() {
                let mut after = game.ours.clone();
                after.make(mv);
                let special = matches!(mv.code(), MoveCode::DoublePush | MoveCode::EnPassant) || mv.is_castling();
                if !special && after.castling_rights() == game.ours.castling_rights() {
                    assert_eq!(game.ours.likely_key_after(mv), after.key(), "{mv:?} in {:?}", game.ours);
                }
            }
        });
    }

    #[test]
    fn moves_of_any_origin_are_judged_rightly(
        fen in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        bits in prop::collection::vec(any::<u32>(), 64),
    ) {
        let mut earlier: Vec<Move> = Vec::new();
        play(&fen, &choices, |game| {
            check_foreign_moves(&game.ours, earlier.iter().copied());
            check_foreign_moves(&game.ours, bits.iter().map(|&bits| Move::from_bits(bits)));
            check_null_move(&game.ours);
            earlier.extend(game.ours.legal_move_list().iter());
        });
    }
}
