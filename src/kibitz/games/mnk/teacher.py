"""Explanations of lines and double threats in m,n,k games."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.base.reason import Reason, join_words
from kibitz.games.board_view import owned_lines
from kibitz.games.line_effects import LineNaming, StoneBoard, fork_effects, line_effects
from kibitz.games.line_names import line_name
from kibitz.games.mnk.themes import line_themes
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.mnk.game import Mnk


class Kind(enum.StrEnum):
    """A kind of reason."""

    PREPARES_FORK = "prepares two threats"
    STOPS_FORK = "stops two threats"
    LINES_UP = "lines up stones"
    IN_THE_WAY = "stands in the way of stones"
    LOSING_CELLS = "the cells that it makes losing ones"
    OPEN_LINES = "the lines through the cell"


class MnkTeacher(Teacher):
    """Explains the lines that a stone builds, blocks and wins with."""

    only_adds_stones = True
    tells_captures = True

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

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the double threats that a stone prepares or stops, and the lines it builds and blocks."""
        game, cell = self._game, move.parts[0]
        before = self._board(position)
        owner = position.turn + 1
        after = before.with_stone(cell, owner)
        words = LineNaming(
            game.cell_names.text,
            lambda line: line_name(line, game.width, game.cell_names.text),
            game.side_name(position.turn),
            game.side_name(position.turn.opponent),
            lambda cell: game.codec.move(game.rules.pack([cell])),
        )
        if game.values["misere"]:
            return _misere(before, after, owner, words)
        return [
            *fork_effects(before, after, owner, words, (Kind.PREPARES_FORK, Kind.STOPS_FORK)),
            *line_effects(
                before, after, cell, owner, words, (Kind.LINES_UP, Kind.IN_THE_WAY, Kind.OPEN_LINES)
            ),
        ]

    def themes(self, position: Position, line: Sequence[Move]) -> list[str]:
        """Return the threats that the solution consists of."""
        boards = [self._board(position)]
        winner = position.turn + 1
        for move in line:
            position = position.play(move)
            boards.append(self._board(position))
        return line_themes(boards, winner)

    def _board(self, position: Position) -> StoneBoard:
        game = self._game
        return StoneBoard(tuple(game.rules.describe(position.state)), game.width, game.height, game.length)


def _misere(before: StoneBoard, after: StoneBoard, owner: int, words: LineNaming) -> list[Reason]:
    """Return the cells on which the player would complete a line from now on, and lose."""
    made = sorted(after.winning_cells(owner) - before.winning_cells(owner))
    if made:
        cells = join_words([words.cell(cell) for cell in made], "and")
        text = f"makes {cells} {'a losing cell' if len(made) == 1 else 'losing cells'} for {words.me}"
        return [Reason(Kind.LOSING_CELLS, text, against=True)]
    left = len(set(after.playable_cells()) - after.winning_cells(owner))
    safe = f"{left} safe {'cell' if left == 1 else 'cells'}"
    text = f"makes no cell a losing one for {words.me}, who has {safe} left"
    return [Reason(Kind.LOSING_CELLS, text)]
