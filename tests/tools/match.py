#!/usr/bin/env python3
"""Plays a match between two engines and prints the score with its error.

    tests/tools/match.py "target/release/mangoac uci" /usr/games/stockfish --tc 2+0.02 --games 60 \
        --options-b UCI_LimitStrength=true UCI_Elo=2000
    tests/tools/match.py new/mangoac old/mangoac --nodes 10000 --games 400 --jobs 2

An engine is a command, read as a shell would; after "xboard:" it is spoken to in CECP. Every opening
is played twice with colours exchanged. Clocks are kept here and strictly: the time from sending `go`
to reading the move, no grace. Games end by the rules; `--adjudicate` ends them early where both
engines have agreed for some moves that one side is lost.

The error is that of the mean at 95 %, from the results of pairs of games, which are not independent.
Needs the PyPI package chess.
"""

import argparse
import asyncio
import itertools
import math
import multiprocessing
import pathlib
import shlex
import sys
import time

import chess
import chess.engine
import chess.pgn

OPENINGS = pathlib.Path(__file__).resolve().parents[2] / "fixtures" / "openings.epd"
LONGEST = 600  # plies


class Side:
    """An engine, the options it gets, and how it is told to think."""

    def __init__(self, command, options, nodes, clock):
        self.protocol = "xboard" if command.startswith("xboard:") else "uci"
        self.command = shlex.split(command.removeprefix("xboard:"))
        self.options = dict(option.split("=", 1) for option in options)
        self.nodes, self.clock = nodes, clock

    async def start(self):
        if self.protocol == "xboard":
            _, engine = await chess.engine.popen_xboard(self.command)
        else:
            _, engine = await chess.engine.popen_uci(self.command)
        known = {name.lower(): name for name in engine.options}
        await engine.configure({known[name.lower()]: value for name, value in self.options.items()})
        return engine

    def limit(self, left, other, white):
        if self.nodes:
            return chess.engine.Limit(nodes=self.nodes)
        mine, theirs = (left, other) if white else (other, left)
        inc = self.clock[1]
        return chess.engine.Limit(white_clock=mine, black_clock=theirs, white_inc=inc, black_inc=inc)


class Judge:
    """Ends a game where both sides have named the same winner for some moves."""

    def __init__(self, margin, moves):
        self.margin, self.plies, self.run = margin, 2 * moves, 0

    def verdict(self, info, turn):
        score = info.get("score")
        if not self.margin or score is None:
            return None
        white = score.white().score(mate_score=100_000)
        sign = (white >= self.margin) - (white <= -self.margin)
        self.run = self.run + sign if sign and self.run * sign >= 0 else sign
        if abs(self.run) >= self.plies:
            return "1-0" if self.run > 0 else "0-1"
        return None


async def play(white, black, sides, board, judge, moves_info):
    """Plays a game; returns its result, why it ended, and the least time either side had left."""
    clocks = [sides[0].clock[0], sides[1].clock[0]]
    engines, game = (white, black), object()
    while board.ply() < LONGEST:
        if (outcome := board.outcome(claim_draw=True)) is not None:
            return outcome.result(), outcome.termination.name.lower(), min(clocks)
        index = 0 if board.turn == chess.WHITE else 1
        side = sides[index]
        limit = side.limit(clocks[index], clocks[1 - index], board.turn == chess.WHITE)
        begun = time.perf_counter()
        try:
            reply = await asyncio.wait_for(
                engines[index].play(board, limit, game=game, info=moves_info), timeout=120)
        except (chess.engine.EngineError, asyncio.TimeoutError) as error:
            return ("0-1", "1-0")[index], f"engine failed: {error!r}", min(clocks)
        used = time.perf_counter() - begun
        if not side.nodes:
            clocks[index] -= used
            if clocks[index] < 0:
                return ("0-1", "1-0")[index], "time", min(clocks)
            clocks[index] += side.clock[1]
        if reply.resigned or reply.move is None:
            return ("0-1", "1-0")[index], "resigned", min(clocks)
        board.push(reply.move)
        if (result := judge.verdict(reply.info, board.turn)) is not None:
            return result, "adjudicated", min(clocks)
    return "1/2-1/2", "length", min(clocks)


def record(board, names, result, why):
    game = chess.pgn.Game.from_board(board)
    game.headers.update(White=names[0], Black=names[1], Result=result, Termination=why)
    return str(game)


async def work(args, tasks, results):
    sides = [Side(args.a, args.options_a, args.nodes_a or args.nodes, args.clock),
             Side(args.b, args.options_b, args.nodes_b or args.nodes, args.clock)]
    engines = [await side.start() for side in sides]
    info = chess.engine.INFO_SCORE if args.adjudicate else chess.engine.INFO_NONE
    while (task := tasks.get()) is not None:
        number, epd, a_is_white = task
        board = chess.Board()
        board.set_epd(epd)
        order = (0, 1) if a_is_white else (1, 0)
        result, why, least = await play(
            *(engines[i] for i in order), [sides[i] for i in order], board,
            Judge(args.adjudicate, 3), info)
        names = [(args.name_a, args.name_b)[i] for i in order]
        results.put((number, a_is_white, result, why, least, record(board, names, result, why)))
        if why.startswith("engine failed") or why == "time":
            for engine in engines:
                try:
                    await asyncio.wait_for(engine.quit(), 5)
                except Exception:
                    pass
            engines = [await side.start() for side in sides]
    for engine in engines:
        await engine.quit()


def run_worker(args, tasks, results):
    asyncio.run(work(args, tasks, results))


def elo(share):
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def summary(points, pairs):
    """Score, Elo difference and its error at 95 %, from pairs of games."""
    games = len(points)
    mean = sum(points.values()) / games
    whole = [sum(pair) / 2 for pair in pairs.values() if len(pair) == 2]
    deviation = 0.0
    if len(whole) > 1:
        centre = sum(whole) / len(whole)
        deviation = math.sqrt(sum((x - centre) ** 2 for x in whole) / (len(whole) - 1) / len(whole))
    low, high = elo(mean - 1.96 * deviation), elo(mean + 1.96 * deviation)
    wins = sum(1 for x in points.values() if x == 1)
    draws = sum(1 for x in points.values() if x == 0.5)
    return (f"{games} games: +{wins} ={draws} -{games - wins - draws}, {100 * mean:.1f} %, "
            f"Elo {elo(mean):+.0f} ({low:+.0f} to {high:+.0f})")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--name-a", default="A")
    parser.add_argument("--name-b", default="B")
    parser.add_argument("--options-a", nargs="*", default=[])
    parser.add_argument("--options-b", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--nodes", type=int, help="nodes for each move instead of a clock")
    parser.add_argument("--nodes-a", type=int)
    parser.add_argument("--nodes-b", type=int)
    parser.add_argument("--tc", default="1+0.01", help="seconds+increment")
    parser.add_argument("--openings", type=pathlib.Path, default=OPENINGS, help="EPD file")
    parser.add_argument("--first", type=int, default=0, help="number of the first opening")
    parser.add_argument("--adjudicate", type=int, default=0, metavar="CP",
                        help="end games both sides see decided by so much for three moves")
    parser.add_argument("--pgn", type=pathlib.Path)
    args = parser.parse_args()
    base, _, increment = args.tc.partition("+")
    args.clock = (float(base), float(increment or 0))
    return args


def main():
    args = arguments()
    lines = [line for line in args.openings.read_text().splitlines() if line.strip()]
    tasks, results = multiprocessing.Queue(), multiprocessing.Queue()
    for number in range(args.games):
        tasks.put((number, lines[(args.first + number // 2) % len(lines)], number % 2 == 0))
    for _ in range(args.jobs):
        tasks.put(None)
    workers = [multiprocessing.Process(target=run_worker, args=(args, tasks, results)) for _ in range(args.jobs)]
    for worker in workers:
        worker.start()
    points, pairs, oddities, least = {}, {}, [], math.inf
    pgn = args.pgn.open("a") if args.pgn else None
    for played in itertools.count(1):
        number, a_is_white, result, why, left, text = results.get()
        white = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        points[number] = white if a_is_white else 1 - white
        pairs.setdefault(number // 2, []).append(points[number])
        least = min(least, left)
        if why in ("time", "resigned") or why.startswith("engine failed"):
            loser = args.name_a if points[number] == 0 else args.name_b
            oddities.append(f"game {number}: {loser} lost: {why}")
        if pgn:
            print(text, end="\n\n", file=pgn, flush=True)
        if played % 50 == 0:
            print(summary(points, pairs), flush=True)
        if played == args.games:
            break
    for worker in workers:
        worker.join()
    print(*oddities, sep="\n", end="\n" if oddities else "")
    print(f"{args.name_a} against {args.name_b}: {summary(points, pairs)}")
    if not args.nodes:
        print(f"least time left on a clock: {1000 * least:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
