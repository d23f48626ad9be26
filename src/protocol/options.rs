//! The engine's options: one table, from which UCI, CECP and `--help` are fed.
//!
//! A new option is a field of [`Settings`] with its default and one entry of [`OPTIONS`]. The
//! default declared is whatever the settings hold when they are declared, so `mangoac.ini` can
//! change it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::book::{DEFAULT_FILE, DEFAULT_MAX_MIB};
use crate::chess::CastlingMode;
use crate::engine::DEFAULT_HASH_MIB;
use crate::lattice::Variant;
use crate::search::{MAX_MIB, MIN_MIB, StyleName};

/// The most legal moves any position has, and so the most lines.
pub const MAX_MULTIPV: usize = 218;
/// Bounds of `UCI_Elo`.
pub const ELO_BOUNDS: (u32, u32) = (600, 2400);

/// The names of the styles.
const STYLES: [&str; StyleName::ALL.len()] = {
    let [first, second] = StyleName::ALL;
    [first.name(), second.name()]
};

/// What `UCI_Variant` and `variant` call chess.
pub const CHESS: &str = "chess";

/// The games, chess first.
const VARIANTS: [&str; 5] = [CHESS, "raumschach", "tesseract", "tesseract-light", "tesseract-dense"];

/// The levels of the variants, and none.
const LEVELS: [&str; 7] = ["full", "0", "1", "2", "3", "4", "5"];

/// Everything a user can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, MiB.
    pub hash_mib: usize,
    /// Searching threads.
    pub threads: usize,
    /// The style of play.
    pub style: StyleName,
    /// Lines shown.
    pub multipv: usize,
    /// The GUI lets the engine ponder.
    pub ponder: bool,
    /// Time lost outside the engine on every move.
    pub move_overhead: Duration,
    /// How castling is written.
    pub castling: CastlingMode,
    /// The engine analyses and does not play: full strength, no book.
    pub analyse_mode: bool,
    /// Play from the opening book.
    pub own_book: bool,
    /// The opening book; the one inside the program if empty.
    pub book_file: String,
    /// A larger book is not loaded, MiB.
    pub book_limit_mib: u32,
    /// Show chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// The lattice variant played; chess if none.
    pub variant: Option<Variant>,
    /// The level at which variants are played; full strength if none.
    pub level: Option<u8>,
    /// Play at `elo` instead of at full strength.
    pub limit_strength: bool,
    /// The strength to play at.
    pub elo: u32,
    /// Where everything heard and said is written down; nowhere if empty.
    pub debug_log: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mib: DEFAULT_HASH_MIB,
            threads: 1,
            style: StyleName::default(),
            multipv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(10),
            castling: CastlingMode::Standard,
            analyse_mode: false,
            own_book: true,
            book_file: DEFAULT_FILE.to_owned(),
            book_limit_mib: DEFAULT_MAX_MIB,
            show_wdl: false,
            variant: None,
            level: None,
            limit_strength: false,
            elo: 1500,
            debug_log: String::new(),
        }
    }
}

/// The type of an option's value and how it is read and set.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// Reads the value.
        get: fn(&Settings) -> bool,
        /// Sets it.
        set: fn(&mut Settings, bool),
    },
    /// A whole number within bounds.
    Spin {
        /// The least value.
        min: u32,
        /// The largest value.
        max: u32,
        /// Reads the value.
        get: fn(&Settings) -> u32,
        /// Sets it; the value lies within the bounds.
        set: fn(&mut Settings, u32),
    },
    /// One of several words.
    Combo {
        /// The words.
        words: &'static [&'static str],
        /// Reads the value.
        get: fn(&Settings) -> &str,
        /// Sets it; the value is one of the words.
        set: fn(&mut Settings, &'static str),
    },
    /// Any text.
    Text {
        /// Reads the value.
        get: fn(&Settings) -> &str,
        /// Sets it.
        set: fn(&mut Settings, &str),
    },
    /// Something to press, without a value.
    Button,
}

/// What has to be done once an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the setting is looked at when it is needed.
    None,
    /// The table gets a new size.
    ResizeHash,
    /// The searches get another style.
    SetStyle,
    /// Another game is played.
    SetVariant,
    /// Whether there is such a level is looked at.
    CheckLevel,
    /// The table is emptied.
    ClearHash,
    /// The book is read, or let go.
    LoadBook,
    /// The debug log begins or ends.
    OpenLog,
}

/// Whether CECP declares an option; what it has commands of its own for, it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cecp {
    /// As `option="…"`.
    Declared,
    /// Not at all.
    Hidden,
}

/// An option: an entry of the table.
#[derive(Debug)]
pub struct Entry {
    /// Its name, as declared; it is read in any case.
    pub name: &'static str,
    /// What it does, for `--help`.
    pub about: &'static str,
    /// Type, bounds and setter.
    pub kind: Kind,
    /// What has to be done after it is set.
    pub effect: Effect,
    /// Whether CECP declares it.
    pub cecp: Cecp,
}

/// All options, in the order they are declared.
pub static OPTIONS: &[Entry] = &[
    Entry {
        name: "Hash",
        about: "Size of the transposition table in MiB",
        kind: Kind::Spin {
            min: MIN_MIB as u32,
            max: MAX_MIB as u32,
            get: |s| s.hash_mib as u32,
            set: |s, value| s.hash_mib = value as usize,
        },
        effect: Effect::ResizeHash,
        cecp: Cecp::Hidden, // `memory`
    },
    Entry {
        name: "Clear Hash",
        about: "Forget all that searches have stored",
        kind: Kind::Button,
        effect: Effect::ClearHash,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "MultiPV",
        about: "Number of best lines shown",
        kind: Kind::Spin {
            min: 1,
            max: MAX_MULTIPV as u32,
            get: |s| s.multipv as u32,
            set: |s, value| s.multipv = value as usize,
        },
        effect: Effect::None,
        cecp: Cecp::Declared, // xboard's own option for lines in analysis has this name
    },
    Entry {
        name: "Threads",
        about: "Number of searching threads",
        kind: Kind::Spin {
            min: 1,
            max: 1,
            get: |s| s.threads as u32,
            set: |s, value| s.threads = value as usize,
        },
        effect: Effect::None,
        cecp: Cecp::Hidden, // `cores`
    },
    Entry {
        name: "Style",
        about: "The style of play: Mango, or the engine of 2012 node for node",
        kind: Kind::Combo {
            words: &STYLES,
            get: |s| s.style.name(),
            set: |s, value| s.style = value.parse().unwrap_or_default(),
        },
        effect: Effect::SetStyle,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "Ponder",
        about: "Says that the GUI may let the engine think in the opponent's time",
        kind: Kind::Check { get: |s| s.ponder, set: |s, value| s.ponder = value },
        effect: Effect::None,
        cecp: Cecp::Hidden, // `hard`, `easy`
    },
    Entry {
        name: "OwnBook",
        about: "Play from the opening book",
        kind: Kind::Check { get: |s| s.own_book, set: |s, value| s.own_book = value },
        effect: Effect::LoadBook,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "BookFile",
        about: "The opening book, in Polyglot's format; empty: the one inside the program",
        kind: Kind::Text { get: |s| &s.book_file, set: |s, value| value.clone_into(&mut s.book_file) },
        effect: Effect::LoadBook,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "Move Overhead",
        about: "Time lost outside the engine on every move, milliseconds",
        kind: Kind::Spin {
            min: 0,
            max: 5000,
            get: |s| s.move_overhead.as_millis() as u32,
            set: |s, value| s.move_overhead = Duration::from_millis(value.into()),
        },
        effect: Effect::None,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "UCI_Chess960",
        about: "Write castling as king takes rook (e1h1)",
        kind: Kind::Check {
            get: |s| s.castling == CastlingMode::Chess960,
            set: |s, value| {
                s.castling = if value { CastlingMode::Chess960 } else { CastlingMode::Standard };
            },
        },
        effect: Effect::None,
        cecp: Cecp::Hidden, // `variant`
    },
    Entry {
        name: "UCI_AnalyseMode",
        about: "Analyse rather than play: no book, full strength whatever UCI_LimitStrength says",
        kind: Kind::Check { get: |s| s.analyse_mode, set: |s, value| s.analyse_mode = value },
        effect: Effect::None,
        cecp: Cecp::Hidden, // `analyze`
    },
    Entry {
        name: "UCI_ShowWDL",
        about: "Show the chances to win, draw and lose, per mille",
        kind: Kind::Check { get: |s| s.show_wdl, set: |s, value| s.show_wdl = value },
        effect: Effect::None,
        cecp: Cecp::Hidden,
    },
    Entry {
        name: "UCI_Variant",
        about: "The game: chess, or one on 5x5x5 or 5x5x5x5 cells",
        kind: Kind::Combo {
            words: &VARIANTS,
            get: |s| s.variant.map_or(CHESS, Variant::name),
            set: |s, value| s.variant = Variant::from_name(value),
        },
        effect: Effect::SetVariant,
        cecp: Cecp::Hidden, // `variant`
    },
    Entry {
        name: "Level",
        about: "The level at which variants are played (Raumschach 0 to 5, Tesseract 1 to 4)",
        kind: Kind::Combo {
            words: &LEVELS,
            get: |s| s.level.and_then(|level| LEVELS.get(usize::from(level) + 1)).copied().unwrap_or("full"),
            set: |s, value| s.level = value.parse().ok(),
        },
        effect: Effect::CheckLevel,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "UCI_LimitStrength",
        about: "Play weaker, at the strength of UCI_Elo",
        kind: Kind::Check { get: |s| s.limit_strength, set: |s, value| s.limit_strength = value },
        effect: Effect::None,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "UCI_Elo",
        about: "The strength for UCI_LimitStrength",
        kind: Kind::Spin {
            min: ELO_BOUNDS.0,
            max: ELO_BOUNDS.1,
            get: |s| s.elo,
            set: |s, value| s.elo = value,
        },
        effect: Effect::None,
        cecp: Cecp::Declared,
    },
    Entry {
        name: "Debug Log File",
        about: "Write all input and output down in this file",
        kind: Kind::Text { get: |s| &s.debug_log, set: |s, value| value.clone_into(&mut s.debug_log) },
        effect: Effect::OpenLog,
        cecp: Cecp::Declared,
    },
];

/// Why an option was not set. The old value stays.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// No option has that name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The value is none of the option's type.
    #[error("{name}: '{value}' is not {wanted}; the old value {old} stays")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What a value looks like.
        wanted: String,
        /// What it still is.
        old: String,
    },
}

/// Longest piece of hostile text repeated in a message.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The option of a name, in any case and with any number of blanks between its words.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let same = |entry: &&Entry| {
        let mut ours = entry.name.split_whitespace();
        name.split_whitespace().all(|word| ours.next().is_some_and(|our| our.eq_ignore_ascii_case(word)))
            && ours.next().is_none()
    };
    OPTIONS.iter().find(same)
}

impl Settings {
    /// Sets an option given as text. `<empty>` and a missing value are the empty text.
    ///
    /// # Errors
    /// If there is no such option or the value does not fit it; nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<&'static Entry, OptionError> {
        let entry = find(name).ok_or_else(|| OptionError::Unknown(shorten(name)))?;
        let value = if value == "<empty>" { "" } else { value };
        let bad = |wanted: String| OptionError::Value {
            name: entry.name,
            value: shorten(value),
            wanted,
            old: entry.value(self),
        };
        match entry.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => set(self, true),
                "false" | "0" | "off" | "no" => set(self, false),
                _ => return Err(bad("true or false".into())),
            },
            Kind::Spin { min, max, set, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => set(self, number),
                _ => return Err(bad(format!("a number from {min} to {max}"))),
            },
            Kind::Combo { words, set, .. } => {
                match words.iter().find(|word| word.eq_ignore_ascii_case(value)) {
                    Some(word) => set(self, word),
                    None => return Err(bad(format!("one of {}", words.join(", ")))),
                }
            }
            Kind::Text { set, .. } => set(self, value),
            Kind::Button => {}
        }
        Ok(entry)
    }
}

impl Entry {
    /// The value as text, empty for a button.
    #[must_use]
    pub fn value(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Check { get, .. } => get(settings).to_string(),
            Kind::Spin { get, .. } => get(settings).to_string(),
            Kind::Combo { get, .. } | Kind::Text { get, .. } => get(settings).to_owned(),
            Kind::Button => String::new(),
        }
    }

    /// The declaration in UCI: `option name Hash type spin default 256 min 1 max 8192`.
    #[must_use]
    pub fn uci(&self, settings: &Settings) -> String {
        let mut text = format!("option name {} type ", self.name);
        let value = self.value(settings);
        let _ = match self.kind {
            Kind::Check { .. } => write!(text, "check default {value}"),
            Kind::Spin { min, max, .. } => write!(text, "spin default {value} min {min} max {max}"),
            Kind::Combo { words, .. } => {
                write!(text, "combo default {value}").and_then(|()| write_each(&mut text, " var ", words))
            }
            Kind::Text { .. } if value.is_empty() => write!(text, "string default <empty>"),
            Kind::Text { .. } => write!(text, "string default {value}"),
            Kind::Button => write!(text, "button"),
        };
        text
    }

    /// The declaration in CECP, between the quotes of `option="…"`: `Hash -spin 256 1 8192`.
    #[must_use]
    pub fn cecp(&self, settings: &Settings) -> String {
        let value = self.value(settings);
        let name = self.name;
        match self.kind {
            Kind::Check { get, .. } => format!("{name} -check {}", u8::from(get(settings))),
            Kind::Spin { min, max, .. } => format!("{name} -spin {value} {min} {max}"),
            Kind::Combo { words, .. } => {
                let mark =
                    |word: &&str| if **word == value { format!("*{word}") } else { (*word).to_owned() };
                let words: Vec<String> = words.iter().map(mark).collect();
                format!("{name} -combo {}", words.join(" /// "))
            }
            Kind::Text { .. } => format!("{name} -string {value}"),
            Kind::Button => format!("{name} -button"),
        }
    }
}

fn write_each(text: &mut String, before: &str, words: &[&str]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(text, "{before}{word}"))
}

/// The table of options for `--help`.
#[must_use]
pub fn help() -> String {
    let settings = Settings::default();
    let mut text = String::from("Options (set with `setoption name NAME value VALUE`):\n");
    for entry in OPTIONS {
        let range = match entry.kind {
            Kind::Spin { min, max, .. } => format!(" [{}; {min} to {max}]", entry.value(&settings)),
            Kind::Button => String::new(),
            Kind::Text { .. } if entry.value(&settings).is_empty() => String::new(),
            Kind::Combo { words, .. } => format!(" [{}; {}]", entry.value(&settings), words.join(", ")),
            _ => format!(" [{}]", entry.value(&settings)),
        };
        let _ = writeln!(text, "  {:<18} {}{range}", entry.name, entry.about);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_are_different() {
        for name in ["hash", "HASH", "clear  hash", "move overhead", "Debug Log File", "uci_chess960"] {
            assert!(find(name).is_some(), "{name}");
        }
        for name in ["", "Has", "Hash x", "Clear", "overhead"] {
            assert!(find(name).is_none(), "{name}");
        }
        for (index, entry) in OPTIONS.iter().enumerate() {
            assert!(std::ptr::eq(find(entry.name).unwrap(), &OPTIONS[index]), "{}", entry.name);
        }
    }

    #[test]
    fn every_default_can_be_set_and_changes_nothing() {
        for entry in OPTIONS {
            let mut settings = Settings::default();
            let value = entry.value(&settings);
            settings.set(entry.name, &value).unwrap();
            assert_eq!(settings, Settings::default(), "{}", entry.name);
        }
    }

    #[test]
    fn every_variant_has_its_word() {
        let names: Vec<&str> = Variant::ALL.into_iter().map(Variant::name).collect();
        assert_eq!(VARIANTS[1..], names);
    }

    #[test]
    fn bad_values_are_refused_and_change_nothing() {
        let mut settings = Settings::default();
        for value in ["0", "-1", "abc", "99999999", "", "<empty>", "1e3", "64 MB", "99999999999999999999"] {
            let error = settings.set("Hash", value).unwrap_err().to_string();
            assert!(error.contains("from 1 to 8192") && error.contains("256 stays"), "{error}");
        }
        assert!(settings.set("Ponder", "maybe").is_err());
        assert!(settings.set("SyzygyPath", "/x").is_err());
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn declarations_are_of_the_protocols_form() {
        let mut settings = Settings::default();
        settings.set("hash", "64").unwrap();
        let hash = find("Hash").unwrap();
        assert_eq!(hash.uci(&settings), "option name Hash type spin default 64 min 1 max 8192");
        assert_eq!(hash.cecp(&settings), "Hash -spin 64 1 8192");
        let clear = find("Clear Hash").unwrap();
        assert_eq!(clear.uci(&settings), "option name Clear Hash type button");
        assert_eq!(clear.cecp(&settings), "Clear Hash -button");
        let log = find("Debug Log File").unwrap();
        assert_eq!(log.uci(&settings), "option name Debug Log File type string default <empty>");
        let words = Kind::Combo { words: &["a", "b"], get: |_| "b", set: |_, _| {} };
        let combo = Entry { name: "C", about: "", kind: words, effect: Effect::None, cecp: Cecp::Declared };
        assert_eq!(combo.uci(&settings), "option name C type combo default b var a var b");
        assert_eq!(combo.cecp(&settings), "C -combo a /// *b");
    }
}
