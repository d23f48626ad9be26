//! Forsyth–Edwards notation: standard, X-FEN and Shredder-FEN.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::str::FromStr;

use super::castling::Wing;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::setup::{CastlingClaim, Setup, SetupError};
use super::square::{File, Rank, Square};

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("no position given")]
    Empty,
    #[error("the board must have 8 ranks, not {0}")]
    RankCount(usize),
    #[error("rank {0} does not have 8 squares")]
    RankLength(char),
    #[error("{0:?} is not a man")] // quoted so that a control character stays visible
    UnknownMan(char),
    #[error("the side to move is missing")]
    NoSide,
    #[error("'{0}' is not a side to move")]
    BadSide(String),
    #[error("'{0}' are not castling rights")]
    BadCastling(String),
    #[error("'{0}' is not an en-passant square")]
    BadEnPassant(String),
    #[error("'{0}' is not a move count")]
    BadCount(String),
    #[error("'{0}' is left over at the end")]
    TrailingText(String),
    #[error("impossible position: {0}")]
    Impossible(#[from] SetupError),
}

/// Letters used for castling rights when a FEN is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingLetters {
    /// `KQkq`, and a file letter where the castling rook is not the outermost (X-FEN).
    #[default]
    XFen,
    /// File letters always (Shredder-FEN).
    Shredder,
}

/// Longest piece of hostile text repeated in an error message.
fn shorten(text: &str) -> String {
    text.chars().take(40).filter(|c| !c.is_control()).collect()
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads two to six blank-separated fields; missing ones count as `- - 0 1`.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = Self::default();
        parse_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
        setup.side = match fields.next() {
            None => return Err(FenError::NoSide),
            Some("w" | "W") => Color::White,
            Some("b" | "B") => Color::Black,
            Some(other) => return Err(FenError::BadSide(shorten(other))),
        };
        if let Some(castling) = fields.next() {
            setup.castling = parse_castling(castling)?;
        }
        match fields.next() {
            None | Some("-") => {}
            Some(square) => {
                let square = square.parse().map_err(|_| FenError::BadEnPassant(shorten(square)))?;
                setup.en_passant = Some(square);
            }
        }
        if let Some(count) = fields.next() {
            setup.halfmove = parse_count(count)?;
        }
        if let Some(count) = fields.next() {
            setup.fullmove = parse_count(count)?;
        }
        match fields.next() {
            None => Ok(setup),
            Some(rest) => Err(FenError::TrailingText(shorten(rest))),
        }
    }
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let ranks = text.split('/').count();
    if ranks != Rank::COUNT {
        return Err(FenError::RankCount(ranks));
    }
    for (line, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let too_long = FenError::RankLength(rank.digit());
        let mut file = 0;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::UnknownMan(letter))?;
            let Some(on_file) = File::try_from_index(file) else { return Err(too_long) };
            if let Some(slot) = setup.board.get_mut(Square::new(on_file, rank).index()) {
                *slot = Some(piece);
            }
            file += 1;
        }
        if file != File::COUNT {
            return Err(too_long);
        }
    }
    Ok(())
}

fn parse_castling(text: &str) -> Result<Vec<CastlingClaim>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let claim = |letter: char| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match letter {
            'K' | 'k' => Some(CastlingClaim::Outermost(color, Wing::Short)),
            'Q' | 'q' => Some(CastlingClaim::Outermost(color, Wing::Long)),
            _ => File::from_letter(letter).map(|file| CastlingClaim::OnFile(color, file)),
        }
    };
    let claims: Option<Vec<_>> = text.chars().map(claim).collect();
    claims.ok_or_else(|| FenError::BadCastling(shorten(text)))
}

/// Counts beyond any game are cut off rather than refused.
fn parse_count(text: &str) -> Result<u32, FenError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FenError::BadCount(shorten(text)));
    }
    Ok(text.parse::<u32>().unwrap_or(u32::MAX).min(999_999))
}

impl Position {
    /// The position a FEN describes.
    ///
    /// # Errors
    /// The reason why the text cannot be read or the position cannot be.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(fen.parse::<Setup>()?.position()?)
    }

    /// The start position of classical chess.
    #[must_use]
    pub fn startpos() -> Self {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        let back_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        Self::from_back_ranks(&back_rank, &back_rank)
    }

    /// A start position with the given men on the back ranks, from file a to file h, and all
    /// castling rights. Each rank must hold one king between two rooks.
    pub(super) fn from_back_ranks(white: &[PieceKind; 8], black: &[PieceKind; 8]) -> Self {
        let mut setup = Setup::default();
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            let (back, front) = (Rank::First.relative_to(color), Rank::Second.relative_to(color));
            for (file, &kind) in File::ALL.into_iter().zip(men) {
                for (rank, kind) in [(back, kind), (front, PieceKind::Pawn)] {
                    if let Some(slot) = setup.board.get_mut(Square::new(file, rank).index()) {
                        *slot = Some(Piece::new(color, kind));
                    }
                }
            }
            setup.castling.extend(Wing::ALL.map(|wing| CastlingClaim::Outermost(color, wing)));
        }
        match setup.position() {
            Ok(position) => position,
            Err(error) => unreachable!("a start position is possible: {error}"),
        }
    }

    /// The FEN of the position, six fields, X-FEN castling letters. The en-passant square is
    /// written only if a capture on it is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(CastlingLetters::XFen)
    }

    /// The FEN with the castling letters asked for.
    #[must_use]
    pub fn fen_with(&self, letters: CastlingLetters) -> String {
        let mut fen = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            self.write_rank(&mut fen, rank);
        }
        fen.pop(); // the slash behind rank 1
        let _ = write!(fen, " {} ", self.side_to_move().letter());
        self.write_castling(&mut fen, letters);
        match self.jumped_square() {
            Some(square) if self.en_passant_is_legal() => {
                let _ = write!(fen, " {square}");
            }
            _ => fen.push_str(" -"),
        }
        let _ = write!(fen, " {} {}", self.halfmove_clock(), self.fullmove_number());
        fen
    }

    fn write_rank(&self, fen: &mut String, rank: Rank) {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(fen, "{empty}");
                empty = 0;
            }
            fen.push(piece.letter());
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        fen.push('/');
    }

    fn write_castling(&self, fen: &mut String, letters: CastlingLetters) {
        if self.castling_rights().is_empty() {
            fen.push('-');
            return;
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                let Some(rook) = self.castling_rook(color, wing) else { continue };
                let letter = match (letters, wing) {
                    (CastlingLetters::XFen, Wing::Short) if self.is_outermost(rook, wing) => 'K',
                    (CastlingLetters::XFen, Wing::Long) if self.is_outermost(rook, wing) => 'Q',
                    _ => rook.file().letter().to_ascii_uppercase(),
                };
                fen.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }

    /// True if no other rook of the same side stands nearer the rim on `wing`.
    fn is_outermost(&self, rook: Square, wing: Wing) -> bool {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let rooks = self.men(color, PieceKind::Rook) & super::Bitboard::rank(rook.rank());
        let outermost = match wing {
            Wing::Short => rooks.last(),
            Wing::Long => rooks.first(),
        };
        outermost == Some(rook)
    }
}
