"""Sentences about Connect games: threats that hang in the air, odd and even, and zugzwang."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.move import Line, Move
from kibitz.base.reason import Reason, join_words
from kibitz.base.value import Value
from kibitz.games.board_view import lines_of
from kibitz.games.line_names import line_kind
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.connect.game import Connect


class Kind(enum.StrEnum):
    """What a reason of this game claims."""

    HANGING = "makes a threat that hangs"
    POISONS = "takes a column from the opponent"
    GIVES_UP = "lets the opponent take a winning cell"
    ZUGZWANG = "leads to zugzwang"


@dataclass(frozen=True, slots=True)
class Rack:
    """The cells of a board row by row from the top; 0 is empty, 1 and 2 are the players' discs."""

    cells: tuple[int, ...]
    width: int
    height: int
    length: int
    first_column: int = 1

    def winning_cells(self, owner: int) -> set[int]:
        """The empty cells on which a disc would win for a player, whether one can fall there now or not."""
        found = set()
        for line in lines_of(self.width, self.height, self.length):
            gaps = [cell for cell in line if self.cells[cell] != owner]
            if len(gaps) == 1 and not self.cells[gaps[0]]:
                found.add(gaps[0])
        return found

    def is_playable(self, cell: int) -> bool:
        """Whether the next disc of its column falls on an empty cell."""
        below = cell + self.width
        return not self.cells[cell] and (below >= len(self.cells) or self.cells[below] != 0)

    def landing(self, column: int) -> int:
        """The cell on which the next disc of a column falls."""
        empty = (cell for cell in range(column, len(self.cells), self.width) if not self.cells[cell])
        return max(empty)

    def column(self, cell: int) -> int:
        """The number of a cell's column."""
        return cell % self.width + self.first_column

    def place(self, cell: int) -> str:
        """`column 3, row 4 (even)`: rows count from the bottom."""
        row = self.height - cell // self.width
        return f"column {self.column(cell)}, row {row} ({'odd' if row % 2 else 'even'})"

    def completed(self, cell: int) -> str:
        """How the discs lie that the one on a cell completes: `4 on a diagonal`."""
        where = {"row": "in a row", "column": "in a column", "diagonal": "on a diagonal", "cell": ""}
        kinds = dict.fromkeys(
            where[line_kind(line, self.width)]
            for line in lines_of(self.width, self.height, self.length)
            if cell in line and len({self.cells[each] for each in line}) == 1
        )
        return f"{self.length} {' and '.join(kinds)}".strip()


class ConnectTeacher(Teacher):
    """Explains threats that hang in the air, and zugzwang."""

    only_adds_stones = True

    def __init__(self, game: Connect) -> None:
        self._size = game.width, game.height, game.length, game.first_column

    def _rack(self, position: Position) -> Rack:
        return Rack(tuple(position.game.rules.describe(position.state)), *self._size)

    def name_win(self, position: Position, move: Move) -> str:
        """Return how the discs lie that a disc completes."""
        return self._rack(position.play(move)).completed(self._rack(position).landing(move.parts[0]))

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return the threats that a disc makes or gives up, and zugzwang."""
        return _threats(position, move, pv, values[move], self._rack)


def _threats(
    position: Position, move: Move, line: Line, value: Value, rack_of: Callable[[Position], Rack]
) -> list[Reason]:
    """What a disc does to threats that nobody can carry out yet, and where that ends."""
    after = position.play(move)
    if after.turn is not position.turn.opponent:
        return []
    me, they = (position.game.side_name(side) for side in (position.turn, after.turn))
    owner = position.turn + 1
    old, new = rack_of(position), rack_of(after)
    mine = new.winning_cells(owner)
    hanging = sorted(cell for cell in mine - old.winning_cells(owner) if not new.is_playable(cell))
    reasons = []
    if hanging:
        said = join_words([new.place(cell) for cell in hanging], "and")
        some = "a threat" if len(hanging) == 1 else "threats"
        text = f"makes {some} at {said}: {me} wins there if {they} fills the cell below"
        reasons.append(Reason(Kind.HANGING, text))
    poisoned = [cell for cell in hanging if new.is_playable(cell + new.width)]
    if poisoned:
        columns = join_words([str(new.column(cell)) for cell in poisoned])
        text = f"makes column {columns} bad for {they}, as {me} would win on top"
        reasons.append(Reason(Kind.POISONS, text))
    above = old.landing(move.parts[0]) - old.width
    if above in mine & old.winning_cells(owner):
        text = f"gives up the threat at {new.place(above)}, as {they} can take that cell now"
        reasons.append(Reason(Kind.GIVES_UP, text, (move,)))
    return reasons + (_zugzwang(position, line, rack_of) if value.result else [])


def _zugzwang(position: Position, line: Line, rack_of: Callable[[Position], Rack]) -> list[Reason]:
    """Where the expected line comes to a position in which whoever is to move loses because it must move."""
    reached = position
    for played, move in enumerate(line, start=1):
        reached = reached.play(move)
        if reached.is_over:
            break
        loser, winner = reached.turn, reached.turn.opponent
        rack = rack_of(reached)
        if any(rack.is_playable(cell) for cell in rack.winning_cells(winner + 1)):
            continue  # a threat does it, not the duty to move
        if all(_can_win(reached.play(reply)) for reply in reached.moves):
            name = position.game.side_name
            path = position.write_line(line[:played])
            text = (
                f"leads to zugzwang: after {path}, {name(loser)} has to move, "
                f"and {name(winner)} wins whatever it is"
            )
            return [Reason(Kind.ZUGZWANG, text, tuple(line[:played]))]
    return []


def _can_win(position: Position) -> bool:
    """Whether the player to move can win at once."""
    if position.is_over:
        return False
    ends = (position.play(move).outcome for move in position.moves)
    return any(end is not None and end.winner is position.turn for end in ends)
