//! How a search stands, as text.

use std::fmt::Write as _;
use std::time::Duration;

use super::error::BalanceError;
use super::findings;
use super::ladder::{Ladder, Rung};
use super::pair::PairKind;
use super::passport::Passport;
use super::store::{Count, Location, Store, StoredPassport};
use super::verdict::Standing;
use super::words::{Table, budget, duration, grouped, moment};

/// Failed jobs listed.
const LISTED: usize = 10;

/// What is spent and done at one rung, all kinds of pairs together where nothing else is said.
#[derive(Clone, Debug)]
pub struct RungCount {
    /// The rung.
    pub rung: Rung,
    /// By kind of pair, in the order of [`PairKind::ALL`].
    pub kinds: [Option<Count>; PairKind::COUNT],
    /// Share of all computing time, 0 to 1.
    pub share: f64,
}

impl RungCount {
    /// The counts of one kind; zeros if there are none.
    #[must_use]
    pub fn of(&self, kind: PairKind) -> Count {
        let none = Count {
            level: self.rung.level,
            kind,
            queued: 0,
            evaluated: 0,
            survived: 0,
            zero: 0,
            failed: 0,
            busy: 0,
        };
        self.kinds.get(kind.index()).copied().flatten().unwrap_or(none)
    }

    /// A figure summed over all kinds.
    pub fn sum(&self, figure: impl Fn(&Count) -> u64) -> u64 {
        self.kinds.iter().flatten().map(figure).sum()
    }
}

/// The counts of every rung, with the share of the computing time.
#[must_use]
pub fn by_rung(ladder: &Ladder, counts: &[Count]) -> Vec<RungCount> {
    let total: u64 = counts.iter().map(|count| count.busy).sum();
    let of_rung = |rung: &Rung| {
        let kinds = PairKind::ALL
            .map(|kind| counts.iter().find(|count| count.level == rung.level && count.kind == kind).copied());
        let busy: u64 = kinds.iter().flatten().map(|count| count.busy).sum();
        RungCount { rung: rung.clone(), kinds, share: busy as f64 / total.max(1) as f64 }
    };
    ladder.rungs().iter().map(of_rung).collect()
}

/// How a search stands.
///
/// # Errors
/// If the store cannot be read.
pub fn status(store: &mut Store, location: &Location) -> Result<String, BalanceError> {
    let counts = store.counts()?;
    let rungs = by_rung(store.ladder(), &counts);
    let mut text = format!("Search at {location}\n");
    text.push_str(&passports_text(&store.passports()?));
    let _ = writeln!(text, "\n{}", rung_table(&rungs));
    let busy: u64 = counts.iter().map(|count| count.busy).sum();
    let _ = writeln!(
        text,
        "{} evaluations, {} of computing time; {} jobs are being evaluated",
        grouped(counts.iter().map(|count| count.evaluated).sum()),
        duration(Duration::from_micros(busy)),
        store.lent()?
    );
    text.push_str(&standings_text(store)?);
    if counts.iter().any(|count| count.failed > 0) {
        text.push_str(&failures_text(store, counts.iter().map(|count| count.failed).sum())?);
    }
    Ok(text)
}

fn rung_table(rungs: &[RungCount]) -> Table {
    let headings = [
        "rung", "nodes", "window", "queued", "done", "went on", "to do", "failed", "0.00", "controls",
        "mirrors", "time",
    ];
    let mut table = Table::new(&headings);
    for count in rungs.iter().filter(|count| count.sum(|count| count.queued) > 0) {
        let (candidates, controls) = (count.of(PairKind::Candidate), count.of(PairKind::Control));
        let queued = count.sum(|count| count.queued);
        let ended = count.sum(|count| count.evaluated) + count.sum(|count| count.failed);
        table.row([
            count.rung.name.clone(),
            budget(count.rung.nodes),
            count.rung.window().map_or_else(|| "–".to_owned(), |window| format!("≤ {window}")),
            grouped(candidates.queued),
            grouped(candidates.evaluated),
            grouped(candidates.survived),
            grouped(queued.saturating_sub(ended)),
            grouped(count.sum(|count| count.failed)),
            grouped(candidates.zero),
            format!("{}/{}", controls.evaluated, controls.queued),
            grouped(count.of(PairKind::Mirror).evaluated),
            format!("{:.1} %", count.share * 100.0),
        ]);
    }
    table
}

/// The passports as text.
#[must_use]
pub fn passports_text(passports: &[StoredPassport]) -> String {
    if passports.is_empty() {
        return "No engine has worked on it yet.\n".to_owned();
    }
    passports.iter().map(|stored| passport_text(stored.id.0, &stored.passport, stored.begun)).collect()
}

fn passport_text(id: i64, passport: &Passport, begun: i64) -> String {
    let options: Vec<String> =
        passport.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let role = match passport.role {
        0 => "main engine".to_owned(),
        number => format!("verifier {number}"),
    };
    format!(
        "Passport {id} ({role}, since {}): {}\n  sha256 {}\n  options {}; seed {}; {}\n  {}\n",
        moment(begun),
        passport.engine,
        passport.sha256,
        options.join(" "),
        passport.seed,
        passport.program,
        passport.machine
    )
}

fn standings_text(store: &mut Store) -> Result<String, BalanceError> {
    let deepened = findings::deepened(store)?;
    let mut text = String::new();
    if deepened.is_empty() {
        return Ok(text);
    }
    for (kind, noun) in [(PairKind::Candidate, "candidates"), (PairKind::Mirror, "mirrors")] {
        let count = |standing| {
            deepened.iter().filter(|one| one.pair.kind() == kind && one.standing == standing).count()
        };
        let _ = writeln!(
            text,
            "Deepened {noun}: {} confirmed, {} in the corridor, {} left it, {} open",
            count(Standing::Confirmed),
            count(Standing::Corridor),
            count(Standing::Left),
            count(Standing::Open)
        );
    }
    for median in findings::medians(store)?.iter().filter(|median| median.controls > 0) {
        let name = store.ladder().rung(median.level).map_or("?", |rung| rung.name.as_str());
        let value = median.value.map_or_else(|| "not known yet".to_owned(), |value| format!("{value} cp"));
        let _ = writeln!(text, "{name}: {} of 960 symmetrical starts, median |cp| {value}", median.controls);
    }
    Ok(text)
}

fn failures_text(store: &mut Store, number: u64) -> Result<String, BalanceError> {
    let mut text = format!(
        "{} failed jobs (`show W B` has the transcripts, `retry` queues them again):\n",
        grouped(number)
    );
    for failure in store.failed_jobs(LISTED)? {
        let name = store.ladder().rung(failure.level).map_or("?", |rung| rung.name.as_str());
        let _ = writeln!(text, "  {} at {name}: it {}", failure.pair, failure.reason);
    }
    Ok(text)
}
