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


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts(kibitz.PythonGame):
    """Tic-tac-toe, as docs/compiled-games.md writes it."""

    compiled = True

    class State(kibitz.State):
        cells = kibitz.int8[9]

    def start(self):
        return self.State()

    def moves(self, s):
        return [cell for cell in range(9) if not s.cells[cell]]

    def play(self, s, cell):
        s.cells[cell] = 1 if s.cells.count(0) % 2 else 2

    def outcome(self, s):
        for a, b, c in LINES:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return "loss"
        return None if 0 in s.cells else "draw"


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
    start = game.start()
    while start.turn is kibitz.Side.CHANCE:
        start = start.play(start.moves[-1])
    return lambda count: void(kibitz.player(f"mcts:playouts={count}").choose(start))


def theirs(name: str) -> Callable[[int], None]:
    import pyspiel

    game = pyspiel.load_game(name)

    def once(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, False, 1, False)
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
    own, built_in = kibitz.load(Noughts).start(), kibitz.load("tictactoe").start()
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
