"""The result of an analysis."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.base.attribute_hints import missing_attribute
from kibitz.base.html_table import html_table
from kibitz.base.move import Line, Move
from kibitz.base.value import Estimate, Expect, Points, Value, moves_in
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.against_random import Odds

#: Maximum search depth in decisions.
DEEPEST = 200
#: Names that other libraries have for the attributes of an `Analysis`.
_HINTS = {"pv": "analysis.line", "score": "analysis.value", "best_move": "analysis.best.move"}


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of values: "rules" (the game is over), "search", or the name of a source."""

    kind: str
    #: Depth, nodes and seconds, if work was done.
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    #: Seconds after which a node-limited search was stopped by time.
    stopped: float | None = None

    def __str__(self) -> str:
        return self.kind

    @property
    def depth_words(self) -> str:
        """Format the depth. A search that is exhausted soon reaches the maximum depth."""
        return f"of depth {self.depth}" if (self.depth or 0) < DEEPEST else "as deep as it goes"

    def words(self) -> str:
        """Format the origin for people."""
        if self.kind == "rules":
            return "the game is over"
        if self.kind == "search":
            deep = self.depth_words.removeprefix("of ")
            work = f"by search, {deep}, {self.nodes:,} positions in {self.seconds:.1f} s"
            return f"{work}; {stopped_words(self.stopped)}" if self.stopped else work
        if self.nodes:
            return f"exact, {self.nodes:,} positions in {self.seconds:.1f} s"
        return f"exact, from a {self.kind}"


def stopped_words(seconds: float) -> str:
    """Return the note for a node-limited search that was stopped by time."""
    return f"stopped after {seconds:g} s, so it is shallower than usual"


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A move, its value to the mover, and its PV (itself first)."""

    move: Move
    value: Value
    line: Line
    #: Odds against a random opponent, in solved games without dice.
    odds: Odds | None = None


@dataclass(frozen=True, slots=True)
class RollAnalysis:
    """A roll, its probability, and its value to the side for whom the dice roll."""

    roll: Move
    probability: float
    value: Value


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position to its mover, and every move or roll.

    >>> import kibitz
    >>> found = kibitz.analyse(kibitz.load("tictactoe").start().play("1", "2"))
    >>> print(found.value, found.all_exact, found.line)
    Win(5) True 4 7 5 3 6
    """

    position: Position
    value: Value
    source: Origin
    #: Best first; empty before a roll or at the end of the game.
    moves: tuple[MoveAnalysis, ...] = ()
    #: Before a roll.
    rolls: tuple[RollAnalysis, ...] = ()
    #: Notes for people, such as a table that was refused.
    notes: tuple[str, ...] = field(default=())

    @property
    def best(self) -> MoveAnalysis | None:
        """Return the best move, where a player decides."""
        return self.moves[0] if self.moves else None

    @property
    def all_exact(self) -> bool:
        """Return whether no value is an estimate."""
        values = [self.value, *(each.value for each in self.moves), *(each.value for each in self.rolls)]
        return all(value.exact for value in values)

    @property
    def line(self) -> Line:
        """Return the PV."""
        return self.moves[0].line if self.moves else Line()

    if not TYPE_CHECKING:  # type checkers would accept any name

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name, _HINTS)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
        source = {
            name: found
            for name in ("kind", "depth", "nodes", "seconds", "stopped")
            if (found := getattr(self.source, name)) is not None
        }
        game = self.position.game
        return {
            "game": game.spec,
            "position": str(self.position),
            "turn": str(self.position.turn),
            "mover": str(self.position.mover),
            "outcome": str(self.position.outcome) if self.position.outcome else None,
            "value": value_to_json(self.value, game),
            "source": source,
            "moves": [_move_to_json(m, game) for m in self.moves],
            "rolls": [
                {"roll": str(r.roll), "probability": r.probability, "value": value_to_json(r.value, game)}
                for r in self.rolls
            ],
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        """Return the board, and each move or roll with its value, for notebooks."""
        position, words = self.position, self.position.game.scale.format_value
        head, rows = ["move", "value", "line"], []
        if self.rolls:
            head = ["roll", "how likely", "value"]
            rows = [[each.roll, f"{each.probability:.1%}", words(each.value)] for each in self.rolls]
        for found in self.moves:
            rows.append(
                [
                    position.write(found.move),
                    words(found.value),
                    position.write_line(found.line),
                ]
            )
        who = f"{position.game.side_name(position.mover)} {words(self.value)} ({self.source.words()})"
        return f"<div>{position.svg()}{html_table(head, rows, who)}</div>"


def _move_to_json(found: MoveAnalysis, game: Game) -> dict[str, Any]:
    out: dict[str, Any] = {
        "move": str(found.move),
        "value": value_to_json(found.value, game),
        "line": [str(step) for step in found.line],
    }
    if found.odds is not None:
        out["against_random"] = {"win": found.odds.win, "draw": found.odds.draw, "loss": found.odds.loss}
    return out


def value_to_json(value: Value, game: Game) -> dict[str, Any]:
    """Return a value as JSON-compatible data: notation, words and numbers."""
    out: dict[str, Any] = {"text": str(value), "words": game.scale.format_value(value), "exact": value.exact}
    if isinstance(value, Expect):
        out["chance"] = value.chance
    elif isinstance(value, Estimate):
        out["score"] = value.score
        if (chance := game.scale.win_probability(value.score)) is not None:
            out["prospect"] = chance
    elif isinstance(value, Points):
        out["points"] = value.points
        if value.average:
            out["average"] = True
    else:
        out["result"], out["plies"] = value.result, value.plies
        if value.plies is not None and game.scale.plies_per_move > 1:
            out["moves"] = moves_in(value.plies, game.scale.plies_per_move)
    return out
