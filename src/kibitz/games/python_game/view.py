"""The pictures of a game written in Python: what its author gave, else its notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.board_view import BoardView
from kibitz.games.position import Position
from kibitz.games.python_game.board import Board, board_text, board_view
from kibitz.games.python_game.node import shorten
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.python_game.game import OwnGameAdapter


class PythonView(View):
    """The author's drawing, board and SVG, with defaults."""

    def __init__(self, game: OwnGameAdapter) -> None:
        self._game = game
        self._own = game.own

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """What the author draws, else the position's notation."""
        node = self._game.node(position.state)
        if self._own.game.draw is not None:
            return self._own.text_from("draw", node.state)
        board = self.board(position, last=last)
        return node.text if board is None else board_text(board)

    def board(self, position: Position, *, last: Move | None = None) -> BoardView | None:
        """The author's board; None where there is none."""
        if self._own.game.look is None:
            return None
        node = self._game.node(position.state)
        board = self._own.call("look", node.state)
        if not isinstance(board, Board):
            raise self._own.mistake(
                f"look({shorten(node.state)}) must return a kibitz.Board, not {shorten(board)}"
            )
        own = dict(zip(position.moves, node.moves, strict=True)) if position.moves else {}
        try:
            return board_view(board, own, last)
        except (ValueError, TypeError, LookupError) as error:
            raise self._own.mistake(f"look({shorten(node.state)}) is no board: {error}") from None

    def svg(self, position: Position, *, last: Move | None = None) -> str:
        """What the author draws, else the text picture."""
        node = self._game.node(position.state)
        if self._own.game.svg is not None:
            return self._own.text_from("svg", node.state)
        return super().svg(position, last=last)
