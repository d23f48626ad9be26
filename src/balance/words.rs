//! Numbers, times and tables as text.

use std::time::Duration;

/// A number with its thousands set apart: `460,800`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A node budget in short: `100k`, `2M`, `1.6G`.
#[must_use]
pub fn budget(nodes: u64) -> String {
    for (unit, letter) in [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")] {
        if nodes >= unit {
            let tenths = nodes * 10 / unit;
            return match tenths % 10 {
                0 => format!("{}{letter}", tenths / 10),
                tenth => format!("{}.{tenth}{letter}", tenths / 10),
            };
        }
    }
    nodes.to_string()
}

/// A duration in its two greatest units: `3 d 4 h`, `12 min 5 s`, `1.25 s`.
#[must_use]
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.2} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds % 86_400 / 3600),
    }
}

/// A moment in milliseconds since 1970 as UTC: `2026-09-18 12:00:00Z`.
#[must_use]
pub fn moment(milliseconds: i64) -> String {
    match jiff::Timestamp::from_millisecond(milliseconds) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
        Err(_) => milliseconds.to_string(),
    }
}

/// A figure with `digits` decimals, a dash if there is none.
#[must_use]
pub fn figure(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

/// A table of text: the first column to the left, the others to the right.
#[derive(Clone, Debug, Default)]
pub struct Table(Vec<Vec<String>>);

impl Table {
    /// A table with these headings.
    #[must_use]
    pub fn new(headings: &[&str]) -> Self {
        Self(vec![headings.iter().map(|heading| (*heading).to_owned()).collect()])
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }

    /// The headings, then the rows.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.0
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = |column: usize| {
            self.0
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        for row in &self.0 {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = width(column);
                match column {
                    0 => line.push_str(&format!("{cell:<width$}")),
                    _ => line.push_str(&format!("  {cell:>width$}")),
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(460_800), "460,800");
        assert_eq!(grouped(16_000_000_000), "16,000,000,000");
        let budgets = [500, 100_000, 2_000_000, 1_600_000_000].map(budget);
        assert_eq!(budgets, ["500", "100k", "2M", "1.6G"]);
    }

    #[test]
    fn tables_line_up() {
        let mut table = Table::new(&["a", "bc"]);
        table.row(["long".into(), "1".into()]);
        assert_eq!(table.to_string(), "a     bc\nlong   1\n");
    }
}
