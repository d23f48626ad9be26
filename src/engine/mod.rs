//! The engine behind every protocol: a game, a transposition table and a search on its own thread.
//!
//! Nothing here reads or prints. A search is begun with [`Engine::go`] and tells its [`Report`]
//! what it finds; the protocol's loop stays free to listen.

mod any;
mod editor;
mod game;
mod lattice;
pub mod strength;
mod wdl;

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

pub use any::{AnyLimits, AnyMove, AnyOutcome, Counter};
pub use game::{Draw, Game, GameEnd, GameError};
pub use lattice::LatticeGame;
pub use strength::Level;
pub use wdl::{Chances, chances, simple_material};

use crate::book::{Choice, GameBook, Question};
use crate::chess::CastlingMode;
use crate::lattice::{AnyEngine, Level as LatticeLevel};
use crate::search::{Report, Searcher, Signals, StyleName, Table, TableError};
use editor::Editor;

/// The hash size an engine starts with, MiB.
pub const DEFAULT_HASH_MIB: usize = 256;

/// A game, its table, and a search that may be going on.
pub struct Engine {
    /// The game from the last set-up position on.
    pub game: Game,
    /// The game of a lattice variant that is played instead, if one is.
    pub lattice: Option<LatticeGame>,
    /// How to play the variant; full strength if `None`.
    pub lattice_level: Option<LatticeLevel>,
    /// Threads that search a variant at full strength.
    pub threads: usize,
    /// How weak to play; full strength if `None`.
    pub level: Option<Level>,
    /// The opening book; empty until one is given.
    pub book: GameBook,
    table: Arc<Table>,
    style: StyleName,
    /// Rests here while no search is going on.
    searcher: Option<Box<dyn Searcher>>,
    /// The same for the variants.
    lattice_searcher: Option<Box<AnyEngine>>,
    running: Option<Running>,
}

struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<(Searched, AnyOutcome)>,
}

/// What comes back from a search.
enum Searched {
    Chess(Box<dyn Searcher>),
    Lattice(Box<AnyEngine>),
}

/// Why a search could not begin.
#[derive(Debug, thiserror::Error)]
pub enum GoError {
    /// One is going on.
    #[error("a search is going on")]
    Busy,
    /// The system gave no thread.
    #[error("no thread could be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// In whose time a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Turn {
    /// The engine's own.
    #[default]
    Own,
    /// The opponent's, until [`Engine::ponderhit`].
    Opponent,
}

impl Engine {
    /// An engine at the start position with a table of `hash_mib` MiB.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(hash_mib: usize) -> Result<Self, TableError> {
        Ok(Self {
            game: Game::default(),
            lattice: None,
            lattice_level: None,
            threads: 1,
            level: None,
            book: GameBook::new(None),
            table: Arc::new(Table::new(hash_mib)?),
            style: StyleName::default(),
            searcher: None,
            lattice_searcher: None,
            running: None,
        })
    }

    /// Size of the table, MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Gives the table another size; the old one stays if the memory is refused. To be called
    /// between searches.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn resize_hash(&mut self, mib: usize) -> Result<usize, TableError> {
        let table = Arc::new(Table::new(mib)?);
        self.table = Arc::clone(&table);
        if let Some(searcher) = &mut self.searcher {
            searcher.set_table(table);
        }
        self.lattice_searcher = None; // made anew, of the new size, when it is needed
        Ok(self.table.mib())
    }

    /// The style of the searches.
    #[must_use]
    pub const fn style(&self) -> StyleName {
        self.style
    }

    /// Gives the searches another style; what the old one has stored is forgotten. To be called
    /// between searches.
    pub fn set_style(&mut self, style: StyleName) {
        if style != self.style {
            self.style = style;
            self.searcher = None;
            self.clear_hash();
        }
    }

    /// Forgets all that searches have stored, in no time.
    pub fn clear_hash(&mut self) {
        self.table.clear();
        self.lattice_searcher = None;
    }

    /// Another game of the same kind begins: the start position, nothing remembered. To be called between searches.
    pub fn new_game(&mut self) {
        self.game = Game::default();
        let variant = self.variant();
        self.lattice = variant.and_then(|variant| LatticeGame::new(variant).ok());
        self.book.new_game();
        self.clear_hash();
        self.searcher = Some(self.style.searcher(Arc::clone(&self.table)));
    }

    /// A move from the book instead of the search there would be, if the book may answer and can. It knows no
    /// variants.
    pub fn book_move(
        &mut self,
        limits: &AnyLimits,
        turn: Turn,
        analysing: bool,
        castling: CastlingMode,
    ) -> Option<Choice> {
        if self.lattice.is_some() {
            return None;
        }
        let limits = &limits.clone().map(AnyMove::chess);
        self.book.choose(&Question {
            start: self.game.start(),
            position: self.game.position(),
            limits,
            pondering: turn == Turn::Opponent,
            analysing,
            castling,
        })
    }

    /// Begins a search of the game's position on a thread of its own. `report` hears of every
    /// iteration and, at the very end, of the outcome. Its lines are legal and end where the game
    /// ends.
    ///
    /// # Errors
    /// If a search is going on or the system gives no thread.
    pub fn go(
        &mut self,
        limits: AnyLimits,
        turn: Turn,
        report: Box<dyn Report<AnyMove>>,
    ) -> Result<(), GoError> {
        if self.running.is_some() {
            return Err(GoError::Busy);
        }
        let signals = Arc::new(match turn {
            Turn::Own => Signals::new(),
            Turn::Opponent => Signals::pondering(),
        });
        let heard = Arc::clone(&signals);
        let thread = match self.lattice.clone() {
            None => self.begin_chess(limits, heard, report)?,
            Some(game) => self.begin_lattice(game, limits, heard, report)?,
        };
        self.running = Some(Running { signals, thread });
        Ok(())
    }

    fn begin_chess(
        &mut self,
        limits: AnyLimits,
        signals: Arc<Signals>,
        report: Box<dyn Report<AnyMove>>,
    ) -> io::Result<JoinHandle<(Searched, AnyOutcome)>> {
        let mut limits = limits.map(AnyMove::chess);
        let mut searcher = self.take_searcher();
        let (start, moves) = (self.game.start().clone(), self.game.moves().to_vec());
        self.table.next_search();
        let mut editor = Editor::new(self.game.clone(), limits.multipv, self.level, report);
        if let Some(level) = self.level {
            level.narrow(&mut limits);
        }
        searching_thread().spawn(move || {
            let outcome = searcher.think(&start, &moves, &limits, signals, &mut editor);
            (Searched::Chess(searcher), editor.finish(outcome))
        })
    }

    /// Levels play on one thread, so that they repeat themselves.
    fn begin_lattice(
        &mut self,
        game: LatticeGame,
        limits: AnyLimits,
        signals: Arc<Signals>,
        mut report: Box<dyn Report<AnyMove>>,
    ) -> io::Result<JoinHandle<(Searched, AnyOutcome)>> {
        let mib = self.hash_mib();
        let mut engine = self.lattice_searcher.take().unwrap_or_else(|| Box::new(AnyEngine::new(mib)));
        let level = self.lattice_level;
        engine.set_threads(if level.is_some() { 1 } else { self.threads });
        searching_thread().spawn(move || {
            let outcome = lattice::think(&mut engine, &game, limits, level.as_ref(), &signals, &mut *report);
            (Searched::Lattice(engine), outcome)
        })
    }

    fn take_searcher(&mut self) -> Box<dyn Searcher> {
        self.searcher.take().unwrap_or_else(|| self.style.searcher(Arc::clone(&self.table)))
    }

    /// True from [`Self::go`] until [`Self::wait`].
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Asks the search to end; it answers within milliseconds.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// The opponent played the expected move: the engine's own time begins.
    pub fn ponderhit(&self) {
        if let Some(running) = &self.running {
            running.signals.ponderhit();
        }
    }

    /// True while the search runs in the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.signals.is_pondering())
    }

    /// Waits for the end of the search. `None` if there was none, or if its thread died, in which
    /// case the next search begins with empty caches.
    pub fn wait(&mut self) -> Option<AnyOutcome> {
        let running = self.running.take()?;
        let (searched, outcome) = running.thread.join().ok()?;
        match searched {
            Searched::Chess(mut searcher) => {
                searcher.set_table(Arc::clone(&self.table));
                self.searcher = Some(searcher);
            }
            Searched::Lattice(engine) => self.lattice_searcher = Some(engine),
        }
        Some(outcome)
    }
}

fn searching_thread() -> thread::Builder {
    thread::Builder::new().name("search".into()).stack_size(16 << 20)
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;
    use std::time::{Duration, Instant};

    #[test]
    fn a_search_stops_when_told_and_the_engine_goes_on() {
        let mut engine = Engine::new(1).unwrap();
        for _ in 0..3 {
            let limits = AnyLimits { infinite: true, ..AnyLimits::default() };
            engine.go(limits.clone(), Turn::Own, Box::new(Silent)).unwrap();
            assert!(matches!(engine.go(limits, Turn::Own, Box::new(Silent)), Err(GoError::Busy)));
            std::thread::sleep(Duration::from_millis(30));
            let asked = Instant::now();
            engine.stop();
            let outcome = engine.wait().unwrap();
            assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
            assert!(outcome.best.is_some());
        }
        assert!(engine.wait().is_none());
    }

    #[test]
    fn pondering_waits_for_the_hit() {
        let mut engine = Engine::new(1).unwrap();
        let limits = AnyLimits { movetime: Some(Duration::from_millis(20)), ..AnyLimits::default() };
        engine.go(limits, Turn::Opponent, Box::new(Silent)).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(engine.is_pondering() && !engine.running.as_ref().unwrap().thread.is_finished());
        engine.ponderhit();
        assert!(engine.wait().unwrap().best.is_some());
    }

    #[test]
    fn a_new_hash_size_is_used_at_once() {
        let mut engine = Engine::new(4).unwrap();
        assert_eq!(engine.resize_hash(33).unwrap(), 32);
        assert_eq!(engine.hash_mib(), 32);
    }
}
