//! A game of a lattice variant, and how its search is asked and heard.

use super::any::AnyMove;
use super::game::{Draw, GameEnd, Trial, playable};
use crate::chess::Color;
use crate::lattice::search::{self as lattice_search, Clock, Reporter, Score as LatticeScore};
use crate::lattice::{self, AnyEngine, AnyPosition, FenError, Level, Move, MoveError, Status, Variant};
use crate::search::{Bound, Effort, Limits, Line, Outcome, Report, Score, Signals};

/// A position of a variant, how it came about, and what the rules say of its end.
#[derive(Clone)]
pub struct LatticeGame {
    variant: Variant,
    position: AnyPosition,
    moves: Vec<Move>,
}

const fn color(color: lattice::Color) -> Color {
    match color {
        lattice::Color::White => Color::White,
        lattice::Color::Black => Color::Black,
    }
}

impl LatticeGame {
    /// A game that begins at the start position.
    ///
    /// # Errors
    /// None in practice: the starts are positions.
    pub fn new(variant: Variant) -> Result<Self, FenError> {
        Ok(Self { variant, position: AnyPosition::start(variant)?, moves: Vec::new() })
    }

    /// A game that begins at a position.
    ///
    /// # Errors
    /// Why the text is not a position of the variant.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        Ok(Self { variant, position: AnyPosition::from_fen(variant, fen)?, moves: Vec::new() })
    }

    /// What is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        color(self.position.side())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.make(mv);
        self.moves.push(mv);
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// If the text is no move or the move is not legal; the game is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.position.play(text)?;
        self.moves.push(mv);
        Ok(mv)
    }

    /// Takes back the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        self.position.take_back();
        Some(undone)
    }

    /// How the game has ended by the rules, if it has.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        Some(match self.position.status() {
            Status::Open => return None,
            Status::Checkmate(winner) => GameEnd::Mate(color(winner)),
            Status::Stalemate => GameEnd::Draw(Draw::Stalemate),
            Status::Repetition => GameEnd::Draw(Draw::Repetition),
            Status::HalfMoves => GameEnd::Draw(Draw::FiftyMoves),
            Status::BareKings => GameEnd::Draw(Draw::InsufficientMaterial),
        })
    }

    /// A game that begins at the current position with the turn given to a side.
    ///
    /// # Errors
    /// If the side that would wait is in check.
    pub fn with_side_to_move(&self, side: Color) -> Result<Self, FenError> {
        let fen = self.position.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let letter = side.letter().to_string();
        if let Some(field) = fields.get_mut(1) {
            *field = &letter;
        }
        // Nobody has just pushed a pawn past the side that is now to move.
        if let [_, _, passed, _, _] = &mut fields[..] {
            *passed = "-";
        }
        Self::from_fen(self.variant, &fields.join(" "))
    }

    /// A game that begins at the current position turned about its centre, with the colours exchanged.
    ///
    /// # Errors
    /// None in practice: the reflection of a position is a position.
    pub fn flipped(&self) -> Result<Self, FenError> {
        let fen = self.position.fen();
        let mut fields = fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let other = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let reflected = |c: char| match c.to_digit(10) {
            Some(digit @ 1..=5) => char::from(b'6' - digit as u8),
            _ => c,
        };
        if let [men, side, rest @ ..] = &mut fields[..] {
            *men = men.chars().rev().map(other).collect();
            *side = if *side == "w" { "b".to_owned() } else { "w".to_owned() };
            if let [passed, _, _] = rest {
                *passed = passed.chars().map(reflected).collect();
            }
        }
        Self::from_fen(self.variant, &fields.join(" "))
    }
}

impl Trial for LatticeGame {
    type Move = Move;

    fn attempt(&mut self, mv: Move) -> bool {
        let legal = self.position.legal_moves().contains(&mv);
        if legal {
            self.play(mv);
        }
        legal
    }

    fn is_over(&self) -> bool {
        self.end().is_some()
    }
}

/// Limits as the lattice search reads them: the time lost outside is taken off here.
fn lattice_limits(limits: Limits<AnyMove>) -> lattice_search::Limits {
    let overhead = limits.overhead;
    let clock = limits.clock.map(|clock| Clock {
        remaining: clock.remaining.saturating_sub(overhead),
        increment: clock.increment,
        moves_to_go: clock.moves_to_go,
    });
    lattice_search::Limits {
        depth: limits.depth.map(|depth| u8::try_from(depth).unwrap_or(u8::MAX)),
        nodes: limits.nodes,
        movetime: limits.movetime.map(|time| time.saturating_sub(overhead)),
        clock,
        infinite: limits.infinite,
        mate: limits.mate,
        multipv: limits.multipv,
        searchmoves: limits.root_moves.into_iter().filter_map(AnyMove::lattice).collect(),
        noise: 0,
    }
}

const fn score(score: LatticeScore) -> Score {
    match score {
        LatticeScore::Centipawns(value) => Score(value),
        LatticeScore::MateIn(moves) => Score::mate_in(moves),
        LatticeScore::MatedIn(moves) => Score::mated_in(moves),
    }
}

/// Passes on what a search reports, in the words of the chess one.
struct Relay<'a> {
    game: &'a LatticeGame,
    last: Option<Line<AnyMove>>,
    listener: &'a mut dyn Report<AnyMove>,
}

impl Reporter for Relay<'_> {
    fn report(&mut self, report: &lattice_search::Report) {
        let line = Line {
            depth: report.depth.into(),
            seldepth: report.seldepth.into(),
            multipv: report.multipv as u32,
            score: score(report.score),
            bound: Bound::Exact,
            effort: Effort { nodes: report.nodes, total: report.nodes, searches: 1, ..Effort::default() },
            hashfull: report.hashfull.into(),
            tbhits: 0,
            time: report.time,
            pv: playable(self.game, &report.pv).into_iter().map(AnyMove::Lattice).collect(),
        };
        self.listener.line(&line);
        if line.multipv <= 1 {
            self.last = Some(line);
        }
    }
}

/// Searches the game's position and tells `listener` of every line and of the outcome.
pub(super) fn think(
    engine: &mut AnyEngine,
    game: &LatticeGame,
    limits: Limits<AnyMove>,
    level: Option<&Level>,
    signals: &Signals,
    listener: &mut dyn Report<AnyMove>,
) -> Outcome<AnyMove> {
    let limits = lattice_limits(limits);
    let mut relay = Relay { game, last: None, listener };
    let found = match level {
        Some(level) => engine.play_level(&game.position, level, &limits, signals, &mut relay),
        None => engine.search(&game.position, &limits, signals, &mut relay),
    };
    let best = found.best.map(AnyMove::Lattice);
    let expected = match relay.last.as_ref().map(|line| &line.pv[..]) {
        Some(&[first, second, ..]) if Some(first) == best => Some(second),
        _ => None,
    };
    let outcome = Outcome { best, ponder: expected, line: relay.last };
    listener.finished(&outcome);
    outcome
}
