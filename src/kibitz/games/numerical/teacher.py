"""Sentences about numerical tic-tac-toe: which sums are still open, and which numbers run out."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.base.reason import Reason, join_words
from kibitz.games.board_view import lines_of
from kibitz.games.line_names import line_name
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.numerical.game import Numerical

#: Fewer open lines than this are named.
_FEW = 3
#: A player with no more numbers than this is about to run out.
_SCARCE = 2


class Kind(enum.StrEnum):
    """What a reason of this game claims."""

    FILLS = "fills a line with another sum"
    CLOSES = "closes a line"
    USES_UP = "uses up a number that a line needs"
    OPEN_LINES = "the lines still open"
    NUMBERS_LEFT = "the numbers that a player has left"


@dataclass(frozen=True, slots=True)
class Sums:
    """The numbers on a board, 0 for an empty cell, and what may still become of its lines."""

    numbers: tuple[int, ...]
    size: int
    target: int

    @property
    def unused(self) -> list[int]:
        """The numbers that are not on the board."""
        return [n for n in range(1, len(self.numbers) + 1) if n not in self.numbers]

    def lines(self) -> list[tuple[int, ...]]:
        """Rows, columns and the two diagonals."""
        return list(lines_of(self.size, self.size, self.size))

    def total(self, line: Sequence[int]) -> int:
        """What a line sums to so far."""
        return sum(self.numbers[cell] for cell in line)

    def gaps(self, line: Sequence[int]) -> int:
        """How many cells of a line are empty."""
        return sum(not self.numbers[cell] for cell in line)

    def is_open(self, line: Sequence[int]) -> bool:
        """Whether numbers that are left can fill a line to the sum that wins."""
        gaps, missing = self.gaps(line), self.target - self.total(line)
        return gaps > 0 and any(sum(some) == missing for some in itertools.combinations(self.unused, gaps))

    def with_number(self, cell: int, number: int) -> Sums:
        """The board with one number more."""
        numbers = list(self.numbers)
        numbers[cell] = number
        return Sums(tuple(numbers), self.size, self.target)


class NumericalTeacher(Teacher):
    """Explains which sums a number closes, and which numbers run out."""

    tells_captures = True

    def __init__(self, game: Numerical) -> None:
        self._game = game

    def _sums(self, position: Position) -> Sums:
        return Sums(tuple(self._game.rules.describe(position.state)), self._game.size, self._game.target)

    def name_win(self, position: Position, move: Move) -> str:
        """Return the line that a number completes, and its sum."""
        cell, number = move.parts
        after = self._sums(position).with_number(cell, number)
        made = (line for line in after.lines() if cell in line and not after.gaps(line))
        line = next(line for line in made if after.total(line) == self._game.target)
        terms = "+".join(str(after.numbers[each]) for each in line)
        return f"{line_name(line, self._game.size, self._game.cell_names.text)}: {terms}"

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the lines that a number fills or closes, and the numbers that are left."""
        game, (cell, number) = self._game, move.parts
        return _sum_reasons(
            self._sums(position), cell, number, game.cell_names.text, game.side_names, position.turn
        )


def _sum_reasons(
    before: Sums, cell: int, number: int, name: Callable[[int], str], sides: tuple[str, str], turn: int
) -> list[Reason]:
    """What a number on a cell does to the lines, and to what the players have left; `turn` is who writes."""
    after = before.with_number(cell, number)
    named = {line: line_name(line, before.size, name) for line in before.lines()}
    reasons = []
    closed = [line for line in named if before.is_open(line) and not after.is_open(line)]
    filled = [line for line in closed if after.gaps(line) == 0]
    if filled:
        said = join_words([f"{named[line]} with {after.total(line)}" for line in filled], "and")
        reasons.append(Reason(Kind.FILLS, f"fills {said}, so nobody wins there"))
    through = [line for line in closed if cell in line and line not in filled]
    if through:
        said = join_words([named[line] for line in through], "and")
        reasons.append(Reason(Kind.CLOSES, f"closes {said}: no numbers left make {after.target} there"))
    starved = [line for line in closed if cell not in line]
    if starved:
        said = join_words([named[line] for line in starved], "and")
        text = f"uses up the {number}, without which no numbers left make {after.target} in {said}"
        reasons.append(Reason(Kind.USES_UP, text))
    return reasons + _left(after, named, sides, turn)


def _left(after: Sums, named: dict[tuple[int, ...], str], sides: tuple[str, str], turn: int) -> list[Reason]:
    """What is still to be played for, near the end."""
    still = [name for line, name in named.items() if after.is_open(line)]
    if not still:
        return [Reason(Kind.OPEN_LINES, f"leaves no line that can still make {after.target}: a draw")]
    reasons = []
    if len(still) < _FEW:
        reasons.append(Reason(Kind.OPEN_LINES, f"leaves only {join_words(still, 'and')} open"))
    # Odd numbers are one player's, even ones the other's.
    odd = sides.index("odd")
    theirs = [n for n in after.unused if (n % 2 == 1) == (odd != turn)]
    if theirs and len(theirs) <= _SCARCE:
        text = f"leaves {sides[1 - turn]} only {join_words([str(n) for n in theirs], 'and')} to write"
        reasons.append(Reason(Kind.NUMBERS_LEFT, text))
    return reasons
