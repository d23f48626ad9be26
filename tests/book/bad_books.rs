//! Files that are no book, and bytes that are none but look like one.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use mangoac::book::{Book, BookCode, BookError, Entry, draw, polyglot_key, shares};
use mangoac::chess::Position;
use proptest::prelude::*;

use super::{book_path, positions};

fn load(bytes: &[u8], max_mib: u32) -> Result<Book, BookError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    fs::write(&path, bytes).unwrap();
    Book::load(&path, max_mib)
}

#[test]
fn bad_files_are_told_apart() {
    let good = fs::read(book_path()).unwrap();
    assert!(load(&good, 1).is_ok());
    for cut in [1, 8, 15] {
        assert!(matches!(load(&good[..good.len() - cut], 1), Err(BookError::Ragged(_))));
        assert!(matches!(load(&good[cut..], 1), Err(BookError::Ragged(_))));
    }
    let swapped = [&good[good.len() - 16..], &good[..good.len() - 16]].concat();
    assert!(matches!(load(&swapped, 1), Err(BookError::Unsorted(2))));
    assert!(matches!(load(&[], 1), Err(BookError::Empty)));
    assert!(matches!(load(&[0; (1 << 20) + 16], 1), Err(BookError::TooBig { max_mib: 1, .. })));
    assert!(load(&[0; 1 << 20], 1).is_ok());
    assert!(matches!(Book::load(Path::new("/nonexistent/book.bin"), 1), Err(BookError::Read(_))));
    assert!(matches!(Book::load(Path::new(""), 1), Err(BookError::Read(_))));
    assert!(matches!(Book::load(&std::env::temp_dir(), 1), Err(BookError::NotAFile)));
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_locked_files_are_refused_at_once() {
    use std::os::unix::fs::PermissionsExt;
    assert!(matches!(Book::load(Path::new("/dev/zero"), 1), Err(BookError::NotAFile)));
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(matches!(Book::load(&pipe, 1), Err(BookError::NotAFile)));
    }
    let locked = folder.path().join("locked.bin");
    fs::write(&locked, [0; 16]).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o0)).unwrap();
    // Whoever may read everything reads this too.
    if fs::read(&locked).is_err() {
        assert!(matches!(Book::load(&locked, 1), Err(BookError::Read(_))));
    }
}

#[test]
fn a_book_of_11_8_megabytes_is_there_in_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.bin");
    let entry = |key: u64| Entry { key, learn: 0, code: BookCode(796), weight: 1 };
    let bytes: Vec<u8> = (0..737_500).flat_map(|key| entry(key << 40).to_bytes()).collect();
    fs::write(&path, bytes).unwrap();
    let time = || {
        let begun = Instant::now();
        assert_eq!(Book::load(&path, 64).unwrap().entries().len(), 737_500);
        begun.elapsed()
    };
    // A busy machine may take a turn away from one attempt or the other.
    let best = (0..20).map(|_| time()).min().unwrap();
    assert!(best < Duration::from_millis(50), "{best:?}");
}

/// Positions of all sorts: those of the fixture, and others that no book knows.
fn positions() -> Vec<Position> {
    let fixture = positions::fixture();
    let rows = fixture.positions.iter().chain(&fixture.unknown);
    let strange = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"];
    let strange = strange.map(|fen| Position::from_fen(fen).unwrap());
    rows.map(positions::Row::position).chain(strange).collect()
}

proptest! {
    #[test]
    fn any_bytes_are_a_book_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        match Book::from_bytes(&bytes) {
            Ok(book) => prop_assert_eq!(book.entries().len() * 16, bytes.len()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_entries_of_a_position_give_only_legal_moves(
        codes in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<u32>()), 1..64),
        index in any::<prop::sample::Index>(),
        seed in any::<u64>(),
    ) {
        let positions = positions();
        let position = index.get(&positions);
        let key = polyglot_key(position);
        let entry = |&(code, weight, learn): &(u16, u16, u32)| Entry { key, learn, code: BookCode(code), weight };
        let entries: Vec<Entry> = codes.iter().map(entry).collect();
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        let book = Book::from_bytes(&bytes).unwrap();
        prop_assert_eq!(book.entries(), &entries);
        let moves = book.moves(position);
        prop_assert!(moves.iter().all(|known| position.is_legal_move(known.mv)));
        prop_assert!(shares(&moves).iter().sum::<u64>() <= 100);
        let drawn = draw(&moves, &mut fastrand::Rng::with_seed(seed));
        prop_assert_eq!(drawn.is_some(), !moves.is_empty());
        prop_assert!(drawn.is_none_or(|mv| moves.iter().any(|known| known.mv == mv)));
    }
}
