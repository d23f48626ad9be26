//! The rules of chess and nothing else: board, moves, generation, notation, perft.
//!
//! Text becomes a [`Setup`], a checked `Setup` becomes a [`Position`]; a [`UciMove`] or a SAN word
//! becomes a [`Move`] only through a position in which it is legal. There is no other door.

mod attacks;
mod bitboard;
mod castling;
mod fen;
mod magics;
mod make;
mod movegen;
mod movelist;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod zobrist;

pub use attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks, rook_rays,
};
pub use bitboard::Bitboard;
pub use castling::{CastlingMode, Wing};
pub use fen::{CastlingLetters, FenError};
pub use make::NullEnPassant;
pub use movegen::{CheckInfo, NodeInfo};
pub use movelist::MoveList;
pub use moves::{Move, MoveCode};
pub use notation::{MoveError, SanError, UciMove, UciMoveError};
pub use perft::{
    PERFT_MAX_DEPTH, perft, perft_checked, perft_divide, perft_divide_until, perft_without_bulk,
};
pub use piece::{Color, Piece, PieceKind};
pub use position::{Position, State};
pub use setup::{CastlingClaim, Setup, SetupError};
pub use square::{File, Rank, Square};
