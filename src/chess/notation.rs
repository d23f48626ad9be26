//! Moves as text: UCI (long algebraic) and SAN.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::str::FromStr;

use super::bitboard::Bitboard;
use super::castling::{CastlingMode, Wing};
use super::movelist::MoveList;
use super::moves::{Move, MoveCode};
use super::piece::PieceKind;
use super::position::Position;
use super::square::{File, Rank, Square};

/// A move as a protocol writes it, without a board: `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciMove {
    /// The square the man leaves.
    pub from: Square,
    /// The square it arrives on; in castling the king's target or the rook's square.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<PieceKind>,
}

/// The text has not the form of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a move such as e2e4 or e7e8q")]
pub struct UciMoveError;

/// Why a well-formed move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// No man can move that way.
    #[error("no such move here")]
    Impossible,
    /// The man could move that way, but its king would be left in check.
    #[error("the king would be in check")]
    InCheck,
    /// A pawn reaches the last rank and the text does not say what it becomes.
    #[error("the promotion piece is missing")]
    MissingPromotion,
}

/// Why a SAN word cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text has not the form of SAN.
    #[error("not a move in algebraic notation")]
    Malformed,
    /// No legal move fits.
    #[error("no legal move fits")]
    NoMove,
    /// Several legal moves fit.
    #[error("several legal moves fit")]
    Ambiguous,
}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<Self, UciMoveError> {
        let (Some(from), Some(to)) = (text.get(0..2), text.get(2..4)) else { return Err(UciMoveError) };
        let promotion = match text.get(4..).unwrap_or_default() {
            "" => None,
            "n" | "N" => Some(PieceKind::Knight),
            "b" | "B" => Some(PieceKind::Bishop),
            "r" | "R" => Some(PieceKind::Rook),
            "q" | "Q" => Some(PieceKind::Queen),
            _ => return Err(UciMoveError),
        };
        let from = from.parse().map_err(|_| UciMoveError)?;
        let to = to.parse().map_err(|_| UciMoveError)?;
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// The legal move a UCI word means here. Castling is read as the king's move to its target
    /// and as king takes own rook.
    ///
    /// # Errors
    /// Says why the move cannot be played.
    pub fn resolve(&self, text: UciMove) -> Result<Move, MoveError> {
        let legal = self.legal_move_list();
        let fits = |mv: &&Move| {
            !mv.is_castling()
                && (mv.from(), mv.to()) == (text.from, text.to)
                && mv.promoted().map(|piece| piece.kind()) == text.promotion
        };
        if let Some(&mv) = legal.iter().find(fits) {
            return Ok(mv);
        }
        if let Some(&mv) =
            legal.iter().find(|mv| text.promotion.is_none() && self.is_castling_text(**mv, text))
        {
            return Ok(mv);
        }
        if text.promotion.is_none() && legal.iter().any(|m| (m.from(), m.to()) == (text.from, text.to)) {
            return Err(MoveError::MissingPromotion);
        }
        let mut pseudo_legal = MoveList::new();
        self.pseudo_legal_moves(&mut pseudo_legal);
        let could_go = |m: &Move| {
            (m.from(), m.to()) == (text.from, text.to)
                && (text.promotion.is_none() || m.promoted().map(|piece| piece.kind()) == text.promotion)
        };
        match pseudo_legal.iter().any(could_go) {
            true => Err(MoveError::InCheck),
            false => Err(MoveError::Impossible),
        }
    }

    fn is_castling_text(&self, mv: Move, text: UciMove) -> bool {
        let wing = match mv.code() {
            MoveCode::CastleShort => Wing::Short,
            MoveCode::CastleLong => Wing::Long,
            _ => return false,
        };
        let rook = self.castling_rook(self.side_to_move(), wing);
        text.from == mv.from() && (text.to == mv.to() || rook == Some(text.to))
    }

    /// The UCI word for a legal move. In standard mode castling is the king's move to its target,
    /// unless the king could also simply walk there, as from f1 in a Chess960 position.
    #[must_use]
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> UciMove {
        let promotion = mv.promoted().map(|piece| piece.kind());
        let mut text = UciMove { from: mv.from(), to: mv.to(), promotion };
        let wing = match mv.code() {
            MoveCode::CastleShort => Wing::Short,
            MoveCode::CastleLong => Wing::Long,
            _ => return text,
        };
        if mode == CastlingMode::Chess960 || mv.from().distance(mv.to()) < 2 {
            text.to = self.castling_rook(mv.piece().color(), wing).unwrap_or(mv.to());
        }
        text
    }

    /// The standard algebraic notation of a legal move, with `+` or `#`.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = match mv.code() {
            MoveCode::CastleShort => "O-O".to_owned(),
            MoveCode::CastleLong => "O-O-O".to_owned(),
            _ => self.san_body(mv),
        };
        let mut after = self.clone();
        after.make(mv);
        if after.in_check() {
            text.push(if after.has_no_legal_moves() { '#' } else { '+' });
        }
        text
    }

    fn san_body(&self, mv: Move) -> String {
        let mut text = String::new();
        if mv.piece().kind() == PieceKind::Pawn {
            if mv.is_capture() {
                text.push(mv.from().file().letter());
            }
        } else {
            text.push(mv.piece().kind().letter().to_ascii_uppercase());
            self.disambiguate(mv, &mut text);
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&mv.to().to_string());
        if let Some(piece) = mv.promoted() {
            text.push('=');
            text.push(piece.kind().letter().to_ascii_uppercase());
        }
        text
    }

    /// Adds the origin's file, else its rank, else both, as far as other men could move there too.
    fn disambiguate(&self, mv: Move, text: &mut String) {
        let rivals: Bitboard = self
            .legal_move_list()
            .iter()
            .filter(|m| m.piece() == mv.piece() && m.to() == mv.to() && m.from() != mv.from())
            .map(|m| m.from())
            .collect();
        if rivals.is_empty() {
            return;
        }
        let from = mv.from();
        let same_file = (rivals & Bitboard::file(from.file())).any();
        let same_rank = (rivals & Bitboard::rank(from.rank())).any();
        if !same_file || same_rank {
            text.push(from.file().letter());
        }
        if same_file {
            text.push(from.rank().digit());
        }
    }

    /// The legal move a SAN word means here. Check marks, annotations and a missing `x` or `=`
    /// are forgiven; an ambiguous word is not.
    ///
    /// # Errors
    /// Says why no single legal move fits.
    pub fn resolve_san(&self, text: &str) -> Result<Move, SanError> {
        let word = SanWord::parse(text)?;
        let legal = self.legal_move_list();
        let mut fitting = legal.iter().filter(|mv| word.fits(**mv));
        match (fitting.next(), fitting.next()) {
            (Some(&mv), None) => Ok(mv),
            (None, _) => Err(SanError::NoMove),
            (Some(_), Some(_)) => Err(SanError::Ambiguous),
        }
    }
}

/// What a SAN word says.
enum SanWord {
    Castle(MoveCode),
    Man { kind: PieceKind, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<PieceKind> },
}

impl SanWord {
    fn parse(text: &str) -> Result<Self, SanError> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" | "o-o" => return Ok(Self::Castle(MoveCode::CastleShort)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Ok(Self::Castle(MoveCode::CastleLong)),
            _ => {}
        }
        let mut letters: Vec<char> = text.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=')).collect();
        if letters.len() > 7 {
            return Err(SanError::Malformed);
        }
        let kind = match letters.first() {
            Some('N') => PieceKind::Knight,
            Some('B') => PieceKind::Bishop,
            Some('R') => PieceKind::Rook,
            Some('Q') => PieceKind::Queen,
            Some('K') => PieceKind::King,
            _ => PieceKind::Pawn,
        };
        if kind != PieceKind::Pawn {
            letters.remove(0);
        }
        let promotion = match letters.last() {
            Some(letter @ ('N' | 'B' | 'R' | 'Q' | 'n' | 'r' | 'q')) if kind == PieceKind::Pawn => {
                PieceKind::from_letter(*letter)
            }
            _ => None,
        };
        if promotion.is_some() {
            letters.pop();
        }
        Self::squares(kind, &letters, promotion)
    }

    fn squares(kind: PieceKind, letters: &[char], promotion: Option<PieceKind>) -> Result<Self, SanError> {
        let [origin @ .., file, rank] = letters else { return Err(SanError::Malformed) };
        let to: Square =
            [*file, *rank].iter().collect::<String>().parse().map_err(|_| SanError::Malformed)?;
        let file_of = |letter: char| File::from_letter(letter).filter(|file| file.letter() == letter);
        let rank_of = |digit: char| Rank::ALL.into_iter().find(|rank| rank.digit() == digit);
        let (file, rank) = match *origin {
            [] => (None, None),
            [one] => (file_of(one), rank_of(one)),
            [file, rank] => (file_of(file), rank_of(rank)),
            _ => return Err(SanError::Malformed),
        };
        if file.iter().count() + rank.iter().count() != origin.len() {
            return Err(SanError::Malformed);
        }
        Ok(Self::Man { kind, file, rank, to, promotion })
    }

    fn fits(&self, mv: Move) -> bool {
        match *self {
            Self::Castle(code) => mv.code() == code,
            Self::Man { kind, file, rank, to, promotion } => {
                !mv.is_castling()
                    && mv.piece().kind() == kind
                    && mv.to() == to
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    && mv.promoted().map(|piece| piece.kind()) == promotion
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    #[test]
    fn castling_is_read_in_both_forms_and_written_by_mode() {
        let p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for text in ["e1g1", "e1h1"] {
            let mv = p.resolve(text.parse().expect(text)).expect(text);
            assert_eq!(p.uci(mv, CastlingMode::Standard).to_string(), "e1g1");
            assert_eq!(p.uci(mv, CastlingMode::Chess960).to_string(), "e1h1");
            assert_eq!(p.san(mv), "O-O");
        }
    }

    #[test]
    fn a_king_step_is_not_castling() {
        let p = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        let castle = p.resolve("f1g1".parse().expect("form")).expect("legal");
        assert!(castle.is_castling());
        let p = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        let step = p.resolve("f1g1".parse().expect("form")).expect("legal");
        assert!(!step.is_castling());
        let castle = p.resolve("f1h1".parse().expect("form")).expect("legal");
        assert!(castle.is_castling());
        assert_eq!(p.uci(castle, CastlingMode::Standard).to_string(), "f1h1");
    }

    #[test]
    fn reasons_for_refusal_are_told_apart() {
        let p = position("4k3/P7/8/8/8/8/4r3/4K2R w K - 0 1");
        let why = |text: &str| p.resolve(text.parse().expect(text)).unwrap_err();
        assert_eq!(why("e1e3"), MoveError::Impossible);
        assert_eq!(why("h1h2"), MoveError::InCheck);
        assert_eq!(why("e1d2"), MoveError::InCheck);
        assert_eq!(why("e1e2q"), MoveError::Impossible, "only pawns promote");
        let p = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(p.resolve("a7a8".parse().expect("form")), Err(MoveError::MissingPromotion));
        assert!(p.resolve("a7a8N".parse().expect("form")).is_ok());
    }

    #[test]
    fn san_is_minimal_and_forgiving() {
        let p = position("2k5/8/8/1r6/8/8/R7/K6R w - - 0 1");
        assert_eq!(p.resolve_san("Rhh2").map(|m| p.san(m)), Ok("Rhh2".to_owned()));
        assert_eq!(p.resolve_san("Rxb5"), Err(SanError::NoMove));
        let p = position("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1");
        assert_eq!(p.resolve_san("Re4"), Err(SanError::Ambiguous));
        assert_eq!(p.resolve_san("Rae4+!?").map(|m| p.san(m)), Ok("Rae4+".to_owned()));
        for junk in ["", "x", "Z9", "O-O-O-O", "Naaaaaaa4", "é4", "e", "Qa1a2a3"] {
            assert!(p.resolve_san(junk).is_err(), "{junk}");
        }
    }
}
