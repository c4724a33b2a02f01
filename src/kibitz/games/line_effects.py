"""Effects of a stone on the lines of a board, in games won by lines.

Purely geometric: every sentence is true by the rules, whichever side moves next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from kibitz.base.move import Move
from kibitz.base.reason import Reason, join_words
from kibitz.games.board_view import lines_of

#: Number of cells above which they are counted instead of named.
_MAX_NAMED = 3
#: Number of stones on a line below which it isn't mentioned.
_WORTH_A_WORD = 3


@lru_cache(maxsize=64)
def line_masks(width: int, height: int, length: int) -> tuple[int, ...]:
    """Return the winning lines as bit masks of cells, in the order of `lines_of`."""
    return tuple(sum(1 << cell for cell in line) for line in lines_of(width, height, length))


@dataclass(frozen=True, slots=True)
class StoneBoard:
    """The cells of a board row by row from the top; 0 is empty, 1 and 2 are the players' stones.

    Sets of cells are bit masks inside, the first cell in the lowest bit.
    """

    cells: tuple[int, ...]
    width: int
    height: int
    length: int
    #: Whether stones fall to the lowest empty cell of a column.
    falls: bool = False

    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Return every winning line."""
        return lines_of(self.width, self.height, self.length)

    def masks(self) -> tuple[int, ...]:
        """Return every winning line as a bit mask, in the order of `lines`."""
        return line_masks(self.width, self.height, self.length)

    def stones(self, owner: int) -> int:
        """Return the cells with a player's stones as a bit mask."""
        mask = 0
        for cell, held in enumerate(self.cells):
            if held == owner:
                mask |= 1 << cell
        return mask

    def winning_cells(self, owner: int) -> set[int]:
        """Return the empty cells on which a stone would win for a player, playable or not."""
        return _cells_of(winning_mask(self.masks(), self.stones(owner), self.stones(3 - owner)))

    def is_playable(self, cell: int) -> bool:
        """Return whether a stone can be put on a cell now."""
        below = cell + self.width
        return not self.cells[cell] and (not self.falls or below >= len(self.cells) or self.cells[below] != 0)

    def with_stone(self, cell: int, owner: int) -> Self:
        """Return the board with one more stone."""
        return replace(self, cells=(*self.cells[:cell], owner, *self.cells[cell + 1 :]))

    def playable_cells(self) -> list[int]:
        """Return the cells on which a stone can be put now."""
        return sorted(_cells_of(self._playable(self.stones(1) | self.stones(2))))

    def threats(self, owner: int) -> set[int]:
        """Return the cells on which a player could win at once."""
        return _cells_of(self._threats(self.stones(owner), self.stones(3 - owner)))

    def forks(self, owner: int) -> dict[int, set[int]]:
        """Return the cells where a stone makes two threats at once, with these threats."""
        mine, theirs = self.stones(owner), self.stones(3 - owner)
        winning, playable = winning_mask(self.masks(), mine, theirs), self._playable(mine | theirs)
        if winning & playable:
            return {}  # it would win
        found = {}
        near = playable & self._near(mine, theirs, winning)
        for cell in sorted(_cells_of(near)):
            threats = self._threats(mine | 1 << cell, theirs)
            if threats.bit_count() > 1:
                found[cell] = _cells_of(threats)
        return found

    def _playable(self, occupied: int) -> int:
        """Return the cells on which a stone can be put, by those that are occupied."""
        every = (1 << len(self.cells)) - 1
        if not self.falls:
            return every & ~occupied
        bottom = every & ~(every >> self.width)
        return (occupied >> self.width | bottom) & ~occupied

    def _threats(self, mine: int, theirs: int) -> int:
        return winning_mask(self.masks(), mine, theirs) & self._playable(mine | theirs)

    def _near(self, mine: int, theirs: int, winning: int) -> int:
        """Return the empty cells of lines that lack two stones of a player and have none of the other.

        Where stones fall, one may also make the winning cell above it playable.
        """
        found = 0
        for line in self.masks():
            if not line & theirs and (gaps := line & ~mine).bit_count() == 2:
                found |= gaps
        return found | winning << self.width if self.falls else found


def winning_mask(lines: Sequence[int], mine: int, theirs: int) -> int:
    """Return the empty cells that complete a line, as a bit mask."""
    found = 0
    for line in lines:
        gaps = line & ~mine
        if not gaps & (gaps - 1):
            found |= gaps
    return found & ~theirs


def _cells_of(mask: int) -> set[int]:
    """Return the cells of a bit mask."""
    cells = set()
    while mask:
        cells.add((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return cells


@dataclass(frozen=True, slots=True)
class LineNaming:
    """Names of cells, lines and players in a game's explanations."""

    cell: Callable[[int], str]
    line: Callable[[tuple[int, ...]], str]
    me: str
    opponent: str
    #: The move that puts a stone on a cell.
    move: Callable[[int], Move]


def fork_effects(
    before: StoneBoard, after: StoneBoard, owner: int, words: LineNaming, kinds: tuple[str, str]
) -> list[Reason]:
    """Return double threats that a stone prepares, and those of the opponent that it stops."""
    reasons = []
    theirs, left = before.forks(3 - owner), after.forks(3 - owner)
    stopped = sorted(set(theirs) - set(left))
    if stopped and not left:
        text = f"stops {words.opponent} from making two threats at once with {_cells(stopped, words)}"
        reasons.append(Reason(kinds[1], text, tuple(map(words.move, stopped))))
    made = sorted(set(after.forks(owner)) - set(before.forks(owner)))
    if made and not after.threats(owner):
        text = f"prepares two threats at once with {_cells(made, words)}"
        reasons.append(Reason(kinds[0], text, tuple(map(words.move, made))))
    return reasons


def line_effects(
    before: StoneBoard,
    after: StoneBoard,
    cell: int,
    owner: int,
    words: LineNaming,
    kinds: tuple[str, str, str],
) -> list[Reason]:
    """Return the longest line that a stone builds and blocks, and how many it can still be part of."""
    length, reasons = after.length, []
    mine, theirs = before.stones(owner), before.stones(3 - owner)
    through = [
        (line, mask) for line, mask in zip(after.lines(), after.masks(), strict=True) if mask >> cell & 1
    ]
    built, most_built = _longest(through, mine | 1 << cell, theirs)
    if 2 <= most_built < length - 1:
        text = f"builds {most_built} of {length} on {words.line(built)}"
        reasons.append(Reason(kinds[0], text, small=most_built < _WORTH_A_WORD))
    blocked, most_blocked = _longest(through, theirs, mine)
    if 2 <= most_blocked < length - 1:
        text = f"stands in the way of {most_blocked} stones of {words.opponent} on {words.line(blocked)}"
        reasons.append(Reason(kinds[1], text, small=most_blocked < _WORTH_A_WORD))
    open_lines = _open_lines(before, theirs)
    lies_on = open_lines.pop(cell)
    if before.length > 1:
        most = max(open_lines.values(), default=0)
        text = f"lies on {lies_on or 'no'} open {'line' if lies_on == 1 else 'lines'} of {length}"
        named: tuple[Move, ...] = ()
        if not open_lines:
            pass
        elif lies_on > most:
            text += ", more than any other move"
        elif lies_on == most:
            text += ", as many as any other move"
        else:
            best = min(each for each, count in open_lines.items() if count == most)
            text += f"; {words.cell(best)} lies on {most}"
            named = (words.move(best),)
        reasons.append(Reason(kinds[2], text, named, small=True, against=lies_on < most))
    return reasons


def _longest(
    lines: list[tuple[tuple[int, ...], int]], stones: int, others: int
) -> tuple[tuple[int, ...], int]:
    """Return the line with the most stones of a player and none of the other, and their number."""
    longest: tuple[int, ...] = ()
    most = 0
    for line, mask in lines:
        if not mask & others and (count := (mask & stones).bit_count()) > most:
            longest, most = line, count
    return longest, most


def _open_lines(board: StoneBoard, theirs: int) -> dict[int, int]:
    """Count, for each playable cell, the lines through it without a stone of the other player."""
    counts = dict.fromkeys(board.playable_cells(), 0)
    for mask in board.masks():
        if not mask & theirs:
            for cell in counts:
                counts[cell] += mask >> cell & 1
    return counts


def _cells(cells: list[int], words: LineNaming) -> str:
    if len(cells) > _MAX_NAMED:
        return f"any of {len(cells)} cells"
    return join_words([words.cell(cell) for cell in cells])
