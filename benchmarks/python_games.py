"""Games written in Python: how fast they are solved and searched, beside a plain solver and easyAI.

    pip install easyAI
    python benchmarks/python_games.py

Processor time, the best of several runs in one process; what counts is the ratio. The plain solver is a
dictionary of positions and a recursive function (value iteration for loops and dice), as anybody would write
it, with `canonical` and without, whichever is quicker. It finds values with distances, as Kibitz does.
easyAI knows no dice; it takes turns for granted, so its Kalah is about as much work but not right.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["KIBITZ_CACHE"] = tempfile.mkdtemp()  # nothing is kept from earlier runs

import kibitz

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.python_game.plain import PlainSolver

SOLVED = [
    *("nim:piles=1", "nim:piles=2", "nim:piles=3", "nim:piles=4", "nim:piles=5"),
    *("chomp:width=3,height=2", "chomp:width=4,height=4", "chomp", "chomp:width=7,height=6"),
    *("domineering:width=2,height=2", "domineering:width=3,height=3", "domineering:width=4,height=4"),
    *("dots_and_boxes:width=1,height=1", "dots_and_boxes:width=2,height=1", "dots_and_boxes"),
    *("kalah:pits=1,seeds=1", "kalah:pits=2,seeds=2", "kalah:pits=3,seeds=2", "kalah:pits=3,seeds=3"),
    *("othello:size=4", "morris", "race:goal=4", "race:goal=10", "pig:target=10", "pig:target=20"),
]
SEARCHED = [("domineering:width=5,height=5", 6), ("kalah:pits=6,seeds=4", 8), ("othello:size=6", 4)]


def seconds(work: Callable[[], object]) -> float:
    """The best of at least three runs, and of as many as half a second has time for."""
    best, began, runs = float("inf"), time.process_time(), 0
    while runs < 3 or (runs < 50 and time.process_time() - began < 0.5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
        runs += 1
    return best


def solve_plainly(rules: kibitz.PythonGame, by_symmetry: bool) -> dict[Any, tuple[int, int]]:
    """Negamax with a dictionary: outcome and distance of every position that can be reached."""
    turn, outcome, moves, play = rules.turn, rules.outcome, rules.moves, rules.play
    canonical = rules.canonical if by_symmetry else None
    words = {"win": 1, "loss": -1, "draw": 0}
    memory: dict[Any, tuple[int, int]] = {}

    def solve(state: Any, side: str) -> tuple[int, int]:
        if canonical is not None:
            state = canonical(state)
        key = state, side
        known = memory.get(key)
        if known is not None:
            return known
        said = outcome(state)
        if said is not None:
            if isinstance(said, int):
                value = (said if side == "first" else -said), 0
            elif said in words:
                value = words[said], 0
            else:
                value = (1 if said == side else -1), 0
        else:
            other = "second" if side == "first" else "first"
            best = None
            for move in moves(state):
                child = play(state, move)
                following = turn(child) if turn is not None else other
                points, plies = solve(child, following)
                if following != side:
                    points = -points
                found = points, -plies if points > 0 else plies
                if best is None or found > best:
                    best = found
            assert best is not None
            value = best[0], abs(best[1]) + 1
        memory[key] = value
        return value

    start = rules.start()
    solve(start, turn(start) if turn is not None else "first")
    return memory


def plain_solver(game: kibitz.Game) -> list[Callable[[], object]]:
    """What a plain solver does for a game, in each of the ways in which it can."""
    rules = game.python_rules.game
    if game.has_chance:
        return [lambda: PlainSolver(rules).expectations()]
    if game.name == "morris":  # positions come back, which a recursion can't bear
        return [lambda: PlainSolver(rules).values()]
    ways = [False] if rules.canonical is None else [False, True]
    return [lambda way=way: solve_plainly(rules, way) for way in ways]  # type: ignore[misc]


def solving() -> None:
    sys.setrecursionlimit(100_000)
    kibitz.solve("nim")  # which loads what solving needs
    print(f"{'':34} {'positions':>9} {'Kibitz':>10} {'plain':>10}   times as fast")
    for spec in SOLVED:
        game = kibitz.load(spec)
        table = kibitz.solve(game, again=True)
        ours = seconds(lambda game=game: kibitz.solve(game, again=True))  # type: ignore[misc]
        plain = min(seconds(way) for way in plain_solver(game))
        figures = f"{ours * 1e3:7.3f} ms {plain * 1e3:7.3f} ms   {plain / ours:6.2f}"
        print(f"solve {spec:<28} {len(table):9,} {figures}")


def easy(game: kibitz.Game, depth: int) -> tuple[float, object]:
    """The same rules as a game of easyAI, searched by its Negamax."""
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
