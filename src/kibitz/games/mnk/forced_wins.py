"""A prover of forced wins in m,n,k games, which tries every move and every reply that can matter.

An additional stone of the defender never helps the attacker. So a move can only win in n moves if the
attacker, after a pass of the defender, wins in n - 1, which leaves few moves. Nothing is left out: a win
that is not found within n moves does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.capabilities import ForcedWins
from kibitz.games.line_effects import line_masks, winning_mask
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.mnk.game import Mnk


class MnkForcedWins(ForcedWins):
    """Finds the quickest wins by stones on bit boards."""

    def __init__(self, game: Mnk) -> None:
        self._game = game

    def quickest(self, position: Position, moves: int) -> tuple[int, list[Move]] | None:
        """Return the number of own moves of the quickest win, and the moves that begin it."""
        mine, theirs = self._stones(position)
        prover = _Prover(self._game.width, self._game.height, self._game.length)
        for number in range(1, moves + 1):
            if cells := prover.winning(mine, theirs, number):
                return number, [
                    self._game.codec.move(self._game.rules.pack([cell])) for cell in _cells(cells)
                ]
        return None

    def _stones(self, position: Position) -> tuple[int, int]:
        cells = self._game.rules.describe(position.state)
        boards = [0, 0]
        for cell, owner in enumerate(cells):
            if owner:
                boards[owner - 1] |= 1 << cell
        return boards[position.turn], boards[1 - position.turn]


#: Lines without a stone of the defender, and lines without one of the attacker.
_Lines = tuple[Sequence[int], Sequence[int]]


class _Prover:
    """Answers whether an attacker who is to move completes a line within so many moves.

    A line that lacks more stones than there are moves can't matter, so each step of the recursion passes on
    the lines that still can.
    """

    def __init__(self, width: int, height: int, length: int) -> None:
        every = line_masks(width, height, length)
        self._lines = every, every
        self._length = length
        self._full = (1 << width * height) - 1
        self._known: dict[tuple[int, int, int], bool] = {}

    def winning(self, mine: int, theirs: int, moves: int) -> int:
        """Return the cells that win in exactly so many moves, if no fewer suffice."""
        lines = self._relevant(self._lines, mine, theirs, moves)
        if completed := winning_mask(lines[0], mine, theirs):
            return completed if moves == 1 else 0
        if moves == 1:
            return 0
        found = 0
        for cell in _bits(self._candidates(lines, mine, theirs, moves)):
            if self._wins_after(lines, mine | cell, theirs, moves - 1):
                found |= cell
        return found

    def _wins(self, lines: _Lines, mine: int, theirs: int, moves: int) -> bool:
        """Return whether the attacker, to move, wins within so many moves."""
        key = (mine, theirs, moves)
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._search(lines, mine, theirs, moves)
        return known

    def _search(self, lines: _Lines, mine: int, theirs: int, moves: int) -> bool:
        lines = self._relevant(lines, mine, theirs, moves)
        if winning_mask(lines[0], mine, theirs):
            return True
        if moves == 1:
            return False
        if moves > 2 and self._wins(lines, mine, theirs, moves - 1):
            return True
        candidates = self._candidates(lines, mine, theirs, moves)
        return any(self._wins_after(lines, mine | cell, theirs, moves - 1) for cell in _bits(candidates))

    def _relevant(self, lines: _Lines, mine: int, theirs: int, moves: int) -> _Lines:
        """Return the lines that either side can complete with so many stones."""
        least = self._length - moves
        return (
            [line for line in lines[0] if not line & theirs and (line & mine).bit_count() >= least],
            [line for line in lines[1] if not line & mine and (line & theirs).bit_count() >= least],
        )

    def _candidates(self, lines: _Lines, mine: int, theirs: int, moves: int) -> int:
        """Return the moves on relevant lines, which alone can win in so many moves and no fewer."""
        if threats := winning_mask(lines[1], theirs, mine):
            return threats if threats & (threats - 1) == 0 else 0
        if moves == 2:
            return self._double_threats(lines, mine)
        cells = 0
        for line in (*lines[0], *lines[1]):
            cells |= line
        return cells & ~(mine | theirs)

    def _wins_after(self, lines: _Lines, mine: int, theirs: int, moves: int) -> bool:
        """Return whether the attacker wins within so many more moves against every reply."""
        if winning_mask(lines[1], theirs, mine):
            return False
        if threats := winning_mask(lines[0], mine, theirs):
            if threats & (threats - 1):
                return True
            return moves > 1 and self._wins(lines, mine, theirs | threats, moves)
        if moves == 1 or not self._wins(lines, mine, theirs, moves):
            return False
        free = self._full & ~(mine | theirs)
        first = 0
        for line in (*lines[0], *lines[1]):
            if (line & mine).bit_count() + (line & theirs).bit_count() >= self._length - 2:
                first |= line
        return all(
            self._wins(lines, mine, theirs | reply, moves)
            for part in (first & free, free & ~first)
            for reply in _bits(part)
        )

    def _double_threats(self, lines: _Lines, mine: int) -> int:
        """Return the cells after which two cells complete a line."""
        threats: dict[int, int] = {}
        for line in lines[0]:
            left = line & ~mine
            if left.bit_count() == 2:
                low = left & -left
                threats[low] = threats.get(low, 0) | left ^ low
                threats[left ^ low] = threats.get(left ^ low, 0) | low
        return sum(cell for cell, completing in threats.items() if completing & (completing - 1))


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def _cells(cells: int) -> Iterator[int]:
    return (cell.bit_length() - 1 for cell in _bits(cells))
