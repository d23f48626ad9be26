//! Outside text: it is read, or refused with a reason; it never does harm.

mod lattice_support;

use lattice_support::positions::*;
use mangoac::lattice::raumschach::{RAUMSCHACH, START};
use mangoac::lattice::tesseract::{NORMAL, TESSERACT};
use mangoac::lattice::{FenError, MoveError, Position, SetupError, parse_cell, parse_move, write_cell};
use proptest::prelude::*;

#[test]
fn fens_are_written_as_they_were_read() {
    for (fen, _) in RAUMSCHACH_POSITIONS {
        assert_eq!(raumschach(fen).fen(), *fen);
    }
    for (list, _) in TESSERACT_POSITIONS {
        let fen = tesseract(list).fen();
        assert_eq!(Position::from_fen(&TESSERACT, &fen).expect("its own FEN").fen(), fen);
    }
    assert_eq!(Position::start(&START).expect("a start").fen(), RAUMSCHACH_POSITIONS[0].0);
    let fen = Position::start(&NORMAL).expect("a start").fen();
    assert!(Position::from_fen(&TESSERACT, &fen).is_ok());
    assert!(fen.ends_with("|5/5/5/5/1D1D1|5/5/5/5/UBQBU|5/5/5/5/RNKNR w - 0 1"), "{fen}");
    assert!(fen.starts_with("rnknr/5/5/5/5|ubqbu/5/5/5/5|1d1d1/5/5/5/5|"), "{fen}");
}

#[test]
fn cells_have_the_names_of_the_rules() {
    for (index, name) in [(0, "Aa1"), (1, "Ab1"), (5, "Aa2"), (25, "Ba1"), (124, "Ee5")] {
        let cell = parse_cell(&RAUMSCHACH, name).expect(name);
        assert_eq!((cell.index(), write_cell(&RAUMSCHACH, cell)), (index, name.to_string()));
    }
    for (index, name) in [(0, "1111"), (1, "2111"), (5, "1211"), (25, "1121"), (125, "1112"), (624, "5555")] {
        let cell = parse_cell(&TESSERACT, name).expect(name);
        assert_eq!((cell.index(), write_cell(&TESSERACT, cell)), (index, name.to_string()));
    }
    for wrong in ["", "A", "Aa", "Aa0", "Aa6", "Fa1", "Af1", "aa1", "Aa11", "Aä1", "1111", "6111", "0111"] {
        assert!(parse_cell(&RAUMSCHACH, wrong).is_none(), "{wrong}");
    }
}

#[test]
fn refusals_have_reasons() {
    let raum = |fen: &str| Position::from_fen(&RAUMSCHACH, fen).err();
    let men = "5/5/5/5/4k|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4";
    assert_eq!(raum(""), Some(FenError::Fields(0, 4)));
    assert_eq!(raum(&format!("{men} w 0 1 9")), Some(FenError::Fields(5, 4)));
    assert_eq!(raum(&format!("{men} x 0 1")), Some(FenError::Side("x".into())));
    assert_eq!(raum(&format!("{men} w -1 1")), Some(FenError::Number("-1".into())));
    assert_eq!(raum("5/5 w 0 1"), Some(FenError::Boards(1, 5)));
    assert_eq!(raum("5/5|5|5|5|5 w 0 1"), Some(FenError::Rows("5/5".into(), 2)));
    assert_eq!(raum(men), Some(FenError::Fields(1, 4)));
    assert_eq!(raum(&format!("{} w", men.replace("4k", "3k"))), Some(FenError::Row("3k".into())));
    assert_eq!(raum(&format!("{} w", men.replace("4k", "4d"))), Some(FenError::Row("4d".into())));
    assert_eq!(raum(&format!("{} w", men.replace("4k", "4kk"))), Some(FenError::Row("4kk".into())));
    let no_king = raum(&format!("{} w", men.replace("4k", "5")));
    assert!(matches!(no_king, Some(FenError::Setup(SetupError::NoKing(_)))), "{no_king:?}");
    let kings = raum(&format!("{} w", men.replace("4k", "3kk")));
    assert!(matches!(kings, Some(FenError::Setup(SetupError::ManyKings(_, 2)))), "{kings:?}");
    let pawn = raum(&format!("{} w", men.replacen('5', "P4", 1)));
    assert!(matches!(pawn, Some(FenError::Setup(SetupError::PawnOnPromotionCell(..)))), "{pawn:?}");
    let check = raum(&format!("{} w", men.replace("4k", "R3k")));
    assert!(matches!(check, Some(FenError::Setup(SetupError::WaitingSideInCheck(..)))), "{check:?}");
    assert!(raum(&format!("{men} w")).is_none() && raum(&format!("{men} b 12 7")).is_none());
}

#[test]
fn tesseract_refusals() {
    let fen = Position::start(&NORMAL).expect("a start").fen();
    let tess = |from: &str, to: &str| Position::from_fen(&TESSERACT, &fen.replace(from, to)).err();
    assert_eq!(tess(" w -", " w"), Some(FenError::Fields(4, 5)));
    assert_eq!(tess(" w -", " w 0000"), Some(FenError::Passing("0000".into())));
    assert_eq!(tess(" w -", " w 3333"), Some(FenError::Setup(SetupError::NotPassed("3333".into()))));
}

#[test]
fn moves_are_read_in_their_own_form_only() {
    let start = Position::start(&START).expect("a start");
    assert!(start.parse_move("Ba2Ca2").is_ok());
    let illegal = start.parse_move("Aa2Aa4");
    assert_eq!(illegal, Err(MoveError::Illegal("Aa2Aa4".into())));
    for wrong in ["", "Aa2", "Aa2Aa3qq", "Aa2Aa3k", "Aa2Aa3Q", "22132313", "e2e4", "Aa2Aa3é"] {
        assert!(matches!(start.parse_move(wrong), Err(MoveError::Form(..))), "{wrong}");
    }
    for (text, letter) in [("24132513Q", 'Q'), ("24132513d", 'D')] {
        let wire = parse_move(&TESSERACT, text).expect(text);
        assert_eq!(wire.promotion.map(|kind| TESSERACT.letter(kind)), Some(letter));
    }
    for wrong in ["2213231", "22132363", "24132513K", "24132513Y", "24132513QQ"] {
        assert!(parse_move(&TESSERACT, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn hostile_positions_with_many_men_are_refused() {
    let queens = "QQQQQ/QQQQQ/QQQQQ/QQQQQ/QQQQQ";
    let fen = format!("{queens}|{queens}|{queens}|5/5/5/5/4k|K4/5/5/5/5 w 0 1");
    let many = Position::from_fen(&RAUMSCHACH, &fen).err();
    assert!(matches!(many, Some(FenError::Setup(SetupError::ManyMen(_, 76)))), "{many:?}");
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,80}") {
        let _ = Position::from_fen(&RAUMSCHACH, &text);
        let _ = Position::from_fen(&TESSERACT, &text);
        let _ = parse_move(&RAUMSCHACH, &text);
        let _ = parse_move(&TESSERACT, &text);
    }

    #[test]
    fn nearly_right_fens_are_answered(at in 0usize..90, put in "[KkQPpYyWw0-9/|w \\-ä]{0,3}", cut in 0usize..3) {
        let start = RAUMSCHACH_POSITIONS[0].0;
        let end = (at + cut).min(start.len());
        let fen = format!("{}{put}{}", &start[..at.min(start.len())], &start[end..]);
        if let Ok(position) = Position::from_fen(&RAUMSCHACH, &fen) {
            prop_assert_eq!(Position::from_fen(&RAUMSCHACH, &position.fen()).map(|p| p.key()), Ok(position.key()));
            prop_assert!(position.clone().perft(1) < 10_000);
        }
    }

    #[test]
    fn any_board_is_checked_or_played(rows in prop::collection::vec("[KkQqRrBbUuNnPp1]{5}", 25), white: bool) {
        let boards: Vec<String> = rows.chunks(5).map(|board| board.join("/")).collect();
        let fen = format!("{} {} 0 1", boards.join("|"), if white { "w" } else { "b" });
        if let Ok(mut position) = Position::from_fen(&RAUMSCHACH, &fen) {
            position.perft(2);
        }
    }

    #[test]
    fn any_move_text_is_answered(text in "[A-Fa-f0-6]{0,9}[qrbunQRBNUDxK]{0,2}") {
        let start = Position::start(&START).expect("a start");
        if let Ok(mv) = start.parse_move(&text) {
            prop_assert_eq!(mangoac::lattice::write_move(&RAUMSCHACH, mv), text.clone());
        }
        let start = Position::start(&NORMAL).expect("a start");
        if let Ok(mv) = start.parse_move(&text) {
            prop_assert_eq!(mangoac::lattice::write_move(&TESSERACT, mv), text);
        }
    }
}
