//! Colours, kinds of men, men.

use super::geometry::class;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves first, upward.
    White,
    /// Moves second, downward.
    Black,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 1 for White, −1 for Black.
    #[inline(always)]
    pub const fn sign(self) -> i32 {
        1 - 2 * self as i32
    }

    /// The FEN letter.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

/// A kind of man. Raumschach has no dragon and only the first kind of pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// All directions, one step.
    King,
    /// All directions.
    Queen,
    /// One axis changes.
    Rook,
    /// Two axes change.
    Bishop,
    /// Three axes change.
    Unicorn,
    /// Four axes change.
    Dragon,
    /// Leaps two along one axis and one along another.
    Knight,
    /// Raumschach: the pawn. Tesseract: the pawn that advances along y.
    Pawn,
    /// Tesseract: the pawn that advances along w.
    PawnW,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 9;

    /// All kinds in order.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Unicorn,
        Kind::Dragon,
        Kind::Knight,
        Kind::Pawn,
        Kind::PawnW,
    ];

    /// The men that move along lines as far as they like.
    pub(super) const SLIDERS: [Kind; 5] =
        [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Dragon];

    /// Both kinds of pawn.
    pub(super) const PAWNS: [Kind; 2] = [Kind::Pawn, Kind::PawnW];

    /// Position in [`Kind::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, if there is one.
    pub const fn try_from_index(index: usize) -> Option<Kind> {
        if index < Kind::COUNT { Some(Kind::ALL[index]) } else { None }
    }

    /// Whether this is a pawn of either kind.
    #[inline(always)]
    pub const fn is_pawn(self) -> bool {
        self as u8 >= Kind::Pawn as u8
    }

    /// English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Queen => "queen",
            Kind::Rook => "rook",
            Kind::Bishop => "bishop",
            Kind::Unicorn => "unicorn",
            Kind::Dragon => "dragon",
            Kind::Knight => "knight",
            Kind::Pawn => "pawn",
            Kind::PawnW => "w-pawn",
        }
    }

    /// Classes of lines along which the kind slides; none for king, knight and pawns.
    #[inline(always)]
    pub(super) const fn slides(self) -> u8 {
        match self {
            Kind::Queen => class::LINE,
            Kind::Rook => class::ROOK,
            Kind::Bishop => class::BISHOP,
            Kind::Unicorn => class::UNICORN,
            Kind::Dragon => class::DRAGON,
            _ => 0,
        }
    }

    /// Fewest and most changing axes in a direction of the kind (for the pieces that move along lines).
    #[inline(always)]
    pub(super) const fn axes(self) -> (usize, usize) {
        match self {
            Kind::Rook => (1, 1),
            Kind::Bishop => (2, 2),
            Kind::Unicorn => (3, 3),
            Kind::Dragon => (4, 4),
            _ => (1, 4),
        }
    }
}

/// What stands on a spot of the mailbox: nothing, a man, or the wall.
///
/// Bits 0–3 hold the kind, bit 4 marks a white man, bit 5 a black one, bit 6 the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man(u8);

impl Man {
    pub(super) const NONE: Man = Man(0);
    pub(super) const WALL: Man = Man(0x40);

    #[inline(always)]
    pub(super) const fn new(color: Color, kind: Kind) -> Man {
        Man(kind as u8 | 0x10 << color as u8)
    }

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn is(self, color: Color) -> bool {
        self.0 & 0x10 << color as u8 != 0
    }

    /// Kind of a man; the king for an empty spot or a wall, which callers exclude.
    #[inline(always)]
    pub(super) const fn kind(self) -> Kind {
        const KINDS: [Kind; 16] = {
            let mut kinds = [Kind::King; 16];
            let mut index = 0;
            while index < Kind::COUNT {
                kinds[index] = Kind::ALL[index];
                index += 1;
            }
            kinds
        };
        KINDS[(self.0 & 15) as usize]
    }

    /// Colour and kind, if there is a man.
    pub(super) const fn parts(self) -> Option<(Color, Kind)> {
        match self.0 >> 4 {
            1 => Some((Color::White, self.kind())),
            2 => Some((Color::Black, self.kind())),
            _ => None,
        }
    }
}
