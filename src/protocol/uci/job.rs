//! Work other than a search that may take long: `perft` and `bench`. It runs on a thread of its own
//! and can be stopped.

use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::bench;
use crate::chess::CastlingMode;
use crate::engine::Engine;
use crate::lattice::Variant;
use crate::search::{Signals, StyleName};

/// A loop waits so long for a job before it listens again, so that short ones are answered before
/// an end of input right behind them.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often is looked whether a job is done.
pub(in crate::protocol) const GLANCE: Duration = Duration::from_millis(5);

/// Something that is being worked on; it comes to a text.
pub(in crate::protocol) struct Job {
    signals: Arc<Signals>,
    thread: JoinHandle<String>,
}

impl Job {
    fn start(work: impl FnOnce(&Arc<Signals>) -> String + Send + 'static) -> io::Result<Self> {
        let signals = Arc::new(Signals::new());
        let heard = Arc::clone(&signals);
        let builder = thread::Builder::new().name("job".into()).stack_size(16 << 20);
        let job = Self { signals, thread: builder.spawn(move || work(&heard))? };
        let begun = Instant::now();
        while !job.is_finished() && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(job)
    }

    /// Counts the moves of a position.
    pub fn perft(engine: &Engine, depth: u32, mode: CastlingMode) -> io::Result<Self> {
        let count = engine.counter(depth, mode);
        Self::start(move |signals| {
            if depth == 0 {
                return "Nodes searched: 1\n".to_owned();
            }
            let Some(counts) = count(&|| signals.is_stopped()) else {
                return "info string perft: stopped\n".to_owned();
            };
            let mut text = String::new();
            for (mv, nodes) in &counts {
                let _ = writeln!(text, "{mv}: {nodes}");
            }
            let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            text + &format!("\nNodes searched: {nodes}\n")
        })
    }

    /// Runs the bench.
    pub fn bench(style: StyleName, depth: u32) -> io::Result<Self> {
        Self::start(move |signals| match bench::run(style, depth, bench::HASH_MIB, signals, |_, _| {}) {
            Ok(_) if signals.is_stopped() => "info string bench: stopped\n".to_owned(),
            Ok(result) => format!("{} nodes {} nps\n", result.nodes, result.nps()),
            Err(error) => format!("info string bench: {error}\n"),
        })
    }

    /// Runs the bench of a variant.
    pub fn bench_of_variant(variant: Variant, depth: u8) -> io::Result<Self> {
        Self::start(move |signals| match bench::run_variant(variant, depth, signals) {
            _ if signals.is_stopped() => "info string bench: stopped\n".to_owned(),
            result => format!("{} nodes {} nps\n", result.nodes, result.nps()),
        })
    }

    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    pub fn is_stopped(&self) -> bool {
        self.signals.is_stopped()
    }

    pub fn stop(&self) {
        self.signals.stop();
    }

    /// Waits for the end; the text it came to.
    pub fn wait(self) -> String {
        self.thread.join().unwrap_or_else(|_| "info string error: the work died\n".to_owned())
    }
}
