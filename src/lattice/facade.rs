//! The games behind one door, for protocols that learn the variant at run time.

use super::draw::Paint;
use super::eval::Table;
use super::fen::FenError;
use super::game::{Level, Start};
use super::moves::Move;
use super::notation::{MoveError, parse_move, write_move};
use super::perft::PerftCounts;
use super::piece::Color;
use super::position::Position;
use super::search::{Engine, Limits, Outcome, Reporter};
use super::{raumschach, tesseract};
use crate::search::Signals;

/// A variant by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// 5×5×5.
    Raumschach,
    /// 5×5×5×5 with 32 men a side.
    Tesseract,
    /// 5×5×5×5 with 22 men a side.
    TesseractLight,
    /// 5×5×5×5 with 42 men a side.
    TesseractDense,
}

/// A start of either dimension.
enum AnyStart {
    Three(&'static Start<3>),
    Four(&'static Start<4>),
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 4] =
        [Variant::Raumschach, Variant::Tesseract, Variant::TesseractLight, Variant::TesseractDense];

    fn start(self) -> AnyStart {
        match self {
            Variant::Raumschach => AnyStart::Three(&raumschach::START),
            Variant::Tesseract => AnyStart::Four(&tesseract::NORMAL),
            Variant::TesseractLight => AnyStart::Four(&tesseract::LIGHT),
            Variant::TesseractDense => AnyStart::Four(&tesseract::DENSE),
        }
    }

    /// The level of a number; the nearest one if there is none of that number.
    pub fn level(self, number: u8) -> Option<&'static Level> {
        let levels = self.levels();
        levels.iter().rev().find(|level| level.number <= number).or(levels.first())
    }

    /// Name for `UCI_Variant` and `variant`.
    pub fn name(self) -> &'static str {
        match self.start() {
            AnyStart::Three(start) => start.name,
            AnyStart::Four(start) => start.name,
        }
    }

    /// The variant with this name.
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// Whether a text has the form of a move of the game.
    pub fn is_move(self, text: &str) -> bool {
        match self.start() {
            AnyStart::Three(start) => parse_move(start.game, text).is_ok(),
            AnyStart::Four(start) => parse_move(start.game, text).is_ok(),
        }
    }

    /// Levels of the game, weakest first.
    pub fn levels(self) -> &'static [Level] {
        match self.start() {
            AnyStart::Three(start) => start.game.rules().levels,
            AnyStart::Four(start) => start.game.rules().levels,
        }
    }

    /// FEN of the start position.
    pub fn start_fen(self) -> String {
        match self.start() {
            AnyStart::Three(start) => super::Setup::start(start).fen(),
            AnyStart::Four(start) => super::Setup::start(start).fen(),
        }
    }

    /// What follows `info string ` when the variant is chosen: Fairy-Stockfish's line with the further axes.
    pub fn info(self) -> String {
        let axes = match self.start() {
            AnyStart::Three(_) => "files 5 ranks 5 levels 5",
            AnyStart::Four(_) => "files 5 ranks 5 levels 5 spaces 5",
        };
        format!(
            "variant {} {axes} pocket 0 template {} startpos {}",
            self.name(),
            self.name(),
            self.start_fen()
        )
    }
}

/// Whether and how a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There are moves to play.
    Open,
    /// The side to move is mated; the other has won.
    Checkmate(Color),
    /// No legal move, no check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// A hundred half-moves without capture or pawn move.
    HalfMoves,
    /// Nobody can mate.
    BareKings,
}

impl<const N: usize> Position<N> {
    /// Whether and how the game is over.
    pub fn status(&self) -> Status {
        match (self.has_legal_move(), self.in_check()) {
            (false, true) => Status::Checkmate(self.side().other()),
            (false, false) => Status::Stalemate,
            _ if self.bare_kings() => Status::BareKings,
            _ if self.halfmoves() >= 100 => Status::HalfMoves,
            _ if self.repetitions() >= 2 => Status::Repetition,
            _ => Status::Open,
        }
    }
}

/// A position of either game.
#[derive(Clone)]
pub enum AnyPosition {
    /// Raumschach.
    Three(Box<Position<3>>),
    /// Tesseract.
    Four(Box<Position<4>>),
}

/// Does the same with the position of either dimension.
macro_rules! with_position {
    ($any:expr, $position:ident => $result:expr) => {
        match $any {
            AnyPosition::Three($position) => $result,
            AnyPosition::Four($position) => $result,
        }
    };
}

impl AnyPosition {
    /// The start position of a variant.
    ///
    /// # Errors
    /// None in practice: the starts are positions.
    pub fn start(variant: Variant) -> Result<AnyPosition, FenError> {
        Ok(match variant.start() {
            AnyStart::Three(start) => AnyPosition::Three(Box::new(Position::start(start)?)),
            AnyStart::Four(start) => AnyPosition::Four(Box::new(Position::start(start)?)),
        })
    }

    /// Reads a FEN of the variant's game.
    ///
    /// # Errors
    /// Why the text is not a position.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<AnyPosition, FenError> {
        Ok(match variant.start() {
            AnyStart::Three(start) => AnyPosition::Three(Box::new(Position::from_fen(start.game, fen)?)),
            AnyStart::Four(start) => AnyPosition::Four(Box::new(Position::from_fen(start.game, fen)?)),
        })
    }

    /// Reads a move and finds it among the legal ones.
    ///
    /// # Errors
    /// Why the text is not a legal move.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        with_position!(self, position => position.parse_move(text))
    }

    /// Plays a move given as text; on an error the position stays.
    ///
    /// # Errors
    /// Why the text is not a legal move.
    pub fn play(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_move(text)?;
        self.make(mv);
        Ok(mv)
    }

    /// Takes the last move back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let made = self.moves_made() > 0;
        with_position!(self, position => position.unmake());
        made
    }

    /// Half-moves made since the position was set up.
    pub fn moves_made(&self) -> usize {
        with_position!(self, position => position.moves_made())
    }

    /// A move of this position, or of its line, as text.
    pub fn write_move(&self, mv: Move) -> String {
        with_position!(self, position => write_move(position.game(), mv))
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        with_position!(self, position => position.legal_moves())
    }

    /// All legal moves as text.
    pub fn legal(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.write_move(mv)).collect()
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        with_position!(self, position => position.make(mv));
    }

    /// Half-moves without capture or pawn move.
    pub fn halfmoves(&self) -> u16 {
        with_position!(self, position => position.halfmoves())
    }

    /// Side to move.
    pub fn side(&self) -> Color {
        with_position!(self, position => position.side())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        with_position!(self, position => position.in_check())
    }

    /// Names of the cells from which check is given.
    pub fn checkers(&self) -> Vec<String> {
        with_position!(self, position => {
            let name = |cell| super::notation::cell(position.game(), cell);
            position.checkers().into_iter().map(name).collect()
        })
    }

    /// Whether and how the game is over.
    pub fn status(&self) -> Status {
        with_position!(self, position => position.status())
    }

    /// The FEN.
    pub fn fen(&self) -> String {
        with_position!(self, position => position.fen())
    }

    /// The 64-bit key.
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.key())
    }

    /// The picture, ending in a newline.
    pub fn draw(&self, paint: Paint) -> String {
        with_position!(self, position => position.draw(paint))
    }

    /// Number of leaves `depth` plies below.
    pub fn perft(&mut self, depth: u32) -> u64 {
        with_position!(self, position => position.perft(depth))
    }

    /// The moves, each with its share of the leaves; nothing if stopped.
    pub fn divide_until(&mut self, depth: u32, stop: &dyn Fn() -> bool) -> Option<Vec<(String, u64)>> {
        with_position!(self, position => {
            let game = position.game();
            let written = |(mv, nodes)| (write_move(game, mv), nodes);
            Some(position.divide_until(depth, stop)?.into_iter().map(written).collect())
        })
    }

    /// What happens at the leaves.
    pub fn perft_counts(&mut self, depth: u32) -> PerftCounts {
        with_position!(self, position => position.perft_counts(depth))
    }

    /// The evaluation taken apart; it prints as a table.
    pub fn evaluation(&self) -> Table {
        with_position!(self, position => position.evaluation())
    }

    /// The lines of `facts`, without the closing `factsok`.
    pub fn facts(&self, moves: &[&str]) -> Vec<String> {
        with_position!(self, position => position.facts(moves))
    }
}

/// An engine for positions of either game; the one for the other dimension is built when it is first needed.
pub struct AnyEngine {
    mebibytes: usize,
    threads: usize,
    three: Option<Engine<3>>,
    four: Option<Engine<4>>,
}

impl AnyEngine {
    /// An engine with a table of so many MiB and one thread.
    pub fn new(mebibytes: usize) -> AnyEngine {
        AnyEngine { mebibytes, threads: 1, three: None, four: None }
    }

    /// Replaces the table by an empty one of so many MiB.
    pub fn set_table(&mut self, mebibytes: usize) {
        self.mebibytes = mebibytes;
        self.forget();
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Forgets everything: a new game.
    pub fn forget(&mut self) {
        self.three = None;
        self.four = None;
    }

    fn ready<const N: usize>(
        engine: &mut Option<Engine<N>>,
        mebibytes: usize,
        threads: usize,
    ) -> &mut Engine<N> {
        let engine = engine.get_or_insert_with(|| Engine::new(mebibytes));
        engine.set_threads(threads);
        engine
    }

    /// Searches a position until a limit or a signal ends it; see [`Engine::search`].
    pub fn search(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let (mebibytes, threads) = (self.mebibytes, self.threads);
        match position {
            AnyPosition::Three(position) => {
                Self::ready(&mut self.three, mebibytes, threads).search(position, limits, signals, reporter)
            }
            AnyPosition::Four(position) => {
                Self::ready(&mut self.four, mebibytes, threads).search(position, limits, signals, reporter)
            }
        }
    }

    /// Plays at a level; see [`Engine::play_level`].
    pub fn play_level(
        &mut self,
        position: &AnyPosition,
        level: &Level,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let (mebibytes, threads) = (self.mebibytes, self.threads);
        match position {
            AnyPosition::Three(position) => Self::ready(&mut self.three, mebibytes, threads)
                .play_level(position, level, limits, signals, reporter),
            AnyPosition::Four(position) => Self::ready(&mut self.four, mebibytes, threads)
                .play_level(position, level, limits, signals, reporter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::Silent;
    use super::*;

    #[test]
    fn every_variant_plays_through_one_door() {
        let mut engine = AnyEngine::new(1);
        for variant in Variant::ALL {
            assert_eq!(Variant::from_name(variant.name()), Some(variant));
            let mut position = AnyPosition::start(variant).expect("a start");
            assert_eq!(position.fen(), variant.start_fen());
            let legal = position.legal();
            assert_eq!(position.perft(1), legal.len() as u64);
            assert_eq!(position.divide_until(1, &|| false).map_or(0, |moves| moves.len()), legal.len());
            let limits = Limits { depth: Some(2), ..Limits::default() };
            let outcome = engine.search(&position, &limits, &Signals::new(), &mut Silent);
            let best = outcome.best.map(|mv| position.write_move(mv)).expect("a move");
            assert!(legal.contains(&best));
            let before = position.key();
            assert!(position.play("xyz").is_err() && position.key() == before);
            assert!(position.play(&best).is_ok() && position.take_back() && !position.take_back());
            assert_eq!((position.key(), position.status()), (before, Status::Open));
        }
    }

    #[test]
    fn ends_have_their_names() {
        let status =
            |fen: &str| AnyPosition::from_fen(Variant::Raumschach, fen).map(|position| position.status());
        let mate = "4k/5/5/5/5|1p1Q1/5/5/5/5|5/5/5/5/5|5/5/5/K4/5|1P3/5/5/U4/5 b 0 1";
        assert_eq!(status(mate), Ok(Status::Checkmate(Color::White)));
        let stalemate = "5/5/1K3/5/k4|5/5/5/5/2Q2|5/5/5/5/5|5/5/5/5/4p|5/5/4p/4P/4N b 0 1";
        assert_eq!(status(stalemate), Ok(Status::Stalemate));
    }
}
