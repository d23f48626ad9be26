//! `facts`: what moves do on the board, in a form that scripts read (a legacy command).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::chess::{
    Bitboard, CastlingMode, Color, Move, Piece, PieceKind, Position, Square, between, king_attacks,
    knight_attacks, pawn_attacks, queen_attacks,
};
use crate::chess::{bishop_attacks, rook_attacks};
use crate::engine::simple_material;

/// The lines about each move that can be played, and the one about material.
#[must_use]
pub fn facts(position: &Position, moves: &[&str], mode: CastlingMode) -> Vec<String> {
    let legal = moves.iter().filter_map(|text| position.resolve(text.parse().ok()?).ok());
    let mut lines: Vec<String> = legal.flat_map(|mv| facts_of(position, mv, mode)).collect();
    let [white, black] = Color::ALL.map(|color| simple_material(position, color));
    lines.push(format!("fact material w {white} b {black}"));
    lines
}

/// What a move is, and what its man attacks from where it arrives.
fn facts_of(position: &Position, mv: Move, mode: CastlingMode) -> Vec<String> {
    let name = position.uci(mv, mode);
    let piece = mv.piece();
    let capture = mv.captured().map_or('-', Piece::letter);
    let mut lines = vec![format!(
        "fact move {name} piece {} color {} from {} to {} capture {capture}",
        piece.kind().letter().to_ascii_uppercase(),
        piece.color().letter(),
        mv.from(),
        mv.to(),
    )];
    let mut after = position.clone();
    after.make(mv);
    let man = mv.promoted().unwrap_or(piece);
    let victims = attacks(man, mv.to(), after.occupied()) & after.colored(!man.color());
    for victim in victims {
        let Some(letter) = after.piece_at(victim).map(Piece::letter) else { continue };
        let ray = if is_slider(man.kind()) { ray(mv.to(), victim) } else { String::new() };
        lines.push(format!("fact attack {name} to {victim} victim {letter}{ray}"));
    }
    if victims.is_empty() {
        lines.push(format!("fact attack {name} none"));
    }
    lines
}

fn attacks(man: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match man.kind() {
        PieceKind::Pawn => pawn_attacks(man.color(), from),
        PieceKind::Knight => knight_attacks(from),
        PieceKind::Bishop => bishop_attacks(from, occupied),
        PieceKind::Rook => rook_attacks(from, occupied),
        PieceKind::Queen => queen_attacks(from, occupied),
        PieceKind::King => king_attacks(from),
    }
}

fn is_slider(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen)
}

/// ` ray f3 e4 d5 empty e4`: the way from a slider to its victim.
fn ray(from: Square, victim: Square) -> String {
    let mut between: Vec<Square> = between(from, victim).into_iter().collect();
    if victim < from {
        between.reverse();
    }
    let names: Vec<String> = between.iter().map(Square::to_string).collect();
    let way: Vec<String> =
        [from.to_string()].into_iter().chain(names.iter().cloned()).chain([victim.to_string()]).collect();
    let empty = if names.is_empty() { "-".to_owned() } else { names.join(" ") };
    format!(" ray {} empty {empty}", way.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str, moves: &[&str]) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        facts(&position, moves, CastlingMode::Standard)
    }

    #[test]
    fn a_slider_shows_its_way_in_both_directions() {
        let lines = of("r3k3/8/8/8/8/8/7r/3RK3 w - - 0 1", &["d1a1", "d1e1", "xyz"]);
        assert_eq!(
            lines,
            [
                "fact move d1a1 piece R color w from d1 to a1 capture -",
                "fact attack d1a1 to a8 victim r ray a1 a2 a3 a4 a5 a6 a7 a8 empty a2 a3 a4 a5 a6 a7",
                "fact material w 5 b 10",
            ]
        );
        let lines = of("4k2r/8/8/8/8/8/8/r2RK3 w - - 0 1", &["d1a1", "e1e2"]);
        assert_eq!(lines[0], "fact move d1a1 piece R color w from d1 to a1 capture r");
        assert_eq!(
            lines[1..4],
            [
                "fact attack d1a1 none",
                "fact move e1e2 piece K color w from e1 to e2 capture -",
                "fact attack e1e2 none",
            ]
        );
    }

    #[test]
    fn victims_come_in_the_order_of_squares_and_kings_are_victims() {
        let lines = of("8/1k1p4/8/2Q5/8/8/8/K7 w - - 0 1", &["c5d5"]);
        assert_eq!(
            lines[1..3],
            [
                "fact attack c5d5 to b7 victim k ray d5 c6 b7 empty c6",
                "fact attack c5d5 to d7 victim p ray d5 d6 d7 empty d6",
            ]
        );
    }

    #[test]
    fn en_passant_promotion_and_castling() {
        let lines = of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"]);
        assert_eq!(lines[0], "fact move e5d6 piece P color w from e5 to d6 capture p");
        let lines = of("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["a7b8Q", "a7a8n"]);
        assert_eq!(lines[0], "fact move a7b8q piece P color w from a7 to b8 capture n");
        assert_eq!(lines[1], "fact attack a7b8q to e8 victim k ray b8 c8 d8 e8 empty c8 d8");
        assert_eq!(lines[3], "fact attack a7a8n none");
        let lines = of("4k3/8/8/8/8/8/5p2/4K2R w K - 0 1", &["e1h1", "e1f2"]);
        assert_eq!(lines[0], "fact move e1f2 piece K color w from e1 to f2 capture p");
        let lines = of("4k3/8/8/8/8/8/7r/4K2R w K - 0 1", &["e1h1"]);
        assert_eq!(
            lines[..2],
            ["fact move e1g1 piece K color w from e1 to g1 capture -", "fact attack e1g1 to h2 victim r",]
        );
    }
}
