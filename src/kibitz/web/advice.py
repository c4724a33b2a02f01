"""Values and hints as plain values."""

from __future__ import annotations

from typing import Any

from kibitz.analysis.analyse import analyse
from kibitz.games.position import Position
from kibitz.session.session import Session
from kibitz.words.limit import Limit
from kibitz.words.side import Side
from kibitz.words.value import Estimate, Expect, Value


def analysis_json(position: Position, seconds: float) -> dict[str, Any]:
    """What the position and its moves are worth, and the first player's share of it for a bar."""
    found = analyse(position, Limit(seconds=seconds))
    share = share_of(found.value)
    return {
        **found.to_json(),
        "source": found.source.words(),
        "share": share if position.mover is Side.FIRST else 1 - share,
    }


def share_of(value: Value) -> float:
    """How much of a full win a value is worth, from 0 to 1.

    >>> from kibitz.words.value import Draw, Loss, Win
    >>> share_of(Win(3)), share_of(Draw()), share_of(Loss(2)), share_of(Expect(0.25)), share_of(Estimate(0))
    (1.0, 0.5, 0.0, 0.25, 0.5)
    """
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Estimate):
        # Points of a game have no scale; this only has to rise with them and stay off the ends.
        return 0.5 + 0.45 * value.score / (abs(value.score) + 20)
    return ((value.result or 0) + 1) / 2


def hint_json(session: Session) -> dict[str, Any]:
    """A good move for the side to move."""
    choice = session.hint()
    return {
        "move": str(choice.move),
        "words": choice.value.words() if choice.value else "",
        "line": [str(move) for move in choice.line],
    }
