"""Take, a small game to which tests add optional methods."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.games.python_game.game import PythonGameAdapter


class Take(kibitz.PythonGame):
    """Take one or two of seven stones; the player who takes the last one wins."""

    def start(self) -> Any:
        return 7

    def moves(self, left: Any) -> Any:
        return [taken for taken in (1, 2) if taken <= left]

    def play(self, left: Any, taken: Any) -> Any:
        return left - taken

    def outcome(self, left: Any) -> Any:
        return None if left else "loss"


def take_with(**said: Any) -> PythonGameAdapter:
    """The game with these methods and attributes besides, or instead."""
    game = kibitz.load(type("Take", (Take,), said))
    assert isinstance(game, PythonGameAdapter)
    return game


def always(answer: Any) -> Any:
    """A method that gives the same answer whatever it is asked."""
    return lambda self, *asked: answer
