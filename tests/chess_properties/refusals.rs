//! FENs that must be refused, each for its reason, and odd ones that must not be.

use mangoac::chess::{Color, FenError, MoveError, Position, SetupError, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn impossible_positions_are_refused_with_their_reason() {
    use SetupError::{
        NoKing, OpponentInCheck, PawnOnBackRank, SeveralKings, TooManyMen, TooManyMoves, TooManyPawns,
    };
    let queens = "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    for (fen, reason) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", NoKing(Color::White)),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", NoKing(Color::White)),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", NoKing(Color::Black)),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", SeveralKings(Color::White)),
        ("3kk3/8/8/8/8/8/8/4K3 b - - 0 1", SeveralKings(Color::Black)),
        (queens, TooManyMen(Color::White)),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", TooManyPawns(Color::Black)),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", PawnOnBackRank(Square::A1)),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", PawnOnBackRank(Square::H8)),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", OpponentInCheck(Color::Black)),
        ("4k3/4R3/8/8/8/8/4r3/4K3 b - - 0 1", OpponentInCheck(Color::White)),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", OpponentInCheck(Color::Black)),
        ("Q6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", TooManyMoves(0)),
    ] {
        let error = Position::from_fen(fen).expect_err(fen);
        match (&error, reason) {
            (FenError::Impossible(TooManyMoves(moves)), TooManyMoves(_)) => assert!(*moves > 218, "{fen}"),
            _ => assert_eq!(error, FenError::Impossible(reason), "{fen}"),
        }
    }
}

#[test]
fn text_that_is_no_fen_is_refused_with_its_reason() {
    let of = |text: &str| text.to_owned();
    for (fen, reason) in [
        ("", FenError::Empty),
        (" \t\n ", FenError::Empty),
        ("xyz", FenError::RankCount(1)),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenError::RankCount(9)),
        ("8/8/8/8/8/8/8 w - - 0 1", FenError::RankCount(7)),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", FenError::UnknownMan('9')),
        ("4k3/0/8/8/8/8/8/4K3 w - - 0 1", FenError::UnknownMan('0')),
        ("4k3/8/8/8/x7/8/8/4K3 w - - 0 1", FenError::UnknownMan('x')),
        ("4k3/8/8/8/♔7/8/8/4K3 w - - 0 1", FenError::UnknownMan('♔')),
        ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", FenError::RankLength('5')),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", FenError::RankLength('8')),
        ("4k3/8/8/8/8/8/8/4K3P w - - 0 1", FenError::RankLength('1')),
        (START, FenError::NoSide),
        (&format!("{START} x KQkq - 0 1"), FenError::BadSide(of("x"))),
        (&format!("{START} w KQxq - 0 1"), FenError::BadCastling(of("KQxq"))),
        (&format!("{START} w KQkq e9 0 1"), FenError::BadEnPassant(of("e9"))),
        (&format!("{START} w KQkq - -1 1"), FenError::BadCount(of("-1"))),
        (&format!("{START} w KQkq - 0 1.5"), FenError::BadCount(of("1.5"))),
        (&format!("{START} w KQkq - 0 1 moves"), FenError::TrailingText(of("moves"))),
    ] {
        assert_eq!(Position::from_fen(fen).expect_err(fen), reason, "{fen}");
    }
}

#[test]
fn errors_are_short_and_clean_words() {
    let long = "x".repeat(10_000);
    for fen in [format!("{START} {long}"), format!("{START} w {long}"), "\u{1b}k/8/8/8/8/8/8/8 w".to_owned()]
    {
        let words = Position::from_fen(&fen).unwrap_err().to_string();
        assert!(words.len() < 100 && !words.chars().any(char::is_control), "{words:?}");
    }
}

fn moves(fen: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let list = position.legal_move_list();
    list.iter().map(|&mv| position.uci(mv, Default::default()).to_string()).collect()
}

#[test]
fn the_position_with_the_most_moves_is_possible() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    assert_eq!(moves(fen).len(), 218);
}

#[test]
fn en_passant_traps() {
    let fen = "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1";
    assert!(moves(fen).iter().all(|mv| mv.starts_with("f2")) && moves(fen).len() == 7);
    let fen = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1";
    assert!(moves(fen).len() == 6 && !moves(fen).contains(&"e5d6".to_owned()));
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.resolve("e5d6".parse().unwrap()), Err(MoveError::InCheck));
    assert_eq!(position.fen(), "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1");
}

#[test]
fn short_and_loose_fens_are_read() {
    let start = Position::startpos();
    for rest in
        ["w KQkq - 0 1", "w KQkq -", "w KQkq - 0", "w  KQkq   -  0  1 ", "w HAha - 0 1", "W qkQK - 0 0"]
    {
        assert_eq!(Position::from_fen(&format!("{START} {rest}")), Ok(start.clone()), "{rest}");
    }
    let double_blank = "r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b  - - 0 1";
    assert!(Position::from_fen(double_blank).is_ok());
    let four_fields = "5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - -";
    assert_eq!(Position::from_fen(four_fields).unwrap().fullmove_number(), 1);
    assert_eq!(Position::from_fen(&format!("{START} w")).unwrap().fen(), format!("{START} w - - 0 1"));
}

#[test]
fn false_claims_are_dropped() {
    for (fen, kept) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
        ("4k3/8/4p3/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/4p3/3Pp3/8/8/8/4K3 w - - 0 1"),
        ("4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4p3/8/3Pp3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().fen(), kept, "{fen}");
    }
}

#[test]
fn counts_beyond_any_game_are_cut_off() {
    let fen = format!("{START} w KQkq - 99999999999999999999 99999999999999999999");
    let position = Position::from_fen(&fen).unwrap();
    assert!(position.halfmove_clock() >= 100 && position.fullmove_number() >= 10_000);
    assert_eq!(Position::from_fen(&position.fen()), Ok(position));
}
