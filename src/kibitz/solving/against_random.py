"""Odds in a solved game against an opponent who moves at random.

The player never gives up a safe result: it keeps to optimal moves, and among them maximises the chance to
win, then to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kibitz import _core
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.games.control import control_for
from kibitz.games.position import Position

#: Node limit for the odds. Counting nodes makes the result the same on every machine.
NODES = 2_000_000
NODES_IN_PYTHON = 20_000


@dataclass(frozen=True, slots=True)
class Odds:
    """Probabilities to win, draw and lose."""

    win: float
    draw: float
    loss: float

    def words(self) -> str:
        """Format the odds for people."""
        return f"{self.win:.1%} won, {self.draw:.1%} drawn, {self.loss:.1%} lost"


#: Probabilities closer than this are equal, since summation order affects rounding.
_MARGIN = 1e-9


def best_by_odds(odds: Mapping[Move, Odds]) -> list[Move]:
    """Return the moves with the best chance to win, and among those to draw."""
    win = max(each.win for each in odds.values()) - _MARGIN
    draw = max(each.draw for each in odds.values() if each.win >= win) - _MARGIN
    return [move for move, each in odds.items() if each.win >= win and each.draw >= draw]


class Probed(Protocol):
    """A table, or a source with a table, that the core can probe for every position."""

    @property
    def probe(self) -> _core.Tablebase | None:
        """Return the core's probe."""


def odds_of_moves(position: Position, known: Probed, nodes: int | None = None) -> dict[Move, Odds] | None:
    """Return the odds of each move; None with dice, points or repetitions, or beyond the node limit."""
    game = position.game
    if game.has_chance or game.score_range is not None or position.is_over or known.probe is None:
        return None
    try:
        most = nodes or (NODES_IN_PYTHON if game.rules.in_python else NODES)
        control = control_for(Limit(nodes=most))
        found = _core.against_random(game.rules, known.probe, position.state, control)
    except KibitzError:
        raise  # raised by a game written in Python
    except (_core.Stopped, ValueError):
        raise_if_cancelled()
        return None
    by_code = {game.codec.code(position, move): move for move in position.moves}
    return {by_code[code]: Odds(win, draw, loss) for code, win, draw, loss in found}
