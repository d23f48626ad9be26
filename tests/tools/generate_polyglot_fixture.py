#!/usr/bin/env python3
"""Writes fixtures/polyglot_positions.json: what python-chess reads in the opening book.

Needs python-chess 1.11.2 (`pip install chess==1.11.2`). Usage, from the top of the checkout:

    python3 tests/tools/generate_polyglot_fixture.py

The book is walked breadth first from the start position along its own moves; the choice of
positions is by their keys, so that the same book gives the same file.
"""

import argparse
import hashlib
import json
from collections import deque
from pathlib import Path

import chess
import chess.polyglot

COUNT = 140
# How many positions of a kind there must be at least.
QUOTAS = [
    ("with an en-passant square", 15, lambda row: row["fen"].split()[3] != "-"),
    ("with several moves", 30, lambda row: len(row["moves"]) > 1),
    ("without castling rights", 15, lambda row: row["fen"].split()[2] == "-"),
    ("at ply 12 or deeper", 30, lambda row: row["ply"] >= 12),
]
# Positions no opening book has a move in: an ending, a first move nobody names, a game that is over.
UNKNOWN = [
    "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPPKPP/RNBQ1BNR b kq - 1 2",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
]


def row_of(reader, board, ply):
    """What the book says of a position, the weightiest move first."""
    moves = [{"uci": board.uci(entry.move), "weight": entry.weight} for entry in reader.find_all(board)]
    moves.sort(key=lambda move: (-move["weight"], move["uci"]))
    key = f"{chess.polyglot.zobrist_hash(board):016x}"
    return {"fen": board.fen(en_passant="fen"), "key": key, "ply": ply, "moves": moves}


def walk(reader):
    """All positions of the book that its own moves reach, with the fewest plies to each."""
    start = chess.Board()
    rows, seen, queue = [], set(), deque([(start, 0)])
    while queue:
        board, ply = queue.popleft()
        key = chess.polyglot.zobrist_hash(board)
        row = row_of(reader, board, ply)
        if key in seen or not row["moves"]:
            continue
        seen.add(key)
        row["capture"] = board.has_pseudo_legal_en_passant()
        rows.append(row)
        for move in row["moves"]:
            after = board.copy(stack=False)
            after.push_uci(move["uci"])
            queue.append((after, ply + 1))
    return rows


def choose(rows):
    """The start position, every position where a capture en passant enters the key, and of each
    kind as many as wanted, spread over the book by their keys."""
    chosen = {row["key"]: row for row in rows if row["ply"] == 0}
    by_key = sorted(rows, key=lambda row: hashlib.sha256(row["key"].encode()).digest())
    for row in by_key:
        if row["capture"] and len(chosen) < 30:
            chosen[row["key"]] = row
    for name, wanted, fits in QUOTAS:
        for row in by_key:
            if sum(map(fits, chosen.values())) >= wanted:
                break
            if fits(row):
                chosen[row["key"]] = row
        assert sum(map(fits, chosen.values())) >= wanted, f"too few positions {name}"
    for row in by_key:
        if len(chosen) >= COUNT:
            break
        chosen[row["key"]] = row
    assert len(chosen) == COUNT, f"{len(chosen)} positions"
    for row in chosen.values():
        del row["capture"]
    return sorted(chosen.values(), key=lambda row: (row["ply"], row["key"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=Path("polyglotbooks/mangoac-book.bin"))
    parser.add_argument("--out", type=Path, default=Path("fixtures/polyglot_positions.json"))
    options = parser.parse_args()
    assert chess.__version__ == "1.11.2", f"python-chess 1.11.2 is needed, not {chess.__version__}"
    with chess.polyglot.open_reader(options.book) as reader:
        known = choose(walk(reader))
        unknown = [row_of(reader, chess.Board(fen), chess.Board(fen).ply()) for fen in UNKNOWN]
    assert not any(row["moves"] for row in unknown)
    fixture = {
        "origin": f"python-chess {chess.__version__}, tests/tools/generate_polyglot_fixture.py",
        "book": options.book.name,
        "sha256": hashlib.sha256(options.book.read_bytes()).hexdigest(),
        "positions": known,
        "unknown": unknown,
    }
    head = {name: value for name, value in fixture.items() if isinstance(value, str)}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    for name in ("positions", "unknown"):
        rows = ",\n".join(f"    {json.dumps(row)}" for row in fixture[name])
        lines.append(f"  {json.dumps(name)}: [\n{rows}\n  ]" + ("," if name == "positions" else ""))
    options.out.write_text("{\n" + "\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
