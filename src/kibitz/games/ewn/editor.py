"""Editor for positions of EinStein würfelt nicht."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.base.side import Side
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import Editor
from kibitz.games.cells import arranged_rows
from kibitz.games.ewn.notation import COLOURS
from kibitz.games.ewn.view import SHAPES

if TYPE_CHECKING:
    from kibitz.games.ewn.game import Ewn


class EwnEditor(Editor):
    """Composes positions before a roll from the stones of both players."""

    def __init__(self, game: Ewn) -> None:
        self.pieces = tuple(
            Piece(-1, side, SHAPES[side], str(stone), f"{game.side_names[side]} {stone}")
            for side in (0, 1)
            for stone in range(1, game.stones + 1)
        )
        self._size = game.size

    def compose(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Return the rows and the side to roll."""
        stones = ["." if piece is None else COLOURS[piece.side] + piece.text for piece in pieces]
        return f"{arranged_rows(stones, self._size)} {COLOURS[side]}"
