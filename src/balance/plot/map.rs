//! The map of all pairs: what is known of each.

use super::super::error::BalanceError;
use super::super::findings::Deepened;
use super::super::pair::Pair;
use super::super::store::Store;
use super::super::value::Value;
use super::super::words::grouped;
use super::svg::{Anchor, Svg, color};
use crate::chess::Scharnagl;

/// Cells a side.
const SIDE: usize = Scharnagl::COUNT as usize;
/// Centipawns at which the colour is full.
const REACH: i32 = 60;
/// Below this many, known pairs are drawn as dots; a single pixel would not be seen.
const FEW: usize = 4000;

/// What a cell shows; the number is its place in the palette.
mod cell {
    pub const UNKNOWN: u8 = 0;
    pub const UNKNOWN_MIRROR: u8 = 1;
    pub const CORRIDOR: u8 = 2;
    pub const CONFIRMED: u8 = 3;
    /// The colours of −60 to 60 centipawns begin here.
    pub const VALUES: u8 = 4;
}

/// The 960 × 960 map: White's number downwards, Black's to the right.
pub(super) fn draw(store: &mut Store, deepened: &[Deepened]) -> Result<String, BalanceError> {
    let (cells, known) = fill(store, deepened)?;
    let mut svg = Svg::new(1160.0, 1100.0, "What is known of the 960 × 960 pairs");
    let subtitle =
        format!("{} pairs by their deepest value; a mirror's value is never inferred", grouped(known as u64));
    svg.styled_text((20.0, 52.0), &subtitle, Anchor::Start, color::FAINT, "");
    let (left, top) = (60.0, 110.0);
    let few = known < FEW;
    let ground: Vec<u8> = match few {
        true => (0..cells.len()).map(unknown).collect(),
        false => cells.clone(),
    };
    svg.image((left, top), (SIDE as f64, SIDE as f64), &png(&ground)?);
    if few {
        let known = cells.iter().enumerate().filter(|(_, cell)| **cell > cell::UNKNOWN_MIRROR);
        for (index, cell) in known {
            let (white, black) = (index / SIDE, index % SIDE);
            svg.circle((left + black as f64 + 0.5, top + white as f64 + 0.5), 3.0, &hex(*cell));
        }
    }
    for number in (0..=SIDE).step_by(160) {
        let at = number as f64;
        svg.styled_text((left + at, top - 6.0), &number.to_string(), Anchor::Middle, color::FAINT, "");
        svg.styled_text((left - 6.0, top + at + 4.0), &number.to_string(), Anchor::End, color::FAINT, "");
    }
    svg.text((left + SIDE as f64 / 2.0, top - 22.0), "Black's start", Anchor::Middle);
    svg.text((20.0, top - 22.0), "White's start ↓", Anchor::Start);
    legend(&mut svg, left + SIDE as f64 + 20.0, top);
    Ok(svg.finish())
}

/// The cells, and how many pairs are known.
fn fill(store: &mut Store, deepened: &[Deepened]) -> Result<(Vec<u8>, usize), BalanceError> {
    let mut cells: Vec<u8> = (0..SIDE * SIDE).map(unknown).collect();
    let rungs: Vec<_> = store.ladder().stages().chain(store.ladder().deepening()).cloned().collect();
    for rung in rungs {
        // The deepest rung comes last and stays.
        store.for_each_value(rung.level, |pair, value| paint(&mut cells, pair, shade(value)))?;
    }
    for one in deepened.iter().filter(|one| one.standing.is_inside()) {
        let confirmed = one.standing == super::super::verdict::Standing::Confirmed;
        paint(&mut cells, one.pair, if confirmed { cell::CONFIRMED } else { cell::CORRIDOR });
    }
    let known = cells.iter().filter(|cell| **cell > cell::UNKNOWN_MIRROR).count();
    Ok((cells, known))
}

fn paint(cells: &mut [u8], pair: Pair, shade: u8) {
    if let Some(cell) = cells.get_mut(pair.index() as usize) {
        *cell = shade;
    }
}

fn unknown(index: usize) -> u8 {
    let pair = u32::try_from(index).ok().and_then(Pair::from_index);
    match pair.is_some_and(Pair::is_representative) {
        true => cell::UNKNOWN,
        false => cell::UNKNOWN_MIRROR,
    }
}

fn shade(value: Value) -> u8 {
    let cp = match value {
        Value::Centipawns(cp) => cp.clamp(-REACH, REACH),
        Value::Mate(moves) if moves > 0 => REACH,
        Value::Mate(_) => -REACH,
    };
    cell::VALUES + u8::try_from(cp + REACH).unwrap_or(0)
}

/// The colour of a place in the palette.
fn rgb(place: u8) -> [u8; 3] {
    match place {
        cell::UNKNOWN => [0xF5, 0xF5, 0xF2],
        cell::UNKNOWN_MIRROR => [0xE9, 0xE9, 0xE6],
        cell::CORRIDOR => [0x00, 0x9E, 0x73],
        cell::CONFIRMED => [0xE6, 0x9F, 0x00],
        value => {
            let cp = f64::from(value - cell::VALUES) - f64::from(REACH);
            let full = if cp > 0.0 { [178.0, 24.0, 43.0] } else { [33.0, 102.0, 172.0] };
            let share = (cp.abs() / f64::from(REACH)).min(1.0);
            // Zero is a light yellow, so that it stands out from what is unknown.
            let zero = [255.0, 240.0, 170.0];
            let mix = |from: f64, to: f64| (from + (to - from) * share) as u8;
            let ([a, b, c], [x, y, z]) = (zero, full);
            [mix(a, x), mix(b, y), mix(c, z)]
        }
    }
}

fn hex(place: u8) -> String {
    let [red, green, blue] = rgb(place);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn png(cells: &[u8]) -> Result<Vec<u8>, BalanceError> {
    let mut bytes = Vec::new();
    let side = u32::from(Scharnagl::COUNT);
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette((0..=u8::MAX).flat_map(rgb).collect::<Vec<u8>>());
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(cells));
    written.map_err(|error| BalanceError::Output(std::io::Error::other(error)))?;
    Ok(bytes)
}

fn legend(svg: &mut Svg, left: f64, top: f64) {
    for (row, (place, text)) in [
        (cell::CONFIRMED, "confirmed"),
        (cell::CORRIDOR, "corridor"),
        (cell::UNKNOWN, "not known"),
        (cell::UNKNOWN_MIRROR, "mirror"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = top + 24.0 * row as f64;
        svg.rect((left, y), (16.0, 16.0), &hex(place), &format!("stroke=\"{}\"", color::FAINT));
        svg.text((left + 24.0, y + 13.0), text, Anchor::Start);
    }
    for step in -6..=6_i32 {
        let y = top + 120.0 + 18.0 * f64::from(6 - step);
        svg.rect((left, y), (16.0, 18.0), &hex(shade(Value::Centipawns(step * 10))), "");
        if step % 2 == 0 {
            svg.text((left + 24.0, y + 13.0), &format!("{} cp", Value::Centipawns(step * 10)), Anchor::Start);
        }
    }
}
