//! How the values of deepened pairs move from budget to budget.

use super::super::config::Corridor;
use super::super::findings::Deepened;
use super::super::ladder::Rung;
use super::super::value::Value;
use super::super::verdict::Standing;
use super::super::words::{budget, grouped};
use super::svg::{Anchor, Scale, Svg, color};

/// Lines drawn at most; the best standings come first.
const LINES: usize = 400;
const TOP: f64 = 80.0;
const BOTTOM: f64 = 460.0;

/// One line a pair over the deepening budgets.
pub(super) fn draw(deepened: &[Deepened], rungs: &[Rung], corridor: &Corridor) -> String {
    let mut svg = Svg::new(860.0, BOTTOM + 50.0, "Drift of deepened pairs");
    let shown = deepened.get(..LINES.min(deepened.len())).unwrap_or_default();
    let subtitle = format!(
        "centipawns for White; {} of {} pairs; shaded: the corridor",
        grouped(shown.len() as u64),
        grouped(deepened.len() as u64)
    );
    svg.styled_text((20.0, 52.0), &subtitle, Anchor::Start, color::FAINT, "");
    let farthest =
        shown.iter().flat_map(|one| &one.values).map(|(_, value)| value.magnitude()).filter(|cp| *cp <= 100);
    let reach = f64::from(farthest.max().unwrap_or(0).max(4 * corridor.cp).div_ceil(20) * 20);
    let y = Scale { data: (-reach, reach), pixels: (BOTTOM, TOP) };
    let steps = rungs.len().saturating_sub(1).max(1) as f64;
    let x = |step: usize| 80.0 + step as f64 / steps * 600.0;
    let (high, low) = (y.at(f64::from(corridor.cp)), y.at(-f64::from(corridor.cp)));
    svg.rect((70.0, high), (620.0, low - high), color::SKY, "opacity=\"0.45\"");
    for tenth in -4..=4 {
        let cp = reach / 4.0 * f64::from(tenth);
        svg.line((70.0, y.at(cp)), (690.0, y.at(cp)), color::GRID, "");
        svg.styled_text((62.0, y.at(cp) + 4.0), &format!("{cp:.0}"), Anchor::End, color::FAINT, "");
    }
    for (step, rung) in rungs.iter().enumerate() {
        svg.line((x(step), TOP), (x(step), BOTTOM), color::GRID, "");
        svg.styled_text((x(step), BOTTOM + 18.0), &budget(rung.nodes), Anchor::Middle, color::FAINT, "");
    }
    // The best come last, so that they lie on top.
    for one in shown.iter().rev() {
        let place = |(level, value): &(super::super::ladder::Level, Value)| {
            let step = rungs.iter().position(|rung| rung.level == *level)?;
            let mate = value.mate().map(|moves| if moves > 0 { i32::MAX } else { i32::MIN });
            Some((x(step), y.at(f64::from(value.centipawns().or(mate)?))))
        };
        let points: Vec<(f64, f64)> = one.values.iter().filter_map(place).collect();
        let (stroke, more) = style(one.standing);
        svg.path(&points, stroke, more);
        if let [single] = points[..] {
            svg.circle(single, 2.5, stroke);
        }
    }
    legend(&mut svg, deepened);
    svg.finish()
}

const fn style(standing: Standing) -> (&'static str, &'static str) {
    match standing {
        Standing::Confirmed => (color::GREEN, "fill=\"none\" stroke-width=\"2.2\""),
        Standing::Corridor => (color::BLUE, "fill=\"none\" stroke-width=\"1.4\" opacity=\"0.6\""),
        Standing::Left => (color::ORANGE, "fill=\"none\" stroke-width=\"1.2\" opacity=\"0.8\""),
        Standing::Open => (color::GREY, "fill=\"none\" stroke-width=\"0.9\" opacity=\"0.6\""),
    }
}

fn legend(svg: &mut Svg, deepened: &[Deepened]) {
    let standings = [Standing::Confirmed, Standing::Corridor, Standing::Left, Standing::Open];
    for (row, standing) in standings.into_iter().enumerate() {
        let at = TOP + 10.0 + 22.0 * row as f64;
        let number = deepened.iter().filter(|one| one.standing == standing).count();
        svg.line((706.0, at), (730.0, at), style(standing).0, "stroke-width=\"3\"");
        svg.text(
            (738.0, at + 4.0),
            &format!("{} {}", grouped(number as u64), standing.word()),
            Anchor::Start,
        );
    }
}
