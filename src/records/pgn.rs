//! Lines of moves out of text: PGN games, and tables with a column of PGN movetext.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead};

/// The moves of a game or named line, in SAN, not yet looked at by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameText {
    /// The position it starts from, if not the start position.
    pub fen: Option<String>,
    /// A variant other than chess is named.
    pub is_variant: bool,
    /// The moves; numbers, comments, side lines, glyphs and the result are left out.
    pub words: Vec<String>,
    /// Where the first of its moves stands, counted from 1.
    pub line: usize,
}

/// Splits PGN into games line by line, so that a file of any size can be read.
#[derive(Default)]
struct Splitter {
    game: GameText,
    in_comment: bool,
    /// How many side lines are open.
    side_lines: usize,
}

impl Splitter {
    fn take_game(&mut self) -> Option<GameText> {
        (self.in_comment, self.side_lines) = (false, 0);
        let game = std::mem::take(&mut self.game);
        (!game.words.is_empty()).then_some(game)
    }

    /// Reads a line; says which games have ended with it.
    fn line(&mut self, number: usize, text: &str, games: &mut Vec<GameText>) {
        if !self.in_comment && text.starts_with('%') {
            return; // an escape for other programs
        }
        if !self.in_comment && self.side_lines == 0 && text.starts_with('[') {
            // Without a result the next game's tags end the game before.
            games.extend(if self.game.words.is_empty() { None } else { self.take_game() });
            return self.tag(text);
        }
        for word in separate(text) {
            match word {
                _ if self.in_comment => self.in_comment = word != "}",
                "{" => self.in_comment = true,
                ";" => return, // a comment to the end of the line
                "(" => self.side_lines += 1,
                ")" => self.side_lines = self.side_lines.saturating_sub(1),
                _ if self.side_lines > 0 => {}
                "1-0" | "0-1" | "1/2-1/2" | "*" => games.extend(self.take_game()),
                _ => self.word(number, word),
            }
        }
    }

    fn tag(&mut self, text: &str) {
        let mut parts = text.trim_start_matches('[').splitn(2, char::is_whitespace);
        let (Some(name), Some(rest)) = (parts.next(), parts.next()) else { return };
        let value = rest.split('"').nth(1).unwrap_or_default();
        match name {
            "FEN" => self.game.fen = Some(value.to_owned()),
            "Variant" => {
                let chess = ["", "chess", "standard", "normal", "from position"];
                self.game.is_variant = !chess.contains(&value.to_ascii_lowercase().as_str());
            }
            _ => {}
        }
    }

    fn word(&mut self, number: usize, word: &str) {
        let Some(word) = without_number(word) else { return };
        if self.game.words.is_empty() {
            self.game.line = number;
        }
        self.game.words.push(word.to_owned());
    }
}

/// The words of a line, brackets and semicolons being words of their own.
fn separate(text: &str) -> impl Iterator<Item = &str> {
    let mark = |c: char| matches!(c, '{' | '}' | '(' | ')' | ';');
    text.split_whitespace()
        .flat_map(move |word| {
            word.split_inclusive(mark).flat_map(move |part| match part.char_indices().next_back() {
                Some((at, last)) if mark(last) && at > 0 => {
                    let (before, after) = part.split_at(at);
                    [Some(before), Some(after)]
                }
                _ => [Some(part), None],
            })
        })
        .flatten()
}

/// The move of a word such as `12.e4` or `e4`; `None` for a number, a glyph or `e.p.`.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = match digits.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if digits.is_empty() => return None,
        None => word,
    };
    let is_move = word.starts_with(|c: char| c.is_alphanumeric()) && word != "e.p.";
    is_move.then_some(word)
}

/// Reads all games of PGN, or all lines of a table separated by tabs whose first line names a
/// column `pgn`, and hands them over one by one.
///
/// # Errors
/// If `input` cannot be read.
pub fn read_games(mut input: impl BufRead, mut take: impl FnMut(GameText)) -> io::Result<()> {
    let (mut splitter, mut games) = (Splitter::default(), Vec::new());
    let (mut bytes, mut number, mut column) = (Vec::new(), 0, None);
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim_end();
        if number == 1 {
            column = text.split('\t').position(|name| name == "pgn").filter(|_| text.contains('\t'));
            if column.is_some() {
                continue;
            }
        }
        match column {
            None => splitter.line(number, text, &mut games),
            Some(column) => {
                splitter.line(number, text.split('\t').nth(column).unwrap_or_default(), &mut games);
                games.extend(splitter.take_game());
            }
        }
        games.drain(..).for_each(&mut take);
    }
    splitter.take_game().into_iter().for_each(take);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<GameText> {
        let mut games = Vec::new();
        read_games(text.as_bytes(), |game| games.push(game)).unwrap();
        games
    }

    fn words(text: &str) -> Vec<String> {
        games(text).iter().map(|game| game.words.join(" ")).collect()
    }

    #[test]
    fn all_that_is_no_move_is_left_out() {
        let text = "[Event \"x\"]\n\n1.e4 e5 {a (comment) 1. d4\nover lines} 2. Nf3(2. f4 exf4 (2... d5) 3. Nf3)\n\
                    2... Nc6 $14 3.Bb5 ; the Ruy Lopez 3. Bc4\n% 4. Ng5\n3...a6! 4. O-O 0-0 ?! 5. exd6 e.p. 1/2-1/2\n";
        assert_eq!(words(text), ["e4 e5 Nf3 Nc6 Bb5 a6! O-O 0-0 exd6"]);
    }

    #[test]
    fn games_end_with_a_result_with_tags_or_with_the_text() {
        assert_eq!(words("1. e4 1-0 1. d4 0-1\n1. c4 *"), ["e4", "d4", "c4"]);
        assert_eq!(words("[A \"\"]\n1. e4\n[A \"\"]\n[B \"\"]\n1. d4 d5\n\n"), ["e4", "d4 d5"]);
        assert_eq!(words("[A \"\"]\n\n1-0\n[A \"\"]\n*\n"), [""; 0]);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn tags_of_position_and_variant_are_heard() {
        let text = "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n[Variant \"Standard\"]\n\n1. Ka2 *\n\
                    [Variant \"Atomic\"]\n1. e4 *\n1. d4 *\n";
        let games = games(text);
        assert_eq!(games[0].fen.as_deref(), Some("8/8/8/8/8/8/8/K1k5 w - - 0 1"));
        let variants: Vec<_> = games.iter().map(|game| game.is_variant).collect();
        assert_eq!(variants, [false, true, false]);
        assert_eq!((games[0].line, games[1].line, games[2].fen.as_ref()), (4, 6, None));
    }

    #[test]
    fn tables_are_read_by_the_column_pgn() {
        let text = "eco\tname\tpgn\nA00\tAmar {\t1. Nh3 d5 2. g3\r\nB00\tKing's Pawn\t1. e4\nB01\tshort\n";
        assert_eq!(words(text), ["Nh3 d5 g3", "e4"]);
        assert_eq!(games(text)[1].line, 3);
    }

    #[test]
    fn hostile_text_is_only_text() {
        for text in
            ["((((", "))))", "}}}} 1. e4", "{", "[", "[FEN", "\u{feff}1. é4 \u{0}", "1.", "....", "\t\t\n\t"]
        {
            games(text);
        }
    }
}
