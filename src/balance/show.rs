//! All that is known of one pair, as text.

use std::fmt::Write as _;

use super::error::BalanceError;
use super::findings;
use super::ladder::RungKind;
use super::pair::{Pair, PairKind};
use super::selfplay::Score;
use super::store::Store;
use super::words::{Table, budget, moment};
use crate::chess::{File, Position, Rank, Scharnagl, Square};

/// The pair's board, numbers, FEN, class, values, standing, games and failures.
///
/// # Errors
/// If the store cannot be read.
pub fn show(store: &mut Store, pair: Pair) -> Result<String, BalanceError> {
    let mut text = heading(pair);
    let records = store.records_of(pair)?;
    let mut table =
        Table::new(&["rung", "nodes", "window", "value", "depth", "searched", "passport", "line"]);
    for record in &records {
        let Some(rung) = store.ladder().rung(record.level) else { continue };
        let verdict = match rung.kind {
            RungKind::Stage { window } if record.value.is_within(window) => format!("≤ {window}"),
            RungKind::Stage { window } => format!("> {window}"),
            RungKind::Deepening | RungKind::Verification => "–".to_owned(),
        };
        let line: Vec<&str> = record.pv.split(' ').take(6).collect();
        table.row([
            rung.name.clone(),
            budget(rung.nodes),
            verdict,
            record.value.to_string(),
            format!(
                "{}/{}",
                record.depth,
                record.seldepth.map_or_else(|| "–".to_owned(), |depth| depth.to_string())
            ),
            record.nodes.to_string(),
            record.passport.0.to_string(),
            line.join(" "),
        ]);
    }
    match records.is_empty() {
        true => text.push_str("It has not been evaluated.\n"),
        false => text.push_str(&table.to_string()),
    }
    for (level, state) in store.jobs_of(pair)? {
        let name = store.ladder().rung(level).map_or("?", |rung| rung.name.as_str());
        let _ = writeln!(text, "{name} is {}.", state.word());
    }
    if let Some(one) = findings::deepened(store)?.into_iter().find(|one| one.pair == pair) {
        let _ = writeln!(text, "Standing: {}", one.standing.word());
    }
    text.push_str(&games_text(store, pair)?);
    for failure in store.failures_of(pair)? {
        let name = store.ladder().rung(failure.level).map_or("?", |rung| rung.name.as_str());
        let _ = write!(
            text,
            "\nFailure {} at {name}, {}: the engine {}\n{}",
            failure.attempt,
            moment(failure.happened),
            failure.reason,
            failure.transcript
        );
    }
    Ok(text)
}

fn heading(pair: Pair) -> String {
    let men = |start: Scharnagl| -> String {
        start.back_rank().iter().map(|kind| kind.letter().to_ascii_uppercase()).collect()
    };
    let mut text = format!("{}\n", board(&pair.position()));
    let _ =
        writeln!(text, "White {} {}, Black {} {}", pair.white, men(pair.white), pair.black, men(pair.black));
    let _ = writeln!(text, "{}", pair.shredder_fen());
    let mirror = pair.mirror();
    let class = match pair.kind() {
        PairKind::Candidate => format!("Candidate, the representative of its class; its mirror is {mirror}"),
        PairKind::Control => format!("Control: both sides start alike; its mirror is {mirror}"),
        PairKind::Mirror => format!("The mirror of {mirror}, which represents the class"),
    };
    let _ = writeln!(text, "{class} (another position, whose value is never inferred).\n");
    text
}

fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        for file in File::ALL {
            let man = position.piece_at(Square::new(file, rank));
            text.push(' ');
            text.push(man.map_or('.', |piece| piece.letter()));
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h\n");
    text
}

fn games_text(store: &mut Store, pair: Pair) -> Result<String, BalanceError> {
    let games = store.games_of(pair)?;
    let mut budgets: Vec<u64> = games.iter().map(|game| game.nodes).collect();
    budgets.dedup();
    let mut text = String::new();
    for nodes in budgets {
        let score = Score::of(games.iter().filter(|game| game.nodes == nodes));
        let _ = writeln!(text, "Self-play at {} nodes a move: {score}", budget(nodes));
    }
    Ok(text)
}
