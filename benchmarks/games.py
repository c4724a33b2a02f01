"""Random play and perft of every game, next to OpenSpiel's in the same run.

    python benchmarks/games.py [--seconds 1] [NAME ...]

Plies a second of random games inside the core (`rules.play_out`), ply by ply
from Python (`Position.moves`, `Position.play`), and the same through OpenSpiel's
Python API. Perft in positions a second, the last ply's included, in the core
and with OpenSpiel's states from Python: it has no perft of its own. Each figure
is the best of three runs, in processor time: others on the machine matter less.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import kibitz
from kibitz import _core
from kibitz.games.registry import names

try:
    import pyspiel
except ImportError:
    pyspiel = None

#: Boards to measure: ours, OpenSpiel's of the same rules if it has one, and the depth of perft.
BOARDS = [
    ("tictactoe", "tic_tac_toe", 9),
    ("mnk:width=5,height=5,length=4", "mnk(m=5,n=5,k=4)", 5),
    ("mnk:width=15,height=15,length=5", "mnk(m=15,n=15,k=5)", 3),
    ("mnk:width=19,height=19,length=5", "mnk(m=19,n=19,k=5)", 2),
    ("numerical", None, 6),
    ("connect4", "connect_four", 8),
    ("connect", "connect_four(rows=12,columns=10)", 7),
    ("ewn", "einstein_wurfelt_nicht", 4),
]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many a second: the best of three runs of about that long each."""
    best = 0.0
    for _ in range(3):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        best = max(best, done / spent)
    return best


def core_playouts(game: kibitz.Game) -> Callable[[], int]:
    seeds = iter(range(10**9))
    state = game.start().state

    def work() -> int:
        *_, plies = game.rules.play_out(state, 200, next(seeds), _core.Control())
        return plies

    return work


def python_game(game: kibitz.Game) -> Callable[[], int]:
    rng = random.Random(1)

    def work() -> int:
        position, plies = game.start(), 0
        while moves := position.moves:
            position = position.play(moves[int(rng.random() * len(moves))])
            plies += 1
        return plies

    return work


def openspiel_game(game: Any) -> Callable[[], int]:
    """A random game in the way that suits OpenSpiel best: one state, changed in place."""
    rng = random.Random(1)

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            plies += 1
        return plies

    return work


def core_perft(game: kibitz.Game, depth: int) -> Callable[[], int]:
    state, rules = game.start().state, game.rules
    visited = sum(rules.perft(state, plies, _core.Control()) for plies in range(depth + 1))

    def work() -> int:
        rules.perft(state, depth, _core.Control())
        return visited

    return work


def openspiel_perft(game: Any, depth: int) -> Callable[[], int]:
    def visit(state: Any, left: int) -> int:
        if left == 0 or state.is_terminal():
            return 1
        return 1 + sum(visit(state.child(action), left - 1) for action in state.legal_actions())

    state = game.new_initial_state()
    while state.is_chance_node() and len(state.legal_actions()) > 20:
        state.apply_action(0)  # deals the stones of EinStein würfelt nicht!, which ours does not count
    return lambda: visit(state, depth)


def show(name: str, ours: float, theirs: float | None) -> None:
    ratio = f"{theirs / 1e6:10.3f} {ours / theirs:9.2f}" if theirs else f"{'-':>10} {'-':>9}"
    print(f"  {name:22} {ours / 1e6:10.3f} {ratio}", flush=True)


def measure(spec: str, theirs_spec: str | None, depth: int, seconds: float) -> None:
    game = kibitz.load(spec)
    theirs = pyspiel.load_game(theirs_spec) if pyspiel and theirs_spec else None
    print(spec)
    their_plies = rate(openspiel_game(theirs), seconds) if theirs else None
    show("playouts, core", rate(core_playouts(game), seconds), their_plies)
    show("playouts, Python", rate(python_game(game), seconds), their_plies)
    # OpenSpiel gets a tree of some thousand positions, or one run would take minutes.
    shallow = min(depth, 4 if len(game.start().moves) < 20 else 2)
    their_visits = rate(openspiel_perft(theirs, shallow), seconds) if theirs else None
    show(f"perft {depth}", rate(core_perft(game, depth), seconds), their_visits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="games; all of them if none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each of the runs")
    arguments = parser.parse_args()
    boards = [board for board in BOARDS if board[0].partition(":")[0] in (arguments.names or names())]
    print(f"{'millions a second':24} {'Kibitz':>10} {'OpenSpiel':>10} {'ratio':>9}")
    for spec, theirs, depth in boards:
        measure(spec, theirs, depth, arguments.seconds)


if __name__ == "__main__":
    main()
