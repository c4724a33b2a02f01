"""How positions of a game look: as text, as a board to click on, and as SVG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.base.move import Move

if TYPE_CHECKING:
    from kibitz.games.board_view import BoardView
    from kibitz.games.position import Position

#: Colours a piece of a text picture by its role: first, second, last, quiet, or a colour by name.
Paint = Callable[[str, str], str]


def no_paint(text: str, role: str) -> str:
    """Leave the text as it is."""
    return text


class View(ABC):
    """The pictures of a game's positions.

    >>> import kibitz
    >>> position = kibitz.load("tictactoe").start().play("b2")
    >>> view = position.game.view
    >>> view.offset(position.move("a3")), view.board(position).pieces[0].shape
    ((-1.0, -1.0), 'cross')
    """

    #: Whether `draw(flipped=True)` shows the board from the second player's side.
    flips: bool = False
    #: What the two sides' pieces are in text pictures, where that is not what the sides are called.
    marks: tuple[str, str] | None = None

    @abstractmethod
    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """Return a position as a text picture."""

    def board(self, position: Position, *, last: Move | None = None) -> BoardView | None:
        """Return a position as cells, pieces and gestures; None if there is only a text picture."""
        return None

    def svg(self, position: Position, *, last: Move | None = None) -> str:
        """Return a position as an SVG picture, of its board or else of the text picture."""
        from kibitz.games.board_view_svg import board_svg
        from kibitz.games.svg import text_svg

        title = f"{position.game.title}: {position}"
        board = self.board(position, last=last)
        return text_svg(self.draw(position, last=last), title) if board is None else board_svg(board, title)

    def offset(self, move: Move) -> tuple[float, float] | None:
        """Return how far from the centre a move goes, down and right; None if moves have no place."""
        return None
