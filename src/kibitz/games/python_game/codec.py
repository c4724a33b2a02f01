"""The codec of a game written in Python: a code is an index into one position's list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadOption, IllegalMove, quoted
from kibitz.base.move import Line, Move
from kibitz.games.codec import MoveCodec
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.python_game.game import PythonGameAdapter


class PythonCodec(MoveCodec):
    """A codec that knows moves by their text; a code has no meaning without a position."""

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game

    def legal(self, state: _core.State) -> tuple[Move, ...]:
        """Return the legal moves of a state; the core asks this for `Position.moves`."""
        node = self._game.node(state)
        if node.result:
            return ()
        return tuple(self._move(text, code) for code, text in enumerate(node.texts))

    def move(self, code: int) -> Move:
        """Refuse: a code has no meaning without a position."""
        raise BadOption(f"the moves of {self._game.name} are known in positions only")

    def code(self, position: Position, move: Move) -> int:
        """Return the index of a move in this position's list."""
        for allowed in position.moves:
            if allowed == move:
                return allowed.code
        raise IllegalMove(f"{quoted(str(move))} is not allowed here")

    def moves(self, position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves at these indexes of one position's list."""
        node = self._game.node(position.state)
        return tuple(self._move(node.format_move(code), code) for code in codes)

    def line(self, position: Position, codes: Sequence[int]) -> Line:
        """Return the moves at these indexes, each in the list of its position."""
        node, moves = self._game.node(position.state), []
        for code in codes:
            moves.append(self._move(node.format_move(code), code))
            node = node.child(code)
        return Line(moves)

    def knows(self, move: Move) -> bool:
        """Return True: any text may be a move, and positions say which are."""
        return True

    def _move(self, text: str, code: int) -> Move:
        return Move(text, code, (), self._game.rules.identity)
