#!/bin/bash
# Debian's xboard, without a screen, lets mangoac play one short game against itself; the saved game
# must be complete and its result correct.
#
# Usage: xboard_gui.sh ENGINE [FOLDER]      FOLDER keeps the game and xboard's debug log
# Needs xboard, xvfb, xauth and a python3 with the package `chess`; PYTHON names another one.
set -euo pipefail

engine=$(realpath "${1:?usage: xboard_gui.sh ENGINE [FOLDER]}")
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(realpath "$folder")
game=$folder/game.pgn
rm -f "$game"
PATH=$PATH:/usr/games
PYTHON=$(command -v "${PYTHON:-python3}")
[[ $PYTHON == /* ]] || PYTHON=$PWD/$PYTHON
for program in xboard xvfb-run; do
    command -v "$program" >/dev/null || { echo "$program is missing" >&2; exit 1; }
done

cd "$folder"
# -mg 1 -xexit: a match of one game, then leave. 0:05 + 0.05 s for each side.
# A home of its own keeps the user's settings out of it and untouched.
HOME=$folder timeout 180 xvfb-run -a xboard \
    -fcp "$engine xboard" -scp "$engine xboard" -mg 1 -xexit -tc 0:05 -inc 0.05 \
    -soundProgram "" -saveSettingsOnExit false -sgf "$game" -debug -debugfile "$folder/xboard.debug" \
    >"$folder/xboard.log" 2>&1 </dev/null

"$PYTHON" - "$game" "$folder/xboard.debug" <<'PYTHON'
import sys
import chess.pgn

with open(sys.argv[1]) as file:
    game = chess.pgn.read_game(file)
assert game is not None and not game.errors, game and game.errors
board = game.end().board()
outcome = board.outcome(claim_draw=True)
result = game.headers["Result"]
assert outcome is not None, f"the game is not over: {board.fen()} {game.headers}"
assert outcome.result() == result, f"{outcome} but {result}"
with open(sys.argv[2], errors="replace") as file:
    debug = file.read()
for words in ("Illegal", "Error", "tellusererror", "false claim", "exited unexpectedly"):
    assert words not in debug, f"'{words}' in the debug log"
print(f"ok: {board.ply()} plies, {result}, {outcome.termination.name}")
PYTHON
