//! `mangoac.ini` and `mangoac config` through the real binary.

mod common;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use common::dialogue::Dialogue;
use tempfile::TempDir;

fn folder(ini: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mangoac.ini"), ini).unwrap();
    folder
}

/// What `mangoac config` says in a folder: standard output, standard error.
fn config(folder: &Path) -> (String, String) {
    let answer = Command::cargo_bin("mangoac").unwrap().arg("config").current_dir(folder).assert().success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&answer.get_output().stdout), text(&answer.get_output().stderr))
}

#[test]
fn without_a_file_the_defaults_hold() {
    let empty = tempfile::tempdir().unwrap();
    let (settings, warnings) = config(empty.path());
    insta::assert_snapshot!(settings);
    assert_eq!(warnings, "");
}

#[test]
fn legacy_syntax_and_todays_are_read_and_faults_are_named() {
    let ini = "# Mango Paola\r\n\
        UsarTablaHash 1\r\n\
        TamanioTablaHash\t7\r\n\
        UsarLibroAperturas 0\r\n\
        [Libro]\r\n\
        RutaLibroPolyglot = libros/los #1 y #2.bin\r\n\
        MaxLibroPolyglotMB = 100000\r\n\
        RutaSyzygy=\"/tablas de finales/3-4-5\"\r\n\
        UsarTablaFinales quizás\r\n\
        UsarTablaFinalesNalimov 1\r\n\
        RutaEGBB c:\\egbb\r\n\
        CacheEGBB 64\r\n\
        Color rojo\r\n\
        =\r\n";
    let (settings, warnings) = config(folder(ini).path());
    insta::assert_snapshot!(settings);
    insta::assert_snapshot!(warnings);
}

#[test]
fn the_shipped_file_says_what_holds_without_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (shipped, warnings) = config(root);
    assert_eq!(warnings, "");
    let values = |text: &str| -> Vec<String> {
        let value = |line: &str| line.get(..54.min(line.len())).unwrap_or(line).trim_end().to_owned();
        text.lines().skip(1).map(value).collect()
    };
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(values(&shipped), values(&config(empty.path()).0));
    let text = fs::read_to_string(root.join("mangoac.ini")).unwrap();
    for key in ["TamanioTablaHash", "UsarTablaFinalesNalimov", "RutaEGBB", "CacheEGBB"] {
        assert!(text.contains(key), "{key} is not explained");
    }
}

#[test]
fn the_size_of_the_table_reaches_every_loop() {
    let small = folder("HashMB 3\n");
    let mut uci = Dialogue::start_in(&["uci"], small.path());
    uci.send("uci");
    assert!(uci.until("uciok").contains(&"option name Hash type spin default 3 min 1 max 8192".to_owned()));
    let mut console = Dialogue::start_in(&[], small.path());
    console.send("info");
    assert!(console.wait_for("Tabla hash").ends_with(" 2 MB"), "the largest power of two that fits");
    console.send("uci");
    assert!(
        console.until("uciok").contains(&"option name Hash type spin default 3 min 1 max 8192".to_owned())
    );
}

#[test]
fn a_useless_file_does_not_stop_the_engine() {
    let strange = tempfile::tempdir().unwrap();
    let path = strange.path().join("mangoac.ini");
    fs::write(&path, b"\xff\xfe\0\0=\n\"\n'\n[\n\x01").unwrap();
    let (settings, warnings) = config(strange.path());
    assert!(settings.contains("HashMB              256 "), "{settings}");
    assert!(warnings.lines().all(|line| line.starts_with("mangoac.ini:")), "{warnings}");
    let mut engine = Dialogue::start_in(&["xboard"], strange.path());
    engine.send("ping 1");
    engine.until("pong 1");
    // A folder of that name is no file.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(config(strange.path()).1, "");
}

#[test]
fn a_file_beside_the_executable_counts_where_none_is_at_hand() {
    let program = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let work = tempfile::tempdir().unwrap();
    let binary = program.path().join("mangoac");
    // A link, not a copy: a file just written may still be open in a child that another test is starting.
    fs::hard_link(assert_cmd::cargo::cargo_bin("mangoac"), &binary).unwrap();
    fs::write(program.path().join("mangoac.ini"), "HashMB = 17\n").unwrap();
    let hash = || {
        let answer = Command::new(&binary).arg("config").current_dir(work.path()).assert().success();
        let text = String::from_utf8(answer.get_output().stdout.clone()).unwrap();
        text.lines().find(|line| line.starts_with("HashMB")).unwrap().to_owned()
    };
    assert!(hash().contains(" 17 ") && hash().ends_with("mangoac.ini:1"), "{}", hash());
    fs::write(work.path().join("mangoac.ini"), "\nHashMB = 19\n").unwrap();
    assert!(hash().contains(" 19 ") && hash().ends_with(" mangoac.ini:2"), "{}", hash());
}
