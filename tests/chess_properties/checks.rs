//! What must hold in every position, and the same questions put to shakmaty and cozy-chess.

use std::collections::HashMap;

use mangoac::chess::{CastlingLetters, CastlingMode, Move, NullEnPassant, Position, UciMove, perft_checked};
use shakmaty::Position as _;
use shakmaty::fen::Fen;

pub fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

pub fn our_moves(position: &Position) -> Vec<String> {
    let list = position.legal_move_list();
    sorted(list.iter().map(|&mv| position.uci(mv, CastlingMode::Chess960).to_string()).collect())
}

pub fn shakmaty_moves(position: &shakmaty::Chess) -> Vec<String> {
    let text = |mv: &shakmaty::Move| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string();
    sorted(position.legal_moves().iter().map(text).collect())
}

pub fn cozy_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut words = Vec::new();
    board.generate_moves(|moves| {
        words.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    sorted(words)
}

pub fn shakmaty_position(fen: &str) -> Option<shakmaty::Chess> {
    fen.parse::<Fen>().ok()?.into_position(shakmaty::CastlingMode::Chess960).ok()
}

pub fn cozy_board(fen: &str) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(fen, true).or_else(|_| cozy_chess::Board::from_fen(fen, false)).ok()
}

/// Reading back what was written gives the same position in all that a FEN can tell.
pub fn check_fen_round_trip(position: &Position) {
    for letters in [CastlingLetters::XFen, CastlingLetters::Shredder] {
        let text = position.fen_with(letters);
        let back = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(back.fen_with(letters), text);
        assert_eq!(back.fen(), position.fen());
        let keys = |p: &Position| (p.key(), p.base_key(), p.pawn_key(), p.census());
        assert_eq!(keys(&back), keys(position), "{text}");
        assert_eq!(back.castling_rights(), position.castling_rights(), "{text}");
        assert_eq!(back.checkers(), position.checkers(), "{text}");
        assert_eq!(back.game_ply(), position.game_ply(), "{text}");
        assert_eq!(back.legal_move_list().to_vec(), position.legal_move_list().to_vec(), "{text}");
        assert!(back.is_consistent(), "{text}");
    }
}

pub fn check_uci_round_trip(position: &Position) {
    let list = position.legal_move_list();
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let mut seen = HashMap::new();
        for &mv in list.iter() {
            let text = position.uci(mv, mode).to_string();
            let read: UciMove = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(position.resolve(read), Ok(mv), "{position:?} {text} {mode:?}");
            let upper = text[..4].to_owned() + &text[4..].to_ascii_uppercase();
            assert_eq!(upper.parse(), Ok(read));
            assert_eq!(seen.insert(text, mv), None, "{position:?}: one word for two moves");
        }
    }
}

/// A move of any origin is called legal exactly if it is in the list.
pub fn check_foreign_moves(position: &Position, moves: impl IntoIterator<Item = Move>) {
    let (info, list) = (position.node_info(), position.legal_move_list());
    for mv in moves {
        let claimed = position.is_pseudo_legal(mv) && position.is_legal(mv, &info);
        assert_eq!(claimed, list.contains(&mv), "{position:?} {:#x}", mv.bits());
    }
}

pub fn check_null_move(position: &Position) {
    if position.in_check() {
        return;
    }
    for habit in [NullEnPassant::Clear, NullEnPassant::Keep] {
        let mut passed = position.clone();
        let before = passed.make_null(habit);
        assert!(passed.is_consistent(), "{position:?} {habit:?}");
        assert_ne!(passed.base_key(), position.base_key());
        assert_eq!(passed.key(), passed.base_key(), "{position:?}: nobody can capture en passant");
        let kept = position.jumped_square().filter(|_| habit == NullEnPassant::Keep);
        assert_eq!((passed.jumped_square(), passed.halfmove_clock()), (kept, 0), "{position:?} {habit:?}");
        passed.unmake_null(before);
        assert_eq!(passed, *position, "{habit:?}");
    }
}

/// All that must hold in a position from whatever source.
pub fn check_sound(position: &Position) {
    let moves = position.legal_move_list().len() as u64;
    assert_eq!(perft_checked(&mut position.clone(), 1), Ok(moves));
    check_fen_round_trip(position);
    check_uci_round_trip(position);
    check_null_move(position);
    let fen = position.fen_with(CastlingLetters::Shredder);
    if let Some(theirs) = shakmaty_position(&fen) {
        assert_eq!(our_moves(position), shakmaty_moves(&theirs), "{fen}");
        assert_eq!(position.is_insufficient_material(), theirs.is_insufficient_material(), "{fen}");
    }
    if let Some(theirs) = cozy_board(&fen) {
        assert_eq!(our_moves(position), cozy_moves(&theirs), "{fen}");
    }
}
