//! Games of self-play.

use super::super::pair::Pair;
use super::database::{Arg, Row};
use super::provenance::PassportId;
use super::queue::pair_of;
use super::{Store, StoreError};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The pair it began from.
    pub pair: Pair,
    /// Nodes a move, on average.
    pub nodes: u64,
    /// Its number among the games of that pair and budget, from 0.
    pub number: u32,
    /// The engine.
    pub passport: PassportId,
    /// Which of the two identical engines had White: 0 or 1.
    pub white: u8,
    /// Half points of White: 0, 1 or 2.
    pub points: u8,
    /// Half-moves played.
    pub plies: u32,
    /// How it ended, in words.
    pub ending: String,
    /// The game as PGN.
    pub pgn: String,
}

impl Store {
    /// Stores a game; again, changes nothing.
    ///
    /// # Errors
    /// If the database fails.
    pub fn add_game(&mut self, game: &Game) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO games (pair, nodes, number, passport, white, points, plies, ending, pgn, finished)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, {now}) ON CONFLICT DO NOTHING";
        let args = [
            Arg::Int(game.pair.index().into()),
            Arg::Int(i64::try_from(game.nodes).unwrap_or(i64::MAX)),
            Arg::Int(game.number.into()),
            Arg::Int(game.passport.0),
            Arg::Int(game.white.into()),
            Arg::Int(game.points.into()),
            Arg::Int(game.plies.into()),
            Arg::Text(&game.ending),
            Arg::Text(&game.pgn),
        ];
        self.database.execute(sql, &args).map(|_| ())
    }

    /// The games of a pair, by budget and number.
    ///
    /// # Errors
    /// If the database fails.
    pub fn games_of(&mut self, pair: Pair) -> Result<Vec<Game>, StoreError> {
        let sql = "SELECT pair, nodes, number, passport, white, points, plies, ending, pgn FROM games
                   WHERE pair = ?1 ORDER BY nodes, number";
        self.database.query(sql, &[Arg::Int(pair.index().into())])?.iter().map(game).collect()
    }

    /// Shows `each` all games, by pair, budget and number.
    ///
    /// # Errors
    /// If the database fails, or `each` does.
    pub fn for_each_game<E: From<StoreError>>(
        &mut self,
        mut each: impl FnMut(Game) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = "SELECT pair, nodes, number, passport, white, points, plies, ending, pgn FROM games
                   WHERE (pair, nodes, number) > (?1, ?2, ?3) ORDER BY pair, nodes, number LIMIT 200";
        let mut after = [-1, 0, 0];
        loop {
            let rows = self.database.query(sql, &after.map(Arg::Int))?;
            for row in &rows {
                after = [row.int(0)?, row.int(1)?, row.int(2)?];
                each(game(row)?)?;
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }
}

fn game(row: &Row) -> Result<Game, StoreError> {
    Ok(Game {
        pair: pair_of(row, 0)?,
        nodes: row.small(1)?,
        number: row.small(2)?,
        passport: PassportId(row.int(3)?),
        white: row.small(4)?,
        points: row.small(5)?,
        plies: row.small(6)?,
        ending: row.text(7)?.to_owned(),
        pgn: row.text(8)?.to_owned(),
    })
}
