//! Games as PGN's export format writes them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, Write};

use super::pgn::{Game, Item};

/// Where lines of movetext are broken, characters: brackets that follow still find room in 80.
const WIDTH: usize = 78;

impl Game {
    /// Writes the game: its tags, its movetext numbered and broken into lines, its result.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(out, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(out)?;
        }
        let mut text = Text::default();
        self.write_items(&mut text);
        text.word(self.result.as_deref().or(self.tag("Result")).unwrap_or("*"));
        writeln!(out, "{}\n", text.written)
    }

    fn write_items(&self, text: &mut Text) {
        let mut ply = self.start().map_or(0, |start| start.game_ply());
        let mut outer = Vec::new();
        // A number is due for White's moves and wherever the flow of moves is broken.
        let mut broken = true;
        for item in &self.items {
            match item {
                Item::Move(word) => {
                    match (ply % 2, broken) {
                        (0, _) => text.word(&format!("{}.", ply / 2 + 1)),
                        (_, true) => text.word(&format!("{}...", ply / 2 + 1)),
                        _ => {}
                    }
                    text.word(&word.text);
                    ply += 1;
                    broken = false;
                }
                Item::Glyph(glyph) => text.word(&format!("${glyph}")),
                Item::Comment(comment) => {
                    text.comment(comment);
                    broken = true;
                }
                Item::Open => {
                    outer.push(ply);
                    ply = ply.saturating_sub(1);
                    text.open();
                    broken = true;
                }
                Item::Close => {
                    ply = outer.pop().unwrap_or(ply);
                    text.close();
                    broken = true;
                }
            }
        }
    }
}

/// Movetext in the making.
#[derive(Default)]
struct Text {
    written: String,
    /// Characters in the last line.
    column: usize,
    /// An opening bracket stands at the end and wants no blank behind it.
    glued: bool,
}

impl Text {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if std::mem::take(&mut self.glued) || self.column == 0 {
            self.column += length;
        } else if self.column + 1 + length > WIDTH {
            self.written.push('\n');
            self.column = length;
        } else {
            self.written.push(' ');
            self.column += 1 + length;
        }
        self.written.push_str(word);
    }

    fn comment(&mut self, comment: &str) {
        self.word("{");
        comment.split_whitespace().for_each(|word| self.word(&word.replace('}', ")")));
        self.word("}");
    }

    fn open(&mut self) {
        self.word("(");
        self.glued = true;
    }

    fn close(&mut self) {
        self.glued = false;
        self.written.push(')');
        self.column += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::records::{Game, read_games};

    fn games(text: &str) -> Vec<Game> {
        let mut games = Vec::new();
        read_games(text.as_bytes(), |game| games.push(game)).unwrap();
        games
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "[Event \"The \\\"Immortal\\\"\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 40\"]\n\n\
                    40... Ke7! {so} 41. O-O (41. Rh7+ $2 Kf6 (41... Kd6 {or)} 42. Ke2) 42. Kd2) Kd6 1/2-1/2\n\n1. e4 e5 *\n";
        let first = games(text);
        let mut written = Vec::new();
        first.iter().for_each(|game| game.write(&mut written).unwrap());
        let written = String::from_utf8(written).unwrap();
        let on_one_line = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            on_one_line.contains(
                "40... Ke7 $1 { so } 41. O-O (41. Rh7+ $2 Kf6 (41... Kd6 { or) } 42. Ke2) 42. Kd2) \
                 41... Kd6 1/2-1/2 1. e4 e5 *"
            ),
            "{written}"
        );
        let second = games(&written);
        assert_eq!(second.len(), 2);
        for (before, after) in first.iter().zip(&second) {
            let words = |game: &Game| game.main_line().map(|word| word.text.clone()).collect::<Vec<_>>();
            assert_eq!(
                (words(before), &before.tags, &before.result),
                (words(after), &after.tags, &after.result)
            );
            assert_eq!(before.items.len(), after.items.len());
        }
    }

    #[test]
    fn lines_are_at_most_80_characters_long() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(50);
        let mut written = Vec::new();
        games(&moves).iter().for_each(|game| game.write(&mut written).unwrap());
        let written = String::from_utf8(written).unwrap();
        assert!(written.lines().count() > 5 && written.lines().all(|line| line.len() <= 80), "{written}");
    }
}
