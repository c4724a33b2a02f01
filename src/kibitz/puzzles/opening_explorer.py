"""An opening explorer: values of moves and statistics of played games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.report import Analysis, value_to_json
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.records.game_index import IndexView
from kibitz.records.record import Record
from kibitz.records.record_store import Store


@dataclass(frozen=True, slots=True)
class Results:
    """Results of games with a move, from the first player's point of view."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Results) -> Results:
        return Results(
            self.games + other.games, self.won + other.won, self.drawn + other.drawn, self.lost + other.lost
        )

    def score(self, side: Side) -> float | None:
        """Return a player's points per finished game; None without any."""
        finished = self.won + self.drawn + self.lost
        if not finished:
            return None
        first = (self.won + self.drawn / 2) / finished
        return first if side is Side.FIRST else 1 - first


@dataclass
class Played:
    """Statistics of moves by position, including transpositions: of records and of indexed saved games."""

    game: Game
    games: int = 0
    saved: IndexView | None = None
    #: By move codes, which don't depend on notation.
    _moves: dict[Position, Counter[int]] = field(default_factory=dict)
    _results: dict[tuple[Position, int], Counter[float]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Add a game; one of other rules is ignored."""
        if record.game.rules_id != self.game.rules_id:
            return
        self.games += 1
        points = None if record.outcome is None else (1 + record.outcome.for_side(Side.FIRST)) / 2
        for position, move in zip(record.positions(), record.moves, strict=False):
            self._moves.setdefault(position, Counter())[move.code] += 1
            if points is not None:
                self._results.setdefault((position, move.code), Counter())[points] += 1

    def results(self, position: Position) -> Callable[[Move], Results]:
        """Return a function that returns how often a move was played in a position, with the results."""
        saved = {} if self.saved is None else self.saved.moves_from(position)
        counts = self._moves.get(position, Counter())

        def results_of(move: Move) -> Results:
            ends = self._results.get((position, move.code), Counter())
            own = Results(counts[move.code], ends[1.0], ends[0.5], ends[0.0])
            return own + Results(*saved.get(move.code, ()))

        return results_of


@dataclass(frozen=True, slots=True)
class Branch:
    """A move from a position: its value to the mover, and its statistics."""

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
    #: Number of games with this position.
    games: int

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
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


def collect(game: Game, records: Iterable[Record], store: Store | None = None) -> Played:
    """Collect the statistics of games, and of the saved games in a store."""
    played = Played(game)
    if store is not None:
        played.saved = store.index.view()
        records = chain(records, store.uncounted(game))
    for record in records:
        played.add(record)
    return played


def explore(position: Position, played: Played) -> Crossroads:
    """Return the moves and rolls of a position with values and statistics."""
    found = evaluate_position(position)
    values = {each.move: each.value for each in found.moves} | {each.roll: each.value for each in found.rolls}
    results = played.results(position)
    branches = [Branch(move, position.write(move), value, results(move)) for move, value in values.items()]
    # Values stay in the order of the evaluation; among equal ones the most played comes first.
    order = sorted(branches, key=lambda branch: -branch.results.games)
    if position.turn is not Side.CHANCE:
        order = sorted(order, key=lambda branch: branch.value, reverse=True)
    return Crossroads(position, found, tuple(order), sum(branch.results.games for branch in branches))
