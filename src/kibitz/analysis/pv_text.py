"""Lines of moves in words; one that is cut short says so."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.base.move import Move
from kibitz.games.position import Position

#: How many moves of a line are shown to people.
SHOWN = 8


def line_words(position: Position, line: Sequence[Move], most: int | None = None) -> str:
    """The moves as people write them, with dots behind a line that does not go to the end of the game.

    >>> import kibitz
    >>> position = kibitz.load("tictactoe").position("xx./oo./...")
    >>> line_words(position, [position.move("3")]), line_words(position, [position.move("7")])
    ('3', '7 ...')
    """
    shown = list(itertools.islice(line, most))
    text = position.write_line(shown)
    return text if position.play(*shown).is_over else f"{text} ...".lstrip()
