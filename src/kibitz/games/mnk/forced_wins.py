"""A prover of forced wins in m,n,k games, which looks at every move and every reply that can matter.

An additional stone of the defender never helps the attacker. So a move can only win in n moves if the attacker,
after a pass of the defender, wins in n - 1; that leaves few moves, and the stones of that win are the first
replies to try. Nothing is left out: a win that is not found within n moves does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
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
        """Return the number of own moves of the quickest win, at most `moves`, and the moves that begin it."""
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


class _Prover:
    """Answers whether an attacker who is to move completes a line within so many moves."""

    def __init__(self, width: int, height: int, length: int) -> None:
        self._lines = line_masks(width, height, length)
        self._length = length
        self._full = (1 << width * height) - 1
        self._known: dict[tuple[int, int, int], bool] = {}

    def winning(self, mine: int, theirs: int, moves: int) -> int:
        """Return the cells that win in exactly so many moves, if no fewer suffice."""
        found = 0
        if completed := winning_mask(self._lines, mine, theirs):
            return completed if moves == 1 else 0
        if moves == 1:
            return 0
        for cell in _bits(self._candidates(mine, theirs, moves)):
            if self._wins_after(mine | cell, theirs, moves - 1):
                found |= cell
        return found

    def _wins(self, mine: int, theirs: int, moves: int) -> bool:
        """Return whether the attacker, to move, wins within so many moves."""
        key = (mine, theirs, moves)
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._search(mine, theirs, moves)
        return known

    def _search(self, mine: int, theirs: int, moves: int) -> bool:
        if winning_mask(self._lines, mine, theirs):
            return True
        if moves == 1:
            return False
        if moves > 2 and self._wins(mine, theirs, moves - 1):
            return True
        candidates = self._candidates(mine, theirs, moves)
        return any(self._wins_after(mine | cell, theirs, moves - 1) for cell in _bits(candidates))

    def _candidates(self, mine: int, theirs: int, moves: int) -> int:
        """Return the moves that can matter for a win in so many moves and no fewer.

        They lie on a line that can be completed, or could be by the defender, in that many.
        """
        if threats := winning_mask(self._lines, theirs, mine):
            return threats if threats & (threats - 1) == 0 else 0
        if moves == 2:
            return self._double_threats(mine, theirs)
        least, cells = self._length - moves, 0
        for line in self._lines:
            own, other = line & mine, line & theirs
            if (not other and own.bit_count() >= least) or (not own and other.bit_count() >= least):
                cells |= line
        return cells & ~(mine | theirs)

    def _wins_after(self, mine: int, theirs: int, moves: int) -> bool:
        """Return whether the attacker wins within so many more moves against every reply."""
        if threats := winning_mask(self._lines, mine, theirs):
            if winning_mask(self._lines, theirs, mine):
                return False
            if threats & (threats - 1):
                return True
            return moves > 1 and self._wins(mine, theirs | threats, moves)
        if moves == 1 or not self._wins(mine, theirs, moves) or winning_mask(self._lines, theirs, mine):
            return False
        free = self._full & ~(mine | theirs)
        first = self._candidates(mine, theirs, min(moves, 2)) | self._near(mine, theirs)
        return all(
            self._wins(mine, theirs | reply, moves)
            for part in (first & free, free & ~first)
            for reply in _bits(part)
        )

    def _double_threats(self, mine: int, theirs: int) -> int:
        """Return the cells after which two cells complete a line."""
        threats: dict[int, int] = {}
        for line in self._lines:
            if not line & theirs and (line & mine).bit_count() == self._length - 2:
                left = line & ~mine
                low = left & -left
                threats[low] = threats.get(low, 0) | left ^ low
                threats[left ^ low] = threats.get(left ^ low, 0) | low
        return sum(cell for cell, completing in threats.items() if completing & (completing - 1))

    def _near(self, mine: int, theirs: int) -> int:
        """Return the cells of open lines with all but two stones of one side: replies to try first."""
        cells = 0
        for line in self._lines:
            own, other = line & mine, line & theirs
            if (not other and own.bit_count() == self._length - 2) or (
                not own and other.bit_count() == self._length - 2
            ):
                cells |= line
        return cells


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def _cells(cells: int) -> Iterator[int]:
    return (cell.bit_length() - 1 for cell in _bits(cells))
