"""Explanations of Connect games: lines, pending threats, odd and even, zugzwang, follow-up."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.move import Line, Move
from kibitz.base.reason import Part, Reason, join_words
from kibitz.base.value import Value
from kibitz.games.board_view import lines_of
from kibitz.games.connect.follow_up import wins_or_draws_by_follow_up
from kibitz.games.line_effects import LineNaming, StoneBoard, fork_effects, line_effects
from kibitz.games.line_names import line_kind
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.connect.game import Connect


class Kind(enum.StrEnum):
    """A kind of reason."""

    HANGING = "makes a threat that hangs"
    GIVES_UP = "lets the opponent take a winning cell"
    PREPARES_FORK = "prepares two threats"
    STOPS_FORK = "stops two threats"
    LINES_UP = "lines up discs"
    IN_THE_WAY = "stands in the way of discs"
    OPEN_LINES = "the lines through the cell"
    ZUGZWANG = "leads to zugzwang"
    FOLLOW_UP = "may answer in the same column"


@dataclass(frozen=True, slots=True)
class Rack(StoneBoard):
    """A board with falling discs, and names of its cells."""

    #: Number of the leftmost column.
    first_column: int = 1

    def landing(self, column: int) -> int:
        """Return the cell on which the next disc of a column lands."""
        return max(cell for cell in range(column, len(self.cells), self.width) if not self.cells[cell])

    def column(self, cell: int) -> int:
        """Return the number of a cell's column."""
        return cell % self.width + self.first_column

    def row(self, cell: int) -> int:
        """Return the row of a cell, from 1 at the bottom."""
        return self.height - cell // self.width

    def place(self, cell: int) -> str:
        """Return `column 3, row 4`: rows count from the bottom."""
        return f"column {self.column(cell)}, row {self.row(cell)}"

    def odd_place(self, cell: int) -> str:
        """Return `column 3, row 4 (even)`."""
        return f"{self.place(cell)} ({'odd' if self.row(cell) % 2 else 'even'})"

    def completed(self, cell: int) -> str:
        """Describe the line that a disc completes: `4 on a diagonal`."""
        where = {"row": "in a row", "column": "in a column", "diagonal": "on a diagonal", "cell": ""}
        kinds = dict.fromkeys(
            where[line_kind(line, self.width)]
            for line in lines_of(self.width, self.height, self.length)
            if cell in line and len({self.cells[each] for each in line}) == 1
        )
        return f"{self.length} {' and '.join(kinds)}".strip()

    def line_name(self, line: tuple[int, ...]) -> str:
        """Name a line: `row 1, columns 2 to 5`, `column 3`, `the diagonal from column 1, row 1 to ...`."""
        kind = line_kind(line, self.width)
        if kind == "row":
            return f"row {self.row(line[0])}, columns {self.column(line[0])} to {self.column(line[-1])}"
        if kind == "column":
            return f"column {self.column(line[0])}"
        ends = sorted((line[0], line[-1]), key=self.column)
        return f"the diagonal from {self.place(ends[0])} to {self.place(ends[1])}"

    def who_fills_below(self, cell: int, to_move: int) -> int:
        """Return who must play below a cell if all other columns are filled first; `to_move` moves now."""
        column = cell % self.width
        empty = [each for each, owner in enumerate(self.cells) if not owner]
        elsewhere = sum(each % self.width != column for each in empty)
        below = sum(each % self.width == column and each > cell for each in empty)
        return to_move if (elsewhere + below) % 2 else 3 - to_move


class ConnectTeacher(Teacher):
    """Explains lines, threats, zugzwang and follow-up."""

    only_adds_stones = True
    tells_captures = True

    def __init__(self, game: Connect) -> None:
        self._size = game.width, game.height, game.length
        self._first_column = game.first_column

    def _rack(self, position: Position) -> Rack:
        return Rack(
            tuple(position.game.rules.describe(position.state)),
            *self._size,
            falls=True,
            first_column=self._first_column,
        )

    def name_win(self, position: Position, move: Move) -> str:
        """Describe the line that a disc completes."""
        return self._rack(position.play(move)).completed(self._rack(position).landing(move.parts[0]))

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the threats that a disc makes or gives up, and the lines that it builds and blocks."""
        before, after = self._rack(position), self._rack(position.play(move))
        owner, cell = position.turn + 1, before.landing(move.parts[0])
        me, opponent = (position.game.side_name(side) for side in (position.turn, position.turn.opponent))
        # A cell on which a disc lands now is named by its column, like moves.
        game = position.game

        def play(cell: int) -> Move:
            return game.codec.move(game.rules.pack([cell % before.width]))

        words = LineNaming(lambda cell: str(before.column(cell)), before.line_name, me, opponent, play)
        return [
            *fork_effects(before, after, owner, words, (Kind.PREPARES_FORK, Kind.STOPS_FORK)),
            *_hanging(before, after, owner, me, opponent),
            *_given_up(before, after, cell, owner, opponent, move),
            *line_effects(
                before, after, cell, owner, words, (Kind.LINES_UP, Kind.IN_THE_WAY, Kind.OPEN_LINES)
            ),
        ]

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return follow-up or zugzwang, if it decides the game."""
        value, after = values[move], position.play(move)
        if not value.exact or value.result is None or after.is_over:
            return []
        zugzwang = self._zugzwang(position, pv) if value.result else []
        return [*self._follow_up(position, after, value), *zugzwang]

    def _follow_up(self, position: Position, after: Position, value: Value) -> list[Reason]:
        """Return that answering in the same column suffices, if that keeps the value."""
        if (value.result or 0) < 0:
            return []
        found = wins_or_draws_by_follow_up(self._rack(after), position.turn + 1)
        if found is None or found < (value.result or 0):
            return []
        me, opponent = (position.game.side_name(side) for side in (position.turn, after.turn))
        length = self._size[2]
        so = f"wins so, whatever {opponent} does" if found else f"{opponent} never gets {length} in a line so"
        text = f"lets {me} answer every disc in the same column from now on (follow-up): {me} {so}"
        if not found:
            text = f"lets {me} answer every disc in the same column from now on (follow-up): {so}"
        return [Reason(Kind.FOLLOW_UP, text, part=Part.WHY)]

    def _zugzwang(self, position: Position, line: Line) -> list[Reason]:
        """Return the zugzwang in the PV: a player without a column that does not lose at once."""
        reached = position
        for played, move in enumerate(line, start=1):
            reached = reached.play(move)
            if reached.is_over:
                break
            loser, winner = reached.turn, reached.turn.opponent
            rack = self._rack(reached)
            if rack.threats(winner + 1) or rack.threats(loser + 1):
                continue  # caused by a threat, not by zugzwang
            if all(_can_win(reached.play(reply)) for reply in reached.moves):
                name = position.game.side_name
                columns = [rack.column(rack.landing(reply.parts[0])) for reply in reached.moves]
                named = join_words([str(column) for column in sorted(columns)])
                text = (
                    f"leads to zugzwang: when the safe columns are full, {name(loser)} has to play "
                    f"{'column' if len(columns) == 1 else 'in column'} {named} and {name(winner)} wins on top"
                )
                against = winner is not position.turn
                return [Reason(Kind.ZUGZWANG, text, tuple(line[:played]), part=Part.WHY, against=against)]
        return []


def _hanging(before: Rack, after: Rack, owner: int, me: str, opponent: str) -> list[Reason]:
    """Return new threats that can't be played yet, and their effect."""
    new = after.winning_cells(owner) - before.winning_cells(owner)
    reasons = []
    for cell in sorted((cell for cell in new if not after.is_playable(cell)), reverse=True):
        text, small = f"makes a threat at {after.odd_place(cell)}", False
        if after.is_playable(cell + after.width):
            text += f", so {opponent} can no longer play column {after.column(cell)}"
        elif after.who_fills_below(cell, 3 - owner) != owner:
            text += f": when the other columns are full, {opponent} has to play below it"
        else:
            text += f": when the other columns are full, {me} has to play below it, so it may come to nothing"
            small = True
        reasons.append(Reason(Kind.HANGING, text, small=small))
    return reasons


def _given_up(before: Rack, after: Rack, cell: int, owner: int, opponent: str, move: Move) -> list[Reason]:
    """Return the threat above a disc that the opponent may now fill."""
    above = cell - before.width
    if above not in after.winning_cells(owner) & before.winning_cells(owner):
        return []
    text = f"gives up the threat at {before.odd_place(above)}, as {opponent} can take that cell now"
    return [Reason(Kind.GIVES_UP, text, (move,), against=True)]


def _can_win(position: Position) -> bool:
    """Return whether the player to move can win at once."""
    if position.is_over:
        return False
    ends = (position.play(move).outcome for move in position.moves)
    return any(end is not None and end.winner is position.turn for end in ends)
