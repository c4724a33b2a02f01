"""Games written in Python: how fast they are solved and searched, beside a plain solver and easyAI.

    pip install easyAI
    python benchmarks/own_games.py

Each pair of figures is of one run, in processor seconds; what counts is their ratio. easyAI knows no
dice, so Pig is only solved; it takes turns for granted, so its Kalah is about as much work but not right.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import kibitz
from kibitz import _core

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.python_game.plain import PlainSolver

SOLVED = ["domineering:width=4,height=4", "kalah:pits=3,seeds=2", "pig:target=20"]
SEARCHED = [("domineering:width=5,height=5", 6), ("kalah:pits=6,seeds=4", 8)]


def seconds(work: Callable[[], object]) -> float:
    """The best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def solve_plainly(game: kibitz.Game) -> None:
    plain = PlainSolver(game.python_rules.game)
    if game.has_chance:
        plain.expectations()
    else:
        plain.values()


def solving() -> None:
    for spec in SOLVED:
        game = kibitz.load(spec)
        ours = seconds(lambda game=game: game.rules.solve_graph(_core.Control(), 10_000_000))
        plain = seconds(lambda game=game: solve_plainly(game))
        explored = seconds(lambda game=game: PlainSolver(game.python_rules.game))
        print(
            f"solve {spec:<32} {ours:7.2f} s   plain Python {plain:7.2f} s "
            f"({explored:.2f} to list the positions)   {plain / ours:5.1f} times as fast"
        )


def easy(game: kibitz.Game, depth: int) -> tuple[float, object]:
    """The same rules behind easyAI's face, searched by its Negamax."""
    from easyAI import AI_Player, Negamax, TwoPlayerGame

    own = game.python_rules.game
    turn_of = {"first": 1, "second": 2}

    class Same(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [AI_Player(None), AI_Player(None)]
            self.state = own.start()
            self.current_player = 1
            self.past: list[object] = []

        def possible_moves(self) -> list[object]:
            return list(own.moves(self.state))

        def make_move(self, move: object) -> None:
            self.past.append(self.state)
            self.state = own.play(self.state, move)

        def unmake_move(self, move: object) -> None:
            self.state = self.past.pop()

        def is_over(self) -> bool:
            return own.outcome(self.state) is not None

        def scoring(self) -> float:
            said = own.outcome(self.state)
            sign = 1 if self.current_player == 1 else -1
            if said is None:
                return sign * float(own.evaluate(self.state)) if own.evaluate is not None else 0.0
            if isinstance(said, int):
                return sign * float(said)
            return 1000.0 if turn_of.get(said) == self.current_player else -1000.0

    search = Negamax(depth)
    began = time.process_time()
    search(Same())
    return time.process_time() - began, None


def searching() -> None:
    for spec, depth in SEARCHED:
        game = kibitz.load(spec)
        ours = seconds(
            lambda game=game, depth=depth: kibitz.player(f"negascout:depth={depth}").choose(game.start())
        )
        theirs = min(easy(game, depth)[0] for _ in range(3))
        print(
            f"search {spec:<31} to {depth}: {ours:7.2f} s   easyAI {theirs:7.2f} s   "
            f"{theirs / ours:5.1f} times as fast"
        )


if __name__ == "__main__":
    solving()
    searching()
