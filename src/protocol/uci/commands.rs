//! The commands: their names, what each does, and one handler for each.

use std::error::Error;

use super::go::Go;
use super::job::Job;
use super::position;
use super::session::Session;
use crate::bench;
use crate::engine::Game;
use crate::lattice::search::MAX_DEPTH;
use crate::lattice::{Variant, signature_depth};
use crate::protocol::options::{Effect, OPTIONS};
use crate::protocol::session::follow;
use crate::protocol::{describe, facts, legal_line, legal_moves};

/// Names and what `help` says of them.
const COMMANDS: [(&str, &str); 20] = [
    ("uci", "say who the engine is and what options it has"),
    ("isready", "answer readyok"),
    ("ucinewgame", "forget the last game"),
    ("setoption", "name NAME [value VALUE]: set an option"),
    ("position", "startpos|fen FEN [moves M …]: set up a position"),
    (
        "go",
        "[depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] \
         [infinite] [ponder] [searchmoves M …] [perft N]: search",
    ),
    ("stop", "end the search"),
    ("ponderhit", "the expected move was played"),
    ("quit", "end the program"),
    ("debug", "on|off: taken silently"),
    ("register", "taken silently"),
    ("d", "draw the board"),
    ("eval", "take the static evaluation apart"),
    ("legal", "list the legal moves"),
    ("facts", "M …: say what moves do on the board"),
    ("perft", "N: count the sequences of N legal moves"),
    ("bench", "[N]: search fixed positions to depth N and count the nodes"),
    ("flip", "exchange the colours"),
    ("help", "print this"),
    ("?", "as help"),
];

/// Drops leading words that are no command; empty if none is.
pub(super) fn skip_unknown<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let known = |word: &&str| COMMANDS.iter().any(|(name, _)| name == word);
    words.iter().position(known).and_then(|first| words.get(first..)).unwrap_or_default()
}

impl Session<'_> {
    /// Does what a line says. While a search is going on only lines that concern it come here.
    pub(super) fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match skip_unknown(&words) {
            ["uci", ..] => self.introduce(),
            ["isready", ..] => self.output.line("readyok"),
            ["ucinewgame", ..] => self.engine.new_game(),
            ["setoption", ..] => self.set_option(line),
            ["position", rest @ ..] => self.set_position(rest),
            ["go", rest @ ..] => self.go(&Go::parse(rest)),
            ["stop", ..] => self.stop(),
            ["ponderhit", ..] => self.ponderhit(),
            ["quit", ..] => self.quit(),
            ["debug" | "register", ..] => {}
            ["d", ..] => self.draw(),
            ["eval", ..] => self.evaluate(),
            ["legal", ..] => self.legal(),
            ["facts", moves @ ..] => self.facts(moves),
            ["perft", depth @ ..] => self.perft(depth),
            ["bench", depth @ ..] => self.bench(depth),
            ["flip", ..] => self.flip(),
            ["help" | "?", ..] => self.help(),
            _ => self.unknown(&words),
        }
    }

    fn introduce(&mut self) {
        self.output.line(format_args!("id name Mango AC {}", env!("CARGO_PKG_VERSION")));
        self.output.line("id author Jose Andres Morales Linares and the mangoac developers");
        for entry in OPTIONS {
            self.output.line(entry.uci(&self.defaults));
        }
        self.output.line("uciok");
    }

    /// `setoption name NAME [value VALUE]`; both may hold blanks.
    fn set_option(&mut self, line: &str) {
        let Some((_, rest)) = split_at_word(line, "name") else {
            return self.output.info("setoption: 'name' is missing");
        };
        let (name, value) = split_at_word(rest, "value").unwrap_or((rest, ""));
        match self.settings.set(name.trim(), value.trim()) {
            Ok(entry) => self.apply(entry.effect),
            Err(error) => self.output.info(error),
        }
    }

    fn apply(&mut self, effect: Effect) {
        match follow(effect, &mut self.engine, &mut self.settings, self.output) {
            Ok(None) => {}
            Ok(Some(text)) | Err(text) => self.output.info(text),
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        if let Err(error) = self.take_position(words) {
            self.output.info(format_args!("error: {error}"));
        }
    }

    fn take_position(&mut self, words: &[&str]) -> Result<(), Box<dyn Error>> {
        if let Some(variant) = self.engine.variant() {
            self.engine.lattice = Some(position::parse_lattice(variant, words)?);
            return Ok(());
        }
        let (game, error) = position::parse(words)?;
        self.engine.game = game;
        error.map_or(Ok(()), |error| Err(error.into()))
    }

    fn draw(&mut self) {
        match &self.engine.lattice {
            None => {
                self.output.block(describe::position(self.engine.game.position(), describe::View::White));
            }
            Some(game) => self.output.drawing(&describe::lattice(game.position(), self.output.paint())),
        }
    }

    fn evaluate(&mut self) {
        match &self.engine.lattice {
            None => {
                let breakdown = self.engine.style().explain(self.engine.game.position());
                self.output.block(describe::evaluation(&breakdown));
            }
            Some(game) => self.output.block(describe::lattice_evaluation(game.position())),
        }
    }

    fn go(&mut self, go: &Go) {
        for complaint in &go.complaints {
            self.output.info(complaint);
        }
        match go.perft {
            Some(depth) => self.count(depth),
            None => self.search(go),
        }
    }

    fn legal(&mut self) {
        let line = match &self.engine.lattice {
            None => legal_moves(self.engine.game.position(), self.settings.castling),
            Some(game) => legal_line(&game.position().legal()),
        };
        self.output.line(line);
        self.output.line("legalok");
    }

    fn facts(&mut self, moves: &[&str]) {
        let lines = match &self.engine.lattice {
            None => facts(self.engine.game.position(), moves, self.settings.castling),
            Some(game) => game.position().facts(moves),
        };
        for line in lines {
            self.output.line(line);
        }
        self.output.line("factsok");
    }

    fn perft(&mut self, words: &[&str]) {
        match words.first().map(|word| word.parse()) {
            Some(Ok(depth)) => self.count(depth),
            _ => self.output.info("perft: a depth is wanted, as in 'perft 4'"),
        }
    }

    fn count(&mut self, depth: u32) {
        let most = self.engine.perft_max_depth();
        if depth > most {
            return self.output.info(format_args!("perft: the depth must not exceed {most}"));
        }
        self.begin(Job::perft(&self.engine, depth, self.settings.castling));
    }

    fn bench(&mut self, words: &[&str]) {
        if let Some(variant) = self.engine.variant() {
            return self.bench_variant(variant, words);
        }
        match words.first().map_or(Ok(bench::default_depth(self.engine.style())), |word| word.parse()) {
            Ok(depth @ 1..=98) => self.begin(Job::bench(self.engine.style(), depth)),
            _ => self.output.info("bench: a depth from 1 to 98 is wanted"),
        }
    }

    fn bench_variant(&mut self, variant: Variant, words: &[&str]) {
        match words.first().map_or(Ok(signature_depth(variant)), |word| word.parse()) {
            Ok(depth @ 1..=MAX_DEPTH) => self.begin(Job::bench_of_variant(variant, depth)),
            _ => self.output.info(format_args!("bench: a depth from 1 to {MAX_DEPTH} is wanted")),
        }
    }

    fn flip(&mut self) {
        if let Some(game) = &self.engine.lattice {
            match game.flipped() {
                Ok(game) => self.engine.lattice = Some(game),
                Err(error) => self.output.info(error),
            }
            return;
        }
        match position::flip(self.engine.game.position()) {
            Ok(position) => self.engine.game = Game::new(position),
            Err(error) => self.output.info(error),
        }
    }

    fn help(&mut self) {
        for (name, about) in COMMANDS {
            self.output.info(format_args!("{name}: {about}"));
        }
    }

    fn unknown(&mut self, words: &[&str]) {
        if let [word, ..] = words {
            let word: String = word.chars().take(40).collect();
            self.output.info(format_args!("unknown command: {word}; 'help' lists the commands"));
        }
    }
}

/// What stands before and after the first occurrence of a word.
fn split_at_word<'a>(line: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_blank = |c: Option<char>| c.is_none_or(|c| c.is_ascii_whitespace());
    line.match_indices(word).find_map(|(start, _)| {
        let (before, rest) = (line.get(..start)?, line.get(start + word.len()..)?);
        (is_blank(before.chars().next_back()) && is_blank(rest.chars().next())).then_some((before, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let line = "setoption name Debug Log File value /a b/value x";
        let (_, rest) = split_at_word(line, "name").unwrap();
        assert_eq!(split_at_word(rest, "value"), Some((" Debug Log File ", " /a b/value x")));
        assert_eq!(split_at_word("setoption rename x", "name"), None);
        assert_eq!(split_at_word("name", "name"), Some(("", "")));
    }

    #[test]
    fn leading_unknown_words_are_skipped() {
        assert_eq!(skip_unknown(&["joho", "debug", "on"]), ["debug", "on"]);
        assert!(skip_unknown(&["joho", "e2e4"]).is_empty());
        assert!(skip_unknown(&[]).is_empty());
    }
}
