//! Lines without sense: the loop lives and answers.

use super::common::noise::Noise;
use super::xboard;

/// All commands but `quit`, and what may follow them.
const WORDS: [&str; 85] = [
    "xboard",
    "new",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "undo",
    "remove",
    "setboard",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "hint",
    "bk",
    "post",
    "nopost",
    "ping",
    "usermove",
    "?",
    ".",
    "analyze",
    "exit",
    "easy",
    "hard",
    "random",
    "computer",
    "name",
    "rating",
    "ics",
    "accepted",
    "rejected",
    "result",
    "draw",
    "memory",
    "cores",
    "egtpath",
    "option",
    "variant",
    "nps",
    "exclude",
    "include",
    "pause",
    "resume",
    "edit",
    "protover",
    "#",
    "c",
    "Pa4",
    "xa4",
    "Ke1",
    "all",
    "best",
    "normal",
    "fischerandom",
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "e1g1",
    "O-O",
    "O-O-O",
    "a7a8Q",
    "e7e8",
    "e2e5",
    "-1",
    "0",
    "1",
    "2",
    "0.3",
    "0:30",
    "1e99",
    "nan",
    "99999999999999999999",
    "1-0",
    "{x}",
    "Clear",
    "Hash",
    "MultiPV=3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "4k3/8/8/8/8/8/8/R3K2R",
    "b",
    "é\u{feff}",
];

#[test]
fn noise_is_survived_at_rest_and_during_searches() {
    for (seed, begin) in [
        (0x9E37_79B9_7F4A_7C15, "force"),
        (0xD1B5_4A32_D192_ED03, "new\nst 1000\ngo"),
        (0x94D0_49BB_1331_11EB, "new\nhard\nst 0.01\ngo"),
        (0xBF58_476D_1CE4_E5B9, "new\nforce\nanalyze"),
    ] {
        let mut engine = xboard();
        let mut noise = Noise::new(seed, &WORDS);
        for round in 0..100 {
            engine.send(begin);
            engine.send_raw(&noise.lines(100));
            engine.send(&format!("force\nresume\nping {}", 1_000_000 + round));
            engine.until(&format!("pong {}", 1_000_000 + round));
        }
        engine.send("new\nst 0.1\ne2e4");
        engine.wait_for("move ");
        engine.close();
    }
}
