"""Follow-up, the rule of Connect Four's experts: answer every disc in the column where it falls.

Who follows up gets the even cells of every column (claim-even). Whether that alone wins or draws is proved
by trying every game that the opponent may play against it.
"""

from __future__ import annotations

from kibitz.games.line_effects import StoneBoard

#: Positions that are tried before the question is left open.
_MOST = 4_000


def wins_or_draws_by_follow_up(board: StoneBoard, follower: int) -> int | None:
    """Return 1 if a follower wins against every play, 0 if it never loses; None if it may, or if unknown.

    The opponent is to move. The follower takes a win where there is one, and else answers in the same column.
    """
    columns = [
        [cell for cell in range(column, len(board.cells), board.width) if not board.cells[cell]][::-1]
        for column in range(board.width)
    ]
    if any(len(column) % 2 for column in columns) or not any(columns):
        return None
    lines = board.lines()
    through = [[line for line in lines if cell in line] for cell in range(len(board.cells))]
    cells = list(board.cells)
    seen: dict[tuple[int, ...], int | None] = {}
    left = _MOST

    def wins(cell: int, owner: int) -> bool:
        return any(all(each == cell or cells[each] == owner for each in line) for line in through[cell])

    def playable(filled: tuple[int, ...]) -> list[int]:
        return [column[at] for column, at in zip(columns, filled, strict=True) if at < len(column)]

    def worst(filled: tuple[int, ...]) -> int | None:
        """Return the result against best play from a position in which the opponent is to move."""
        nonlocal left
        if filled in seen:
            return seen[filled]
        left -= 1
        if left < 0:
            return None
        found: int | None = 1 if playable(filled) else 0
        for index, column in enumerate(columns):
            at = filled[index]
            if at == len(column) or found is None:
                continue
            found = _less(found, reply(filled, index, column[at], column[at + 1]))
        seen[filled] = found
        return found

    def reply(filled: tuple[int, ...], index: int, cell: int, above: int) -> int | None:
        """Return the result after the opponent's disc on a cell."""
        if wins(cell, 3 - follower):
            return None
        cells[cell] = 3 - follower
        then = tuple(at + 1 if each == index else at for each, at in enumerate(filled))
        try:
            if any(wins(each, follower) for each in playable(then)):
                return 1
            cells[above] = follower
            return worst(tuple(at + 2 if each == index else at for each, at in enumerate(filled)))
        finally:
            cells[above] = cells[cell] = 0

    return worst((0,) * board.width)


def _less(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else min(one, other)
