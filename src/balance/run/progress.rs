//! Progress bars, one a rung, and plain lines where there is no terminal.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use super::super::ladder::{Ladder, Level};
use super::super::store::Count;

/// How often a plain line is written where there is no terminal.
const PLAIN: Duration = Duration::from_secs(30);

/// What is shown while a run goes on.
pub(super) struct Progress {
    bars: MultiProgress,
    shown: BTreeMap<Level, ProgressBar>,
    style: Option<ProgressStyle>,
    has_terminal: bool,
    last_line: Instant,
}

fn write_rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = write!(out, "{:.1}/s", state.per_sec()); // a bar that cannot be drawn is no loss
}

/// Jobs of one rung, all kinds together.
#[derive(Clone, Copy, Default)]
struct Sum {
    queued: u64,
    done: u64,
    survived: u64,
    failed: u64,
}

impl Progress {
    pub fn new() -> Self {
        let template =
            "{prefix:>3} {wide_bar:.green/black.bright} {human_pos}/{human_len} {msg} {rate:>10} ETA {eta}";
        Self {
            bars: MultiProgress::new(),
            shown: BTreeMap::new(),
            style: ProgressStyle::with_template(template)
                .ok()
                .map(|style| style.with_key("rate", write_rate)),
            has_terminal: std::io::stderr().is_terminal(),
            last_line: Instant::now(),
        }
    }

    /// Shows how far each rung is.
    pub fn update(&mut self, ladder: &Ladder, counts: &[Count]) {
        let mut sums: BTreeMap<Level, Sum> = BTreeMap::new();
        for count in counts {
            let sum = sums.entry(count.level).or_default();
            sum.queued += count.queued;
            sum.done += count.evaluated + count.failed;
            sum.survived += count.survived;
            sum.failed += count.failed;
        }
        if self.has_terminal {
            self.draw(ladder, &sums);
        } else if self.last_line.elapsed() > PLAIN {
            self.last_line = Instant::now();
            let rungs = sums.iter().filter_map(|(level, sum)| {
                Some(format!("{} {}/{}", ladder.rung(*level)?.name, sum.done, sum.queued))
            });
            eprintln!("{}", rungs.collect::<Vec<_>>().join("  "));
        }
    }

    fn draw(&mut self, ladder: &Ladder, sums: &BTreeMap<Level, Sum>) {
        for (level, sum) in sums {
            let Some(rung) = ladder.rung(*level) else { continue };
            let bar = self.shown.entry(*level).or_insert_with(|| {
                let bar = ProgressBar::new(sum.queued).with_prefix(rung.name.clone()).with_position(sum.done);
                if let Some(style) = &self.style {
                    bar.set_style(style.clone());
                }
                bar.reset_eta();
                self.bars.add(bar)
            });
            bar.set_length(sum.queued);
            bar.set_position(sum.done);
            let failed = if sum.failed > 0 { format!(", {} failed", sum.failed) } else { String::new() };
            bar.set_message(format!("({} went on{failed})", sum.survived));
        }
    }

    /// Takes the bars away.
    pub fn finish(&self) {
        for bar in self.shown.values() {
            bar.abandon();
        }
    }
}
