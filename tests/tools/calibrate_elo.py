#!/usr/bin/env python3
"""Measures the levels of UCI_LimitStrength against Stockfish's own.

    tests/tools/calibrate_elo.py target/release/mangoac /usr/games/stockfish --levels 1200 1800

Plays short matches of `UCI_Elo` of the engine against `UCI_Elo` of Stockfish,
colours alternating, from short random openings, and prints the score and the Elo difference it
means. Stockfish gets a fixed time for each move, as its levels were calibrated with time, not nodes.
"""

import argparse
import math
import random
import time

import chess
import chess.engine


def opening(rng):
    while True:
        board = chess.Board()
        for _ in range(6):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def play(white, black, board, limits):
    game = object()
    while board.outcome(claim_draw=True) is None and board.ply() < 300:
        engine, limit = (white, limits[0]) if board.turn == chess.WHITE else (black, limits[1])
        board.push(engine.play(board, limit, game=game).move)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == chess.WHITE else 0.0


def difference(share):
    share = min(max(share, 0.02), 0.98)
    return 400 * math.log10(share / (1 - share))


def match(engine, opponent, games, seconds, rng, patience):
    ours, theirs = chess.engine.Limit(time=5), chess.engine.Limit(time=seconds)
    points, played, begun = 0.0, 0, time.monotonic()
    while played < games and time.monotonic() - begun < patience:
        board = opening(rng)
        for side in (chess.WHITE, chess.BLACK):
            if side == chess.WHITE:
                points += play(engine, opponent, board.copy(), (ours, theirs))
            else:
                points += 1 - play(opponent, engine, board.copy(), (theirs, ours))
            played += 1
    return points, played


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("stockfish")
    parser.add_argument("--levels", type=int, nargs="+", default=[1200, 1500, 1800, 2100, 2400])
    parser.add_argument("--against", type=int, help="level of Stockfish; the same if left out")
    parser.add_argument("--self-play", action="store_true", help="measure against the engine's own level --against")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, default=0.03, help="seconds of Stockfish for each move")
    parser.add_argument("--patience", type=float, default=120, help="seconds for each level at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    engine = chess.engine.SimpleEngine.popen_uci([options.engine, "uci"])
    opponent = chess.engine.SimpleEngine.popen_uci([options.engine, "uci"] if options.self_play else options.stockfish)
    own = {"OwnBook": False} if options.self_play else {}
    for level in options.levels:
        against = options.against or max(level, opponent.options["UCI_Elo"].min)
        engine.configure({"Hash": 16, "OwnBook": False, "UCI_LimitStrength": True, "UCI_Elo": level})
        opponent.configure({"Hash": 16, **own, "UCI_LimitStrength": True, "UCI_Elo": against})
        points, played = match(engine, opponent, options.games, options.time, rng, options.patience)
        gap = difference(points / played)
        print(f"{level} against {against}: {points} of {played}, measured {against + gap:.0f} ({gap:+.0f})", flush=True)
    engine.quit()
    opponent.quit()


if __name__ == "__main__":
    main()
