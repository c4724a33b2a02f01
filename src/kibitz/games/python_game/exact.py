"""What the author of a game knows exactly: its method `exact` as a source of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.value import Draw, Loss, Points, Value, Win
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.python_game.definition import OUTCOMES
from kibitz.games.python_game.node import Node, shorten

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.base.cancel import Progress
    from kibitz.games.position import Position
    from kibitz.games.python_game.game import OwnGameAdapter


class ExactMethod:
    """Values that the game's author computes."""

    name = "formula"
    takes_seconds = False
    probe: _core.Tablebase | None = None

    def __init__(self, game: OwnGameAdapter) -> None:
        self._game = game

    def covers(self, position: Position) -> Cover:
        """Wherever the author knows the position and all that comes next."""
        return Cover.NO if self.ask(position, Limit()) is None else Cover.KNOWN

    def prepare(self, progress: Progress | None = None) -> None:
        """Nothing has to be made."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """What the author knows."""
        node = self._game.node(position.state)
        value = exact_value(node)
        if value is None or node.turn is Side.CHANCE:
            return None
        known = []
        for index, move in enumerate(self._game.codec.legal(position.state)):
            child = node.child(index)
            after = exact_value(child)
            if after is None:
                return None
            known.append(Known(move, after if child.mover is node.mover else -after))
        return Knowledge(value, tuple(known))


def exact_value(node: Node) -> Value | None:
    """The value to the position's mover, if it has ended or its author knows; BadGame for nonsense."""
    said = node._said if node.result else node.rules.call("exact", node.state)
    return None if said is None else _value(node, said)


def _value(node: Node, said: Any) -> Value:
    ended = 0 if node.result else None
    if node.rules.points is not None and isinstance(said, int) and not isinstance(said, bool):
        low, high = node.rules.points
        if low <= said <= high:
            return Points(said if node.mover is Side.FIRST else -said, average=node.rules.has_chance)
    elif node.rules.points is None and isinstance(said, str) and said in OUTCOMES:
        if said == "draw":
            return Draw(ended)
        wins = said == "win" or (said in ("first", "second") and said == str(node.mover))
        return Win(ended) if wins else Loss(ended)
    raise node.rules.mistake(
        f"exact({shorten(node.state)}) must be None or what outcome() may say, not {shorten(said)}"
    )
