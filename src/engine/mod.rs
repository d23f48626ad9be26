//! The engine behind every protocol: a game, a transposition table and a search on its own thread.
//!
//! Nothing here reads or prints. A search is begun with [`Engine::go`] and tells its [`Report`]
//! what it finds; the protocol's loop stays free to listen.

mod editor;
mod game;
pub mod strength;
mod wdl;

use std::sync::Arc;
use std::thread::{self, JoinHandle};

pub use game::{Draw, Game, GameEnd, GameError};
pub use strength::Level;
pub use wdl::{Chances, chances, simple_material};

use crate::book::{Choice, GameBook, Question};
use crate::chess::CastlingMode;
use crate::search::{
    Endings, Limits, Outcome, Report, STACK, Searcher, Signals, StyleName, Table, TableError,
};
use editor::Editor;

/// The hash size an engine starts with, MiB.
pub const DEFAULT_HASH_MIB: usize = 256;

/// A game, its table, and a search that may be going on.
pub struct Engine {
    /// The game from the last set-up position on.
    pub game: Game,
    /// How weak to play; full strength if `None`.
    pub level: Option<Level>,
    /// The opening book; empty until one is given.
    pub book: GameBook,
    /// Endgame tables; none until some are given.
    pub endings: Option<Endings>,
    table: Arc<Table>,
    style: StyleName,
    /// Rests here while no search is going on.
    searcher: Option<Box<dyn Searcher>>,
    running: Option<Running>,
}

struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<(Box<dyn Searcher>, Outcome)>,
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
            level: None,
            book: GameBook::new(None),
            endings: None,
            table: Arc::new(Table::new(hash_mib)?),
            style: StyleName::default(),
            searcher: None,
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
    }

    /// Another game begins: the start position, nothing remembered. To be called between searches.
    pub fn new_game(&mut self) {
        self.game = Game::default();
        self.book.new_game();
        self.clear_hash();
        self.searcher = Some(self.style.searcher(Arc::clone(&self.table)));
    }

    /// A move from the book instead of the search there would be, if the book may answer and can.
    pub fn book_move(
        &mut self,
        limits: &Limits,
        turn: Turn,
        analysing: bool,
        castling: CastlingMode,
    ) -> Option<Choice> {
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
    pub fn go(&mut self, mut limits: Limits, turn: Turn, report: Box<dyn Report>) -> Result<(), GoError> {
        if self.running.is_some() {
            return Err(GoError::Busy);
        }
        let mut searcher = self.take_searcher();
        let signals = Arc::new(match turn {
            Turn::Own => Signals::new(),
            Turn::Opponent => Signals::pondering(),
        });
        let (start, moves) = (self.game.start().clone(), self.game.moves().to_vec());
        let heard = Arc::clone(&signals);
        self.table.next_search();
        let mut editor = Editor::new(self.game.clone(), limits.multipv, self.level, report);
        if let Some(level) = self.level {
            level.narrow(&mut limits);
        } else {
            limits.endings.clone_from(&self.endings);
        }
        let thread = thread::Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
            limits.known_moves = limits.endings.as_ref().and_then(|endings| endings.judge(&start, &moves));
            let outcome = searcher.think(&start, &moves, &limits, heard, &mut editor);
            if let Some(complaint) = limits.endings.and_then(|endings| endings.tables.complaint()) {
                editor.note(&complaint);
            }
            (searcher, editor.finish(outcome))
        })?;
        self.running = Some(Running { signals, thread });
        Ok(())
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
    pub fn wait(&mut self) -> Option<Outcome> {
        let running = self.running.take()?;
        match running.thread.join() {
            Ok((mut searcher, outcome)) => {
                searcher.set_table(Arc::clone(&self.table));
                self.searcher = Some(searcher);
                Some(outcome)
            }
            Err(_) => None,
        }
    }
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
            let limits = Limits { infinite: true, ..Limits::default() };
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
        let limits = Limits { movetime: Some(Duration::from_millis(20)), ..Limits::default() };
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
