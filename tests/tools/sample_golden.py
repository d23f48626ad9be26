#!/usr/bin/env python3
"""Draws the sample of golden data kept in fixtures/golden from the full set.

usage: sample_golden.py FULL_FOLDER [OUT_FOLDER]

Deterministic: the same full set gives the same sample. Evaluations are drawn so that every term
occurs often, searches by whole positions, so that each keeps all its depths.
"""

import collections
import json
import pathlib
import random
import sys


def read(folder, name):
    return [line for line in (folder / name).read_text().splitlines() if line.strip()]


def write(folder, name, lines):
    (folder / name).write_text("".join(line + "\n" for line in lines))
    print(f"{name}: {len(lines)}")


def features(record):
    """What a record touches: its terms and the special paths of the evaluation."""
    breakdown = record["breakdown"]
    yield from breakdown["terms"]
    yield f"can win {breakdown['can_win']}"
    yield f"mate drive {breakdown['mate_drive_path']}"
    yield f"dangerous {breakdown['dangerous']}"
    yield f"castled {record['castled']}"
    for name in ("pins", "hanging"):
        if any(breakdown.get(name, [0, 0])):
            yield name
    scaled = breakdown.get("before_draw_scaling")
    if scaled is not None and scaled != record["eval_white"]:
        yield "scaled"


def sample_evaluations(lines, rng, size, least):
    """At least `least` records of every feature, filled up at random to `size`."""
    order = rng.sample(range(len(lines)), len(lines))
    records = {index: set(features(json.loads(lines[index]))) for index in order}
    have, chosen = collections.Counter(), set()
    for index in order:
        if any(have[feature] < least for feature in records[index]):
            chosen.add(index)
            have.update(records[index])
    for index in order:
        if len(chosen) >= size:
            break
        chosen.add(index)
    return [lines[index] for index in sorted(chosen)]


def sample_searches(lines, rng, size):
    """Whole positions until there are `size` records of depth 1 to 6."""
    groups = collections.OrderedDict()
    for line in lines:
        groups.setdefault(json.loads(line)["fen"], []).append(line)
    chosen, count = set(), 0
    for fen in rng.sample(list(groups), len(groups)):
        if count >= size:
            break
        chosen.add(fen)
        count += sum(1 <= json.loads(line)["depth"] <= 6 for line in groups[fen])
    return [line for fen, group in groups.items() if fen in chosen for line in group]


def main():
    full = pathlib.Path(sys.argv[1])
    default = pathlib.Path(__file__).parents[2] / "fixtures/golden"
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else default
    out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(2012)
    write(out, "eval.jsonl", sample_evaluations(read(full, "eval.jsonl"), rng, 1_100, 40))
    write(out, "search.jsonl", sample_searches(read(full, "search.jsonl"), rng, 320))
    write(out, "search_history.jsonl", read(full, "search_history.jsonl"))
    for name, size in (("eval_window.jsonl", 300), ("see.jsonl", 320), ("check_exchange.jsonl", 160)):
        lines = read(full, name)
        write(out, name, [lines[index] for index in sorted(rng.sample(range(len(lines)), size))])


if __name__ == "__main__":
    main()
