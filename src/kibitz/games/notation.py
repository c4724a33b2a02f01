"""Interface of a game's notation."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kibitz.base.errors import BadNotation, quoted
from kibitz.base.move import Move

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.position import Position


class Notation(ABC):
    """The notation of a game.

    >>> import kibitz
    >>> notation = kibitz.load("connect4").notation
    >>> notation.split_moves("4435"), notation.move_help
    (['4', '4', '3', '5'], 'a move is a column from 1 to 7')
    """

    @property
    def move_help(self) -> str:
        """Describe a move, for messages; empty if there is nothing to say."""
        return ""

    @property
    def position_help(self) -> str:
        """Describe a position, for messages; empty if there is nothing to say."""
        return ""

    @abstractmethod
    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return the notation that names a move completely."""

    @abstractmethod
    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move that a text names, legal or not; BadNotation if it names none."""

    @abstractmethod
    def format_state(self, state: _core.State) -> str:
        """Return the notation of a state."""

    @abstractmethod
    def parse_state(self, text: str) -> _core.State:
        """Return the state that a text describes; BadNotation, or ValueError from the core."""

    def decode_state(self, text: str) -> _core.State:
        """Parse the output of `format_state`, without the checks that typed text needs."""
        return self.parse_state(text)

    def format_move_in(self, position: Position, move: Move) -> str:
        """Return a legal move as people write it in a position (SAN in chess); its plain notation by default.

        `parse_move` accepts it in that position.
        """
        return str(move)

    def split_moves(self, text: str) -> list[str]:
        """Split a text of several moves."""
        return [part for part in re.split(r"[\s,;]+", text) if part] or [text]

    def why_illegal(self, position: Position, move: Move) -> str:
        """Return why a well-formed move is not legal in a position."""
        return f"{move} is not legal here"

    def missing_parts(self, text: str) -> tuple[str, ...]:
        """Return the names of the parts of a move that remain to be typed after the first."""
        return ()

    def move_number(self, position: Position) -> int | None:
        """Return the conventional move number of a position; None if every ply is numbered."""
        return None

    def _bad_move(self, text: str) -> BadNotation:
        """Return the error for a text that is not a move of this game."""
        return BadNotation(f"{quoted(text)} is not a move; {self.move_help}")
