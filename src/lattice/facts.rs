//! The lines of the `facts` command: what moves do and what they attack.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::eval::Weights;
use super::geometry::{Cell, Lattice};
use super::moves::Move;
use super::notation::{cell as write_cell, write_move};
use super::piece::{Color, Kind};
use super::position::Position;

/// A man attacked by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Where it stands.
    pub target: Cell,
    /// What it is.
    pub victim: Kind,
    /// For a sliding attacker the cells from it to the victim, both included; empty for others.
    pub ray: Vec<Cell>,
}

impl<const N: usize> Position<N> {
    /// The enemy men that the man on a cell attacks, in the order of the cells; pins do not matter.
    pub fn victims(&self, from: Cell) -> Vec<Attack> {
        let Some((color, kind)) = self.man(from) else { return Vec::new() };
        let enemy = |cell: Cell| self.man(cell).filter(|man| man.0 != color).map(|man| (cell, man.1));
        let attack = |(target, victim): (Cell, Kind)| {
            let ray = if kind.slides() != 0 { ray::<N>(from, target) } else { Vec::new() };
            Attack { target, victim, ray }
        };
        self.attacks_from(from).into_iter().filter_map(enemy).map(attack).collect()
    }

    /// Material of a side in whole pawns, by the figures of the evaluation; kings count nothing.
    pub fn material(&self, color: Color) -> i32 {
        let weights = Weights::of::<N>();
        let pawn = weights.exchange(Kind::Pawn).max(1);
        let value = |kind: Kind| (weights.exchange(kind) + pawn / 2) / pawn * self.count(color, kind) as i32;
        Kind::ALL.into_iter().map(value).sum()
    }

    /// The lines of `facts m1 m2 …` without the closing `factsok`: for each legal move what it is and what the moved
    /// man attacks then, and the material. What is not a legal move gives no line.
    pub fn facts(&self, moves: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        for mv in moves.iter().filter_map(|text| self.parse_move(text).ok()) {
            lines.push(self.move_fact(mv));
            self.attack_facts(mv, &mut lines);
        }
        let (white, black) = (self.material(Color::White), self.material(Color::Black));
        lines.push(format!("fact material w {white} b {black}"));
        lines
    }

    /// Letter of a man as facts write it: lower case for Black.
    fn fact_letter(&self, color: Color, kind: Kind) -> char {
        let letter = self.game().letter(kind);
        if color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    fn move_fact(&self, mv: Move) -> String {
        let game = self.game();
        let (from, to) = (mv.origin::<N>(), mv.target::<N>());
        let piece = self.man(from).map_or('?', |man| game.letter(man.1));
        let victim = self.captured(mv).map(|kind| self.fact_letter(self.side().other(), kind));
        format!(
            "fact move {} piece {piece} color {} from {} to {} capture {}",
            write_move(game, mv),
            self.side().letter(),
            write_cell(game, from),
            write_cell(game, to),
            victim.unwrap_or('-'),
        )
    }

    fn attack_facts(&self, mv: Move, lines: &mut Vec<String>) {
        let game = self.game();
        let mut after = self.clone();
        after.make(mv);
        let name = write_move(game, mv);
        let victims = after.victims(mv.target::<N>());
        if victims.is_empty() {
            lines.push(format!("fact attack {name} none"));
        }
        for attack in victims {
            let victim = self.fact_letter(self.side().other(), attack.victim);
            let mut line =
                format!("fact attack {name} to {} victim {victim}", write_cell(game, attack.target));
            if let [_, between @ .., _] = attack.ray.as_slice() {
                let names = |cells: &[Cell]| {
                    cells.iter().map(|&cell| write_cell(game, cell)).collect::<Vec<_>>().join(" ")
                };
                let empty = if between.is_empty() { "-".to_string() } else { names(between) };
                line += &format!(" ray {} empty {empty}", names(&attack.ray));
            }
            lines.push(line);
        }
    }
}

/// The cells of a line, both ends included.
fn ray<const N: usize>(from: Cell, to: Cell) -> Vec<Cell> {
    let (start, end) = (Lattice::<N>::spot(from), Lattice::<N>::spot(to));
    let line = Lattice::<N>::relation(start, end);
    let spots = std::iter::successors(Some(start), |spot| Some(spot.step(line.step)));
    spots.take(usize::from(line.distance) + 1).filter_map(Lattice::<N>::cell_at).collect()
}

#[cfg(test)]
mod tests {
    use super::super::raumschach::START;
    use super::*;

    #[test]
    fn facts_have_the_form_of_the_chess_ones() {
        let Ok(position) = Position::start(&START) else { return };
        let lines = position.facts(&["Be1Cd2", "Aa2Aa5", "nonsense", "Bc1Bd1", "Ab1Ac3"]);
        assert_eq!(
            lines.first().map(String::as_str),
            Some("fact move Be1Cd2 piece U color w from Be1 to Cd2 capture -")
        );
        assert!(lines.iter().any(|line| line == "fact attack Ab1Ac3 none"), "{lines:?}");
        assert!(lines.iter().filter(|line| line.starts_with("fact move")).count() == 2, "{lines:?}");
        let material = lines.last().cloned().unwrap_or_default();
        assert!(material.starts_with("fact material w "), "{material}");
        let (white, black) = (position.material(Color::White), position.material(Color::Black));
        assert!(white == black && white > 20);
    }

    #[test]
    fn sliders_show_their_rays() {
        let fen = "4k/5/5/4p/5|1p3/5/5/5/3Q1|5/5/4n/5/5|5/5/5/K4/5|1P3/5/5/U4/5 w 0 1";
        let Ok(position) = Position::from_fen(&super::super::raumschach::RAUMSCHACH, fen) else { return };
        let lines = position.facts(&["Dd1Dd5"]);
        assert!(
            lines.iter().any(|line| line == "fact attack Dd1Dd5 to Ee5 victim k ray Dd5 Ee5 empty -"),
            "{lines:?}"
        );
        assert!(
            lines.iter().any(|line| line == "fact attack Dd1Dd5 to Db5 victim p ray Dd5 Dc5 Db5 empty Dc5"),
            "{lines:?}"
        );
    }
}
