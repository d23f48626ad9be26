//! Positions nobody has played: random men, random claims, spoilt FENs, any text at all.

use std::fmt::Debug;

use mangoac::chess::{
    CastlingClaim, Color, File, Piece, PieceKind, Position, Rank, SanError, Setup, Square, UciMove, Wing,
};
use proptest::prelude::*;

use crate::checks::{check_sound, cozy_board, our_moves, shakmaty_position};
use crate::{config, starts};

/// Any member of a list.
fn pick<T: Copy + Debug + 'static>(all: &[T]) -> impl Strategy<Value = T> + Clone + use<T> {
    prop::sample::select(all.to_vec())
}

fn claims() -> impl Strategy<Value = Vec<CastlingClaim>> {
    let claim = prop_oneof![
        (pick(&Color::ALL), pick(&Wing::ALL)).prop_map(|(color, wing)| CastlingClaim::Outermost(color, wing)),
        (pick(&Color::ALL), pick(&File::ALL)).prop_map(|(color, file)| CastlingClaim::OnFile(color, file)),
    ];
    prop::collection::vec(claim, 0..6)
}

/// Kings, other men and claims anywhere; about half of the results are possible positions.
fn setups() -> impl Strategy<Value = Setup> {
    let man = (pick(&Square::ALL), pick(&Piece::ALL));
    (
        [pick(&Square::ALL), pick(&Square::ALL)],
        prop::collection::vec(man, 0..28),
        pick(&Color::ALL),
        claims(),
        prop::option::of(pick(&Square::ALL)),
        (0..120_u32, 0..200_u32),
    )
        .prop_map(|(kings, men, side, castling, en_passant, (halfmove, fullmove))| {
            let mut setup = Setup { side, castling, en_passant, halfmove, fullmove, ..Setup::default() };
            for (square, piece) in men {
                let back_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
                if piece.kind() != PieceKind::King && !(piece.kind() == PieceKind::Pawn && back_rank) {
                    setup.board[square.index()] = Some(piece);
                }
            }
            for (color, square) in Color::ALL.into_iter().zip(kings) {
                setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
            }
            setup
        })
}

/// Kings on their back ranks among rooks of both sides, few other men: castling is nearly always a
/// question.
fn castling_setups() -> impl Strategy<Value = Setup> {
    let files = || prop::collection::vec(pick(&File::ALL), 0..3);
    let side = (pick(&File::ALL), files(), files());
    let man = (pick(&Square::ALL), pick(&Piece::ALL));
    let men = prop::collection::vec(man, 0..6);
    ([side.clone(), side], men, pick(&Color::ALL), claims()).prop_map(|(sides, men, side, mut castling)| {
        let outermost = |color| Wing::ALL.map(|wing| CastlingClaim::Outermost(color, wing));
        castling.extend(Color::ALL.into_iter().flat_map(outermost));
        let mut setup = Setup { side, castling, ..Setup::default() };
        for (square, piece) in men {
            if !matches!(piece.kind(), PieceKind::King | PieceKind::Pawn) {
                setup.board[square.index()] = Some(piece);
            }
        }
        for (color, (king, rooks, raiders)) in Color::ALL.into_iter().zip(sides) {
            let mut put = |file, color_of_man, kind| {
                let square = Square::new(file, Rank::First.relative_to(color));
                setup.board[square.index()] = Some(Piece::new(color_of_man, kind));
            };
            raiders.into_iter().for_each(|file| put(file, !color, PieceKind::Rook));
            rooks.into_iter().for_each(|file| put(file, color, PieceKind::Rook));
            put(king, color, PieceKind::King);
        }
        setup
    })
}

/// A pawn has just jumped beside enemy pawns, among few other men: pins and checks of every kind.
fn en_passant_setups() -> impl Strategy<Value = Setup> {
    let man = (pick(&Square::ALL), pick(&Piece::ALL));
    (
        pick(&Color::ALL),
        pick(&File::ALL),
        prop::collection::vec(pick(&[-1, 1]), 1..3),
        prop::collection::vec(man, 0..6),
        [pick(&Square::ALL), pick(&Square::ALL)],
    )
        .prop_map(|(us, file, beside, men, kings)| {
            let mut setup = Setup { side: us, ..Setup::default() };
            let on_rank = |rank: Rank| Square::new(file, rank.relative_to(us));
            for (square, piece) in men {
                if !matches!(piece.kind(), PieceKind::King | PieceKind::Pawn) {
                    setup.board[square.index()] = Some(piece);
                }
            }
            for (color, square) in Color::ALL.into_iter().zip(kings) {
                setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
            }
            let jumped = on_rank(Rank::Fifth);
            for square in beside.into_iter().filter_map(|files| jumped.offset(files, 0)) {
                setup.board[square.index()] = Some(Piece::new(us, PieceKind::Pawn));
            }
            setup.board[jumped.index()] = Some(Piece::new(!us, PieceKind::Pawn));
            setup.board[on_rank(Rank::Sixth).index()] = None;
            setup.board[on_rank(Rank::Seventh).index()] = None;
            setup.en_passant = Some(on_rank(Rank::Sixth));
            setup
        })
}

/// The board of a setup as FEN, without castling rights and en passant.
fn bare_fen(setup: &Setup) -> String {
    let rank = |rank: &Rank| {
        let man = |file: &File| setup.board[Square::new(*file, *rank).index()].map_or('1', Piece::letter);
        File::ALL.iter().map(man).collect::<String>()
    };
    let board: Vec<String> = Rank::ALL.iter().rev().map(rank).collect();
    format!("{} {} - - 0 1", board.join("/"), setup.side.letter())
}

/// What has become of a FEN in the hands of somebody else.
#[derive(Clone, Debug)]
enum Damage {
    Replace(usize, char),
    Insert(usize, char),
    Delete(usize),
    Swap(usize, usize),
    Cut(usize),
    Repeat(usize),
}

impl Damage {
    fn apply(&self, text: &mut Vec<char>) {
        if text.is_empty() {
            return;
        }
        let place = |index: usize| index % text.len();
        match *self {
            Self::Replace(index, letter) => {
                let index = place(index);
                text[index] = letter;
            }
            Self::Insert(index, letter) => text.insert(place(index), letter),
            Self::Delete(index) => {
                text.remove(place(index));
            }
            Self::Swap(one, other) => {
                let (one, other) = (place(one), place(other));
                text.swap(one, other);
            }
            Self::Cut(index) => text.truncate(place(index)),
            Self::Repeat(index) => text.extend_from_within(place(index)..),
        }
    }
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let letter = || {
        prop_oneof![
            8 => prop::sample::select("pnbrqkPNBRQK12345678/ -wbacdefghABCDEFGH09".chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ]
    };
    let damage = prop_oneof![
        6 => (any::<usize>(), letter()).prop_map(|(index, letter)| Damage::Replace(index, letter)),
        2 => (any::<usize>(), letter()).prop_map(|(index, letter)| Damage::Insert(index, letter)),
        2 => any::<usize>().prop_map(Damage::Delete),
        4 => (any::<usize>(), any::<usize>()).prop_map(|(one, other)| Damage::Swap(one, other)),
        1 => any::<usize>().prop_map(Damage::Cut),
        1 => any::<usize>().prop_map(Damage::Repeat),
    ];
    prop::collection::vec(damage, 1..6)
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn random_positions_are_sound_or_refused(
        setup in prop_oneof![setups(), castling_setups(), en_passant_setups()]
    ) {
        if let Ok(position) = setup.position() {
            check_sound(&position);
        }
    }

    #[test]
    fn what_other_libraries_accept_is_accepted(
        setup in prop_oneof![setups(), castling_setups(), en_passant_setups()]
    ) {
        let fen = bare_fen(&setup);
        let theirs = shakmaty_position(&fen).is_some() && cozy_board(&fen).is_some();
        if let Err(error) = Position::from_fen(&fen) {
            assert!(!theirs, "{fen}: {error}");
        }
    }

    #[test]
    fn spoilt_fens_are_sound_or_refused(fen in starts(), damages in damages()) {
        let mut text: Vec<char> = fen.chars().collect();
        damages.iter().for_each(|damage| damage.apply(&mut text));
        match Position::from_fen(&text.into_iter().collect::<String>()) {
            Ok(position) => check_sound(&position),
            Err(error) => assert!(!error.to_string().chars().any(char::is_control), "{error:?}"),
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in any::<String>(), word in "\\PC{0,8}") {
        let position = Position::startpos();
        for text in [&text, &word] {
            assert!(Position::from_fen(text).is_err());
            if let Ok(read) = text.parse::<UciMove>() {
                let _ = position.resolve(read);
            }
            let _ = position.resolve_san(text);
        }
    }

    #[test]
    fn words_like_moves_are_read_without_panic(word in "[a-hNBRQKO0-9x=+#-]{0,8}") {
        let position = Position::startpos();
        match position.resolve_san(&word) {
            Ok(mv) => assert!(position.is_legal_move(mv)),
            Err(SanError::Malformed | SanError::NoMove | SanError::Ambiguous) => {}
        }
        if let Ok(read) = word.parse::<UciMove>() {
            assert_eq!(position.resolve(read).is_ok(), our_moves(&position).contains(&word));
        }
    }
}
