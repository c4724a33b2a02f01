"""Walking through openings: what each move is worth, and how often it was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.analysis.evaluate_position import judge
from kibitz.analysis.report import Analysis, value_to_json
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class Results:
    """How games went on in which a move was played, as the first player sees them."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def score(self, side: Side) -> float | None:
        """The points per finished game of a player; None without any."""
        finished = self.won + self.drawn + self.lost
        if not finished:
            return None
        first = (self.won + self.drawn / 2) / finished
        return first if side is Side.FIRST else 1 - first


@dataclass
class Played:
    """Which moves were played where, in many games; positions count, however they came about."""

    game: Game
    games: int = 0
    #: By the core's numbers for moves, which don't depend on how somebody likes to write them.
    _moves: dict[Position, Counter[int]] = field(default_factory=dict)
    _results: dict[tuple[Position, int], Counter[float]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Take a game into account; one of other rules is left out."""
        if record.game.rules_id != self.game.rules_id:
            return
        self.games += 1
        points = None if record.outcome is None else (1 + record.outcome.for_side(Side.FIRST)) / 2
        for position, move in zip(record.positions(), record.moves, strict=False):
            self._moves.setdefault(position, Counter())[move.code] += 1
            if points is not None:
                self._results.setdefault((position, move.code), Counter())[points] += 1

    def results(self, position: Position, move: Move) -> Results:
        """How often a move was played in a position, and how that went."""
        ends = self._results.get((position, move.code), Counter())
        count = self._moves.get(position, Counter())[move.code]
        return Results(count, ends[1.0], ends[0.5], ends[0.0])


@dataclass(frozen=True, slots=True)
class Branch:
    """A move from a position: its value to the mover, and how often it was played."""

    move: Move
    written: str
    value: Value
    results: Results


@dataclass(frozen=True, slots=True)
class Crossroads:
    """A position in the explorer: best and most played moves first."""

    position: Position
    found: Analysis
    branches: tuple[Branch, ...]
    #: How many games went through it.
    games: int

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "game": self.position.game.spec,
            "position": str(self.position),
            "mover": str(self.position.mover),
            "turn": str(self.position.turn),
            "value": value_to_json(self.found.value, self.position.game),
            "source": self.found.source.words(),
            "games": self.games,
            "moves": [
                {
                    "move": str(branch.move),
                    "written": branch.written,
                    "value": value_to_json(branch.value, self.position.game),
                    "games": branch.results.games,
                    "won": branch.results.won,
                    "drawn": branch.results.drawn,
                    "lost": branch.results.lost,
                    "score": branch.results.score(self.position.mover),
                }
                for branch in self.branches
            ],
        }


def collect(game: Game, records: Iterable[Record]) -> Played:
    """What was played in these games."""
    played = Played(game)
    for record in records:
        played.add(record)
    return played


def explore(position: Position, played: Played) -> Crossroads:
    """The moves and rolls of a position with their values, and how often each was played."""
    found = judge(position)
    values = {each.move: each.value for each in found.moves} | {each.roll: each.value for each in found.rolls}
    branches = [
        Branch(move, position.write(move), value, played.results(position, move))
        for move, value in values.items()
    ]
    # Values stay in the order that the judgement has; among equal ones the more played comes first.
    order = sorted(branches, key=lambda branch: -branch.results.games)
    if position.turn is not Side.CHANCE:
        order = sorted(order, key=lambda branch: branch.value, reverse=True)
    return Crossroads(position, found, tuple(order), sum(branch.results.games for branch in branches))
