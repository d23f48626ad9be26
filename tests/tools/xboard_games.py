#!/usr/bin/env python3
"""Plays whole games over CECP with python-chess, standard and Chess960, and analyses.

Every move is checked by python-chess. Needs the package `chess` (1.11 or later).
"""

import argparse
import asyncio
import logging
import random

import chess
import chess.engine

LIMITS = [
    chess.engine.Limit(time=0.05),
    chess.engine.Limit(depth=4),
    chess.engine.Limit(nodes=3000),
    chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.02, black_inc=0.02),
    chess.engine.Limit(white_clock=2, black_clock=2, remaining_moves=40),
]

# What every engine that keeps to the protocol draws from python-chess: it has no wish for
# sigterm=0, and asks for the status of an analysis it has just ended.
EXPECTED = ("Rejecting feature sigterm=0", "Unexpected engine output: 'stat01:")

complaints = []


class Complaints(logging.Handler):
    """Keeps what python-chess finds strange about the engine's lines."""

    def emit(self, record):
        message = record.getMessage()
        if not any(words in message for words in EXPECTED):
            complaints.append(message)


async def play(engine, board, limit, ponder):
    """The engine plays both sides to the end; returns the finished board."""
    game = object()
    while not board.is_game_over(claim_draw=True):
        result = await engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=ponder)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
    return board


async def against_random(engine, board, rng):
    """The engine plays White against random moves, pondering."""
    game = object()
    limit = chess.engine.Limit(time=0.05)
    while not board.is_game_over(claim_draw=True) and board.ply() < 240:
        if board.turn == chess.WHITE:
            result = await engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=True)
            assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
            board.push(result.move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    return board


async def analyse(engine, board):
    """Analysis ends when told to and gives legal lines; excluded moves stay out."""
    with await engine.analysis(board, chess.engine.Limit(depth=5)) as analysis:
        async for info in analysis:
            check_line(board, info)
            if info.get("depth", 0) >= 5:
                break
    assert analysis.info.get("pv"), analysis.info
    some = list(board.legal_moves)[:2]
    info = await engine.analyse(board, chess.engine.Limit(depth=3), root_moves=some)
    assert info["pv"][0] in some, info


def check_line(board, info):
    after = board.copy()
    for move in info.get("pv", []):
        assert move in after.legal_moves, f"{move} in {after.fen()}"
        after.push(move)


async def main(command, games):
    logging.getLogger("chess.engine").addHandler(Complaints())
    logging.getLogger("chess.engine").setLevel(logging.WARNING)
    logging.getLogger("chess.engine").propagate = False
    rng = random.Random(2012)
    _, engine = await chess.engine.popen_xboard([command, "xboard"])
    assert engine.id["name"].startswith("Mango AC"), engine.id
    results = {}
    for number in range(games):
        chess960 = number % 2 == 1
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(rng.randrange(6)):
            board.push(rng.choice(list(board.legal_moves)))
        limit = LIMITS[number // 2 % len(LIMITS)]
        board = await play(engine, board, limit, ponder=number % 3 == 0)
        outcome = board.outcome(claim_draw=True)
        results[outcome.termination.name] = results.get(outcome.termination.name, 0) + 1
        print(f"game {number + 1}: {'Chess960' if chess960 else 'standard'}, {board.ply()} plies, "
              f"{outcome.result()} {outcome.termination.name}", flush=True)
    board = await against_random(engine, chess.Board(), rng)
    print(f"against random moves: {board.ply()} plies, {board.result(claim_draw=True)}", flush=True)
    assert board.result(claim_draw=True) != "0-1"
    for fen in [chess.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]:
        await analyse(engine, chess.Board(fen))
    await analyse(engine, chess.Board.from_chess960_pos(7))
    await asyncio.wait_for(engine.quit(), 5)
    assert not complaints, complaints
    print("ok:", results)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="target/release/mangoac")
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.engine, arguments.games))
