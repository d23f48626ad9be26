//! From the text of the file to settings.

use ini::{Ini, ParseOption};

use super::{Config, Fault, KEYS, Key, Kind, Origin, Sourced, Warning};

/// Longest piece of the file repeated in a warning.
fn shorten(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// The text of a file: UTF-8, with or without a byte-order mark, or else Latin-1, as the files of
/// 2012 were written.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// What a line is.
#[derive(PartialEq, Eq, Debug)]
enum Line {
    /// Nothing, a comment or the name of a section.
    Blank,
    /// A key with its value.
    Setting(String, String),
    /// None of these.
    Junk,
}

/// A line of 2012, `Clave valor`, as `Clave=valor`; others as they are.
fn normalise(line: &str) -> String {
    let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.len());
    let (key, rest) = line.split_at(end);
    let rest = rest.trim_start();
    match rest.strip_prefix(['=', ':']).unwrap_or(rest) {
        _ if key.is_empty() => line.to_owned(),
        value => format!("{key}={}", value.trim()),
    }
}

/// Reads a line. Each goes through the parser on its own, so that a bad one spoils no other and
/// every value knows its line.
fn read_line(line: &str) -> Line {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Line::Blank;
    }
    // A backslash is part of a path, not an escape.
    let options = ParseOption { enabled_escape: false, ..ParseOption::default() };
    let Ok(ini) = Ini::load_from_str_opt(&normalise(line), options) else { return Line::Junk };
    let mut settings = ini.iter().flat_map(|(_, properties)| properties.iter());
    match settings.next() {
        Some((key, value)) => Line::Setting(key.to_owned(), value.to_owned()),
        None if line.starts_with('[') => Line::Blank,
        None => Line::Junk,
    }
}

/// A switch or a number without the comment that may follow it. Paths keep theirs: a '#' may be
/// part of a name.
fn without_comment(value: &str) -> &str {
    value.split(['#', ';']).next().unwrap_or_default().trim()
}

fn parse_switch(value: &str) -> Option<bool> {
    match without_comment(value).to_lowercase().as_str() {
        "1" | "si" | "sí" | "yes" | "true" | "on" => Some(true),
        "0" | "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

impl Config {
    pub(super) fn warn(&mut self, line: usize, fault: Fault) {
        let file = self.file.clone().unwrap_or_default();
        self.warnings.push(Warning { file, line, fault });
    }

    /// Takes the settings of a text; later lines win.
    pub(super) fn take(&mut self, text: &str) {
        let mut obsolete = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            match read_line(line) {
                Line::Blank => {}
                Line::Junk => self.warn(number, Fault::NoSetting(shorten(line.trim()))),
                Line::Setting(name, value) => {
                    match KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(&name)) {
                        None => self.warn(number, Fault::UnknownKey(shorten(&name))),
                        Some(Key { name, kind: Kind::Obsolete }) => obsolete.push((number, *name)),
                        Some(key) => self.take_setting(key, &value, number),
                    }
                }
            }
        }
        if let Some(&(first, _)) = obsolete.first() {
            let names: Vec<&str> = obsolete.iter().map(|&(_, name)| name).collect();
            self.warn(first, Fault::Obsolete(names.join(", ")));
        }
    }

    fn take_setting(&mut self, key: &Key, value: &str, line: usize) {
        let origin = Origin::Line(line);
        let (wanted, used) = match key.kind {
            Kind::Switch(field) => match parse_switch(value) {
                Some(value) => return *field(self) = Sourced { value, origin },
                None => ("0 or 1".to_owned(), u8::from(field(self).value).to_string()),
            },
            Kind::Number(min, max, field) => match without_comment(value).parse() {
                Ok(value) if (min..=max).contains(&value) => {
                    return *field(self) = Sourced { value, origin };
                }
                _ => (format!("a number from {min} to {max}"), field(self).value.to_string()),
            },
            Kind::Path(field) => return *field(self) = Sourced { value: value.to_owned(), origin },
            Kind::Obsolete => return,
        };
        self.warn(line, Fault::BadValue { key: key.name, value: shorten(value), wanted, used });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn config(text: &str) -> Config {
        let mut config = Config { file: Some("mangoac.ini".into()), ..Config::default() };
        config.take(text);
        config
    }

    fn warnings(config: &Config) -> Vec<String> {
        config.warnings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn both_syntaxes_are_understood() {
        let paths = [
            "RutaLibroPolyglot C:\\mis libros #1\\a=b.bin",
            "RutaLibroPolyglot = C:\\mis libros #1\\a=b.bin",
            "[Libro]\n\tRutaLibroPolyglot\t\"C:\\mis libros #1\\a=b.bin\" \r",
            "rutalibropolyglot: C:\\mis libros #1\\a=b.bin",
        ];
        for text in paths {
            let config = config(text);
            assert_eq!(config.book_file.value, "C:\\mis libros #1\\a=b.bin", "{text}");
            assert!(config.warnings.is_empty(), "{text}: {:?}", config.warnings);
        }
        for text in ["HashMB 64", "HashMB=64", "hashmb = 64 # megas", "  HashMB   64 ; x", "HashMB\t64"] {
            let config = config(text);
            assert_eq!((config.hash_mb.value, config.hash_mb.origin), (64, Origin::Line(1)), "{text}");
            assert!(config.warnings.is_empty(), "{text}: {:?}", config.warnings);
        }
    }

    #[test]
    fn each_fault_costs_one_warning_and_nothing_else() {
        let config = config(
            "# x\nHashMB abc\nHashMB 64\nHashMB 0\nFoo 1\nUsarTablaHash 2\n???\n[x]\n[\nRutaSyzygy /t",
        );
        assert_eq!(
            warnings(&config),
            [
                "mangoac.ini:2: HashMB: 'abc' is not a number from 1 to 8192; using 256",
                "mangoac.ini:4: HashMB: '0' is not a number from 1 to 8192; using 64",
                "mangoac.ini:5: unknown key 'Foo'; ignored",
                "mangoac.ini:6: UsarTablaHash: '2' is not 0 or 1; using 1",
                "mangoac.ini:7: '???' is not a key with a value; ignored",
                "mangoac.ini:9: '[' is not a key with a value; ignored",
            ]
        );
        assert_eq!((config.hash_mb.value, config.syzygy_path.value.as_str()), (64, "/t"));
    }

    #[test]
    fn levels_of_2012_count_only_without_a_size() {
        let hash = |text: &str| config(text).hash_mib();
        assert_eq!(hash(""), Sourced { value: 256, origin: Origin::Default });
        for (level, mib) in [(1, 6), (2, 12), (5, 96), (9, 1536)] {
            let expected = Sourced { value: mib, origin: Origin::Line(1) };
            assert_eq!(hash(&format!("TamanioTablaHash {level}")), expected);
        }
        assert_eq!(hash("TamanioTablaHash 9\nHashMB 32"), Sourced { value: 32, origin: Origin::Line(2) });
        assert_eq!(hash("HashMB 32\nUsarTablaHash 0"), Sourced { value: 1, origin: Origin::Line(2) });
        let bad = config("TamanioTablaHash 12");
        assert_eq!(bad.hash_mib().value, 256);
        assert!(warnings(&bad)[0].ends_with("not a number from 1 to 9; using 5"), "{:?}", bad.warnings);
    }

    #[test]
    fn old_keys_are_named_once() {
        let config = config("CacheEGBB 8\nUsarTablaFinalesNalimov 1\nRutaEGBB c:\\egbb\nRutaMainBook x");
        assert_eq!(
            warnings(&config),
            ["mangoac.ini:1: no longer used: CacheEGBB, UsarTablaFinalesNalimov, RutaEGBB, RutaMainBook"]
        );
    }

    #[test]
    fn files_in_latin_1_and_with_a_mark_are_read() {
        assert_eq!(decode(b"# tama\xf1o"), "# tamaño");
        assert_eq!(decode(b"\xef\xbb\xbfHashMB 4"), "HashMB 4");
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "\\PC*|([A-Za-z]*[ =:#;\\[\\]\"'\\\\\n\r\t\0]*)*") {
            let config = config(&text);
            prop_assert!(config.warnings.len() <= text.lines().count());
        }
    }
}
