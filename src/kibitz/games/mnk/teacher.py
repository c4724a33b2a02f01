"""Names the lines that win in m,n,k."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.base.reason import join_words
from kibitz.games.board_view import owned_lines
from kibitz.games.line_names import line_name
from kibitz.games.mnk.game import Mnk
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher


class MnkTeacher(Teacher):
    """Names the lines that win."""

    only_adds_stones = True

    def __init__(self, game: Mnk) -> None:
        self._game = game

    def name_win(self, position: Position, move: Move) -> str:
        """Return the lines that a stone completes: `row 1-2-3 and column 3-6-9`."""
        game = self._game
        if game.values["misere"]:
            return ""
        cells = game.rules.describe(position.play(move).state)
        lines = owned_lines(cells, game.width, game.height, game.length)
        made = [line for line in lines if move.parts[0] in line]
        names = [line_name(line, game.width, game.cell_names.text) for line in made[:2]]
        return join_words(names, "and") if names else ""
