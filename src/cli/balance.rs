//! `mangoac balance`: the search for balanced starts.

use std::io::Write as _;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use mangoac::balance::config::Config;
use mangoac::balance::ladder::{Level, Rung};
use mangoac::balance::run::{self, Choice, RunOptions, RunReport, Stop, Until};
use mangoac::balance::store::{Access, Location, Store};
use mangoac::balance::words::{duration, grouped};
use mangoac::balance::{BalanceError, Pair, calibrate, export, plot, report, selfplay, show, status, twins};
use mangoac::chess::Scharnagl;

/// Searches for balanced starts of asymmetric Chess960.
#[derive(Args, Debug)]
pub struct BalanceArgs {
    /// Where the search is kept: a SQLite file or postgres://user:password@host/database
    #[arg(long, global = true, default_value = "balance.sqlite", value_name = "FILE|URL")]
    store: Location,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Begin a search: store its configuration and queue stage 0
    Init {
        /// Configuration in TOML; every key has a default
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Search only the first so many pairs of the order
        #[arg(long)]
        pairs: Option<NonZeroU32>,
        /// Seed of the order of stage 0
        #[arg(long)]
        seed: Option<u64>,
        /// Print the configuration instead of beginning
        #[arg(long)]
        print_config: bool,
    },
    /// Work until everything is done, or until told to stop by Ctrl-C or a line `quit`
    Run(RunArgs),
    /// Print passports, counts, standings and failed jobs
    Status,
    /// Run controls through all stages and propose windows
    Calibrate {
        /// How many of the 960 controls
        #[arg(long, default_value_t = 147)]
        controls: usize,
        /// The deepest rung, such as S5 or D1; the last stage if absent
        #[arg(long, value_name = "RUNG")]
        deepest: Option<String>,
        /// Write a configuration with the proposed windows
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// Put the proposed windows into force; only while no candidate has been judged
        #[arg(long)]
        adopt: bool,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Write a self-contained HTML report
    Report {
        /// Where to
        #[arg(long, short, default_value = "balance.html", value_name = "FILE")]
        output: PathBuf,
    },
    /// Compare symmetrical starts with their mirrors
    Twins {
        /// First evaluate all 960 of them at this rung, such as S0
        #[arg(long, value_name = "RUNG")]
        evaluate: Option<String>,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Print all that is known of a pair
    Show(PairArgs),
    /// Let the engine play a pair against itself
    Selfplay {
        #[command(flatten)]
        pair: PairArgs,
        /// Games wanted in all
        #[arg(long, default_value = "20")]
        games: NonZeroU32,
        /// Nodes a move, on average
        #[arg(long, default_value = "20000")]
        nodes: NonZeroU32,
        /// Print the games as PGN
        #[arg(long)]
        pgn: bool,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Write evaluations and games as CSV or JSON Lines
    Export {
        /// The form
        #[arg(long, value_enum, default_value_t = Form::Csv)]
        format: Form,
        /// Where to; standard output if absent
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Compress by zstd
        #[arg(long)]
        zstd: bool,
        /// Print the document that describes the forms instead
        #[arg(long)]
        schema: bool,
    },
    /// Draw funnel, spread, drift and map as SVG files
    Plot {
        /// The folder the files go to
        #[arg(long, short, default_value = ".", value_name = "FOLDER")]
        output: PathBuf,
    },
    /// Queue failed jobs again
    Retry {
        /// Only those of this rung
        #[arg(long)]
        rung: Option<String>,
        /// Only those of this pair
        #[arg(long, num_args = 2, value_names = ["W", "B"])]
        pair: Option<Vec<Scharnagl>>,
    },
}

#[derive(Args, Debug)]
struct PairArgs {
    /// Scharnagl number of White's start, 0 to 959
    #[arg(value_name = "W")]
    white: Scharnagl,
    /// Scharnagl number of Black's start, 0 to 959
    #[arg(value_name = "B")]
    black: Scharnagl,
}

#[derive(Args, Debug)]
struct EngineArgs {
    /// The engine's command, with arguments after blanks; otherwise the configured one, else mangoac
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Begin a new passport if the engine is not the one of the last
    #[arg(long)]
    new_passport: bool,
}

#[derive(Args, Debug)]
struct RunArgs {
    /// Engines at work at the same time
    #[arg(long, default_value = "1")]
    workers: NonZeroUsize,
    /// Stop after N evaluations, at a TIME (07:30, 2026-09-18 07:30), or after one (90m, 8h)
    #[arg(long, value_name = "N|TIME", value_parser = parse_until)]
    until: Option<Until>,
    /// Leave the questions to further engines to other runs
    #[arg(long)]
    no_verify: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Form {
    Csv,
    Jsonl,
}

impl PairArgs {
    const fn pair(&self) -> Pair {
        Pair::new(self.white, self.black)
    }
}

impl EngineArgs {
    fn choice(&self) -> Choice {
        let words = |command: &String| command.split_whitespace().map(str::to_owned).collect();
        Choice { engine: self.engine.as_ref().map(words), new_passport: self.new_passport }
    }
}

impl RunArgs {
    fn options(&self) -> RunOptions {
        RunOptions {
            workers: self.workers,
            choice: self.engine.choice(),
            verify: !self.no_verify,
            wanted_only: false,
            until: self.until.unwrap_or(Until::Done),
            progress: !self.quiet,
        }
    }
}

/// Reads a number of evaluations, a duration, a time of day or a moment.
fn parse_until(text: &str) -> Result<Until, String> {
    if let Ok(number) = text.parse() {
        return Ok(Until::Evaluations(number));
    }
    let after = |time: Duration| Until::Moment(Instant::now() + time);
    if let Ok(span) = text.parse::<jiff::SignedDuration>() {
        return Duration::try_from(span).map(after).map_err(|_| "the duration is negative".to_owned());
    }
    let now = jiff::ZonedDateTime::now();
    let zoned = |civil: jiff::civil::DateTime| civil.to_zoned_datetime(now.time_zone().clone());
    // A time of day comes last: its parser would find one in a date with a time, too.
    let moment = if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        Ok(moment)
    } else if let Ok(civil) = text.parse::<jiff::civil::DateTime>() {
        zoned(civil).map(|moment| moment.timestamp())
    } else {
        text.parse::<jiff::civil::Time>().and_then(|time| {
            let today = now.date().to_datetime(time);
            let tomorrow = today.checked_add(jiff::Span::new().days(1))?;
            zoned(if today > now.datetime() { today } else { tomorrow }).map(|moment| moment.timestamp())
        })
    };
    let moment =
        moment.map_err(|_| "neither a number, nor a duration (90m), nor a time (07:30)".to_owned())?;
    Duration::try_from(moment.duration_since(now.timestamp()))
        .map(after)
        .map_err(|_| "that time has passed".to_owned())
}

/// Runs the command.
pub fn run(args: &BalanceArgs) -> ExitCode {
    match dispatch(&args.store, &args.command) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough, such as `head`, is no failure.
        Err(BalanceError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("mangoac balance: {error}");
            error.exit_code()
        }
    }
}

fn dispatch(store: &Location, command: &Command) -> Result<(), BalanceError> {
    match command {
        Command::Init { config, pairs, seed, print_config } => {
            init(store, config.as_ref(), *pairs, *seed, *print_config)
        }
        Command::Run(args) => {
            let stop = listening()?;
            say(&report_text(&run::run(store, &args.options(), &stop)?))
        }
        Command::Status => say(&status::status(&mut read(store)?, store)?),
        Command::Calibrate { controls, deepest, write, adopt, run } => {
            calibrate(store, *controls, deepest.as_deref(), run)
                .and_then(|calibration| use_calibration(store, &calibration, write.as_ref(), *adopt))
        }
        Command::Report { output } => {
            write(output, report::report(&mut read(store)?, store)?.as_bytes())?;
            say(&format!("{}\n", output.display()))
        }
        Command::Twins { evaluate, run } => twins(store, evaluate.as_deref(), run),
        Command::Show(pair) => say(&show::show(&mut read(store)?, pair.pair())?),
        Command::Selfplay { pair, games, nodes, pgn, engine } => {
            selfplay(store, pair.pair(), *games, *nodes, *pgn, engine)
        }
        Command::Export { schema: true, .. } => say(export::SCHEMA),
        Command::Export { format, output, zstd, .. } => {
            let format = match format {
                Form::Csv => export::Format::Csv,
                Form::Jsonl => export::Format::JsonLines,
            };
            let number = export::export(&mut read(store)?, format, output.as_deref(), *zstd)?;
            eprintln!("{} evaluations", grouped(number));
            Ok(())
        }
        Command::Plot { output } => draw(store, output),
        Command::Retry { rung, pair } => retry(store, rung.as_deref(), pair.as_deref()),
    }
}

fn read(location: &Location) -> Result<Store, BalanceError> {
    Ok(Store::open(location, Access::Read)?)
}

fn say(text: &str) -> Result<(), BalanceError> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn write(path: &PathBuf, bytes: &[u8]) -> Result<(), BalanceError> {
    std::fs::write(path, bytes).map_err(|error| BalanceError::file(path, error))
}

fn listening() -> Result<Stop, BalanceError> {
    let stop = Stop::default();
    stop.listen()?;
    Ok(stop)
}

fn init(
    location: &Location,
    path: Option<&PathBuf>,
    pairs: Option<NonZeroU32>,
    seed: Option<u64>,
    print_config: bool,
) -> Result<(), BalanceError> {
    let mut config = match path {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| BalanceError::file(path, error))?;
            Config::from_toml(&text)?
        }
        None => Config::default(),
    };
    config.pairs = pairs.map(NonZeroU32::get).or(config.pairs);
    config.seed = seed.unwrap_or(config.seed);
    config.check()?;
    if print_config {
        return say(&config.to_toml()?);
    }
    let mut store = Store::create(location, &config)?;
    let queued: u64 = store.counts()?.iter().map(|count| count.queued).sum();
    say(&format!(
        "{location}: {} stage-0 jobs queued (921,600 ordered pairs, 460,800 representatives; seed {})\n",
        grouped(queued),
        config.seed
    ))
}

fn report_text(report: &RunReport) -> String {
    let rate = report.evaluations as f64 / report.elapsed.as_secs_f64().max(1e-9);
    format!(
        "{}: {} evaluations in {} ({rate:.1}/s), {} failures, workers {:.2} % of their time outside engines\n",
        if report.stopped { "stopped" } else { "done" },
        grouped(report.evaluations),
        duration(report.elapsed),
        report.faults,
        report.outside * 100.0
    )
}

/// The rung a name such as `S3` means.
fn rung(store: &Store, name: &str) -> Result<Rung, BalanceError> {
    let names: Vec<&str> = store.ladder().rungs().iter().map(|rung| rung.name.as_str()).collect();
    let found = store.ladder().named(name).cloned();
    found.ok_or_else(|| BalanceError::Usage(format!("there is no rung {name:?}, only {}", names.join(" "))))
}

fn calibrate(
    location: &Location,
    controls: usize,
    deepest: Option<&str>,
    args: &RunArgs,
) -> Result<calibrate::Calibration, BalanceError> {
    let store = read(location)?;
    let level = match deepest {
        Some(name) => rung(&store, name)?.level,
        None => store.ladder().stages().last().map_or(Level(0), |rung| rung.level),
    };
    drop(store);
    let stop = listening()?;
    say(&report_text(&calibrate::evaluate(location, controls, level, &args.options(), &stop)?))?;
    let mut store = Store::open(location, Access::Write)?;
    let calibration = calibrate::figures(&mut store, controls, level)?;
    store.set_note(calibrate::NOTE, &serde_json::to_string(&calibration).unwrap_or_default())?;
    say(&format!(
        "\n{}\n{} of {} controls are balanced at the deepest rung (|cp| ≤ 10)\n",
        calibration.table(),
        calibration.balanced,
        calibration.chosen
    ))?;
    Ok(calibration)
}

fn use_calibration(
    location: &Location,
    calibration: &calibrate::Calibration,
    path: Option<&PathBuf>,
    adopt: bool,
) -> Result<(), BalanceError> {
    if let Some(path) = path {
        let config = calibration.apply(read(location)?.config());
        write(path, config.to_toml()?.as_bytes())?;
    }
    if adopt {
        calibrate::adopt(location, calibration)?;
        say("the proposed windows are in force; `run` needs --new-passport once\n")?;
    }
    Ok(())
}

fn twins(location: &Location, name: Option<&str>, args: &RunArgs) -> Result<(), BalanceError> {
    if let Some(name) = name {
        let level = rung(&read(location)?, name)?.level;
        let stop = listening()?;
        say(&report_text(&twins::evaluate(location, level, &args.options(), &stop)?))?;
    }
    let found = twins::twins(&mut read(location)?)?;
    match found.is_empty() {
        true => say("no twins are known yet; `twins --evaluate S0` evaluates them\n"),
        false => say(&twins::table(&found).to_string()),
    }
}

fn selfplay(
    location: &Location,
    pair: Pair,
    games: NonZeroU32,
    nodes: NonZeroU32,
    pgn: bool,
    engine: &EngineArgs,
) -> Result<(), BalanceError> {
    let stop = listening()?;
    let options = selfplay::SelfplayOptions { games, nodes: nodes.get().into(), choice: engine.choice() };
    let score = selfplay::selfplay(location, pair, &options, &stop, |game| {
        eprintln!("game {}: {} half-moves, {}, {}/2", game.number + 1, game.plies, game.ending, game.points);
    })?;
    if pgn {
        let games = read(location)?.games_of(pair)?;
        for game in games.iter().filter(|game| game.nodes == options.nodes) {
            say(&game.pgn)?;
        }
    }
    say(&format!("{pair} in {} games at {} nodes a move: {score}\n", score.games(), grouped(options.nodes)))
}

fn draw(location: &Location, folder: &PathBuf) -> Result<(), BalanceError> {
    let mut store = read(location)?;
    std::fs::create_dir_all(folder).map_err(|error| BalanceError::file(folder, error))?;
    for (name, svg) in plot::all(&mut store)? {
        let path = folder.join(format!("{name}.svg"));
        write(&path, svg.as_bytes())?;
        say(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

fn retry(location: &Location, name: Option<&str>, pair: Option<&[Scharnagl]>) -> Result<(), BalanceError> {
    let mut store = Store::open(location, Access::Amend)?;
    let level = name.map(|name| rung(&store, name)).transpose()?.map(|rung| rung.level);
    let pair = match pair {
        Some([white, black]) => Some(Pair::new(*white, *black)),
        _ => None,
    };
    let number = store.retry(level, pair)?;
    say(&format!("{} jobs queued again\n", grouped(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many seconds from now the moment is.
    fn seconds(text: &str) -> f64 {
        match parse_until(text).expect(text) {
            Until::Moment(moment) => moment.duration_since(Instant::now()).as_secs_f64(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn until_takes_numbers_durations_and_times() {
        assert_eq!(parse_until("300"), Ok(Until::Evaluations(300)));
        assert!((seconds("90m") - 5400.0).abs() < 1.0);
        assert!((seconds("1h 30m") - 5400.0).abs() < 1.0);
        assert!((0.0..=90_000.0).contains(&seconds("07:30")));
        let year = 365.0 * 86_400.0;
        for moment in ["2100-01-01 07:30", "2100-01-01T07:30:00Z", "2100-01-01"] {
            assert!(seconds(moment) > 50.0 * year, "{moment}");
        }
        for junk in ["soon", "", "2020-01-01T00:00", "2020-01-01T00:00Z", "25:00", "-5m"] {
            assert!(parse_until(junk).is_err(), "{junk}");
        }
    }
}
