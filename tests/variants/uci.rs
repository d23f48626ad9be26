//! UCI in the variants.

use std::time::{Duration, Instant};

use super::{Dialogue, MATE_IN_ONE, STALEMATE, START, VARIANTS, fen, legal_moves, uci_of};

fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth")).collect()
}

fn move_of(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

#[test]
fn the_option_is_declared_and_answered_in_fairy_stockfishs_words() {
    let mut engine = Dialogue::start(&["uci"]);
    engine.send("uci");
    let lines = engine.until("uciok");
    let declared = "option name UCI_Variant type combo default chess var chess var raumschach var tesseract \
                    var tesseract-light var tesseract-dense";
    assert!(lines.iter().any(|line| line == declared), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("option name Level type combo default full var full var 0"))
    );
    let said = engine.ask("setoption name UCI_Variant value raumschach");
    let expected = format!(
        "info string variant raumschach files 5 ranks 5 levels 5 pocket 0 template raumschach startpos {START}"
    );
    assert_eq!(said, [expected]);
    let said = engine.ask("setoption name UCI_Variant value tesseract").concat();
    assert!(
        said.contains("files 5 ranks 5 levels 5 spaces 5 pocket 0 template tesseract startpos "),
        "{said}"
    );
    let said = engine.ask("setoption name uci_variant value Chess").concat();
    assert!(
        said.starts_with("info string variant chess files 8 ranks 8 pocket 0 template chess startpos rnbq")
    );
    let said = engine.ask("setoption name UCI_Variant value atomic").concat();
    assert!(said.contains("atomic") && said.contains("the old value chess stays"), "{said}");
    assert_eq!(legal_moves(&mut engine).len(), 20);
}

#[test]
fn every_variant_is_played_from_its_start() {
    for (variant, count) in VARIANTS {
        let mut engine = uci_of(variant);
        engine.send("position startpos");
        let legal = legal_moves(&mut engine);
        assert_eq!(legal.len(), count, "{variant}");
        let (answer, lines) = engine.go("go depth 3");
        let infos = infos(&lines);
        assert_eq!(infos.len(), 3, "{lines:#?}");
        for word in
            [" seldepth ", " multipv 1 ", " score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "]
        {
            assert!(infos[2].contains(word), "{}", infos[2]);
        }
        assert!(infos[2].contains(&format!(" pv {}", move_of(&answer))), "{answer} {}", infos[2]);
        assert!(legal.iter().any(|mv| mv == move_of(&answer)));
        // The move has been played on the engine's own board, as in chess.
        assert_ne!(legal_moves(&mut engine), legal);
        engine.send("position startpos\nperft 2\ngo perft 1");
        let counts: u64 = engine
            .until("Nodes searched:")
            .iter()
            .filter_map(|line| line.split(": ").nth(1)?.parse::<u64>().ok())
            .sum();
        let total = engine.heard.last().unwrap().rsplit(' ').next().unwrap().parse::<u64>().unwrap();
        assert_eq!(counts, 2 * total, "the lines of the moves and their sum");
        assert_eq!(engine.wait_for("Nodes searched:"), format!("Nodes searched: {count}"));
        engine.send("eval\nucinewgame");
        engine.wait_for("Evaluation: ");
        assert_eq!(legal_moves(&mut engine), legal);
    }
}

#[test]
fn a_game_is_set_up_by_fen_and_moves() {
    let mut engine = uci_of("raumschach");
    engine.ask("position startpos moves Aa2Aa3 Ea4Ea3 Bc1Bd1");
    let before = fen(&mut engine);
    // Bc1Bd1 is not legal, so the whole command was refused.
    assert_eq!(before, START);
    engine.ask("position startpos moves Aa2Aa3 Ea4Ea3");
    assert!(fen(&mut engine).ends_with(" w 0 2"));
    engine.ask(&format!("position fen {MATE_IN_ONE}"));
    let (answer, lines) = engine.go("go depth 3");
    assert_eq!(move_of(&answer), "Dd1Dd5");
    assert!(infos(&lines).iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    let (answer, lines) = engine.go("go depth 3");
    assert_eq!((answer.as_str(), infos(&lines).len()), ("bestmove 0000", 1));
    assert!(lines.iter().any(|line| line == "info depth 0 score mate 0"), "{lines:#?}");
    engine.ask(&format!("position fen {STALEMATE}"));
    let (answer, lines) = engine.go("go depth 3");
    assert_eq!(answer, "bestmove 0000");
    assert!(lines.iter().any(|line| line == "info depth 0 score cp 0"), "{lines:#?}");
}

#[test]
fn bad_positions_and_moves_are_refused_and_the_old_position_stays() {
    let mut engine = uci_of("raumschach");
    engine.ask("position startpos moves Aa2Aa3");
    let before = fen(&mut engine);
    for bad in [
        "",
        "startpos moves e2e4",
        "startpos moves Aa2Aa3Aa4",
        "startpos moves Aa2Aa3 22132313",
        "startpos moves Aa2Aa4",
        "startpos moves Aa2\u{e9}a3",
        "fen",
        "fen x",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "fen 5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1",
        // No black king; two white kings; the waiting side in check; a pawn where it cannot stand.
        "fen 5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1",
        "fen 4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/KK3 w 0 1",
        "fen 4k/5/5/5/R4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K3R w 0 1 x",
        "fen 4k/4R/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1",
        "fen 6/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|k4/5/5/5/K4 w 0 1",
        "fen k4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 x 0 1",
    ] {
        let said = engine.ask(&format!("position {bad}"));
        assert_eq!(said.len(), 1, "{bad}: {said:?}");
        assert!(said[0].starts_with("info string error: position: "), "{bad}: {said:?}");
        assert_eq!(fen(&mut engine), before, "{bad}");
    }
    let mut engine = uci_of("tesseract");
    for bad in [
        "startpos moves Aa2Aa3",
        "startpos moves 22132314",
        "startpos moves 221323136",
        "startpos moves 2213231",
    ] {
        let said = engine.ask(&format!("position {bad}")).concat();
        assert!(said.starts_with("info string error: position: "), "{bad}: {said}");
    }
}

#[test]
fn facts_speak_of_cells() {
    let mut engine = uci_of("raumschach");
    engine.send(&format!("position fen {MATE_IN_ONE}\nfacts Dd1Dd5 e2e4 Dd1Dd9"));
    let lines = engine.until("factsok");
    assert_eq!(lines[0], "fact move Dd1Dd5 piece Q color w from Dd1 to Dd5 capture -");
    assert!(
        lines.contains(&"fact attack Dd1Dd5 to Ee5 victim k ray Dd5 Ee5 empty -".to_owned()),
        "{lines:?}"
    );
    assert!(lines[lines.len() - 2].starts_with("fact material w "), "{lines:?}");
    let mut engine = uci_of("tesseract");
    engine.send("facts 22132313");
    let line = &engine.until("factsok")[0];
    assert_eq!(line, "fact move 22132313 piece Y color w from 2213 to 2313 capture -");
}

#[test]
fn limits_end_searches_and_stop_and_ponderhit_are_heard() {
    for variant in ["raumschach", "tesseract"] {
        let mut engine = uci_of(variant);
        let legal = legal_moves(&mut engine);
        for limit in [
            "nodes 500",
            "movetime 50",
            "wtime 300 btime 300",
            "wtime 900 btime 900 movestogo 3",
            "mate 1 depth 2",
        ] {
            let (answer, _) = engine.go(&format!("position startpos\ngo {limit}"));
            assert!(legal.iter().any(|mv| mv == move_of(&answer)), "{limit}: {answer}");
        }
        let wanted = format!("position startpos\ngo depth 2 searchmoves {} xyz", legal[7]);
        assert_eq!(move_of(&engine.go(&wanted).0), legal[7]);

        engine.send("position startpos\ngo infinite");
        engine.wait_for("info depth 1");
        engine.assert_no_bestmove(100);
        let begun = Instant::now();
        engine.go("stop");
        assert!(begun.elapsed() < Duration::from_secs(5));

        engine.send("position startpos\ngo ponder movetime 10");
        engine.assert_no_bestmove(300);
        engine.go("ponderhit");
        engine.send("position startpos\ngo ponder depth 1");
        engine.assert_no_bestmove(100);
        engine.go("stop");
        // A long count can be stopped too.
        engine.send("perft 8\nstop");
        engine.wait_for("info string perft: stopped");
        engine.send("bench 60\nstop");
        engine.wait_for("info string bench: stopped");
    }
}

#[test]
fn several_lines_are_shown_in_order() {
    let mut engine = uci_of("raumschach");
    engine.ask("setoption name MultiPV value 3");
    let (answer, lines) = engine.go("position startpos\ngo depth 4");
    let last: Vec<&String> =
        infos(&lines).into_iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(last.len(), 3, "{lines:#?}");
    let field =
        |line: &str, name: &str| line.split(' ').skip_while(|word| *word != name).nth(1).unwrap().to_owned();
    let scores: Vec<i32> = last.iter().map(|line| field(line, "cp").parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let mut moves: Vec<String> = last.iter().map(|line| field(line, "pv")).collect();
    assert_eq!(move_of(&answer), moves[0]);
    assert_eq!(last.iter().map(|line| field(line, "multipv")).collect::<Vec<_>>(), ["1", "2", "3"]);
    moves.dedup();
    assert_eq!(moves.len(), 3);
    // More lines than there are moves are as many as there are moves.
    engine.ask("setoption name MultiPV value 218");
    let (_, lines) = engine.go(&format!("position fen {MATE_IN_ONE}\ngo depth 1"));
    assert_eq!(infos(&lines).len(), 53);
}

#[test]
fn fixed_depths_repeat_themselves_after_the_hash_is_cleared() {
    let mut engine = uci_of("tesseract-light");
    let nodes = |lines: &[String]| {
        let last = infos(lines).pop().unwrap().clone();
        last.split(' ').skip_while(|word| *word != "nodes").nth(1).unwrap().to_owned()
    };
    let (first, lines) = engine.go("ucinewgame\nposition startpos\ngo depth 3");
    let (again, repeated) = engine.go("setoption name Clear Hash\nposition startpos\ngo depth 3");
    assert_eq!((first, nodes(&lines)), (again, nodes(&repeated)));
}

#[test]
fn levels_are_weaker_and_repeat_themselves() {
    let mut engine = uci_of("raumschach");
    let mut games = Vec::new();
    for _ in 0..2 {
        engine.ask("ucinewgame\nsetoption name Level value 2");
        let (answer, lines) = engine.go("position startpos\ngo wtime 60000 btime 60000");
        assert_eq!(infos(&lines).len(), 3, "level 2 looks three plies ahead: {lines:#?}");
        let (reply, _) = engine.go("setoption name Level value 0\ngo wtime 60000 btime 60000");
        games.push((answer, reply));
    }
    assert_eq!(games[0], games[1]);
    let said = engine.ask("setoption name Level value full\nsetoption name Level value 7").concat();
    assert!(said.contains("one of full, 0"), "{said}");
    let mut engine = uci_of("tesseract");
    let said = engine.ask("setoption name Level value 0").concat();
    assert_eq!(said, "info string Level: tesseract has no level 0, 1 is played");
    engine.go("position startpos\ngo wtime 60000 btime 60000");
    // An analysis wants the truth: the level would have ended after two plies.
    let (_, lines) = engine.go("setoption name UCI_AnalyseMode value true\nposition startpos\ngo depth 3");
    assert_eq!(infos(&lines).len(), 3, "{lines:#?}");
}

#[test]
fn the_book_knows_no_variants() {
    let mut engine = uci_of("raumschach");
    let (_, lines) = engine.go("setoption name OwnBook value true\nposition startpos\ngo movetime 20");
    assert!(!lines.iter().any(|line| line.contains("book")) && !infos(&lines).is_empty(), "{lines:#?}");
}

#[test]
fn a_change_of_variant_is_sane_in_every_state() {
    let mut engine = uci_of("raumschach");
    engine.send("go infinite\nsetoption name UCI_Variant value tesseract\nlegal\nisready");
    engine.wait_for("readyok");
    engine.assert_silence(Duration::from_millis(100), |line| line.starts_with("legalmoves"));
    // The change waits for the end of the search, whose answer is of the old game.
    let (answer, _) = engine.go("stop");
    assert!(move_of(&answer).starts_with(|letter: char| letter.is_ascii_uppercase()), "{answer}");
    assert_eq!(engine.wait_for("legalmoves").split(' ').count(), 227);
    engine.send("perft 8\nsetoption name UCI_Variant value chess\nlegal\nstop");
    assert_eq!(engine.wait_for("legalmoves").split(' ').count(), 21);
    let (answer, _) =
        engine.go("setoption name OwnBook value false\nposition startpos moves e2e4\ngo depth 4");
    assert!(move_of(&answer).len() == 4, "{answer}");
    for (variant, count) in super::VARIANTS.into_iter().chain([("chess", 20)]) {
        engine.send(&format!(
            "setoption name UCI_Variant value {variant}\nsetoption name Hash value 2\ngo depth 1"
        ));
        engine.wait_for("bestmove");
        engine.send("position startpos");
        assert_eq!(legal_moves(&mut engine).len(), count);
    }
    engine.close();
}

#[test]
fn boards_are_drawn_and_turned_about_their_centre() {
    let mut engine = uci_of("raumschach");
    engine.send("d");
    let lines = engine.until("Checkers:");
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["A", "B", "C", "D", "E"]);
    assert!(
        lines[1].trim_start().starts_with("5 . . . . .") && lines[1].ends_with("5 r n k n r"),
        "{lines:#?}"
    );
    assert!(!lines.concat().contains('\u{1b}'), "no colour without a terminal");
    engine.ask("position startpos moves Aa2Aa3\nflip");
    let flipped = fen(&mut engine);
    assert!(flipped.ends_with(" w 0 1") && flipped.starts_with("rnknr/pppp1/4p/5/5|"), "{flipped}");
    let mut engine = uci_of("tesseract");
    engine.send("d");
    assert_eq!(engine.until("Fen: ").len(), 35 + 2);
    engine.wait_for("Checkers:");
    // After a double step the cell stepped over is reflected too.
    let men = [("K", 1111), ("k", 5555), ("Y", 2223), ("y", 3423)];
    let said = engine.ask(&format!("position fen {} w - 0 1 moves 22232423", boards(&men)));
    assert_eq!(said, [""; 0]);
    let before = fen(&mut engine);
    assert!(before.ends_with(" b 2323 0 1"), "{before}");
    let legal = legal_moves(&mut engine).len();
    engine.ask("flip");
    let flipped = fen(&mut engine);
    assert!(flipped.ends_with(" w 4343 0 1"), "{flipped}");
    assert_eq!(legal_moves(&mut engine).len(), legal);
    engine.ask("flip");
    assert_eq!(fen(&mut engine), before);
}

/// The boards of a Tesseract FEN with men on cells x y z w.
fn boards(men: &[(&str, u32)]) -> String {
    let down = || (1..=5_u32).rev();
    let cell = |x: u32, y: u32, z: u32, w: u32| {
        let man = men.iter().find(|man| man.1 == x * 1000 + y * 100 + z * 10 + w);
        man.map_or("1", |man| man.0)
    };
    let row = |y, z, w| (1..=5_u32).map(|x| cell(x, y, z, w)).collect::<String>();
    let board = |z, w| down().map(|y| row(y, z, w)).collect::<Vec<_>>().join("/");
    let boards = down().flat_map(|w| down().map(move |z| (z, w)));
    boards.map(|(z, w)| board(z, w)).collect::<Vec<_>>().join("|")
}
