//! How many candidates come to each rung, and how many go on.

use super::super::ladder::Role;
use super::super::pair::PairKind;
use super::super::status::RungCount;
use super::super::words::{budget, grouped};
use super::svg::{Anchor, Scale, Svg, color};

const ROW: f64 = 34.0;
const TOP: f64 = 84.0;

/// The funnel of the candidates, widths by the logarithm.
pub(super) fn draw(rungs: &[RungCount]) -> String {
    let climbed = rungs.iter().filter(|count| count.rung.role == Role::MAIN);
    let shown: Vec<&RungCount> = climbed.filter(|count| count.of(PairKind::Candidate).queued > 0).collect();
    let height = TOP + ROW * shown.len() as f64 + 50.0;
    let mut svg = Svg::new(860.0, height, "Survivors, rung by rung");
    let subtitle = "candidates: queued (outline), evaluated (light), gone on (dark); logarithmic";
    svg.styled_text((20.0, 52.0), subtitle, Anchor::Start, color::FAINT, "");
    let most = shown.iter().map(|count| count.of(PairKind::Candidate).queued).max().unwrap_or(1).max(10);
    let decades = (most as f64).log10().ceil();
    let scale = Scale { data: (0.0, decades), pixels: (120.0, 600.0) };
    let x = |number: u64| scale.at((number.max(1) as f64).log10());
    let bottom = TOP + ROW * shown.len() as f64;
    for decade in 0..=decades as u32 {
        let at = x(10_u64.pow(decade));
        svg.line((at, TOP - 8.0), (at, bottom), color::GRID, "");
        svg.styled_text((at, bottom + 18.0), &grouped(10_u64.pow(decade)), Anchor::Middle, color::FAINT, "");
    }
    for (row, count) in shown.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        let candidates = count.of(PairKind::Candidate);
        let bar = |number: u64| if number == 0 { 0.0 } else { (x(number) - 120.0).max(2.0) };
        svg.rect((120.0, y), (bar(candidates.evaluated), ROW - 10.0), color::SKY, "");
        if count.rung.window().is_some() {
            svg.rect((120.0, y), (bar(candidates.survived), ROW - 10.0), color::BLUE, "");
        }
        svg.rect(
            (120.0, y),
            (bar(candidates.queued), ROW - 10.0),
            "none",
            &format!("stroke=\"{}\"", color::FAINT),
        );
        let label = format!("{}  {}", count.rung.name, budget(count.rung.nodes));
        svg.text((110.0, y + 17.0), &label, Anchor::End);
        svg.text((610.0, y + 17.0), &numbers(count), Anchor::Start);
    }
    svg.finish()
}

fn numbers(count: &RungCount) -> String {
    let candidates = count.of(PairKind::Candidate);
    let evaluated = grouped(candidates.evaluated);
    match count.rung.window() {
        Some(window) if candidates.evaluated > 0 => {
            let share = candidates.survived as f64 / candidates.evaluated as f64 * 100.0;
            format!("{evaluated} → {} ({share:.0} %, ≤ {window} cp)", grouped(candidates.survived))
        }
        _ => evaluated,
    }
}
