//! How the values spread at each rung.

use super::super::error::BalanceError;
use super::super::ladder::Rung;
use super::super::pair::PairKind;
use super::super::store::Store;
use super::super::words::{budget, grouped};
use super::svg::{Anchor, Scale, Svg, color};

/// Values drawn reach from minus this to this, in centipawns.
const REACH: i32 = 150;
/// Centipawns a bin.
const BIN: i32 = 5;
const ROW: f64 = 78.0;
const TOP: f64 = 70.0;

/// The candidates' values at one rung, in bins.
struct Histogram {
    bins: Vec<u64>,
    below: u64,
    above: u64,
    total: u64,
}

impl Histogram {
    fn of(store: &mut Store, rung: &Rung) -> Result<Self, BalanceError> {
        let count = (2 * REACH / BIN) as usize;
        let mut histogram = Self { bins: vec![0; count], below: 0, above: 0, total: 0 };
        store.for_each_value(rung.level, |pair, value| {
            if pair.kind() == PairKind::Candidate {
                let mated = value.mate().map(|moves| if moves > 0 { i32::MAX } else { i32::MIN });
                histogram.add(value.centipawns().or(mated).unwrap_or(0));
            }
        })?;
        Ok(histogram)
    }

    fn add(&mut self, cp: i32) {
        self.total += 1;
        let bin = cp.saturating_add(REACH).div_euclid(BIN);
        match usize::try_from(bin).ok().and_then(|bin| self.bins.get_mut(bin)) {
            Some(number) => *number += 1,
            None if cp < 0 => self.below += 1,
            None => self.above += 1,
        }
    }
}

/// One histogram a rung, with the window marked.
pub(super) fn draw(store: &mut Store, rungs: &[Rung]) -> Result<String, BalanceError> {
    let mut rows = Vec::new();
    for rung in rungs {
        let histogram = Histogram::of(store, rung)?;
        if histogram.total > 0 {
            rows.push((rung, histogram));
        }
    }
    let bottom = TOP + ROW * rows.len() as f64;
    let mut svg = Svg::new(860.0, bottom + 50.0, "Values at each rung");
    let subtitle = format!("centipawns for White, candidates, bins of {BIN}; dashed: the window");
    svg.styled_text((20.0, 52.0), &subtitle, Anchor::Start, color::FAINT, "");
    let x = Scale { data: (f64::from(-REACH), f64::from(REACH)), pixels: (130.0, 690.0) };
    for cp in (-REACH..=REACH).step_by(50) {
        let at = x.at(f64::from(cp));
        svg.line((at, TOP), (at, bottom), color::GRID, "");
        svg.styled_text((at, bottom + 18.0), &cp.to_string(), Anchor::Middle, color::FAINT, "");
    }
    for (row, (rung, histogram)) in rows.iter().enumerate() {
        draw_row(&mut svg, x, TOP + ROW * (row + 1) as f64, rung, histogram);
    }
    Ok(svg.finish())
}

fn draw_row(svg: &mut Svg, x: Scale, base: f64, rung: &Rung, histogram: &Histogram) {
    let most = histogram.bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let room = ROW - 16.0;
    for (bin, number) in (0..).zip(&histogram.bins) {
        let left = f64::from(-REACH + bin * BIN);
        let height = room * *number as f64 / most;
        let width = x.at(left + f64::from(BIN)) - x.at(left) - 0.6;
        if *number > 0 {
            svg.rect((x.at(left), base - height), (width, height), color::BLUE, "");
        }
    }
    svg.line((x.pixels.0, base), (x.pixels.1, base), color::FAINT, "");
    if let Some(window) = rung.window() {
        for edge in [-f64::from(window), f64::from(window)] {
            let at = x.at(edge);
            svg.line((at, base - room), (at, base), color::ORANGE, "stroke-dasharray=\"4 3\"");
        }
    }
    svg.text((120.0, base - 20.0), &rung.name, Anchor::End);
    svg.styled_text((120.0, base - 4.0), &budget(rung.nodes), Anchor::End, color::FAINT, "");
    svg.text((702.0, base - 20.0), &format!("{} values", grouped(histogram.total)), Anchor::Start);
    let beyond = format!("{} below, {} above", grouped(histogram.below), grouped(histogram.above));
    svg.styled_text((702.0, base - 4.0), &beyond, Anchor::Start, color::FAINT, "font-size:11px");
}
