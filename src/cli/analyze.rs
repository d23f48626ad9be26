//! `mangoac analyze`: searches the positions of games, of files of positions, or one position.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use mangoac::analysis::{self, AnalysisError, Analyst, Finding, annotate, read_plies};
use mangoac::engine::Game as Played;
use mangoac::records::{Epd, EpdError, Game, read_games, read_positions};
use mangoac::search::{Limits, TableError};

use super::search::{SearchArgs, progress_bar};

/// Analyse games, positions of a file, or one position
///
/// Games come back as PGN with an evaluation behind every move, `[%eval 0.35,14]` (White's view, depth),
/// positions as EPD with `bm`, `ce` (side to move's view), `acd`, `acn`, `acs` and `pv`; with --format json
/// every position is an object on a line of its own. Comments, glyphs and side lines of games stay.
/// What cannot be read is named with its line and left out; the exit code is then 2.
#[derive(Args, Debug)]
pub struct Analyze {
    /// A file of games (.pgn) or positions (.epd, .fen), `-` for standard input, or a position in FEN
    #[arg(required = true, value_name = "FILE|FEN")]
    inputs: Vec<String>,
    /// What to write [default: pgn of games, epd of positions]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Lines searched of each position; PGN shows them as side lines, JSON as lines, EPD the first only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=218))]
    multipv: u16,
    /// The file to write, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Games with evaluations.
    Pgn,
    /// One record a line.
    Epd,
    /// One object a line.
    Json,
}

/// Why an analysis is missing or not whole.
#[derive(Debug, thiserror::Error)]
pub enum AnalyzeError {
    #[error("{name} cannot be read: {source}")]
    Read { name: String, source: io::Error },
    #[error("{name} is neither a file nor a position: {reason}")]
    NotFound { name: String, reason: EpdError },
    #[error("{0} holds positions, not games: they cannot be written as PGN")]
    NoGames(String),
    #[error("{} would be overwritten while it is read", .0.display())]
    SameFile(PathBuf),
    #[error("{} cannot be written: {source}", .path.display())]
    Create { path: PathBuf, source: io::Error },
    #[error("there is nothing to analyse")]
    Nothing,
    #[error("{0} games or positions could not be read, or not to their ends")]
    Unread(usize),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

/// Something to be searched.
enum Item {
    Game(Box<Game>),
    Position(Box<Epd>),
}

/// All there is to be done, in order.
#[derive(Default)]
struct Work {
    items: Vec<Item>,
    /// Positions to search.
    positions: usize,
    unread: usize,
}

impl Analyze {
    /// Searches everything and writes what was found, each game or position as soon as it is done.
    ///
    /// # Errors
    /// If something could not be read, searched or written.
    pub fn run(&self) -> Result<(), AnalyzeError> {
        let work = self.read()?;
        if work.items.is_empty() {
            return Err(if work.unread > 0 {
                AnalyzeError::Unread(work.unread)
            } else {
                AnalyzeError::Nothing
            });
        }
        let mut desk = Desk {
            analyst: Analyst::new(self.search.style, self.search.hash_mib())?,
            limits: self.search.limits(self.multipv.into()),
            out: self.open_output()?,
            bar: progress_bar("analysing", work.positions as u64),
            games: 0,
        };
        for item in &work.items {
            desk.analyst.forget()?;
            match item {
                Item::Game(game) => desk.game(game, self.format.unwrap_or(Format::Pgn))?,
                Item::Position(record) => desk.position(record, self.format)?,
            }
            desk.out.flush()?;
        }
        desk.bar.finish_and_clear();
        if work.unread > 0 { Err(AnalyzeError::Unread(work.unread)) } else { Ok(()) }
    }

    /// Reads all inputs; what cannot be read is said on standard error.
    fn read(&self) -> Result<Work, AnalyzeError> {
        let mut work = Work::default();
        // A position without quotes around it arrives in pieces.
        if let Ok(record) = self.inputs.join(" ").parse::<Epd>() {
            work.add_position("the position", 1, Ok(record));
            return Ok(work);
        }
        for name in &self.inputs {
            if name == "-" {
                let failed = |source| AnalyzeError::Read { name: "standard input".into(), source };
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
                self.read_text("standard input", bytes, &mut work)?;
            } else if let Err(error) = fs::metadata(name) {
                // A position whose mistakes are worth naming has ranks; else it was to be a file.
                let looks_like_fen = name.matches('/').count() >= 7 || name.contains(char::is_whitespace);
                match name.parse::<Epd>() {
                    Ok(record) => work.add_position("the position", 1, Ok(record)),
                    Err(reason) if looks_like_fen => {
                        return Err(AnalyzeError::NotFound { name: name.clone(), reason });
                    }
                    Err(_) => return Err(AnalyzeError::Read { name: name.clone(), source: error }),
                }
            } else {
                let failed = |source| AnalyzeError::Read { name: name.clone(), source };
                self.read_text(name, fs::read(name).map_err(failed)?, &mut work)?;
            }
        }
        Ok(work)
    }

    fn read_text(&self, name: &str, bytes: Vec<u8>, work: &mut Work) -> Result<(), AnalyzeError> {
        let failed = |source| AnalyzeError::Read { name: name.into(), source };
        if is_pgn(name, &bytes) {
            return read_games(Cursor::new(bytes), |game| work.add_game(name, game)).map_err(failed);
        }
        if self.format == Some(Format::Pgn) {
            return Err(AnalyzeError::NoGames(name.into()));
        }
        let take = |line, record| work.add_position(name, line, record);
        read_positions(BufReader::new(Cursor::new(bytes)), take).map_err(failed)
    }

    fn open_output(&self) -> Result<Box<dyn Write>, AnalyzeError> {
        let Some(path) = &self.out else { return Ok(Box::new(io::stdout().lock())) };
        let place = |path: &Path| path.canonicalize().ok();
        if self
            .inputs
            .iter()
            .any(|name| place(Path::new(name)).is_some_and(|input| Some(input) == place(path)))
        {
            return Err(AnalyzeError::SameFile(path.clone()));
        }
        let failed = |source| AnalyzeError::Create { path: path.clone(), source };
        Ok(Box::new(BufWriter::new(File::create(path).map_err(failed)?)))
    }
}

/// Games and positions are told apart by the name's ending, or else by the first line.
fn is_pgn(name: &str, bytes: &[u8]) -> bool {
    let ending = Path::new(name).extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("pgn") => true,
        Some("epd" | "fen") => false,
        _ => {
            let text = String::from_utf8_lossy(bytes.get(..4096).unwrap_or(bytes));
            let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
            let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
            first.split_whitespace().next().is_some_and(|field| field.matches('/').count() != 7)
        }
    }
}

impl Work {
    fn complain(&mut self, name: &str, line: usize, reason: &dyn std::fmt::Display) {
        self.unread += 1;
        // Lost where standard error is closed; the exit code says it too.
        let _ = writeln!(io::stderr(), "{name}: line {line}: {reason}");
    }

    fn add_game(&mut self, name: &str, game: Game) {
        match read_plies(&game) {
            Err(fault) => self.complain(name, fault.line, &fault.reason),
            Ok((_, plies, fault)) => {
                if let Some(fault) = fault {
                    self.complain(name, fault.line, &fault.reason);
                }
                self.positions += plies.len() + 1;
                self.items.push(Item::Game(Box::new(game)));
            }
        }
    }

    fn add_position(&mut self, name: &str, line: usize, record: Result<Epd, EpdError>) {
        match record {
            Err(error) => self.complain(name, line, &error),
            Ok(record) => {
                self.positions += 1;
                self.items.push(Item::Position(Box::new(record)));
            }
        }
    }
}

/// Where the work is done.
struct Desk {
    analyst: Analyst,
    limits: Limits,
    out: Box<dyn Write>,
    bar: ProgressBar,
    /// Games begun.
    games: usize,
}

impl Desk {
    fn game(&mut self, game: &Game, format: Format) -> Result<(), AnalyzeError> {
        self.games += 1;
        if format == Format::Pgn {
            return self.game_as_pgn(game);
        }
        // Read before; nothing has changed since.
        let Ok((mut played, plies, _)) = read_plies(game) else { return Ok(()) };
        let castling = played.start().castling_mode();
        let mut next = plies.iter();
        loop {
            let finding = self.search(&played)?;
            let position = played.position();
            let ply = next.next();
            match format {
                Format::Json => {
                    let mut object = analysis::json(position, &finding, castling);
                    add(&mut object, "game", json!(self.games));
                    add(&mut object, "ply", json!(played.moves().len()));
                    add(&mut object, "played", json!(ply.map(|ply| &ply.san)));
                    writeln!(self.out, "{object}")?;
                }
                _ => {
                    let record = Epd { position: position.clone(), operations: Vec::new() };
                    writeln!(self.out, "{}", analysis::epd(record, &finding))?;
                }
            }
            let Some(ply) = ply else { return Ok(()) };
            played.play(ply.mv);
        }
    }

    fn game_as_pgn(&mut self, game: &Game) -> Result<(), AnalyzeError> {
        let Ok(plies) = read_plies(game) else { return Ok(()) };
        let alternatives = self.limits.multipv > 1;
        if !alternatives {
            self.bar.inc(1); // the start is not searched
        }
        let Self { analyst, limits, bar, .. } = self;
        let annotated = annotate(game, plies, alternatives, |played| {
            let finding = analyst.search(played, limits);
            bar.inc(1);
            finding
        })?;
        Ok(annotated.record.write(&mut self.out)?)
    }

    fn position(&mut self, record: &Epd, format: Option<Format>) -> Result<(), AnalyzeError> {
        let finding = self.search(&Played::new(record.position.clone()))?;
        match format {
            Some(Format::Json) => {
                let mut object = analysis::json(&record.position, &finding, record.position.castling_mode());
                let id = record.operation("id").map(|id| id.value());
                add(&mut object, "id", json!(id));
                writeln!(self.out, "{object}")?;
            }
            _ => writeln!(self.out, "{}", analysis::epd(record.clone(), &finding))?,
        }
        Ok(())
    }

    fn search(&mut self, played: &Played) -> Result<Finding, AnalysisError> {
        let finding = self.analyst.search(played, &self.limits);
        self.bar.inc(1);
        finding
    }
}

/// Adds a field that is not null.
fn add(object: &mut Value, name: &str, value: Value) {
    if let Value::Object(fields) = object
        && !value.is_null()
    {
        fields.insert(name.to_owned(), value);
    }
}
