//! Limits and options of a search: each is obeyed.

use std::time::{Duration, Instant};

use super::common::dialogue::Dialogue;
use super::{field, infos, legal_moves, move_of, uci};

/// Begins a search; the answer must be a legal move with a line before it, and come soon.
fn assert_quick(engine: &mut Dialogue, position: &str, go: &str) {
    engine.send(position);
    let legal = legal_moves(engine);
    let begun = Instant::now();
    let (answer, lines) = engine.go(go);
    assert!(begun.elapsed() < Duration::from_secs(5), "{go}: {:?}", begun.elapsed());
    assert!(legal.iter().any(|mv| mv == move_of(&answer)), "{go}: {answer}");
    assert!(!infos(&lines).is_empty(), "{go}");
}

#[test]
fn tiny_and_absurd_limits_give_a_legal_move_at_once() {
    let mut engine = uci();
    let many = "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    for position in ["position startpos", "position startpos moves e2e4", many] {
        for go in [
            "go movetime 0",
            "go movetime -5",
            "go movetime x",
            "go nodes 1",
            "go nodes 0",
            "go nodes -7",
            "go depth 0",
            "go depth -1",
            "go depth",
            "go depth x",
            "go wtime -50 btime -170671 winc 0 binc 0",
            "go wtime 0 btime 0 winc 20 binc 20",
            "go wtime",
            "go wtime x btime y",
            "go winc 100 binc 100",
            "go wtime 1 btime 1 movestogo 0",
            "go wtime 1 btime 1 movestogo -3",
            "go wtime 100",
            "go btime 100",
            "go movestogo 1 winc 1000 btime 200 binc 1000 wtime 200",
            "go mate 1 movetime 1",
            "go nodes 99999999999999999999999 depth 1",
            "go depth 1 searchmoves",
            "go depth 1 searchmoves xyz e2e5",
        ] {
            assert_quick(&mut engine, position, go);
        }
    }
}

#[test]
fn time_is_kept() {
    let mut engine = uci();
    // The contract: well inside 200 ms. A busy machine gets its share on top.
    for go in ["go wtime 200 btime 200 winc 1000 binc 1000 movestogo 1", "go movetime 100"] {
        let best = (0..5).map(|_| {
            let begun = Instant::now();
            engine.go(&format!("position startpos\n{go}"));
            begun.elapsed()
        });
        let best = best.min().unwrap();
        assert!(best < Duration::from_millis(180), "{go}: {best:?}");
    }
    let begun = Instant::now();
    engine.go("setoption name Move Overhead value 0\nposition startpos\ngo movetime 500");
    assert!(begun.elapsed() >= Duration::from_millis(350), "{:?}", begun.elapsed());
}

#[test]
fn each_limit_ends_the_search() {
    let mut engine = uci();
    let last = |engine: &mut Dialogue, go: &str, name: &str| -> u64 {
        let (_, lines) = engine.go(&format!("ucinewgame\nposition startpos\n{go}"));
        field(infos(&lines).last().unwrap(), name).unwrap().parse().unwrap()
    };
    assert_eq!(last(&mut engine, "go depth 4", "depth"), 4);
    assert_eq!(last(&mut engine, "go depth 4 nodes 100000000 movetime 600000", "depth"), 4);
    assert!(last(&mut engine, "go nodes 20000", "nodes") <= 20_100);
    assert!(last(&mut engine, "go nodes 20000 wtime 900000 btime 900000 depth 60", "nodes") <= 20_100);
    // A mate that is sought ends the search when it is found.
    let mate = "position fen 1k6/8/1K6/5R2/8/8/8/8 w - - 0 1\ngo mate 1";
    assert_eq!(engine.go(mate).0, "bestmove f5f8");
}

#[test]
fn only_the_moves_named_are_searched() {
    let mut engine = uci();
    let search = |engine: &mut Dialogue, go: &str| {
        let (answer, lines) = engine.go(&format!("position startpos\n{go}"));
        for line in infos(&lines) {
            assert_eq!(field(line, "pv"), Some("a2a3"), "{line}");
        }
        assert_eq!(move_of(&answer), "a2a3", "{go}");
    };
    search(&mut engine, "go searchmoves a2a3 depth 5");
    search(&mut engine, "go depth 5 searchmoves a2a3");
    search(&mut engine, "go searchmoves xyz e2e5 a2a3 e7e5 nodes 5000");
    let (answer, _) = engine.go("position startpos\ngo depth 6 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&move_of(&answer)));
}

#[test]
fn mates_are_counted_right() {
    let mut engine = uci();
    for (board, mate) in [
        ("k7/8/1K6/5R2/8/8/8/8 b", "-1"),
        ("1k6/8/1K6/5R2/8/8/8/8 w", "1"),
        ("k7/8/1K6/1R6/8/8/8/8 w", "2"),
        ("Qk6/8/1K6/1R6/8/8/8/8 b", "-2"),
    ] {
        let (_, lines) = engine.go(&format!("ucinewgame\nposition fen {board} - - 0 1\ngo depth 8"));
        assert_eq!(field(infos(&lines).last().unwrap(), "mate"), Some(mate), "{board}: {lines:#?}");
    }
}

#[test]
fn a_drawn_position_still_gets_a_move() {
    let mut engine = uci();
    let (answer, lines) = engine.go("position fen 4kr2/8/8/8/8/8/8/3RK3 b - - 100 1\ngo depth 3");
    let line = *infos(&lines).last().unwrap();
    assert_eq!(field(line, "cp"), Some("0"));
    assert_eq!(line.split(" pv ").nth(1), Some(move_of(&answer)), "the game ends with this move");
    engine.go("position fen 8/8/3k4/8/8/3KN3/8/8 b - - 0 1\ngo depth 3");
}

/// The last `info` lines of one depth.
fn last_set<'a>(lines: &[&'a String]) -> Vec<&'a String> {
    let depth = field(lines.last().unwrap(), "depth");
    lines.iter().filter(|line| field(line, "depth") == depth).copied().collect()
}

fn value(line: &str) -> i64 {
    let number = |name| field(line, name).map(|text| text.parse::<i64>().unwrap());
    match (number("cp"), number("mate")) {
        (Some(cp), _) => cp,
        (None, Some(mate)) if mate > 0 => 100_000 - mate,
        (None, Some(mate)) => -100_000 - mate,
        _ => panic!("{line}"),
    }
}

fn assert_sorted_set(set: &[&String], count: usize) {
    assert_eq!(set.len(), count, "{set:#?}");
    let mut first_moves = Vec::new();
    for (place, line) in set.iter().enumerate() {
        assert_eq!(field(line, "multipv").unwrap(), (place + 1).to_string());
        first_moves.push(field(line, "pv").unwrap());
    }
    assert!(set.windows(2).all(|pair| value(pair[0]) >= value(pair[1])), "{set:#?}");
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), count, "each line begins with another move");
}

#[test]
fn several_lines_are_sorted_and_of_one_depth() {
    let mut engine = uci();
    let (answer, lines) = engine
        .go("setoption name MultiPV value 6\nposition fen 3k4/8/4KP2/8/8/8/8/8 w - - 1 132\ngo depth 10");
    let infos = infos(&lines);
    assert_sorted_set(&last_set(&infos), 6);
    for set in infos.chunks(6) {
        assert_sorted_set(set, 6);
        assert!(set.iter().all(|line| field(line, "depth") == field(set[0], "depth")));
    }
    assert_eq!(field(last_set(&infos)[0], "pv"), Some(move_of(&answer)));
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let mut engine = uci();
    engine.send("setoption name MultiPV value 218");
    for (position, moves) in [
        ("fen 8/5kR1/8/3K4/8/8/8/8 b - - 0 1", 4),
        ("fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ] {
        let (_, lines) = engine.go(&format!("position {position}\ngo depth 2"));
        assert_sorted_set(&last_set(&infos(&lines)), moves);
    }
    let (_, lines) = engine.go("position startpos\ngo depth 3 searchmoves e2e4 d2d4");
    assert_sorted_set(&last_set(&infos(&lines)), 2);
}

#[test]
fn one_of_several_lines_is_the_line_of_a_single_one() {
    let mut engine = uci();
    let position = "position fen r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1";
    let (_, several) = engine.go(&format!("setoption name MultiPV value 3\n{position}\ngo depth 6"));
    assert_eq!(infos(&several).len(), 18);
    let (_, single) =
        engine.go(&format!("setoption name MultiPV value 1\nucinewgame\n{position}\ngo depth 6"));
    assert_eq!(infos(&single).len(), 6);
}

#[test]
fn chances_are_shown_on_demand() {
    let mut engine = uci();
    let (_, lines) = engine.go("position startpos\ngo depth 4");
    assert!(!lines.iter().any(|line| line.contains(" wdl ")));
    let (_, lines) = engine.go("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 4");
    for line in infos(&lines) {
        let words: Vec<&str> = line.split(' ').collect();
        let place = words.iter().position(|&word| word == "wdl").unwrap();
        let chances: Vec<u32> =
            words[place + 1..place + 4].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(chances.iter().sum::<u32>(), 1_000, "{line}");
        assert_eq!(words[place + 4], "nodes");
    }
}

#[test]
fn a_weaker_game_repeats_itself() {
    let mut engine = uci();
    let mut play = |elo: u32| {
        engine.ask(&format!(
            "ucinewgame\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}"
        ));
        let mut game = String::from("position startpos moves");
        for _ in 0..30 {
            let (answer, lines) = engine.go(&format!("{game}\ngo wtime 60000 btime 60000"));
            assert!(infos(&lines).iter().all(|line| field(line, "multipv") == Some("1")));
            if answer == "bestmove 0000" {
                break;
            }
            game += &format!(" {}", move_of(&answer));
        }
        game
    };
    let (weak, again, other) = (play(600), play(600), play(900));
    assert_eq!(weak, again);
    assert_ne!(weak, other);
    let (_, lines) = engine.go("setoption name UCI_AnalyseMode value true\nposition startpos\ngo depth 6");
    assert_eq!(field(infos(&lines).last().unwrap(), "depth"), Some("6"), "analysis is at full strength");
}

#[test]
fn the_engine_keeps_time_at_one_second_and_a_hundredth() {
    let mut engine = uci();
    let mut game = String::from("position startpos moves");
    let mut clocks = [Duration::from_secs(1); 2];
    for ply in 0..60 {
        let [white, black] = clocks.map(|clock| clock.as_millis());
        engine.send(&game);
        let begun = Instant::now();
        let (answer, _) = engine.go(&format!("go wtime {white} btime {black} winc 10 binc 10"));
        let used = begun.elapsed();
        let clock = &mut clocks[ply % 2];
        *clock = clock.checked_sub(used).expect("time is lost") + Duration::from_millis(10);
        game += &format!(" {}", move_of(&answer));
    }
}
