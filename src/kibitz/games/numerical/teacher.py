"""Explanations of numerical tic-tac-toe: open sums, and numbers that run out."""

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

#: Number of open lines below which they are named.
_FEW = 3
#: Number of unused numbers from which a player is about to run out.
_SCARCE = 2


class Kind(enum.StrEnum):
    """A kind of reason."""

    FILLS = "fills a line with another sum"
    CLOSES = "closes a line"
    USES_UP = "uses up a number that a line needs"
    OPEN_LINES = "the lines still open"
    NUMBERS_LEFT = "the numbers that a player has left"


@dataclass(frozen=True, slots=True)
class Sums:
    """The numbers on a board, 0 for an empty cell, and the prospects of its lines."""

    numbers: tuple[int, ...]
    size: int
    target: int

    @property
    def unused(self) -> list[int]:
        """Return the unused numbers."""
        return [n for n in range(1, len(self.numbers) + 1) if n not in self.numbers]

    def lines(self) -> list[tuple[int, ...]]:
        """Return rows, columns and the two diagonals."""
        return list(lines_of(self.size, self.size, self.size))

    def total(self, line: Sequence[int]) -> int:
        """Return the current sum of a line."""
        return sum(self.numbers[cell] for cell in line)

    def gaps(self, line: Sequence[int]) -> int:
        """Return the number of empty cells of a line."""
        return sum(not self.numbers[cell] for cell in line)

    def is_open(self, line: Sequence[int]) -> bool:
        """Return whether unused numbers can complete a line to the winning sum."""
        gaps, missing = self.gaps(line), self.target - self.total(line)
        return gaps > 0 and any(sum(some) == missing for some in itertools.combinations(self.unused, gaps))

    def with_number(self, cell: int, number: int) -> Sums:
        """Return the board with one more number."""
        numbers = list(self.numbers)
        numbers[cell] = number
        return Sums(tuple(numbers), self.size, self.target)


class NumericalTeacher(Teacher):
    """Explains sums that a number closes, and numbers that run out."""

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
        """Return the lines that a number fills or closes, and the unused numbers."""
        game, (cell, number) = self._game, move.parts
        return _sum_reasons(
            self._sums(position), cell, number, game.cell_names.text, game.side_names, position.turn
        )


def _sum_reasons(
    before: Sums, cell: int, number: int, name: Callable[[int], str], sides: tuple[str, str], turn: int
) -> list[Reason]:
    """Return the effects of a number on the lines and the unused numbers; `turn` writes it."""
    after = before.with_number(cell, number)
    named = {line: line_name(line, before.size, name) for line in before.lines()}
    reasons = []
    closed = [line for line in named if before.is_open(line) and not after.is_open(line)]
    filled = [line for line in closed if after.gaps(line) == 0]
    if filled:
        names = join_words([f"{named[line]} with {after.total(line)}" for line in filled], "and")
        reasons.append(Reason(Kind.FILLS, f"fills {names}, so nobody wins there"))
    through = [line for line in closed if cell in line and line not in filled]
    if through:
        names = join_words([named[line] for line in through], "and")
        reasons.append(Reason(Kind.CLOSES, f"closes {names}: no numbers left make {after.target} there"))
    starved = [line for line in closed if cell not in line]
    if starved:
        names = join_words([named[line] for line in starved], "and")
        text = f"uses up the {number}, without which no numbers left make {after.target} in {names}"
        reasons.append(Reason(Kind.USES_UP, text))
    return reasons + _left(after, named, sides, turn)


def _left(after: Sums, named: dict[tuple[int, ...], str], sides: tuple[str, str], turn: int) -> list[Reason]:
    """Return the remaining prospects near the end."""
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
