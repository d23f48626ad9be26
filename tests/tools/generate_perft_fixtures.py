#!/usr/bin/env python3
"""Writes fixtures/perft/*.epd (format: FEN ;D1 n ;D2 n ...).

Every count is made by cozy-chess and shakmaty (tests/tools/perft_oracle.rs) and, as far as
PYTHON_BUDGET goes, by python-chess as well; the counts that come with the two source files are
compared too. The first difference ends the run. Nothing here uses this crate's own rules.

Needs python-chess 1.11.2 and cargo. Run from the top of the repository:

    tests/tools/generate_perft_fixtures.py --golden PERFT.JSONL --frcsuite FRCPERFTSUITE.EPD \
        --suite PERFTSUITE.EPD

The seed is fixed: the same sources give the same files.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

import chess

SEED = 2012
OUT = pathlib.Path("fixtures/perft")
PYTHON_BUDGET = 20_000  # leaves; python-chess counts some hundred thousand a second
STANDARD_BUDGET = 5_000_000
SUITE_BUDGET = 400_000
STARTS_960 = 132
MIDGAMES_960 = 48
STARTS_DOUBLE = 66

# Name, FEN. The first six are the positions of the Chess Programming Wiki; the traps are those of
# M. Sedlak and P. E. Jones, mirrored where the mirror is a different path through the generator.
STANDARD = [
    ("start", chess.STARTING_FEN),
    ("Kiwipete (P. McKenzie)", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("illegal en passant, pinned on the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1"),
    ("the same for Black", "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1"),
    ("illegal en passant, pinned on a diagonal", "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1"),
    ("the same for White", "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1"),
    ("en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1"),
    ("the same for White", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1"),
    ("en passant parries the check of the jumping pawn", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("en passant by two pawns, one pinned", "8/8/8/1k1PpP1R/8/8/8/4K3 w - e6 0 1"),
    ("both pawns leave the rank: king and rook beside them", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"),
    ("short castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("the same for Black", "4k2r/8/8/8/8/8/8/5K2 b k - 0 1"),
    ("long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("the same for Black", "r3k3/8/8/8/8/8/8/3K4 b q - 0 1"),
    ("castling rights lost by capture", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1"),
    ("the same for Black", "r3k2r/7b/8/8/8/8/1B4BQ/R3K2R b KQkq - 0 1"),
    ("castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1"),
    ("the same for White", "r3k2r/8/5Q2/8/8/3q4/8/R3K2R w KQkq - 0 1"),
    ("only the rook passes an attacked square", "4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1"),
    ("the knight's square is taken", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"),
    ("promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1"),
    ("the same for Black", "3K4/8/8/8/8/8/4p3/2k2R2 b - - 0 1"),
    ("promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1"),
    ("the same for Black", "8/k7/8/8/8/8/1p6/4K3 b - - 0 1"),
    ("underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1"),
    ("the same for Black", "8/8/8/8/8/k7/p1K5/8 b - - 0 1"),
    ("promotion with capture takes a castling rook", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1"),
    ("promotions of every kind", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    ("discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1"),
    ("the same for White", "5K2/8/1Q6/2N5/8/1p2k3/8/8 w - - 0 1"),
    ("double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1"),
    ("self-stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1"),
    ("stalemate and mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1"),
    ("the most moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
]

# Castling that classical chess does not know.
TRAPS_960 = [
    ("the castling rook is pinned to the king's target", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1"),
    ("the same for Black", "Rrk5/8/8/8/8/8/8/4K3 b b - 0 1"),
    ("the same on the other wing", "4k3/8/8/8/8/8/8/5KRq w G - 0 1"),
    ("the rook leaves the rank open behind it", "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1"),
    ("king and rook change places", "5kr1/8/8/8/8/8/8/2RK2R1 w GCg - 0 1"),
    ("the king does not move", "2k3r1/8/8/8/8/8/8/R1K3R1 w GAg - 0 1"),
    ("the rook does not move", "3rk3/8/8/8/8/8/8/3RKR2 w FDd - 0 1"),
    ("a long way, and the castling rook is attacked", "1k6/8/8/3b4/8/8/8/RK5R w HA - 0 1"),
    ("an outer rook without the right", "1r2k1rr/ppppppp1/8/8/8/8/PPPPPPP1/RR2K1R1 w GBgb - 0 1"),
    ("promotion with capture takes castling rooks", "1r2k1r1/P1P4P/8/8/8/8/p1p4p/1R2K1R1 w GBgb - 0 1"),
]


def back_rank(number):
    board = chess.Board.from_chess960_pos(number)
    return [board.piece_at(square).symbol().lower() for square in chess.SquareSet(chess.BB_RANK_8)]


def start_fen(white, black):
    """Shredder-FEN of the start in which White has setup `white` and Black `black` (0 to 959)."""
    ranks = [back_rank(white), back_rank(black)]
    rights = ["".join(chess.FILE_NAMES[file] for file in (7, 6, 5, 4, 3, 2, 1, 0) if rank[file] == "r")
              for rank in ranks]
    top, bottom = "".join(ranks[1]), "".join(ranks[0]).upper()
    return f"{top}/pppppppp/8/8/8/8/PPPPPPPP/{bottom} w {rights[0].upper()}{rights[1]} - 0 1"


def read_epd(path):
    """The positions of an EPD with counts: [(FEN, {depth: nodes})]."""
    records = []
    for line in path.read_text().splitlines():
        fen, *counts = line.split(";")
        pairs = (count.split() for count in counts)
        records.append((" ".join(fen.split()), {int(depth[1:]): int(nodes) for depth, nodes in pairs}))
    return records


def read_golden(path):
    """The positions of the golden data: [(name, FEN, {depth: nodes})]."""
    positions = {}
    for line in path.read_text().splitlines():
        record = json.loads(line)
        positions.setdefault((record["name"], record["fen"]), {})[record["depth"]] = record["nodes"]
    return [(name, fen, counts) for (name, fen), counts in positions.items()]


def python_perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_perft(board, depth - 1)
        board.pop()
    return nodes


def count(jobs):
    """The oracle's lines for jobs (FEN, depth, budget, known counts), checked."""
    text = "".join(f"{fen}|{depth}|{budget}\n" for fen, depth, budget, _ in jobs)
    command = ["cargo", "run", "--quiet", "--example", "perft_oracle"]
    lines = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(jobs)
    for (fen, _, _, known), line in zip(jobs, lines):
        board = chess.Board(fen, chess960=True)
        for depth, nodes in (part.split() for part in line.split(" ;")[1:]):
            depth, nodes = int(depth[1:]), int(nodes)
            if known.get(depth, nodes) != nodes:
                sys.exit(f"{fen}: depth {depth}: {known[depth]} in the source, {nodes} counted")
            if nodes <= PYTHON_BUDGET and python_perft(board, depth) != nodes:
                sys.exit(f"{fen}: depth {depth}: python-chess does not count {nodes}")
    return lines


def write(name, groups):
    """Writes a fixture of groups (comment, jobs)."""
    parts = []
    for comment, jobs in groups:
        parts.append(f"# {comment}")
        parts.extend(count(jobs))
    (OUT / name).write_text("\n".join(parts) + "\n")
    print(f"{name}: {sum(len(jobs) for _, jobs in groups)} positions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--golden", type=pathlib.Path, required=True, help="perft.jsonl of the golden data")
    parser.add_argument("--frcsuite", type=pathlib.Path, required=True, help="Chess960 positions with counts")
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="classical positions with counts")
    args = parser.parse_args()
    rng = random.Random(SEED)

    suite = [(fen, 6, SUITE_BUDGET, known) for fen, known in read_epd(args.suite)]
    known = {fen for _, fen in STANDARD}
    write("standard.epd", [(name, [(fen, 6, STANDARD_BUDGET, {})]) for name, fen in STANDARD] + [
        ("small positions of every kind of man (R. Hartmann's suite)", [job for job in suite if job[0] not in known])])
    write("golden.epd", [(name, [(fen, max(counts), 10 ** 9, counts)]) for name, fen, counts in read_golden(args.golden)])

    numbers = [0, 518, 959] + rng.sample([n for n in range(1, 959) if n != 518], STARTS_960 - 3)
    starts = [(start_fen(n, n), 4, 10 ** 9, {}) for n in numbers]
    frc = [(fen, 4, 10 ** 9, known) for fen, known in read_epd(args.frcsuite)]
    midgames = rng.sample([job for job in frc if "/8/8/8/8/" not in job[0]], MIDGAMES_960)
    traps = [(name, [(fen, 5, STANDARD_BUDGET, {})]) for name, fen in TRAPS_960]
    write("chess960.epd", traps + [("starts " + " ".join(map(str, numbers)), starts), ("after some moves", midgames)])

    pairs = [(0, 959), (959, 518), (518, 0)]
    while len(pairs) < STARTS_DOUBLE:
        pair = (rng.randrange(960), rng.randrange(960))
        if pair[0] != pair[1] and pair not in pairs:
            pairs.append(pair)
    comment = "starts (White's number, Black's) " + " ".join(f"{white}/{black}" for white, black in pairs)
    write("double960.epd", [(comment, [(start_fen(*pair), 4, 10 ** 9, {}) for pair in pairs])])


if __name__ == "__main__":
    main()
