//! Speed of the lattice search: Raumschach to depth 6 and Tesseract for 3.5 seconds, from the start, on one thread.
//!
//! `cargo bench --bench lattice_search`; `-- 9 7` goes to other depths of Raumschach and Tesseract.

use mangoac::lattice::search::{Engine, Limits, Report, Reporter};
use mangoac::lattice::{Position, Start, raumschach, tesseract, write_move};
use mangoac::search::Signals;
use std::time::Duration;

struct Print<const N: usize>(Position<N>);

impl<const N: usize> Reporter for Print<N> {
    fn report(&mut self, report: &Report) {
        let pv: Vec<String> = report.pv.iter().map(|&mv| write_move(self.0.game(), mv)).collect();
        let Report { depth, seldepth, score, nodes, time, .. } = report;
        println!("{depth:3}/{seldepth:<3} {score:?} nodes {nodes} time {time:.3?} pv {}", pv.join(" "));
    }
}

fn run<const N: usize>(start: &Start<N>, limits: &Limits) {
    let position = Position::start(start).expect("a start position is legal");
    let mut engine = Engine::<N>::new(16);
    println!("{}", start.name);
    engine.search(&position, limits, &Signals::new(), &mut Print(position.clone()));
}

fn main() {
    let mut depths = std::env::args().filter_map(|argument| argument.parse().ok());
    run(&raumschach::START, &Limits { depth: Some(depths.next().unwrap_or(6)), ..Limits::default() });
    let limits = match depths.next() {
        Some(depth) => Limits { depth: Some(depth), ..Limits::default() },
        None => Limits { movetime: Some(Duration::from_millis(3500)), ..Limits::default() },
    };
    run(&tesseract::NORMAL, &limits);
}
