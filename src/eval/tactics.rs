//! Pinned and hanging pieces (§2.13); untapered, added after the phases are mixed.

use super::weights as w;
use crate::chess::{
    Bitboard, Color, PieceKind, Position, Square, between, bishop_attacks, bishop_rays, rook_attacks,
    rook_rays,
};

use PieceKind::{Bishop, Knight, Queen, Rook};

/// What a colour loses by its pinned pieces, centipawns.
#[inline(always)]
pub(super) fn pins(position: &Position, color: Color) -> i32 {
    let pinned = pinned_pieces(position, color);
    if pinned.is_empty() {
        return 0;
    }
    let loss = |kind: PieceKind| w::PINNED[kind.index()] * (pinned & position.kind(kind)).count() as i32;
    -(loss(Knight) + loss(Bishop) + loss(Rook) + loss(Queen))
}

/// Pieces that stand alone between an enemy slider and their king, queen or rook, where moving
/// away would cost.
#[inline(always)]
fn pinned_pieces(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let pins = Pins {
        position,
        color,
        // Only the enemy's own men and the king stop a slider that might pin.
        blockers: position.colored(!color) | Bitboard::of(king),
    };
    let kind = |kind| position.kind(kind);
    let minors = kind(Knight) | kind(Bishop);
    let (straight, diagonal) = (position.straight_sliders(!color), position.diagonal_sliders(!color));
    let mut pinned = pins.against(king, straight, diagonal, minors | kind(Rook) | kind(Queen));
    let (rooks, bishops) = (position.men(!color, Rook), position.men(!color, Bishop));
    for queen in position.men(color, Queen) {
        pinned |= pins.against(queen, rooks, bishops, minors | kind(Rook));
    }
    for rook in position.men(color, Rook) {
        pinned |= pins.against(rook, Bitboard::EMPTY, bishops, minors);
    }
    pinned
}

struct Pins<'a> {
    position: &'a Position,
    color: Color,
    blockers: Bitboard,
}

impl Pins<'_> {
    /// Men of `kinds` pinned against `target` by the sliders given.
    #[inline(always)]
    fn against(&self, target: Square, straight: Bitboard, diagonal: Bitboard, kinds: Bitboard) -> Bitboard {
        let mut snipers = Bitboard::EMPTY;
        if (rook_rays(target) & straight).any() {
            snipers |= rook_attacks(target, self.blockers) & straight;
        }
        if (bishop_rays(target) & diagonal).any() {
            snipers |= bishop_attacks(target, self.blockers) & diagonal;
        }
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let shield = between(target, sniper) & self.position.colored(self.color);
            if !shield.many() {
                pinned |= shield & kinds;
            }
        }
        pinned
    }
}

/// Pieces of a colour that the enemy attacks and no own pawn defends.
#[inline(always)]
pub(super) fn hanging(position: &Position, color: Color, attacked: &[Bitboard; 2]) -> i32 {
    let pieces = position.colored(color) - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King);
    ((pieces & attacked[(!color).index()]) - attacked[color.index()]).count() as i32
}
