//! The settings as a table, for `mangoac config`.

use std::fmt::Write as _;

use super::{Config, FILE_NAME, KEYS, Kind, Origin, Sourced};

impl Config {
    fn origin(&self, origin: Origin) -> String {
        match (origin, &self.file) {
            (Origin::Line(line), Some(file)) => format!("{}:{line}", file.display()),
            _ => "default".to_owned(),
        }
    }

    /// One line for each key in use: value and origin; then what follows from them.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = match &self.file {
            Some(file) => format!("# {}\n", file.display()),
            None => format!("# no {FILE_NAME}: defaults\n"),
        };
        // The fields are reached through the setters, which need an owner they may change.
        let mut copy = self.clone();
        for key in KEYS {
            let Sourced { value, origin } = match key.kind {
                Kind::Switch(field) => field(&mut copy).as_text(|&on| u8::from(on).to_string()),
                Kind::Number(_, _, field) => field(&mut copy).as_text(u32::to_string),
                Kind::Path(field) => field(&mut copy).as_text(|path| shown(path)),
                Kind::Obsolete => continue,
            };
            row(&mut text, key.name, &value, &self.origin(origin));
        }
        let (hash, tables) = (self.hash_mib(), self.tables());
        text.push_str("# in effect\n");
        row(&mut text, "Hash", &format!("{} MB", hash.value), &self.origin(hash.origin));
        row(&mut text, "Threads", &self.threads.value.to_string(), &self.origin(self.threads.origin));
        row(&mut text, "OwnBook", &self.use_book.value.to_string(), &self.origin(self.use_book.origin));
        row(&mut text, "BookFile", &shown(&self.book_file.value), &self.origin(self.book_file.origin));
        row(&mut text, "SyzygyPath", &shown(&tables.value), &self.origin(tables.origin));
        text
    }
}

impl<T> Sourced<T> {
    fn as_text(&self, text: impl Fn(&T) -> String) -> Sourced<String> {
        Sourced { value: text(&self.value), origin: self.origin }
    }
}

fn shown(path: &str) -> String {
    if path.is_empty() { "<empty>".to_owned() } else { path.to_owned() }
}

fn row(text: &mut String, name: &str, value: &str, origin: &str) {
    let _ = writeln!(text, "{name:<20}{value:<34}{origin}");
}
