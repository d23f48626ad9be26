//! The 960 start positions of Chess960 and their numbers.
//!
//! The numbering is Reinhard Scharnagl's (*Fischer-Random-Schach (FRC/Chess960)*, 2004): the number,
//! divided by 4, 4 and 6 in turn, leaves the file of the light-squared bishop, the file of the
//! dark-squared bishop and the free square of the queen; the quotient 0–9 places the two knights on
//! the five squares left; rook, king and rook fill the rest from the a-file on. 518 is the
//! classical array.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::piece::PieceKind;
use super::position::Position;

/// The men of one side's back rank, from file a to file h.
pub type BackRank = [PieceKind; 8];

/// Where the knights stand among the five squares that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The mirror of each start, by number; made when first asked for.
static MIRRORS: LazyLock<Vec<Scharnagl>> =
    LazyLock::new(|| Scharnagl::all().map(Scharnagl::find_mirror).collect());

/// The number of a Chess960 start position, 0 to 959, in Scharnagl's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scharnagl(u16);

/// The text is not the number of a start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the number of a Chess960 start position (0 to 959)")]
pub struct ScharnaglError;

impl Scharnagl {
    /// The classical array, RNBQKBNR.
    pub const CLASSICAL: Self = Self(518);
    /// How many start positions there are.
    pub const COUNT: u16 = 960;

    /// The start position numbered `number`; `None` from 960 on.
    #[must_use]
    pub const fn new(number: u16) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// All start positions in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self)
    }

    /// The number, 0 to 959.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The men from file a to file h.
    #[must_use]
    pub fn back_rank(self) -> BackRank {
        let number = usize::from(self.0);
        let (light, dark) = (2 * (number % 4) + 1, 2 * (number / 4 % 4));
        let (queen, knights) = (number / 16 % 6, number / 96);
        let mut slots = [None; 8];
        let mut put = |file: usize, kind: PieceKind| {
            if let Some(slot) = slots.get_mut(file) {
                *slot = Some(kind);
            }
        };
        put(light, PieceKind::Bishop);
        put(dark, PieceKind::Bishop);
        let mut free: Vec<usize> = (0..8).filter(|&file| file != light && file != dark).collect();
        put(free.remove(queen), PieceKind::Queen);
        let (first, second) = KNIGHTS.get(knights).copied().unwrap_or_default();
        put(free.remove(second), PieceKind::Knight);
        put(free.remove(first), PieceKind::Knight);
        for (file, kind) in free.into_iter().zip([PieceKind::Rook, PieceKind::King, PieceKind::Rook]) {
            put(file, kind);
        }
        slots.map(|slot| slot.unwrap_or(PieceKind::Rook)) // eight men were put on eight files
    }

    /// The number of a back rank; `None` if it is no Chess960 start position.
    #[must_use]
    pub fn of_back_rank(men: &BackRank) -> Option<Self> {
        let files_of =
            |kind| men.iter().enumerate().filter(move |(_, man)| **man == kind).map(|(file, _)| file);
        let light = files_of(PieceKind::Bishop).find(|file| file % 2 == 1)?;
        let dark = files_of(PieceKind::Bishop).find(|file| file % 2 == 0)?;
        let without_bishops: Vec<_> = men.iter().filter(|man| **man != PieceKind::Bishop).collect();
        let queen = without_bishops.iter().position(|man| **man == PieceKind::Queen)?;
        let rest: Vec<_> = without_bishops.iter().filter(|man| ***man != PieceKind::Queen).collect();
        let mut knights = rest.iter().enumerate().filter(|(_, man)| ****man == PieceKind::Knight);
        let (first, second) = (knights.next()?.0, knights.next()?.0);
        let knights = KNIGHTS.iter().position(|places| *places == (first, second))?;
        let number = light / 2 + 4 * (dark / 2) + 16 * queen + 96 * knights;
        let found = Self::new(u16::try_from(number).ok()?)?;
        (found.back_rank() == *men).then_some(found)
    }

    /// The start position seen in a mirror: file a becomes file h. No position is its own mirror:
    /// the file of the king never is.
    #[must_use]
    pub fn mirror(self) -> Self {
        MIRRORS.get(usize::from(self.0)).copied().unwrap_or(self)
    }

    fn find_mirror(self) -> Self {
        let mut men = self.back_rank();
        men.reverse();
        Self::of_back_rank(&men).unwrap_or(self) // a mirrored start position is a start position
    }
}

impl Position {
    /// The start position in which White's men stand as `white` says and Black's as `black` says
    /// ("double Chess960"), with all castling rights and White to move.
    #[must_use]
    pub fn double_chess960(white: Scharnagl, black: Scharnagl) -> Self {
        Self::from_back_ranks(&white.back_rank(), &black.back_rank())
    }
}

impl fmt::Display for Scharnagl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Scharnagl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men: String = self.back_rank().iter().map(|kind| kind.letter().to_ascii_uppercase()).collect();
        write!(f, "{} {men}", self.0)
    }
}

impl FromStr for Scharnagl {
    type Err = ScharnaglError;

    fn from_str(text: &str) -> Result<Self, ScharnaglError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ScharnaglError);
        }
        text.parse().ok().and_then(Self::new).ok_or(ScharnaglError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingLetters;

    #[test]
    fn numbers_and_back_ranks_are_one_to_one() {
        for start in Scharnagl::all() {
            assert_eq!(Scharnagl::of_back_rank(&start.back_rank()), Some(start));
        }
        assert_eq!(format!("{:?}", Scharnagl::CLASSICAL), "518 RNBQKBNR");
        assert_eq!(format!("{:?}", Scharnagl(0)), "0 BBQNNRKR");
        assert_eq!(format!("{:?}", Scharnagl(959)), "959 RKRNNQBB");
    }

    #[test]
    fn other_arrays_have_no_number() {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        for men in [
            [Rook, Knight, Bishop, Queen, Rook, Bishop, Knight, King],
            [Bishop, Knight, Bishop, Queen, Rook, King, Knight, Rook],
            [Rook, Knight, Bishop, Pawn, King, Bishop, Knight, Rook],
            [Pawn; 8],
        ] {
            assert_eq!(Scharnagl::of_back_rank(&men), None);
        }
    }

    #[test]
    fn the_mirror_has_no_fixed_point() {
        for start in Scharnagl::all() {
            assert_ne!(start.mirror(), start);
            assert_eq!(start.mirror().mirror(), start);
        }
    }

    #[test]
    fn text_becomes_a_number_only_within_range() {
        assert_eq!("518".parse(), Ok(Scharnagl::CLASSICAL));
        assert_eq!("0959".parse(), Ok(Scharnagl(959)));
        for junk in ["", "960", "-1", "+1", "1.0", "x", "99999999999"] {
            assert_eq!(junk.parse::<Scharnagl>(), Err(ScharnaglError), "{junk}");
        }
    }

    #[test]
    fn two_numbers_make_a_position() {
        let position = Position::double_chess960(Scharnagl::CLASSICAL, Scharnagl(0));
        assert_eq!(
            position.fen_with(CastlingLetters::Shredder),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1"
        );
        assert_eq!(
            Position::double_chess960(Scharnagl::CLASSICAL, Scharnagl::CLASSICAL).fen(),
            Position::startpos().fen()
        );
    }
}
