//! What the tests of `mangoac balance` share.

#![allow(dead_code)] // each test file uses its part

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use mangoac::balance::config::Config;
use mangoac::balance::ladder::Level;
use mangoac::balance::store::{Access, Location, Record, Store, StoreError};
use mangoac::balance::{Pair, PairKind};

/// The mock engine with its arguments, as one command.
pub fn mock(arguments: &str) -> String {
    format!("{} {arguments}", mock_path().display())
}

/// The mock engine. `cargo test` builds it; `cargo test --test …` alone does not.
///
/// Its binary is hashed at every start of a run: where `strip` is at hand, a copy without debugging
/// information saves most of that time.
pub fn mock_path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let beside = Path::new(env!("CARGO_BIN_EXE_mangoac")).with_file_name("examples");
        let path = beside.join(format!("mock_engine{}", std::env::consts::EXE_SUFFIX));
        assert!(path.exists(), "build the mock engine first: cargo build --example mock_engine");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (made, slim) = (folder.join(format!("mock_{}", std::process::id())), folder.join("mock_engine"));
        let stripped = Command::new("strip").arg("-o").arg(&made).arg(&path).status();
        match stripped.is_ok_and(|status| status.success()) && std::fs::rename(&made, &slim).is_ok() {
            true => slim,
            false => path,
        }
    })
}

/// A ladder whose budgets cost a mock engine nothing: `pairs` pairs, two stages, five deepenings.
pub fn small(pairs: u32) -> Config {
    let text = format!(
        "pairs = {pairs}
        [engine]
        silence = 5.0
        speed = 1000000000
        [[stage]]
        nodes = 1000
        window = 25
        hash = 16
        [[stage]]
        nodes = 2000
        window = 20
        hash = 32
        [deepening]
        from = 4000
        to = 64000
        hash = 64"
    );
    Config::from_toml(&text).expect("a sound configuration")
}

/// A search of its own in a place of its own, gone when dropped.
pub struct Search {
    pub location: Location,
    folder: tempfile::TempDir,
    schema: Option<(String, String)>,
}

impl Search {
    /// A place in a SQLite file, with nothing there yet.
    pub fn in_file() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { location: Location::File(folder.path().join("balance.sqlite")), folder, schema: None }
    }

    /// A place in a schema of its own of the PostgreSQL server the environment names, if it does.
    pub fn on_server() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let Ok(url) = std::env::var("MANGOAC_TEST_POSTGRES") else {
            eprintln!("SKIPPED on PostgreSQL: MANGOAC_TEST_POSTGRES is not set (see .ci/postgres.sh)");
            return None;
        };
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut client = postgres::Client::connect(&url, postgres::NoTls).expect("the server can be reached");
        client
            .batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"))
            .expect("a schema");
        let separator = if url.contains('?') { '&' } else { '?' };
        let place = format!("{url}{separator}options=-c%20search_path%3D{name}&application_name={name}");
        let folder = tempfile::tempdir().expect("a folder");
        Some(Self { location: Location::Server(place), folder, schema: Some((url, name)) })
    }

    /// Every kind of place there is here.
    pub fn everywhere() -> Vec<Self> {
        std::iter::once(Self::in_file()).chain(Self::on_server()).collect()
    }

    pub fn begun(self, config: &Config) -> Self {
        Store::create(&self.location, config).expect("a new search");
        self
    }

    pub fn open(&self, access: Access) -> Result<Store, StoreError> {
        Store::open(&self.location, access)
    }

    pub fn path(&self) -> &Path {
        match &self.location {
            Location::File(path) => path,
            Location::Server(_) => self.folder.path(),
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The name by which the server knows this search's connections.
    pub fn application(&self) -> Option<(&str, &str)> {
        self.schema.as_ref().map(|(url, name)| (url.as_str(), name.as_str()))
    }

    /// A command `mangoac balance --store …`.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let store = match &self.location {
            Location::File(path) => path.display().to_string(),
            Location::Server(url) => url.clone(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_mangoac"));
        command.arg("balance").args(arguments).arg("--store").arg(store);
        command
    }

    /// Runs a command to its end.
    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).stdin(std::process::Stdio::null()).output().expect("the program runs")
    }

    /// Runs a command that must succeed; its standard output.
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {:?}\n{errors}", output.status);
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs a command that must fail with this code; its standard error.
    pub fn fail(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        errors
    }

    /// `run` with the mock engine and these arguments of its own.
    pub fn run(&self, engine: &str, arguments: &[&str]) -> String {
        let engine = mock(engine);
        let mut all = vec!["run", "--quiet", "--engine", &engine];
        all.extend(arguments);
        self.succeed(&all)
    }

    /// What is known: level, pair, value, depth, nodes and line of every evaluation.
    pub fn results(&self) -> Vec<String> {
        self.records().iter().map(Self::result).collect()
    }

    pub fn result(record: &Record) -> String {
        let Record { level, pair, value, depth, nodes, pv, best, .. } = record;
        format!("{} {pair} {value} {depth} {nodes} {pv} {best}", level.0)
    }

    pub fn records(&self) -> Vec<Record> {
        let mut store = self.open(Access::Read).expect("the search");
        let mut records = Vec::new();
        let each = |record| -> Result<(), StoreError> {
            records.push(record);
            Ok(())
        };
        store.for_each_record(Level(0), Level(255), each).expect("the evaluations");
        records
    }

    /// Checks that the tally says what counting says, and that nothing is lent or left over.
    pub fn assert_sound_and_done(&self) {
        let mut store = self.open(Access::Read).expect("the search");
        let records = self.records();
        for count in store.counts().expect("the counts") {
            let of_count = records.iter().filter(|r| r.level == count.level && r.pair.kind() == count.kind);
            let (mut evaluated, mut zero, mut busy) = (0, 0, 0);
            for record in of_count {
                evaluated += 1;
                zero += u64::from(record.value.magnitude() == 0);
                busy += record.busy;
            }
            let told = (count.evaluated, count.zero, count.busy);
            assert_eq!(told, (evaluated, zero, busy), "counted at {:?} {:?}", count.level, count.kind);
            assert_eq!(count.queued, count.evaluated + count.failed, "left over at {:?}", count.level);
        }
        assert_eq!(store.lent().expect("the leases"), 0);
        self.assert_ladder_was_climbed(&store, &records);
    }

    /// Checks that exactly the pairs within the windows went on.
    fn assert_ladder_was_climbed(&self, store: &Store, records: &[Record]) {
        for rung in store.ladder().stages() {
            let Some(above) = store.ladder().above(rung.level) else { continue };
            let at = |level: Level| -> Vec<Pair> {
                let candidates = records.iter().filter(|r| r.pair.kind() == PairKind::Candidate);
                candidates.filter(|r| r.level == level).map(|r| r.pair).collect()
            };
            let window = rung.window().expect("a stage has a window");
            let fit: Vec<Pair> = records
                .iter()
                .filter(|r| r.level == rung.level && r.pair.kind() == PairKind::Candidate)
                .filter(|r| r.value.is_within(window))
                .map(|r| r.pair)
                .collect();
            assert_eq!(at(above.level), fit, "gone on from {}", rung.name);
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        if let Some((url, name)) = &self.schema
            && let Ok(mut client) = postgres::Client::connect(url, postgres::NoTls)
        {
            let _ = client.batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE"));
        }
    }
}
