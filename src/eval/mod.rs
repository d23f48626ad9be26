//! Static evaluation: what a position is worth without looking ahead (engine-behaviour §2).
//!
//! One file for each family of terms, all figures in `weights`. The value is a pure function of
//! the men, the side to move, castling rights and flags and the half-move clock, as long as the
//! window is open; a narrow window may end it early.

mod cache;
mod king;
mod masks;
mod material;
mod passed;
mod pawns;
mod pieces;
mod style;
mod tactics;
mod totals;
mod trace;
mod weights;

pub use cache::Evaluator;
pub(crate) use masks::passed_mask;
pub use style::{EvalStyle, Mango, Style2012};
pub use totals::Totals;
pub use trace::{Breakdown, MaterialFacts, Term};
pub use weights::{PHASE, VALUE};

use crate::chess::{Color, Position};
use material::Material;
use pawns::{PawnEntry, PawnTable};
use pieces::Pieces;
use trace::Trace;
use weights as w;

/// The bounds within which a value matters, side to move's view, centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Values up to here are all the same to the caller.
    pub alpha: i32,
    /// Values from here on are all the same to the caller.
    pub beta: i32,
}

impl Window {
    /// No bounds: the value is exact.
    pub const OPEN: Self = Self { alpha: -100_000, beta: 100_000 };
}

/// What an evaluation came to.
struct Outcome {
    /// White's view.
    white: i32,
    /// True if the value may be kept for other visits of the position.
    cacheable: bool,
}

/// Evaluates a position with an open window and takes the value apart.
#[must_use]
pub fn explain<S: EvalStyle>(position: &Position) -> Breakdown {
    let mut breakdown = Breakdown::default();
    let clock = position.halfmove_clock();
    let outcome = evaluate::<S, _>(position, clock, Window::OPEN, &mut PawnTable::new(), &mut breakdown);
    breakdown.white = outcome.white;
    breakdown.side_to_move = outcome.white * position.side_to_move().sign();
    breakdown
}

/// The stages of §2.2, without the cache.
#[inline(always)]
fn evaluate<S: EvalStyle, T: Trace>(
    position: &Position,
    clock: u32,
    window: Window,
    pawn_table: &mut PawnTable,
    trace: &mut T,
) -> Outcome {
    if S::KNOWS_DEAD_POSITIONS && position.is_insufficient_material() {
        return Outcome { white: 0, cacheable: false };
    }
    let material = Material::of(position);
    let sign = position.side_to_move().sign();
    if is_beyond(material.balance * sign, w::LAZY_MATERIAL_MARGIN, window) {
        return Outcome { white: material.balance, cacheable: false };
    }
    let mut totals = Totals::default();
    material_terms(&material, position, &mut totals, trace);
    let can = material::can_win(&material, position);
    trace.material(material.facts(can));
    if material.is_mate_drive() {
        material::mate_drive(&material, position, &mut totals);
        trace.term(Term::MateDrive, &totals);
        let value = material::scale_by_can_win(totals.eg[0] - totals.eg[1], can);
        return Outcome { white: value, cacheable: false };
    }
    let pawns = pawn_table.probe::<S>(position);
    pawn_terms::<S, T>(&material, position, pawns, &mut totals, trace);
    let phase = material.phase();
    let partial = totals.taper(Color::White, phase) - totals.taper(Color::Black, phase);
    let margin = lazy_margin(&material);
    trace.partial(partial, margin);
    let full = !is_settled(partial * sign, margin, window);
    let (sums, change) = piece_terms(&material, position, pawns, full, &mut totals, trace);
    let value = sums[0] - sums[1] + change;
    Outcome {
        white: scale::<S>(value, &material, position, can, clock),
        cacheable: full || S::KEEPS_PARTIAL_VALUES,
    }
}

/// First lazy exit: the value lies outside the window by more than the margin.
#[inline(always)]
fn is_beyond(value: i32, margin: i32, window: Window) -> bool {
    value + margin < window.alpha || window.beta < value - margin
}

/// Second lazy exit: as the first, but the bounds themselves count as outside.
#[inline(always)]
fn is_settled(value: i32, margin: i32, window: Window) -> bool {
    value + margin <= window.alpha || window.beta <= value - margin
}

#[inline(always)]
fn lazy_margin(material: &Material) -> i32 {
    let phase = material.phase();
    let danger = material.armies.iter().any(|army| army.dangerous);
    phase + if danger { w::LAZY_MARGIN_IN_DANGER + phase } else { w::LAZY_MARGIN }
}

#[inline(always)]
fn material_terms<T: Trace>(material: &Material, position: &Position, totals: &mut Totals, trace: &mut T) {
    totals.favour(material.balance);
    trace.term(Term::Material, totals);
    totals.add(position.side_to_move(), w::TEMPO);
    trace.term(Term::Tempo, totals);
    totals.favour(material.imbalance());
    trace.term(Term::Imbalance, totals);
    for color in Color::ALL {
        if material.army(color).bishops >= 2 {
            totals.add(color, w::BISHOP_PAIR);
        }
    }
    trace.term(Term::BishopPair, totals);
    material::lone_minor_bishop(material, position, totals);
    trace.term(Term::LoneMinorBishop, totals);
}

#[inline(always)]
fn pawn_terms<S: EvalStyle, T: Trace>(
    material: &Material,
    position: &Position,
    pawns: &PawnEntry,
    totals: &mut Totals,
    trace: &mut T,
) {
    pawns.add_to(totals);
    trace.term(Term::Pawns, totals);
    for color in Color::ALL {
        passed::rate(position, pawns, color, totals);
    }
    trace.term(Term::PassedPawns, totals);
    passed::race::<S>(material, position, pawns, totals);
    trace.term(Term::PawnRace, totals);
    for color in Color::ALL {
        pieces::centre_and_castling(material, position, color, totals);
    }
    trace.term(Term::CastlingCentre, totals);
}

/// Pieces and kings; the pieces only when `full`. Returns the tapered sums and what pins and
/// hanging pieces change, White's view.
#[inline(always)]
fn piece_terms<T: Trace>(
    material: &Material,
    position: &Position,
    pawns: &PawnEntry,
    full: bool,
    totals: &mut Totals,
    trace: &mut T,
) -> ([i32; 2], i32) {
    let mut sides =
        Color::ALL.map(|color| Pieces::new(position, material, color, pawns.attacks[color.index()]));
    if full {
        rate_both(&mut sides, Term::Knights, totals, trace, Pieces::knights);
        rate_both(&mut sides, Term::Bishops, totals, trace, Pieces::bishops);
        rate_both(&mut sides, Term::Rooks, totals, trace, Pieces::rooks);
        rate_both(&mut sides, Term::Queens, totals, trace, Pieces::queens);
    }
    let units = [sides[0].units, sides[1].units];
    for color in Color::ALL {
        let defects = &pawns.defects[color.index()];
        king::rate(material, position, color, defects, units[(!color).index()], totals);
    }
    trace.term(Term::King, totals);
    trace.king_danger(units, pawns.defects.map(|defects| defects.to_array()));
    let phase = material.phase();
    let sums = Color::ALL.map(|color| totals.taper(color, phase));
    if !full {
        return (sums, 0);
    }
    let attacked = [sides[0].attacked, sides[1].attacked];
    let pins = Color::ALL.map(|color| tactics::pins(position, color));
    let [white, black] = Color::ALL.map(|color| tactics::hanging(position, color, &attacked));
    let hanging = [w::HANGING * (black - white), w::HANGING * (white - black)];
    let change = pins[0] - pins[1] + hanging[0] - hanging[1];
    trace.finish(sums, pins, hanging, sums[0] - sums[1] + change);
    (sums, change)
}

/// Rates one kind of piece of both colours.
#[inline(always)]
fn rate_both<'a, T: Trace>(
    sides: &mut [Pieces<'a>; 2],
    term: Term,
    totals: &mut Totals,
    trace: &mut T,
    rate: impl Fn(&mut Pieces<'a>, &mut Totals),
) {
    for side in sides {
        rate(side, totals);
    }
    trace.term(term, totals);
}

/// Draw scaling (§2.15), White's view.
#[inline(always)]
fn scale<S: EvalStyle>(value: i32, material: &Material, position: &Position, can: u8, clock: u32) -> i32 {
    let value = material::scale_by_bishops(value, material, position);
    S::fade(material::scale_by_can_win(value, can), clock)
}
