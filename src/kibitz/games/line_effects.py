"""What a stone does to the lines of a board on which lines of stones win.

Geometry alone: every sentence is true by the rules, whoever is to move next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.base.move import Move
from kibitz.base.reason import Reason, join_words
from kibitz.games.board_view import lines_of

#: More cells than this are counted instead of named.
_MAX_NAMED = 3
#: Fewer stones than this on a line are a small matter.
_WORTH_A_WORD = 3


@dataclass(frozen=True, slots=True)
class StoneBoard:
    """The cells of a board row by row from the top; 0 is empty, 1 and 2 are the players' stones."""

    cells: tuple[int, ...]
    width: int
    height: int
    length: int
    #: Whether stones fall to the lowest empty cell of a column.
    falls: bool = False

    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line that wins when it is filled."""
        return lines_of(self.width, self.height, self.length)

    def winning_cells(self, owner: int) -> set[int]:
        """The empty cells on which a stone would win for a player, whether it can be put there now or not."""
        found = set()
        for line in self.lines():
            gaps = [cell for cell in line if self.cells[cell] != owner]
            if len(gaps) == 1 and not self.cells[gaps[0]]:
                found.add(gaps[0])
        return found

    def is_playable(self, cell: int) -> bool:
        """Whether a stone can be put on a cell now."""
        below = cell + self.width
        return not self.cells[cell] and (not self.falls or below >= len(self.cells) or self.cells[below] != 0)

    def playable_cells(self) -> list[int]:
        """The cells on which a stone can be put now."""
        return [cell for cell in range(len(self.cells)) if self.is_playable(cell)]

    def with_stone(self, cell: int, owner: int) -> StoneBoard:
        """The board with a stone more."""
        cells = list(self.cells)
        cells[cell] = owner
        return replace(self, cells=tuple(cells))

    def threats(self, owner: int) -> set[int]:
        """The cells on which a player would win now, were it to move."""
        return {cell for cell in self.winning_cells(owner) if self.is_playable(cell)}

    def forks(self, owner: int) -> dict[int, set[int]]:
        """The cells on which a stone would make two threats at once, were a player to move, and these."""
        if self.threats(owner):
            return {}  # then it would win
        found = {}
        near = self._cells_of_lines(owner)
        for cell in self.playable_cells():
            if cell in near:
                threats = self.with_stone(cell, owner).threats(owner)
                if len(threats) > 1:
                    found[cell] = threats
        return found

    def _cells_of_lines(self, owner: int) -> set[int]:
        """The empty cells of lines that lack two stones of a player and have none of the other."""
        found: set[int] = set()
        for line in self.lines():
            held = [self.cells[cell] for cell in line]
            if held.count(0) == 2 and held.count(owner) == self.length - 2:
                found.update(cell for cell in line if not self.cells[cell])
        if self.falls:  # a stone may also make the cell above it playable
            found |= {cell + self.width for cell in self.winning_cells(owner)}
        return found


@dataclass(frozen=True, slots=True)
class LineWords:
    """How a game names its cells and lines, and what its players are called."""

    cell: Callable[[int], str]
    line: Callable[[tuple[int, ...]], str]
    me: str
    opponent: str
    #: The move that puts a stone on a cell.
    move: Callable[[int], Move]


def fork_effects(
    before: StoneBoard, after: StoneBoard, owner: int, words: LineWords, kinds: tuple[str, str]
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
    words: LineWords,
    kinds: tuple[str, str, str],
) -> list[Reason]:
    """Return the longest line that a stone builds and blocks, and how many it can still be part of."""
    length, reasons = after.length, []
    through = [line for line in after.lines() if cell in line]
    built = max(
        (line for line in through if _held(after, line, 3 - owner) == 0),
        key=lambda line: _held(after, line, owner),
        default=None,
    )
    many = 0 if built is None else _held(after, built, owner)
    if built is not None and 2 <= many < length - 1:
        text = f"builds {many} of {length} on {words.line(built)}"
        reasons.append(Reason(kinds[0], text, small=many < _WORTH_A_WORD))
    met = max(
        (line for line in through if _held(before, line, owner) == 0),
        key=lambda line: _held(before, line, 3 - owner),
        default=None,
    )
    theirs = 0 if met is None else _held(before, met, 3 - owner)
    if met is not None and 2 <= theirs < length - 1:
        text = f"stands in the way of {theirs} stones of {words.opponent} on {words.line(met)}"
        reasons.append(Reason(kinds[1], text, small=theirs < _WORTH_A_WORD))
    open_lines = {each: _open(before, each, owner) for each in before.playable_cells()}
    mine = open_lines.pop(cell)
    if before.length > 1:
        most = max(open_lines.values(), default=0)
        text = f"lies on {mine or 'no'} open {'line' if mine == 1 else 'lines'} of {length}"
        named: tuple[Move, ...] = ()
        if not open_lines:
            pass
        elif mine > most:
            text += ", more than any other move"
        elif mine == most:
            text += ", as many as any other move"
        else:
            best = min(each for each, count in open_lines.items() if count == most)
            text += f"; {words.cell(best)} lies on {most}"
            named = (words.move(best),)
        reasons.append(Reason(kinds[2], text, named, small=True, against=mine < most))
    return reasons


def _held(board: StoneBoard, line: tuple[int, ...], owner: int) -> int:
    """How many stones of a player are on a line."""
    return sum(board.cells[cell] == owner for cell in line)


def _open(board: StoneBoard, cell: int, owner: int) -> int:
    """How many lines through a cell have no stone of the other player."""
    return sum(cell in line and _held(board, line, 3 - owner) == 0 for line in board.lines())


def _cells(cells: list[int], words: LineWords) -> str:
    if len(cells) > _MAX_NAMED:
        return f"any of {len(cells)} cells"
    return join_words([words.cell(cell) for cell in cells])
