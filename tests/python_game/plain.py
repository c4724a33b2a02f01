"""A plain solver in Python: a dictionary and nothing of Kibitz's.

It asks a game's own methods and knows nothing of nodes, keys or the core, so
what it finds is independent of how Kibitz solves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from kibitz import PythonGame

#: A position: its state, and whose turn it is where players alternate.
Place = tuple[Any, int]
#: Without dice: outcome for the first player, and plies to it (None: never ends). With dice: expectation.
Plain = tuple[int, int | None]

FIRST, SECOND, CHANCE = 0, 1, 2
_TURNS = {"first": FIRST, "second": SECOND, "chance": CHANCE}


class PlainSolver:
    """All positions that can be reached, valued for the first player."""

    def __init__(self, game: PythonGame) -> None:
        self.game = game
        self.children: dict[Place, list[tuple[Any, Place]]] = {}
        self.ends: dict[Place, int] = {}
        self._explore((game.start(), FIRST))

    def turn(self, place: Place) -> int:
        if self.game.turn is None:
            return place[1]
        return _TURNS[self.game.turn(place[0])]

    def _outcome(self, place: Place) -> int | None:
        said = self.game.outcome(place[0])
        if said is None or isinstance(said, int):
            return said
        if said in ("win", "loss"):
            mover = self.turn(place)
            if mover == CHANCE and self.game.roller is not None:
                mover = _TURNS[self.game.roller(place[0])]
            winner = mover if said == "win" else 1 - mover
            said = "first" if winner == FIRST else "second"
        return {"first": 1, "second": -1, "draw": 0}[said]

    def _explore(self, start: Place) -> None:
        todo = [start]
        while todo:
            place = todo.pop()
            if place in self.children:
                continue
            self.children[place] = []
            outcome = self._outcome(place)
            if outcome is not None:
                self.ends[place] = outcome
                continue
            moves = (
                dict(self.game.chances(place[0])) if self.turn(place) == CHANCE else self.game.moves(place[0])
            )
            for move in moves:
                # Who is next matters only where the game does not say it.
                side = 1 - place[1] if self.game.turn is None else FIRST
                child = (self.game.play(place[0], move), side)
                self.children[place].append((move, child))
                todo.append(child)

    def values(self) -> dict[Place, Plain]:
        """Without dice, positions may come back: the best that can be forced in so many plies, more and more.

        A line that is longer counts as drawn, so that going on for ever is worth nothing.
        """
        outcome = {place: self.ends.get(place, 0) for place in self.children}
        plies: dict[Place, int | None] = {place: 0 if place in self.ends else None for place in self.children}
        going = [place for place in self.children if place not in self.ends]
        turns = {place: self.turn(place) for place in going}
        for ply in range(1, 1_000_000):
            found = {}
            for place in going:
                after = [outcome[child] for _, child in self.children[place]]
                best = max(after) if turns[place] == FIRST else min(after)
                if best != outcome[place]:
                    found[place] = best
            if not found:
                break
            outcome.update(found)
            plies.update(dict.fromkeys(found, ply))
        self._count_draws(outcome, plies)
        return {place: (outcome[place], plies[place]) for place in self.children}

    def _count_draws(self, outcome: dict[Place, int], plies: dict[Place, int | None]) -> None:
        """How far the nearest drawn end is, where nobody can force anything else."""
        parents: dict[Place, list[Place]] = defaultdict(list)
        for place, following in self.children.items():
            for _, child in following:
                parents[child].append(place)
        draws = [place for place, end in self.ends.items() if end == 0]
        ply = 0
        while draws:
            ply += 1
            found = []
            for child in draws:
                for place in parents[child]:
                    if outcome[place] == 0 and plies[place] is None:
                        plies[place] = ply
                        found.append(place)
            draws = found

    def expectations(self, sweeps: int = 10_000) -> dict[Place, float]:
        """With dice: what the first player may expect, from -1 to 1, until nothing changes."""
        values = {place: float(self.ends.get(place, 0)) for place in self.children}
        order = [place for place in self.children if place not in self.ends]
        for _ in range(sweeps):
            change = 0.0
            for place in reversed(order):
                after = [values[child] for _, child in self.children[place]]
                turn = self.turn(place)
                if turn == CHANCE:
                    chances = dict(self.game.chances(place[0]))
                    found = sum(chances[move] * values[child] for move, child in self.children[place])
                else:
                    found = max(after) if turn == FIRST else min(after)
                change = max(change, abs(found - values[place]))
                values[place] = found
            if change < 1e-15:
                break
        return values

    def __iter__(self) -> Iterator[Place]:
        return iter(self.children)
