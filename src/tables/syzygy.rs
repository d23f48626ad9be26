//! Syzygy tables, by `shakmaty-syzygy`.

use std::env;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, PositionError, Setup, Square};
use shakmaty_syzygy::{SyzygyError, Tablebase};

use super::{TablesError, Wdl, damaged};
use crate::chess::{self, PieceKind, Position};

/// The tables of some folders. A table is opened when it is first asked; one that turns out to be
/// damaged answers nothing.
pub struct Tables {
    base: Tablebase<Chess>,
    count: usize,
    /// Files that were damaged at first sight, in words.
    damaged: Option<String>,
    fault: Mutex<Fault>,
}

/// What has turned out to be wrong while tables were used.
#[derive(Debug)]
enum Fault {
    None,
    /// In words, and not yet told.
    New(String),
    /// One line is enough.
    Told,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables({})", self.describe())
    }
}

impl Tables {
    /// Finds the tables in folders, whose names are separated as in the variable `PATH`.
    ///
    /// # Errors
    /// If a folder cannot be read, or no table can be used.
    pub fn open(folders: &str) -> Result<Self, TablesError> {
        // SAFETY: the files are mapped read-only. Whoever shortens a table while an engine uses it
        // takes the engine down with it; that is the usual contract of mapped tables, which reading
        // them anew at every probe would cost a system call to avoid.
        let mut base = unsafe { Tablebase::with_mmap_filesystem() };
        let (mut count, mut bad) = (0, Vec::new());
        for folder in env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            for file in files(&folder).map_err(|error| TablesError::Folder { folder, error })? {
                match base.add_file(&file) {
                    Ok(()) => count += 1,
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {} // no table
                    Err(error) => bad.push(format!("{}: {error}", file.display())),
                }
            }
        }
        let first = || bad.first().cloned().unwrap_or_default();
        match (count, bad.len()) {
            (0, 0) => Err(TablesError::Empty(folders.to_owned())),
            (0, count) => Err(TablesError::Damaged { count, first: first() }),
            _ => {
                let damaged = (!bad.is_empty()).then(|| damaged(bad.len(), &first()));
                Ok(Self { base, count, damaged, fault: Mutex::new(Fault::None) })
            }
        }
    }

    /// Number of tables and of men in words, and what is damaged.
    #[must_use]
    pub fn describe(&self) -> String {
        let found = format!("{} endgame tables of up to {} men", self.count, self.most_men());
        match &self.damaged {
            None => found,
            Some(damaged) => format!("{found}; {damaged}"),
        }
    }

    /// Men of the largest positions there are tables for.
    #[must_use]
    pub fn most_men(&self) -> u32 {
        self.base.max_pieces() as u32
    }

    /// What a position comes to if a capture or pawn move has just been made. `None` with castling
    /// rights, or if a table that is needed is missing or damaged.
    #[must_use]
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        let asked = self.base.probe_wdl_after_zeroing(&convert(position)?);
        Some(match self.heard(asked)? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    /// Half-moves to the next capture or pawn move on the way to a win, negative to a loss, 0 in a
    /// draw; perhaps one too many or too few. Beyond ±100 the fifty-move rule comes first. `None` as
    /// with [`Self::wdl`].
    #[must_use]
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        let asked = self.base.probe_dtz(&convert(position)?);
        self.heard(asked).map(|dtz| dtz.ignore_rounding().into())
    }

    /// What has turned out to be damaged; told once.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *fault, Fault::Told) {
            Fault::New(text) => Some(text),
            old => {
                *fault = old;
                None
            }
        }
    }

    /// An answer, or none; damage is kept for [`Self::complaint`].
    fn heard<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        match answer {
            Ok(value) => Some(value),
            Err(SyzygyError::ProbeFailed { metric, material, error }) => {
                self.note_fault(format!(
                    "endgame table {material} ({metric}) is damaged and not used: {error}"
                ));
                None
            }
            Err(_) => None,
        }
    }

    #[cold]
    fn note_fault(&self, text: String) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*fault, Fault::None) {
            // Only the first line: a back trace may follow.
            *fault = Fault::New(text.lines().next().unwrap_or_default().to_owned());
        }
    }
}

/// The files of a folder in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files =
        folder.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// The position as the tables' crate has it; `None` with castling rights.
fn convert(position: &Position) -> Option<Chess> {
    if position.castling_rights().any() {
        return None;
    }
    let kind = |kind| Bitboard(position.kind(kind).0);
    let by_role = ByRole {
        pawn: kind(PieceKind::Pawn),
        knight: kind(PieceKind::Knight),
        bishop: kind(PieceKind::Bishop),
        rook: kind(PieceKind::Rook),
        queen: kind(PieceKind::Queen),
        king: kind(PieceKind::King),
    };
    let by_color = ByColor {
        white: Bitboard(position.colored(chess::Color::White).0),
        black: Bitboard(position.colored(chess::Color::Black).0),
    };
    let capturable = position.jumped_square().filter(|_| position.en_passant_is_legal());
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: match position.side_to_move() {
            chess::Color::White => Color::White,
            chess::Color::Black => Color::Black,
        },
        ep_square: capturable.map(|square| Square::new(square as u32)),
        halfmoves: position.halfmove_clock(),
        fullmoves: NonZeroU32::MIN,
        ..Setup::empty()
    };
    setup
        .position::<Chess>(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}
