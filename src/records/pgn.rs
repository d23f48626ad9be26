//! Games out of PGN text, and lines out of tables with a column of PGN movetext.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead};

use super::lines::Lines;
use crate::chess::{FenError, Position};

/// A word that should be a move, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The move as written, without number and annotation.
    pub text: String,
    /// The line of the file, counted from 1.
    pub line: usize,
}

/// A piece of movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move.
    Move(Word),
    /// A numeric annotation glyph, `$1` and the like; `!` and `?` are read as theirs.
    Glyph(u8),
    /// A comment.
    Comment(String),
    /// A side line begins; it is an alternative to the move before.
    Open,
    /// It ends.
    Close,
}

/// The game a record is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Classical chess.
    Chess,
    /// Chess960.
    Chess960,
    /// Something with other rules.
    Other,
}

/// A game as a file holds it, not yet looked at by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// Names and values, as given.
    pub tags: Vec<(String, String)>,
    /// The movetext.
    pub items: Vec<Item>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if it is there.
    pub result: Option<String>,
    /// Where it begins, counted from 1.
    pub line: usize,
}

impl Game {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The game it is of, by the tag `Variant`.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match self.tag("Variant").unwrap_or_default().to_ascii_lowercase().as_str() {
            "" | "chess" | "standard" | "normal" | "from position" => Variant::Chess,
            "chess960" | "chess 960" | "fischerandom" | "fischerrandom" | "fischer random" | "frc"
            | "dfrc" => Variant::Chess960,
            _ => Variant::Other,
        }
    }

    /// The position it starts from.
    ///
    /// # Errors
    /// If the tag `FEN` describes none.
    pub fn start(&self) -> Result<Position, FenError> {
        match self.tag("FEN") {
            None | Some("") => Ok(Position::startpos()),
            Some(fen) => Position::from_fen(fen),
        }
    }

    /// The moves of the game itself, side lines left out.
    pub fn main_line(&self) -> impl Iterator<Item = &Word> {
        let mut depth = 0_usize;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::Move(word) if depth == 0 => return Some(word),
                _ => {}
            }
            None
        })
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }
}

/// Splits PGN into games line by line, so that a file of any size can be read.
#[derive(Default)]
struct Splitter {
    game: Game,
    /// The comment being read.
    comment: Option<String>,
    /// How many side lines are open.
    side_lines: usize,
}

impl Splitter {
    /// Ends the game, whatever is open in it.
    fn take_game(&mut self, result: Option<&str>) -> Option<Game> {
        self.end_comment();
        for _ in 0..std::mem::take(&mut self.side_lines) {
            self.game.items.push(Item::Close);
        }
        let mut game = std::mem::take(&mut self.game);
        game.result = result.map(str::to_owned);
        (!game.is_empty()).then_some(game)
    }

    fn end_comment(&mut self) {
        if let Some(text) = self.comment.take() {
            self.push(0, Item::Comment(text.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }

    /// Reads a line; says which games have ended with it.
    fn line(&mut self, number: usize, text: &str, games: &mut Vec<Game>) {
        if self.comment.is_none() && text.starts_with('%') {
            return; // an escape for other programs
        }
        // No movetext looks like a tag: not even a side line that was never closed hides it.
        if self.comment.is_none()
            && let Some(tag) = read_tag(text)
        {
            // Without a result the next game's tags end the game before.
            games.extend(if self.game.items.is_empty() { None } else { self.take_game(None) });
            self.note_place(number);
            self.game.tags.push(tag);
            return;
        }
        self.movetext(number, text, games);
    }

    fn movetext(&mut self, number: usize, text: &str, games: &mut Vec<Game>) {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(comment) = &mut self.comment {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest);
                    comment.push(' ');
                    return;
                };
                comment.push_str(inside);
                rest = after;
                self.end_comment();
                continue;
            }
            let (word, after) = next_word(rest);
            rest = after;
            match word {
                "{" => self.comment = Some(String::new()),
                ";" => {
                    self.comment = Some(rest.replace('}', ")")); // to the end of the line
                    return self.end_comment();
                }
                _ => self.word(number, word, games),
            }
        }
    }

    fn word(&mut self, number: usize, word: &str, games: &mut Vec<Game>) {
        match word {
            "(" => {
                self.side_lines += 1;
                self.push(number, Item::Open);
            }
            ")" if self.side_lines > 0 => {
                self.side_lines -= 1;
                self.push(number, Item::Close);
            }
            // The result of a side line says nothing.
            "1-0" | "0-1" | "1/2-1/2" | "*" if self.side_lines > 0 => {}
            "1-0" | "0-1" | "1/2-1/2" | "*" => games.extend(self.take_game(Some(word))),
            _ => self.move_or_glyph(number, word),
        }
    }

    fn move_or_glyph(&mut self, number: usize, word: &str) {
        if let Some(digits) = word.strip_prefix('$') {
            if let Ok(glyph) = digits.parse() {
                self.push(number, Item::Glyph(glyph));
            }
            return;
        }
        let text = without_number(word);
        let bare = text.trim_end_matches(['!', '?']);
        if bare.starts_with(|c: char| c.is_alphanumeric() || c == '-') && bare != "e.p." {
            self.push(number, Item::Move(Word { text: bare.to_owned(), line: number }));
        }
        if let Some(glyph) = text.get(bare.len()..).and_then(glyph_of) {
            self.push(number, Item::Glyph(glyph));
        }
    }

    fn push(&mut self, number: usize, item: Item) {
        self.note_place(number);
        self.game.items.push(item);
    }

    fn note_place(&mut self, number: usize) {
        if self.game.is_empty() {
            self.game.line = number;
        }
    }
}

/// The tag of a line such as `[Event "?"]`.
fn read_tag(text: &str) -> Option<(String, String)> {
    let (name, value) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let mut letters = value.trim_start().strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match letters.next() {
            None | Some('"') => break, // a quote that is missing is forgiven
            Some('\\') => value.extend(letters.next()),
            Some(letter) => value.push(letter),
        }
    }
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), value))
}

/// The next word of movetext and what follows it; brackets and semicolons are words of their own.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let mark = |c: char| matches!(c, '{' | '}' | '(' | ')' | ';');
    let end = match text.chars().next() {
        Some(first) if mark(first) => first.len_utf8(),
        _ => text.find(|c: char| c.is_whitespace() || mark(c)).unwrap_or(text.len()),
    };
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// A word such as `12.e4`, `3...` or `12` without its number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if rest.is_empty() => "",
        None => word,
    }
}

/// The glyph that a sign such as `!?` stands for.
fn glyph_of(sign: &str) -> Option<u8> {
    Some(match sign {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// Reads all games of PGN, or all lines of a table separated by tabs whose first line names a
/// column `pgn`, and hands them over one by one.
///
/// # Errors
/// If `input` cannot be read.
pub fn read_games(input: impl BufRead, mut take: impl FnMut(Game)) -> io::Result<()> {
    let (mut splitter, mut games) = (Splitter::default(), Vec::new());
    let (mut lines, mut column) = (Lines::new(input), None);
    while let Some((number, text)) = lines.next_line()? {
        if number == 1 {
            column = text.split('\t').position(|name| name == "pgn").filter(|_| text.contains('\t'));
            if column.is_some() {
                continue;
            }
        }
        match column {
            None => splitter.line(number, &text, &mut games),
            Some(column) => {
                splitter.line(number, text.split('\t').nth(column).unwrap_or_default(), &mut games);
                games.extend(splitter.take_game(None));
            }
        }
        games.drain(..).for_each(&mut take);
    }
    splitter.take_game(None).into_iter().for_each(take);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Game> {
        let mut games = Vec::new();
        read_games(text.as_bytes(), |game| games.push(game)).unwrap();
        games
    }

    fn main_line(game: &Game) -> String {
        game.main_line().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn words(text: &str) -> Vec<String> {
        games(text).iter().map(main_line).collect()
    }

    #[test]
    fn the_main_line_is_told_from_all_else() {
        let text = "[Event \"x\"]\n\n1.e4 e5 {a (comment) 1. d4\nover  lines} 2. Nf3(2. f4 exf4 (2... d5) 3. Nf3)\n\
                    2... Nc6 $14 3.Bb5 ; the Ruy Lopez 3. Bc4\n% 4. Ng5\n3...a6! 4. O-O 0-0 ?! 5. exd6 e.p. 1/2-1/2\n";
        assert_eq!(words(text), ["e4 e5 Nf3 Nc6 Bb5 a6 O-O 0-0 exd6"]);
        let game = &games(text)[0];
        let comments: Vec<_> = game.items.iter().filter(|item| matches!(item, Item::Comment(_))).collect();
        let comment = |text: &str| Item::Comment(text.into());
        assert_eq!(comments, [&comment("a (comment) 1. d4 over lines"), &comment("the Ruy Lopez 3. Bc4")]);
        let glyphs: Vec<_> = game.items.iter().filter(|item| matches!(item, Item::Glyph(_))).collect();
        assert_eq!(glyphs, [&Item::Glyph(14), &Item::Glyph(1), &Item::Glyph(6)]);
        assert_eq!((game.result.as_deref(), game.line), (Some("1/2-1/2"), 1));
        assert_eq!(game.main_line().map(|word| word.line).collect::<Vec<_>>(), [3, 3, 4, 5, 5, 7, 7, 7, 7]);
    }

    #[test]
    fn games_end_with_a_result_with_tags_or_with_the_text() {
        assert_eq!(words("1. e4 1-0 1. d4 0-1\n1. c4 *"), ["e4", "d4", "c4"]);
        assert_eq!(words("[A \"\"]\n1. e4\n[A \"\"]\n[B \"\"]\n1. d4 d5\n\n"), ["e4", "d4 d5"]);
        assert_eq!(words("[A \"\"]\n\n1-0\n[A \"\"]\n*\n"), ["", ""]);
        assert_eq!(words("1. e4 (1. d4 d5\n[A \"\"]\n1. c4 *"), ["e4", "c4"], "a side line never closed");
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn tags_of_position_and_variant_are_heard() {
        let text = "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n[Variant \"Standard\"]\n\n1. Ka2 *\n\
                    [Variant \"Atomic\"]\n1. e4 *\n1. d4 *\n[Variant \"Chess960\"]\n1. e4";
        let games = games(text);
        assert_eq!(games[0].start().unwrap().fen(), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        let variants: Vec<_> = games.iter().map(Game::variant).collect();
        assert_eq!(variants, [Variant::Chess, Variant::Other, Variant::Chess, Variant::Chess960]);
        assert_eq!((games[0].line, games[1].line, games[2].line), (1, 5, 7));
        let quoted = read_tag("[Event \"The \\\"Immortal\\\" \\\\ 1851\"]").unwrap();
        assert_eq!(quoted.1, "The \"Immortal\" \\ 1851");
        assert_eq!(read_tag("[%eval 0.17]"), None);
    }

    #[test]
    fn tables_are_read_by_the_column_pgn() {
        let text = "eco\tname\tpgn\nA00\tAmar {\t1. Nh3 d5 2. g3\r\nB00\tKing's Pawn\t1. e4\nB01\tshort\n";
        assert_eq!(words(text), ["Nh3 d5 g3", "e4"]);
        assert_eq!(games(text)[1].line, 3);
    }

    #[test]
    fn hostile_text_is_only_text() {
        let deep = "(".repeat(100_000);
        for text in
            ["((((", "))))", "}}}} 1. e4", "{", "[", "[FEN", "\u{feff}1. é4 \u{0}", "1.", "....", "\t\t\n\t"]
                .into_iter()
                .chain([deep.as_str()])
        {
            let open = |item: &&Item| matches!(item, Item::Open);
            let close = |item: &&Item| matches!(item, Item::Close);
            for game in games(text) {
                let items = || game.items.iter();
                assert_eq!(items().filter(open).count(), items().filter(close).count());
            }
        }
    }
}
