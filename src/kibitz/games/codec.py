"""Conversion between moves and the core's move codes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from kibitz.base.errors import BadOption, quoted
from kibitz.base.move import Line, Move
from kibitz.games.moves import Moves

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.position import Position


class MoveCodec(ABC):
    """Converts between a game's moves and their codes."""

    #: The type of `Position.moves`; the core makes them.
    moves_type: ClassVar[type[Moves]] = Moves

    @abstractmethod
    def move(self, code: int) -> Move:
        """Return the move with a code."""

    @abstractmethod
    def code(self, position: Position, move: Move) -> int:
        """Return the code of a move in a position."""

    @abstractmethod
    def moves(self, position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
        """Return moves of one position by their codes."""

    @abstractmethod
    def line(self, position: Position, codes: Sequence[int]) -> Line:
        """Return a line of moves from a position by their codes."""

    @abstractmethod
    def knows(self, move: Move) -> bool:
        """Return whether a move belongs to this game, legal at the moment or not."""


class NativeCodec(MoveCodec):
    """The codec of a game whose rules are in the core: a code means the same move in every position."""

    def __init__(self, game: Game) -> None:
        #: Cache of moves by code; the core reads this dictionary.
        self.known: dict[int, Move] = _MovesByCode(game)

    def move(self, code: int) -> Move:
        """Return the move with a code, the same object each time."""
        try:
            return self.known[code]
        except (TypeError, LookupError):  # out of the core's range, or a cell off the board
            raise BadOption(f"there is no move with the number {quoted(code)}") from None

    def code(self, position: Position, move: Move) -> int:
        """Return the code of a move, whatever the position."""
        return move.code

    def moves(self, position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves with these codes."""
        return tuple(map(self.known.__getitem__, codes))

    def line(self, position: Position, codes: Sequence[int]) -> Line:
        """Return the moves with these codes as a line."""
        return tuple.__new__(Line, map(self.known.__getitem__, codes))

    def knows(self, move: Move) -> bool:
        """Return whether the text and the parts of a move match its code."""
        try:
            ours = self.known[move.code]
        except (TypeError, ValueError, RuntimeError, LookupError):  # not the code of a move
            return False
        # Equal rules with another notation give the same move another text.
        return ours is move or (ours.parts == move.parts and (ours == move or ours.rules == move.rules))


class _MovesByCode(dict[int, Move]):
    """A cache of moves by code."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, code: int) -> Move:
        rules = self._game.rules
        parts = tuple(rules.parts(code))
        move = self[code] = Move(self._game.notation.format_move(code, parts), code, parts, rules.identity)
        return move
