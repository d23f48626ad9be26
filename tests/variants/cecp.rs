//! CECP in the variants.

use std::time::Duration;

use super::{Dialogue, MATE_IN_ONE, STALEMATE};

fn xboard(variant: &str) -> Dialogue {
    let mut engine = Dialogue::start(&["xboard"]);
    engine.send("protover 2");
    let features = engine.until("feature done=1").concat();
    assert!(
        features.contains(
            "variants=\"normal,fischerandom,raumschach,tesseract,tesseract-light,tesseract-dense\""
        ),
        "{features}"
    );
    assert_eq!(answers(&mut engine, &format!("new\nvariant {variant}")), [""; 0]);
    engine
}

/// Sends lines to an engine at rest and returns all it answers.
fn answers(engine: &mut Dialogue, lines: &str) -> Vec<String> {
    engine.send(&format!("{lines}\nping 77"));
    let mut lines = engine.until("pong 77");
    lines.pop();
    lines
}

/// Waits for the engine's move.
fn its_move(engine: &mut Dialogue) -> String {
    engine.wait_for("move ").trim_start_matches("move ").to_owned()
}

#[test]
fn it_plays_black_after_new_and_thinks_aloud() {
    for (variant, white) in
        [("raumschach", "usermove Aa2Aa3"), ("raumschach", "Aa2Aa3"), ("tesseract", "22132313")]
    {
        let mut engine = xboard(variant);
        engine.send(&format!("post\nsd 3\n{white}"));
        let (line, before) = engine.wait_until("move", |line| line.starts_with("move "));
        assert!(line.len() > "move ".len() + 5, "{line}");
        let fields: Vec<&str> = before[0].split_whitespace().collect();
        assert!(
            fields.len() > 4 && fields[..4].iter().all(|field| field.parse::<i64>().is_ok()),
            "{before:?}"
        );
        // Both moves can be taken back, and no more.
        assert_eq!(answers(&mut engine, "force\nremove"), [""; 0]);
        assert_eq!(answers(&mut engine, "undo"), ["Error (nothing to take back): undo"]);
    }
}

#[test]
fn both_sides_can_be_played_under_every_control_of_time() {
    for control in
        ["st 0.05", "sd 2", "level 0 0:02 0", "level 40 0:03 0.1\ntime 200\notim 200", "nps 1000\nst 1"]
    {
        let mut engine = xboard("raumschach");
        engine.send(&format!("{control}\ngo"));
        let first = its_move(&mut engine);
        assert_eq!(first.len(), 6, "{first}");
        engine.send("force\nundo\nEc5Ec4");
        engine.wait_for("Illegal move: Ec5Ec4");
        engine.send(&format!("playother\nusermove {first}"));
        its_move(&mut engine);
    }
}

#[test]
fn positions_are_set_up_and_results_told() {
    let mut engine = xboard("raumschach");
    assert_eq!(answers(&mut engine, &format!("force\nsetboard {MATE_IN_ONE}")), [""; 0]);
    engine.send("sd 3\ngo");
    let (last, before) = engine.wait_until("result", |line| line.starts_with("1-0"));
    assert_eq!((last.as_str(), &before[..]), ("1-0 {White mates}", &["move Dd1Dd5".to_owned()][..]));
    assert_eq!(
        answers(&mut engine, &format!("force\nsetboard {STALEMATE}\nEa3Ea4")),
        ["Illegal move: Ea3Ea4"]
    );
    engine.send("go");
    engine.wait_for("1/2-1/2 {Stalemate}");
    // The old position stays, but nothing moves until a good one is given.
    let said = answers(
        &mut engine,
        "force\nsetboard 5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1\nAa1Aa2",
    );
    assert!(said[0].starts_with("tellusererror Illegal position: "), "{said:?}");
    assert_eq!(said[1], "Illegal move (no position): Aa1Aa2");
    let bare = "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/r4/K4 w 0 1";
    let said = answers(&mut engine, &format!("new\nvariant raumschach\nforce\nsetboard {bare}\nAa1Aa2"));
    assert!(said.iter().any(|line| line.starts_with("1/2-1/2 {Draw by insufficient")), "{said:?}");
    // A promotion that does not say to what is to a queen.
    let promotion = "5/P3k/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1";
    assert_eq!(
        answers(&mut engine, &format!("new\nvariant raumschach\nforce\nsetboard {promotion}\nEa4Ea5")),
        [""; 0]
    );
    assert_eq!(answers(&mut engine, "edit"), ["Error (not in this variant): edit"]);
    assert_eq!(answers(&mut engine, "Aa1Aa2q"), ["Illegal move: Aa1Aa2q"]);
}

#[test]
fn analysis_hints_pondering_and_the_book() {
    let mut engine = xboard("tesseract-light");
    engine.send("force\nanalyze");
    engine.wait_until("a line of thinking", |line| line.starts_with(|digit: char| digit.is_ascii_digit()));
    engine.send(".");
    assert_eq!(engine.wait_for("stat01: ").split(' ').nth(5), Some("220"));
    engine.send("exclude all\ninclude 32133313\nexit\nsd 2\ngo");
    let reply = its_move(&mut engine);
    engine.send("hint");
    assert_eq!(engine.wait_for("Hint: ").len(), "Hint: ".len() + 8);
    assert_eq!(answers(&mut engine, "bk"), [" No book is loaded", ""]);
    assert_eq!(reply.len(), 8);
    // In the opponent's time the move expected stands before the variation.
    engine.send("new\nvariant raumschach\nst 0.2\npost\nhard\nAa2Aa3");
    its_move(&mut engine);
    let (line, _) = engine.wait_until("pondering", |line| line.contains(" ("));
    let expected = line.split(['(', ')']).nth(1).unwrap().to_owned();
    engine.send(&format!("usermove {expected}"));
    its_move(&mut engine);
    engine.send("easy\nforce");
}

#[test]
fn new_is_chess_again_and_variants_change_at_any_time() {
    let mut engine = xboard("raumschach");
    engine.send("st 1000\npost\nAa2Aa3");
    engine.wait_until("a line of thinking", |line| line.starts_with(|digit: char| digit.is_ascii_digit()));
    let said = answers(&mut engine, "new\nforce\ne2e4\nnopost");
    // Lines of thinking may have been on their way.
    assert!(said.iter().all(|line| line.starts_with(|first: char| first.is_ascii_digit())), "{said:?}");
    assert_eq!(answers(&mut engine, "variant tesseract\nforce\ne2e4"), ["Error (unknown command): e2e4"]);
    assert_eq!(answers(&mut engine, "22132313\nvariant fischerandom\nforce\ne2e4"), [""; 0]);
    assert_eq!(answers(&mut engine, "variant bughouse"), ["Error (unsupported variant): bughouse"]);
    assert_eq!(answers(&mut engine, "new\nforce\noption UCI_Variant=raumschach\nAa2Aa3"), [""; 0]);
    engine.assert_silence(Duration::from_millis(50), |_| true);
    engine.close();
}

#[test]
fn levels_are_an_option() {
    let mut engine = xboard("raumschach");
    engine.send("option Level=1\npost\nst 100\nAa2Aa3");
    let (_, before) = engine.wait_until("move", |line| line.starts_with("move "));
    assert_eq!(before.len(), 2, "level 1 looks two plies ahead: {before:?}");
}
