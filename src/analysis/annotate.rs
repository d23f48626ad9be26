//! Games with what a search says of their positions.

use super::write::{eval_tag, san_line, score_words};
use super::{AnalysisError, Finding};
use crate::chess::Move;
use crate::engine::Game as Played;
use crate::records::{Game, Item, Word};

/// A move of a game and its SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// How it is written.
    pub san: String,
}

/// Why a game could be followed so far only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line of the file.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Follows the main line of a record: the game at its start, its moves, and where it could not be
/// followed further.
///
/// # Errors
/// If it does not start from a position of chess.
pub fn read_plies(record: &Game) -> Result<(Played, Vec<Ply>, Option<Fault>), Fault> {
    let bad = |line, reason: String| Fault { line, reason };
    if record.variant() == crate::records::Variant::Other {
        let name: String = record.tag("Variant").unwrap_or_default().chars().take(40).collect();
        return Err(bad(record.line, format!("{name:?} is another game than chess")));
    }
    let start = record.start().map_err(|error| bad(record.line, format!("FEN: {error}")))?;
    let (mut position, mut plies) = (start.clone(), Vec::new());
    for word in record.main_line() {
        match position.resolve_san(&word.text) {
            Ok(mv) => {
                plies.push(Ply { mv, san: position.san(mv) });
                position.make(mv);
            }
            Err(error) => {
                let text: String = word.text.chars().take(20).collect();
                let fault = bad(word.line, format!("{text:?}: {error}; the game is read up to there"));
                return Ok((Played::new(start), plies, Some(fault)));
            }
        }
    }
    Ok((Played::new(start), plies, None))
}

/// A record with evaluations in its comments.
pub struct Annotated {
    /// The record.
    pub record: Game,
    /// Where the game could not be followed further.
    pub fault: Option<Fault>,
}

/// Searches every position of a game's main line and writes the evaluations into comments behind
/// the moves. What stands in the record stays, older evaluations excepted; a move that cannot be
/// played ends it. With `alternatives` the lines that a search of several shows are added as side
/// lines of the moves they would replace, and the position at the start is searched as well.
///
/// `search` is asked once for each position, in order.
///
/// # Errors
/// If a search fails.
pub fn annotate(
    record: &Game,
    (start, plies, fault): (Played, Vec<Ply>, Option<Fault>),
    alternatives: bool,
    mut search: impl FnMut(&Played) -> Result<Finding, AnalysisError>,
) -> Result<Annotated, AnalysisError> {
    let mut game = start;
    let mut before = if alternatives && !plies.is_empty() { Some(search(&game)?) } else { None };
    let mut items = Items::new(record);
    for ply in &plies {
        items.copy_to_move(ply);
        let side_lines = before.as_ref().map_or_else(Vec::new, |before| side_lines(before, &game, ply.mv));
        game.play(ply.mv);
        let after = search(&game)?;
        let side = game.position().side_to_move();
        items.evaluate(after.first().and_then(|line| eval_tag(line, side)));
        items.written.extend(side_lines);
        before = alternatives.then_some(after);
    }
    let mut record = Game { items: Vec::new(), ..record.clone() };
    record.items = match &fault {
        None => items.finish(),
        Some(fault) => items.cut(&fault.reason),
    };
    if record.tag("Annotator").is_none() && !record.tags.is_empty() {
        record.tags.push(("Annotator".into(), concat!("Mango AC ", env!("CARGO_PKG_VERSION")).into()));
    }
    Ok(Annotated { record, fault })
}

/// The lines of a search that begin with another move than the one played.
fn side_lines(finding: &Finding, game: &Played, played: Move) -> Vec<Item> {
    let others = finding.lines.iter().filter(|line| line.pv.first().is_some_and(|mv| *mv != played));
    let position = game.position();
    others
        .flat_map(|line| {
            let words = san_line(position, &line.pv).into_iter();
            let mut items = vec![Item::Open];
            items.extend(words.map(|text| Item::Move(Word { text, line: 0 })));
            let tag = eval_tag(line, position.side_to_move()).unwrap_or_default();
            items.insert(2, Item::Comment(format!("{tag} {}", score_words(line.score)).trim().to_owned()));
            items.push(Item::Close);
            items
        })
        .collect()
}

/// The movetext of a record being copied.
struct Items<'a> {
    rest: std::iter::Peekable<std::slice::Iter<'a, Item>>,
    written: Vec<Item>,
}

impl<'a> Items<'a> {
    fn new(record: &'a Game) -> Self {
        Self { rest: record.items.iter().peekable(), written: Vec::new() }
    }

    /// Copies everything up to the next move of the main line, and that move in proper form.
    fn copy_to_move(&mut self, ply: &Ply) {
        let mut depth = 0_usize;
        for item in self.rest.by_ref() {
            match item {
                Item::Move(word) if depth == 0 => {
                    self.written.push(Item::Move(Word { text: ply.san.clone(), line: word.line }));
                    return;
                }
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.written.push(without_evaluation(item));
        }
    }

    /// Copies the glyphs behind a move and puts its evaluation into the comment there.
    fn evaluate(&mut self, tag: Option<String>) {
        while let Some(glyph) = self.rest.next_if(|item| matches!(item, Item::Glyph(_))) {
            self.written.push(glyph.clone());
        }
        let comment = match self.rest.next_if(|item| matches!(item, Item::Comment(_))) {
            Some(Item::Comment(text)) => strip_evaluation(text),
            _ => String::new(),
        };
        let text = format!("{} {comment}", tag.unwrap_or_default());
        if !text.trim().is_empty() {
            self.written.push(Item::Comment(text.trim().to_owned()));
        }
    }

    fn finish(mut self) -> Vec<Item> {
        self.written.extend(self.rest.map(without_evaluation));
        self.written
    }

    fn cut(mut self, reason: &str) -> Vec<Item> {
        self.written.push(Item::Comment(reason.to_owned()));
        self.written
    }
}

fn without_evaluation(item: &Item) -> Item {
    match item {
        Item::Comment(text) => Item::Comment(strip_evaluation(text)),
        _ => item.clone(),
    }
}

/// A comment without `[%eval …]`.
fn strip_evaluation(text: &str) -> String {
    let (mut stripped, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("[%eval ") {
        let Some((_, after)) = after.split_once(']') else { break };
        stripped.push_str(before.trim_end());
        stripped.push(' ');
        rest = after.trim_start();
    }
    stripped.push_str(rest);
    stripped.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analyst;
    use crate::records::read_games;
    use crate::search::{Limits, StyleName};

    fn record(text: &str) -> Game {
        let mut games = Vec::new();
        read_games(text.as_bytes(), |game| games.push(game)).unwrap();
        games.remove(0)
    }

    fn written(text: &str, multipv: usize) -> (String, Option<Fault>) {
        let mut analyst = Analyst::new(StyleName::Mango, 1).unwrap();
        let limits = Limits { depth: Some(4), multipv, ..Limits::default() };
        let record = record(text);
        let plies = read_plies(&record).unwrap();
        let annotated = annotate(&record, plies, multipv > 1, |game| analyst.search(game, &limits)).unwrap();
        let mut bytes = Vec::new();
        annotated.record.write(&mut bytes).unwrap();
        (String::from_utf8(bytes).unwrap(), annotated.fault)
    }

    #[test]
    fn evaluations_join_what_stands_in_the_record() {
        let (text, fault) = written(
            "{before} 1. f2f3 $6 {[%eval -9.99] [%clk 0:01:00] weak} (1. e4 {[%eval 0.3]}) 1... e7-e5 2. g4 Qh4 0-1",
            1,
        );
        assert!(fault.is_none());
        let one_line = text.replace('\n', " ");
        assert!(one_line.starts_with("{ before } 1. f3 $6 { [%eval -"), "{text}");
        assert!(one_line.contains(",4] [%clk 0:01:00] weak } (1. e4 { }) 1... e5 { [%eval"), "{text}");
        assert!(one_line.contains("2. g4 { [%eval #-1,"), "{text}");
        assert!(one_line.trim_end().ends_with("2... Qh4# 0-1"), "a mate on the board has no tag: {text}");
    }

    #[test]
    fn other_lines_become_side_lines() {
        let (text, _) = written("[White \"x\"]\n\n1. e4 e5", 2);
        let record = record(&text);
        assert!(record.items.iter().filter(|item| matches!(item, Item::Open)).count() >= 2, "{text}");
        assert_eq!(record.main_line().count(), 2);
        assert!(text.contains("[Annotator \"Mango AC "), "{text}");
    }

    #[test]
    fn a_move_that_cannot_be_played_ends_the_game() {
        let (text, fault) = written("1. e4 e5\n2. Ke3 Nc6 *", 1);
        assert_eq!(fault.unwrap().line, 2);
        assert!(text.contains("{ \"Ke3\": no legal move") && !text.contains("Nc6"), "{text}");
        let fault = |text: &str| read_plies(&record(text)).unwrap_err().reason;
        assert!(fault("[Variant \"Atomic\"]\n1. e4").contains("another game"));
        assert!(fault("[FEN \"x\"]\n1. e4").contains("FEN: "));
    }

    #[test]
    fn old_evaluations_are_cut_out_of_comments() {
        for (text, stripped) in [
            ("[%eval 0.3]", ""),
            ("good [%eval #3,20] move", "good move"),
            ("[%eval 1] [%eval 2]", ""),
            ("[%eval 1", "[%eval 1"),
            ("[%clk 0:1:00]", "[%clk 0:1:00]"),
        ] {
            assert_eq!(strip_evaluation(text), stripped);
        }
    }
}
