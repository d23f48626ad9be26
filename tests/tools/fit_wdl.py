#!/usr/bin/env python3
"""Plays fast games of the engine against itself and fits the chances shown by UCI_ShowWDL.

    tests/tools/fit_wdl.py target/release/mangoac ../shared/data/openings.epd --games 300

Every position of a game gives a score, a share of the full set of men, and how the game ended for
the side to move. The chance to win is 1 / (1 + exp((a - score) / b)), that to lose the same of the
score's opposite, where a = a0 + a1 * share and b = b0 + b1 * share. The four figures are those of
the greatest likelihood, found by a walk downhill; they belong into src/engine/wdl.rs.
"""

import argparse
import math
import random

import chess
import chess.engine

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def share(board):
    return min(1.0, sum(VALUES[piece.piece_type] for piece in board.piece_map().values()) / 78)


def openings(path):
    with open(path) as lines:
        return [" ".join(line.split()[:4]) + " 0 1" for line in lines if line.strip()]


def play(engine, fen, nodes):
    """One game; returns (score, share, points of the side to move) for each of its positions."""
    board, seen, game = chess.Board(fen), [], object()
    while board.outcome(claim_draw=True) is None and board.ply() < 300:
        result = engine.play(board, chess.engine.Limit(nodes=nodes), game=game, info=chess.engine.INFO_SCORE)
        score = result.info.get("score")
        if score is not None and not score.is_mate() and board.fullmove_number > 6:
            seen.append((score.relative.score(), share(board), board.turn))
        board.push(result.move)
        if len(seen) > 8 and all(abs(score) > 1000 for score, _, _ in seen[-8:]):
            winner = seen[-1][2] if seen[-1][0] > 0 else not seen[-1][2]
            break
    else:
        outcome = board.outcome(claim_draw=True)
        winner = outcome.winner if outcome else None
    points = {None: 0.5, True: 1.0, False: 0.0}
    return [(score, part, points[None if winner is None else winner == turn]) for score, part, turn in seen]


def logistic(value):
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))


def loss(data, figures):
    """Mean of the negative logarithms of the likelihoods."""
    a0, a1, b0, b1 = figures
    total = 0.0
    for score, part, points in data:
        a, b = a0 + a1 * part, max(5.0, b0 + b1 * part)
        win, lose = logistic((score - a) / b), logistic((-score - a) / b)
        chance = {1.0: win, 0.0: lose, 0.5: 1 - win - lose}[points]
        total -= math.log(max(chance, 1e-6))
    return total / len(data)


def fit(data):
    figures, step = [120.0, 60.0, 60.0, 30.0], 32.0
    best = loss(data, figures)
    while step >= 0.5:
        improved = False
        for index in range(4):
            for change in (step, -step):
                trial = list(figures)
                trial[index] += change
                if trial[0] < 1 or trial[0] + trial[1] < 1 or min(trial[2], trial[2] + trial[3]) < 5:
                    continue
                value = loss(data, trial)
                if value < best - 1e-9:
                    best, figures, improved = value, trial, True
        if not improved:
            step /= 2
    return figures, best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("openings", help="EPD file of openings")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=5000, help="nodes for each move")
    parser.add_argument("--seconds", type=float, default=1e9, help="end the games after so long")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import time

    rng, begun, data, games = random.Random(options.seed), time.monotonic(), [], 0
    starts = openings(options.openings)
    engine = chess.engine.SimpleEngine.popen_uci([options.engine, "uci"])
    engine.configure({"Hash": 16, "OwnBook": False})
    results = {1.0: 0, 0.5: 0, 0.0: 0}
    while games < options.games and time.monotonic() - begun < options.seconds:
        positions = play(engine, rng.choice(starts), options.nodes)
        if positions:
            results[positions[0][2]] += 1
        data += positions
        games += 1
    engine.quit()
    sample = rng.sample(data, min(len(data), 8000))
    figures, value = fit(sample)
    print(f"{games} games {results}, {len(data)} positions; loss {value:.4f}")
    print("HALF_WON: [{:.0f}, {:.0f}]  SPREAD: [{:.0f}, {:.0f}]".format(*figures))


if __name__ == "__main__":
    main()
