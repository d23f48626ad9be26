//! Counts perft with two libraries that are independent of this crate, for the fixtures.
//!
//! Reads lines `FEN|DEPTH|BUDGET` from standard input and answers each with
//! `FEN ;D1 n ;D2 n …`, down to DEPTH or to the last depth of at most BUDGET leaves. Every count is
//! made by cozy-chess and by shakmaty; a difference, or a position that one of them refuses, ends
//! the run with an error. Called by `generate_perft_fixtures.py` as `cargo run --example perft_oracle`.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, PositionError};

#[path = "../support/cozy_perft.rs"]
mod cozy_perft;

use cozy_perft::cozy_perft;

fn answer(line: &str) -> Result<String, String> {
    let [fen, depth, budget] = line.split('|').collect::<Vec<_>>()[..] else {
        return Err(format!("not of the form FEN|DEPTH|BUDGET: {line}"));
    };
    let depth: u32 = depth.parse().map_err(|error| format!("{line}: {error}"))?;
    let budget: u64 = budget.parse().map_err(|error| format!("{line}: {error}"))?;
    let cozy = cozy_chess::Board::from_fen(fen, false)
        .or_else(|_| cozy_chess::Board::from_fen(fen, true))
        .map_err(|error| format!("cozy-chess refuses {fen}: {error}"))?;
    let shakmaty: shakmaty::Chess = fen
        .parse::<Fen>()
        .map_err(|error| format!("shakmaty cannot read {fen}: {error}"))?
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check) // composed positions are welcome
        .map_err(|error| format!("shakmaty refuses {fen}: {error}"))?;
    let mut text = fen.to_owned();
    for depth in 1..=depth {
        let nodes = cozy_perft(&cozy, depth);
        if nodes > budget {
            break;
        }
        let second = shakmaty::perft(&shakmaty, depth);
        if nodes != second {
            return Err(format!("{fen}: depth {depth}: cozy-chess {nodes}, shakmaty {second}"));
        }
        text.push_str(&format!(" ;D{depth} {nodes}"));
    }
    Ok(text)
}

fn run() -> Result<(), String> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        writeln!(out, "{}", answer(&line)?).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
