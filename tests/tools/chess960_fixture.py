"""Writes fixtures/chess960/starts.tsv from python-chess: the 960 back ranks by Scharnagl number, and
the Shredder-FENs of 200 random pairs of them. The order of stage 0 is computed here once more."""

import hashlib
import random
from pathlib import Path

import chess

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "chess960"
MASK = (1 << 64) - 1


def back_rank(number):
    board = chess.Board.from_chess960_pos(number)
    return "".join(board.piece_at(square).symbol() for square in chess.SQUARES[:8])


def pair_fen(white, black):
    board = chess.Board(None, chess960=True)
    ranks = (back_rank(white), back_rank(black))
    for file in range(8):
        board.set_piece_at(chess.square(file, 0), chess.Piece.from_symbol(ranks[0][file]))
        board.set_piece_at(chess.square(file, 1), chess.Piece.from_symbol("P"))
        board.set_piece_at(chess.square(file, 6), chess.Piece.from_symbol("p"))
        board.set_piece_at(chess.square(file, 7), chess.Piece.from_symbol(ranks[1][file].lower()))
    board.castling_rights = board.rooks
    assert board.is_valid()
    return board.shredder_fen()


def split_mix(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        yield bits ^ (bits >> 31)


def below(random_bits, bound):
    threshold = (1 << 64) % bound
    while True:
        product = next(random_bits) * bound
        if product & MASK >= threshold:
            return product >> 64


def stage_zero(seed):
    ranks = [back_rank(number) for number in range(960)]
    mirror = [ranks.index(rank[::-1]) for rank in ranks]
    pairs = [w * 960 + b for w in range(960) for b in range(960) if (w, b) < (mirror[w], mirror[b]) or w == b]
    bits = split_mix(seed)
    for last in range(len(pairs) - 1, 0, -1):
        other = below(bits, last + 1)
        pairs[last], pairs[other] = pairs[other], pairs[last]
    return pairs


def main():
    dice = random.Random(960)
    lines = [f"{number}\t{back_rank(number)}" for number in range(960)]
    for _ in range(200):
        white, black = dice.randrange(960), dice.randrange(960)
        lines.append(f"{white}\t{black}\t{pair_fen(white, black)}")
    (FOLDER / "starts.tsv").write_text("\n".join(lines) + "\n")
    pairs = stage_zero(20260918)
    digest = hashlib.sha256(b"".join(pair.to_bytes(4, "little") for pair in pairs)).hexdigest()
    print("stage 0:", len(pairs), pairs[:4], digest[:16])


if __name__ == "__main__":
    main()
