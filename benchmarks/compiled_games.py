"""Compiled games against OpenSpiel's C++ and against the built-in tic-tac-toe, in one run, by processor time.

    python benchmarks/compiled_games.py [--seconds 3]

OpenSpiel's MCTS plays with the same settings: UCT, one random playout for each new leaf, no table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import kibitz

EXAMPLES = Path(kibitz.__file__).parent / "examples"
#: Name, options of ours, the game of OpenSpiel.
GAMES = [
    ("othello", "", "othello"),
    ("breakthrough", "width=8,height=8", "breakthrough"),
    ("nine_mens_morris", "", "nine_mens_morris"),
    ("kalah", "", "mancala"),
    ("domineering", "width=8,height=8", ""),
    ("dots_and_boxes", "width=4,height=4", "dots_and_boxes"),
    ("pig", "", "pig"),
    ("ur", "", ""),
]


def rate(once: Callable[[int], None], seconds: float) -> float:
    """Playouts a second of processor time: as many as fit into so many seconds."""
    count = 100
    while True:
        began = time.process_time()
        once(count)
        spent = time.process_time() - began
        if spent > seconds / 2:
            return count / spent
        count = int(count * min(10.0, max(1.5, seconds / max(spent, 0.001))))


def ours(spec: str) -> Callable[[int], None]:
    game = kibitz.load(spec)
    assert game.compiled is not None, spec
    return lambda count: void(kibitz.player(f"mcts:playouts={count},threads=1").choose(game.start()))


def theirs(name: str) -> Callable[[int], None]:
    import pyspiel

    game = pyspiel.load_game(name)

    def once(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(
            game, evaluator, 2.0, count, 1000, True, 1, False, pyspiel.ChildSelectionPolicy.UCT, 0.0, 0.0
        )
        void(bot.mcts_search(game.new_initial_state()))

    return once


def void(_: object) -> None:
    """Drop a result."""


def main() -> None:
    """Print a table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=3.0)
    seconds = arguments.parse_args().seconds
    print("| game | Kibitz, playouts/s | OpenSpiel, playouts/s | ratio |\n|---|---|---|---|")
    for name, options, other in GAMES:
        spec = f"{EXAMPLES / name}.py" + (f":{options}" if options else "")
        mine = rate(ours(spec), seconds)
        if not other:
            print(f"| {name} {options} | {mine:,.0f} | - | - |", flush=True)
            continue
        peer = rate(theirs(other), seconds)
        print(f"| {name} {options} | {mine:,.0f} | {peer:,.0f} | {mine / peer:.1f} |", flush=True)
    perft()


def perft() -> None:
    """Print how long perft of tic-tac-toe takes, compiled and built in: the least of several times."""
    own, built_in = (kibitz.load(spec).start() for spec in (str(EXAMPLES / "noughts.py"), "tictactoe"))
    times = []
    for position in (own, built_in):
        each = []
        for _ in range(20):
            began = time.process_time()
            void(kibitz.perft(position, 9))
            each.append(time.process_time() - began)
        times.append(min(each))
    print(f"\nperft 9 of tic-tac-toe: {times[0] * 1000:.2f} ms compiled, {times[1] * 1000:.2f} ms built in")


if __name__ == "__main__":
    main()
