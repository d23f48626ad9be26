//! A sheet of SVG.

use std::fmt::Write as _;

/// Colours, from the palette of Okabe and Ito, which most eyes can tell apart.
pub(super) mod color {
    pub const INK: &str = "#1b1b1b";
    pub const FAINT: &str = "#8a8a8a";
    pub const GRID: &str = "#e4e4e4";
    pub const BLUE: &str = "#0072b2";
    pub const SKY: &str = "#a6d3ee";
    pub const ORANGE: &str = "#d55e00";
    pub const GREEN: &str = "#009e73";
    pub const GREY: &str = "#b4b4b4";
}

/// Where a text hangs on its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making; lengths are pixels, y grows downwards.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// A scale from data to pixels.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub data: (f64, f64),
    pub pixels: (f64, f64),
}

impl Scale {
    /// Where a value lies; values beyond the ends are put on them.
    pub fn at(self, value: f64) -> f64 {
        let span = self.data.1 - self.data.0;
        let share = if span == 0.0 { 0.0 } else { ((value - self.data.0) / span).clamp(0.0, 1.0) };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }
}

impl Svg {
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self { width, height, body: String::new() };
        svg.rect((0.0, 0.0), (width, height), "#ffffff", "");
        svg.styled_text((20.0, 30.0), title, Anchor::Start, color::INK, "font-size:18px;font-weight:600");
        svg
    }

    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), fill: &str, more: &str) {
        let (width, height) = (size.0.max(0.0), size.1.max(0.0));
        let _ = writeln!(
            self.body,
            r#"<rect x="{:.1}" y="{:.1}" width="{width:.1}" height="{height:.1}" fill="{fill}" {more}/>"#,
            at.0, at.1
        );
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, more: &str) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{stroke}" {more}/>"#,
            from.0, from.1, to.0, to.1
        );
    }

    pub fn path(&mut self, points: &[(f64, f64)], stroke: &str, more: &str) {
        let words: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.body, r#"<polyline points="{}" stroke="{stroke}" {more}/>"#, words.join(" "));
    }

    pub fn circle(&mut self, at: (f64, f64), radius: f64, fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{fill}"/>"#,
            at.0, at.1
        );
    }

    pub fn text(&mut self, at: (f64, f64), text: &str, anchor: Anchor) {
        self.styled_text(at, text, anchor, color::INK, "");
    }

    pub fn styled_text(&mut self, at: (f64, f64), text: &str, anchor: Anchor, fill: &str, style: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="{anchor}" fill="{fill}" style="{style}">{}</text>"#,
            at.0,
            at.1,
            escape(text)
        );
    }

    /// A picture made of pixels, given as PNG; each of them stays a sharp square.
    pub fn image(&mut self, at: (f64, f64), size: (f64, f64), png: &[u8]) {
        use base64::Engine as _;
        let data = base64::engine::general_purpose::STANDARD.encode(png);
        let _ = writeln!(
            self.body,
            r#"<image x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>"#,
            at.0, at.1, size.0, size.1
        );
    }

    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
             font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"13\">\n{2}</svg>\n",
            self.width, self.height, self.body
        )
    }
}

/// A text with what XML and HTML would take for markup written out.
pub(in super::super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() && letter != '\n' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_written_out() {
        assert_eq!(escape("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn scales_keep_within_their_ends() {
        let scale = Scale { data: (-10.0, 10.0), pixels: (100.0, 0.0) };
        assert_eq!((scale.at(0.0), scale.at(-10.0), scale.at(99.0)), (50.0, 100.0, 0.0));
    }
}
