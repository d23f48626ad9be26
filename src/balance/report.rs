//! The report: one HTML file that needs nothing else.

use std::fmt::Write as _;

use super::calibrate::{Calibration, NOTE};
use super::error::BalanceError;
use super::findings::{self, Deepened};
use super::ladder::Ladder;
use super::pair::PairKind;
use super::plot::{self, escape};
use super::selfplay::Score;
use super::status::{by_rung, passports_text};
use super::store::{Game, Location, Store, StoreError};
use super::twins;
use super::words::{Table, budget, grouped, moment};

/// Deepened pairs listed at most; the export has them all.
const LISTED: usize = 2000;
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The report on a search.
///
/// # Errors
/// If the store cannot be read.
pub fn report(store: &mut Store, location: &Location) -> Result<String, BalanceError> {
    let counts = store.counts()?;
    let rungs = by_rung(store.ladder(), &counts);
    let deepened = findings::deepened(store)?;
    let evaluations: u64 = counts.iter().map(|count| count.evaluated).sum();
    let now = moment(jiff::Timestamp::now().as_millisecond());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Balanced starts</title><style>{STYLE}</style></head><body>\n\
         <h1>Balanced starts of asymmetric Chess960</h1>\n\
         <p>{} evaluations in {}; written {now}. Counts change while the search goes on.</p>\n",
        grouped(evaluations),
        escape(&location.to_string())
    );
    section(&mut page, "Passports", &format!("<pre>{}</pre>", escape(&passports_text(&store.passports()?))));
    let mut table = Table::new(&[
        "rung",
        "nodes",
        "window",
        "candidates",
        "went on",
        "0.00",
        "controls",
        "mirrors",
        "failed",
        "time %",
    ]);
    for count in rungs.iter().filter(|count| count.sum(|count| count.queued) > 0) {
        let candidates = count.of(PairKind::Candidate);
        table.row([
            count.rung.name.clone(),
            budget(count.rung.nodes),
            count.rung.window().map_or_else(|| "–".to_owned(), |window| window.to_string()),
            candidates.evaluated.to_string(),
            candidates.survived.to_string(),
            candidates.zero.to_string(),
            count.of(PairKind::Control).evaluated.to_string(),
            count.of(PairKind::Mirror).evaluated.to_string(),
            count.sum(|count| count.failed).to_string(),
            format!("{:.1}", count.share * 100.0),
        ]);
    }
    section(&mut page, "Ladder", &html(&table));
    for (name, svg) in plot::all(store)? {
        let _ = writeln!(page, "<figure id=\"{name}\">{svg}</figure>");
    }
    section(&mut page, "Deepened pairs", &deepened_html(store.ladder(), &deepened));
    section(&mut page, "Zeros that do not last", &zeros_html(store)?);
    section(&mut page, "Twins", &twins_html(store)?);
    if let Some(text) = store.note(NOTE)? {
        let calibration: Calibration = serde_json::from_str(&text)
            .map_err(|error| BalanceError::Damaged(format!("the calibration: {error}")))?;
        section(&mut page, "Calibration", &html(&calibration.table()));
    }
    section(&mut page, "Self-play", &games_html(store)?);
    section(&mut page, "Limits", LIMITS);
    let _ = writeln!(page, "<script>{SCRIPT}</script></body></html>");
    Ok(page)
}

/// What the figures do not say.
const LIMITS: &str = "<ul>\
    <li>An evaluation is about best play as one engine sees it, not about games people play.</li>\
    <li>Shallow rungs are noisy: pairs fall out that deserve to stay, and the other way round.</li>\
    <li>An exact 0.00 belongs to the budget; see the table of zeros.</li>\
    <li>A pair and its mirror are different positions; the value of one says nothing certain about the other.</li>\
    </ul>";

fn section(page: &mut String, title: &str, body: &str) {
    let _ = writeln!(page, "<section><h2>{title}</h2>\n{body}</section>");
}

/// A table that can be sorted by a click on a heading.
fn html(table: &Table) -> String {
    let mut text = String::from("<table>");
    for (number, row) in table.rows().iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        text.push_str(if number == 0 { "<thead><tr>" } else { "<tr>" });
        for cell in row {
            let _ = write!(text, "<{tag}>{}</{tag}>", escape(cell));
        }
        text.push_str(if number == 0 { "</tr></thead><tbody>\n" } else { "</tr>\n" });
    }
    text.push_str("</tbody></table>\n");
    text
}

fn deepened_html(ladder: &Ladder, deepened: &[Deepened]) -> String {
    let mut headings = vec!["standing", "white", "black", "kind", "mirror"];
    let (values, opinions): (Vec<_>, Vec<_>) =
        (ladder.deepening().collect(), ladder.verification().collect());
    headings.extend(values.iter().chain(&opinions).map(|rung| rung.name.as_str()));
    headings.push("Shredder-FEN");
    let mut table = Table::new(&headings);
    for one in deepened.iter().take(LISTED) {
        let mut cells = vec![
            one.standing.word().to_owned(),
            one.pair.white.to_string(),
            one.pair.black.to_string(),
            one.pair.kind().word().to_owned(),
            one.pair.mirror().to_string(),
        ];
        for rung in &values {
            let value = one.values.iter().find(|(level, _)| *level == rung.level);
            cells.push(value.map_or_else(String::new, |(_, value)| value.to_string()));
        }
        cells.extend(
            one.verifications.iter().map(|value| value.map_or_else(String::new, |value| value.to_string())),
        );
        cells.push(one.pair.shredder_fen());
        table.row(cells);
    }
    match deepened.len() {
        0 => "<p>None yet.</p>".to_owned(),
        many if many > LISTED => {
            format!("<p>The first {LISTED} of {}.</p>{}", grouped(many as u64), html(&table))
        }
        _ => html(&table),
    }
}

fn zeros_html(store: &mut Store) -> Result<String, BalanceError> {
    let mut table =
        Table::new(&["rung", "nodes", "worth 0.00", "searched at the next rung", "left 0.00 there"]);
    for zeros in findings::zeros(store)? {
        let Some(rung) = store.ladder().rung(zeros.level).filter(|_| zeros.zero > 0) else { continue };
        table.row([
            rung.name.clone(),
            budget(rung.nodes),
            zeros.zero.to_string(),
            zeros.followed.to_string(),
            zeros.left.to_string(),
        ]);
    }
    Ok(format!(
        "<p>Candidates worth exactly 0.00 at one rung, and what the next one makes of them.</p>{}",
        html(&table)
    ))
}

fn twins_html(store: &mut Store) -> Result<String, BalanceError> {
    let found = twins::twins(store)?;
    match found.is_empty() {
        true => Ok("<p>None are known yet.</p>".to_owned()),
        false => Ok(html(&twins::table(&found))),
    }
}

fn games_html(store: &mut Store) -> Result<String, BalanceError> {
    let mut table = Table::new(&["white", "black", "nodes a move", "games", "score of White"]);
    let mut run: Vec<Game> = Vec::new();
    let close = |run: &mut Vec<Game>, table: &mut Table| {
        if let Some(first) = run.first() {
            let score = Score::of(run.iter());
            table.row([
                first.pair.white.to_string(),
                first.pair.black.to_string(),
                first.nodes.to_string(),
                score.games().to_string(),
                score.to_string(),
            ]);
        }
        run.clear();
    };
    store.for_each_game(|game| -> Result<(), StoreError> {
        if run.first().is_some_and(|first| (first.pair, first.nodes) != (game.pair, game.nodes)) {
            close(&mut run, &mut table);
        }
        run.push(game);
        Ok(())
    })?;
    close(&mut run, &mut table);
    match table.rows().len() {
        1 => Ok("<p>No games yet.</p>".to_owned()),
        _ => Ok(html(&table)),
    }
}
