"""Formatting of lines of moves, with an ellipsis if shortened."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.base.move import Move
from kibitz.games.position import Position

#: Maximum number of moves shown to people.
SHOWN = 8


def line_words(position: Position, line: Sequence[Move], most: int | None = None) -> str:
    """Format the moves of a line, with dots if it stops before the end of the game.

    >>> import kibitz
    >>> position = kibitz.load("tictactoe").position("xx./oo./...")
    >>> line_words(position, [position.move("3")]), line_words(position, [position.move("7")])
    ('3', '7 ...')
    """
    shown = list(itertools.islice(line, most))
    text = position.write_line(shown)
    return text if position.play(*shown).is_over else f"{text} ...".lstrip()
