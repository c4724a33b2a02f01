"""Explanations about lines of stones, checked on an independent board in every direction."""

from __future__ import annotations

import re

from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.games.position import Position
from tests.analysis.stones import Stones

Cell = tuple[int, int]


def lines(board: Stones) -> list[list[Cell]]:
    """Every line of cells that wins."""
    found = []
    for c in range(board.width):
        for r in range(board.height):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(c + i * dc, r + i * dr) for i in range(board.length)]
                if all(0 <= x < board.width and 0 <= y < board.height for x, y in line):
                    found.append(line)
    return found


def count(board: Stones, line: list[Cell], who: str) -> int:
    return sum(board.stones.get(cell) == who for cell in line)


def open_lines(board: Stones, cell: Cell, other: str) -> int:
    """How many lines through a cell have no stone of the other player."""
    return sum(cell in line and count(board, line, other) == 0 for line in lines(board))


def would_fork(board: Stones, move: str, who: str) -> bool:
    """Whether a stone would make two threats, were a player to move."""
    if board.place(move) is None or board.threats(who):
        return False
    return len(board.after(move, who).threats(who)) > 1


def named_moves(text: str, board: Stones) -> list[str]:
    """The moves in a list; `any of 5 cells` names none."""
    if text.startswith("any of"):
        return []
    return re.split(r", | or | and ", text)


def check(position: Position, move: Move, reason: Reason) -> bool:
    """Check a sentence about lines; False if it is about something else."""
    me, they = "xo"[position.turn], "xo"[position.turn.opponent]
    before = Stones.of(position)
    after = before.after(str(move), me)
    cell = before.place(str(move))
    assert cell is not None
    other = position.game.side_name(position.turn.opponent)
    text = reason.text
    if found := re.fullmatch(r"builds (\d+) of (\d+) on (.*)", text):
        assert int(found[2]) == after.length
        fitting = [
            line
            for line in lines(after)
            if cell in line and count(after, line, me) == int(found[1]) and count(after, line, they) == 0
        ]
        assert any(is_called(found[3], line, after, position) for line in fitting)
    elif found := re.fullmatch(r"stands in the way of (\d+) stones of (\S+) on (.*)", text):
        assert found[2] == other
        fitting = [
            line
            for line in lines(before)
            if cell in line and count(before, line, they) == int(found[1]) and count(before, line, me) == 0
        ]
        assert any(is_called(found[3], line, after, position) for line in fitting)
    elif found := re.fullmatch(r"lies on (\d+|no) open lines? of (\d+)(.*)", text):
        mine = open_lines(before, cell, they)
        assert mine == (0 if found[1] == "no" else int(found[1]))
        assert int(found[2]) == before.length
        others = {
            each: open_lines(before, place, they)
            for each in before.moves()
            if (place := before.place(each)) is not None and each != str(move)
        }
        if not found[3]:
            assert not others
        elif "more than" in found[3]:
            assert mine > max(others.values())
        elif "as many" in found[3]:
            assert mine == max(others.values())
        else:
            best, most = re.fullmatch(r"; (\S+) lies on (\d+)", found[3]).groups()  # type: ignore[union-attr]
            assert others[best] == int(most) == max(others.values()) > mine
    elif found := re.fullmatch(r"prepares two threats at once with (.*)", text):
        for each in named_moves(found[1], after):
            assert would_fork(after, each, me)
            assert not would_fork(before, each, me)
        if some := re.match(r"any of (\d+)", found[1]):
            new = [e for e in after.moves() if would_fork(after, e, me) and not would_fork(before, e, me)]
            assert len(new) == int(some[1])
    elif found := re.fullmatch(r"stops (\S+) from making two threats at once with (.*)", text):
        assert found[1] == other
        for each in named_moves(found[2], before):
            assert would_fork(before, each, they)
        assert not any(would_fork(after, each, they) for each in after.moves())
    elif found := re.fullmatch(r"makes (.*) (?:a losing cell|losing cells) for (\S+)", text):
        assert position.game.side_name(position.turn) == found[2]
        assert set(re.split(r", | and ", found[1])) == after.threats(me) - before.threats(me)
    elif found := re.fullmatch(r"makes no cell a losing one for \S+, who has (\d+) safe cells? left", text):
        assert after.threats(me) <= before.threats(me)
        assert len(set(after.moves()) - after.threats(me)) == int(found[1])
    else:
        return False
    return True


def is_called(text: str, line: list[Cell], board: Stones, position: Position) -> bool:
    """Whether a text names a line."""
    if not board.gravity:
        ends = [name_of(cell, board, position) for cell in (line[0], line[-1])]
        named = re.split("-", text.split(" ", 1)[1])
        return {named[0], named[-1]} == set(ends)
    columns, rows = {c + 1 for c, _ in line}, {r + 1 for _, r in line}
    if found := re.fullmatch(r"row (\d+), columns (\d+) to (\d+)", text):
        return rows == {int(found[1])} and (min(columns), max(columns)) == (int(found[2]), int(found[3]))
    if found := re.fullmatch(r"column (\d+)", text):
        return columns == {int(found[1])}
    numbers = list(map(int, re.findall(r"\d+", text)))
    ends = sorted((line[0], line[-1]))
    return text.startswith("the diagonal") and [(c + 1, r + 1) for c, r in ends] == [
        (numbers[0], numbers[1]),
        (numbers[2], numbers[3]),
    ]


def name_of(cell: Cell, board: Stones, position: Position) -> str:
    """The name of a cell in m,n,k."""
    column, row = cell
    return str(position.game.cell_names.text((board.height - 1 - row) * board.width + column))  # type: ignore


def check_mnk(position: Position, move: Move, reason: Reason) -> None:
    """Check a sentence that only m,n,k has."""
    assert check(position, move, reason), reason
