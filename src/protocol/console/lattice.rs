//! The variants on lattices: choosing one, its boards, its levels.

use std::time::Duration;

use super::levels::number;
use super::{CommandError, Console, board};
use crate::chess::Color;
use crate::engine::AnyLimits;
use crate::lattice::{Level, Variant};

/// A level as a user reads it: `5 GRSM`.
fn title(level: &Level) -> String {
    format!("{} {}", level.number, level.name)
}

impl Console {
    /// `variante NOMBRE`: takes up another game at its start.
    pub(super) fn set_variant(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let name = rest.first().map(|name| name.to_lowercase()).unwrap_or_default();
        let name = if matches!(name.as_str(), "ajedrez" | "normal") { "chess" } else { &name };
        self.session.set_option("UCI_Variant", name).map_err(|_| CommandError::NoVariant)?;
        self.session.out.line(format_args!("Variante / variant: {name}"));
        if let Some(variant) = self.session.engine.variant() {
            let levels: Vec<String> = variant.levels().iter().map(title).collect();
            self.session.out.line(format_args!("Niveles / levels: {}", levels.join(", ")));
        }
        self.show_board();
        Ok(())
    }

    /// The boards, and whose turn it is.
    pub(super) fn show_lattice(&mut self) {
        let Some(game) = &self.session.engine.lattice else { return };
        let drawn = game.position().draw(self.session.out.paint());
        let turn = board::turn(game.side(), game.position().in_check());
        self.session.out.drawing(&drawn);
        self.session.out.line(turn);
    }

    /// The moves made, two to a number.
    pub(super) fn show_lattice_game(&mut self) {
        let Some(game) = &self.session.engine.lattice else { return };
        let moves: Vec<String> = game.moves().iter().map(|&mv| game.position().write_move(mv)).collect();
        // Where Black began, its move stands alone in the first pair.
        let black_began = (game.side() == Color::Black) == moves.len().is_multiple_of(2);
        let blank = black_began.then(|| "...".to_owned());
        let words: Vec<String> = blank.into_iter().chain(moves).collect();
        let pairs = (1..).zip(words.chunks(2)).map(|(number, pair)| format!("{number}. {}", pair.join(" ")));
        let text = match game.moves().is_empty() {
            true => "Sin jugadas / No moves yet".to_owned(),
            false => pairs.collect::<Vec<_>>().join(" "),
        };
        self.session.out.line(text);
        self.show_end();
    }

    /// Refuses a command that means nothing in a variant.
    pub(super) fn needs_chess(&self, command: &'static str) -> Result<(), CommandError> {
        match self.session.engine.lattice {
            None => Ok(()),
            Some(_) => Err(CommandError::ChessOnly(command)),
        }
    }

    fn variant(&self) -> Result<Variant, CommandError> {
        self.session.engine.variant().ok_or(CommandError::NoLevels)
    }

    /// `nivel N`: one of the variant's own levels.
    pub(super) fn set_named_level(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let variant = self.variant()?;
        let wanted = u8::try_from(number(rest)?).unwrap_or(u8::MAX);
        let Some(level) = variant.level(wanted) else { return Err(CommandError::NoLevels) };
        let set = self.session.set_option("Level", &level.number.to_string());
        set.map_err(|error| CommandError::System(error.to_string()))?;
        let text = self.level_name();
        self.session.out.line(format_args!("Nivel / level: {text}"));
        Ok(())
    }

    /// Limits set by hand count instead of a level of the variant.
    pub(super) fn leave_named_level(&mut self) {
        self.session.settings.level = None;
    }

    fn named_level(&self) -> Option<&'static Level> {
        self.session.engine.variant()?.level(self.session.settings.level?)
    }

    /// Time for a move and greatest depth, as they will be used.
    pub(super) fn time_and_depth(&self) -> (Duration, Option<u32>) {
        match self.named_level() {
            Some(level) => (level.time, Some(level.depth.into())),
            None => (self.level.time, self.level.depth),
        }
    }

    pub(super) fn level_name(&self) -> String {
        self.named_level().map_or_else(|| self.level.name.to_owned(), title)
    }

    /// The limits of the engine's moves: those of the variant's level, or those set by hand.
    pub(super) fn limits(&self) -> AnyLimits {
        let overhead = self.session.settings.move_overhead;
        match self.named_level() {
            Some(_) => AnyLimits { overhead, ..AnyLimits::default() },
            None => self.level.limits(overhead),
        }
    }
}
