#!/usr/bin/env python3
"""Plays whole games of the engine against itself over UCI through python-chess.

    tests/tools/uci_games.py --engine target/release/mangoac --games 20

The games go round the modes: classical, Chess960, Chess960 with a start of its own for each side,
with pondering, and with an analysis of several lines before every fifth move. Any illegal move,
lost game on time or complaint of python-chess about the protocol ends the run with exit code 1.
Needs the package chess (1.11.2).
"""

import argparse
import logging
import random
import sys
import time

import chess
import chess.engine

MODES = ["classical", "chess960", "double960", "ponder", "analysis"]


class Complaints(logging.Handler):
    """Keeps what python-chess has to say about the protocol."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())


def double960(rng):
    """A start with another back rank for each side, and all castling rights."""
    ranks = [chess.Board.from_chess960_pos(rng.randrange(960)).board_fen().split("/") for _ in range(2)]
    board = "/".join(ranks[0][:1] + ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"] + ranks[1][7:])
    files = [sorted(i for i, man in enumerate(rank) if man in "rR") for rank in (ranks[1][7], ranks[0][0])]
    white = "".join("ABCDEFGH"[i] for i in reversed(files[0]))
    black = "".join("abcdefgh"[i] for i in reversed(files[1]))
    return chess.Board(f"{board} w {white}{black} - 0 1", chess960=True)


def start(mode, rng):
    if mode == "chess960":
        return chess.Board.from_chess960_pos(rng.randrange(960))
    if mode == "double960":
        return double960(rng)
    board = chess.Board()
    for _ in range(4):  # so that no two games are the same
        board.push(rng.choice(list(board.legal_moves)))
    return board


def analyse(engine, board, lines):
    """Lets the engine analyse for a moment and checks what it shows."""
    with engine.analysis(board, multipv=lines) as analysis:
        time.sleep(0.1)
        analysis.stop()
        analysis.wait()
        firsts = [info["pv"][0] for info in analysis.multipv if "pv" in info]
    assert len(firsts) == len(set(firsts)) <= min(lines, board.legal_moves.count()), firsts


def play(engines, board, mode, seconds, increment, grace):
    """One game; returns its result and the least time a clock showed."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    least, game = seconds, object()
    while board.outcome(claim_draw=True) is None and board.ply() < 400:
        mover = board.turn
        if mode == "analysis" and board.ply() % 5 == 0:
            analyse(engines[mover], board, 4)
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=increment, black_inc=increment
        )
        begun = time.perf_counter()
        result = engines[mover].play(board, limit, game=game, ponder=mode == "ponder", info=chess.engine.INFO_ALL)
        clocks[mover] -= time.perf_counter() - begun
        least = min(least, clocks[mover])
        if clocks[mover] < -grace:
            raise AssertionError(f"time lost: {clocks[mover]:.3f} s at {board.fen()}")
        clocks[mover] += increment
        assert result.move in board.legal_moves, f"{result.move} at {board.fen()}"
        # python-chess does not keep what it hears while the engine ponders.
        assert mode == "ponder" or {"depth", "score"} <= result.info.keys(), "no line before the move"
        board.push(result.move)
    return board.result(claim_draw=True), least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--games", type=int, default=len(MODES))
    parser.add_argument("--time", type=float, default=0.2, help="seconds for the game")
    parser.add_argument("--increment", type=float, default=0.02, help="seconds for each move")
    parser.add_argument("--grace", type=float, default=0.1, help="seconds a busy machine may overstep")
    parser.add_argument("--mode", choices=MODES, help="this one only")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    rng = random.Random(options.seed)
    engines = {color: chess.engine.SimpleEngine.popen_uci([options.engine, "uci"]) for color in chess.COLORS}
    try:
        for engine in engines.values():
            engine.configure({"Hash": 16})
        for number in range(options.games):
            mode = options.mode or MODES[number % len(MODES)]
            board = start(mode, rng)
            result, least = play(engines, board, mode, options.time, options.increment, options.grace)
            print(f"{number + 1} {mode}: {result} in {board.ply()} plies, least clock {1000 * least:.0f} ms", flush=True)
    finally:
        for engine in engines.values():
            engine.quit()
    if complaints.heard:
        sys.exit("protocol errors:\n" + "\n".join(complaints.heard))


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, chess.engine.EngineError, chess.engine.EngineTerminatedError) as error:
        sys.exit(f"failed: {error}")
