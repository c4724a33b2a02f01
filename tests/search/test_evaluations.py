"""Evaluations against plain ones, written from their descriptions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kibitz
from tests.search.settings import random_positions

Cell = tuple[int, int]


def lines(width: int, height: int, length: int) -> Iterator[list[Cell]]:
    """Every line as (row, column) cells."""
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(length)]
                if 0 <= cells[-1][0] < height and 0 <= cells[-1][1] < width:
                    yield cells


def owners(position: kibitz.Position, width: int) -> dict[Cell, int]:
    """1 and 2 for the players' stones, 0 for nobody's, by row from the top and column."""
    numbers = position.game.rules.describe(position.state)
    return {divmod(i, width): owner for i, owner in enumerate(numbers)}


def only(cells: list[Cell], board: dict[Cell, int]) -> tuple[int, int]:
    """Who alone has stones in a line, and how many; (0, 0) for nobody or both."""
    here = [board[cell] for cell in cells if board[cell]]
    return (here[0], len(here)) if len(set(here)) == 1 else (0, 0)


@pytest.mark.parametrize(("width", "height", "length"), [(3, 3, 3), (5, 4, 4), (13, 11, 5), (19, 19, 5)])
def test_mnk_counts_open_lines(width: int, height: int, length: int) -> None:
    game = kibitz.load("mnk", width=width, height=height, length=length)
    for position in random_positions(game, 40, seed=width):
        board = owners(position, width)
        found = [only(cells, board) for cells in lines(width, height, length)]
        points = sum((0, 1, -1)[who] * 10 ** (count - 1) for who, count in found if who)
        assert game.rules.evaluate(position.state) == points
        for side in (0, 1):
            ways = sum(who == side + 1 for who, _ in found)
            assert game.rules.open_lines(position.state, side) == ways


def slow_connect(position: kibitz.Position, width: int, height: int, length: int) -> int:
    board = owners(position, width)
    points = [0, 0]
    threats: list[set[Cell]] = [set(), set()]
    for cells in lines(width, height, length):
        who, count = only(cells, board)
        if who and count == length - 1:
            threats[who - 1].update(cell for cell in cells if not board[cell])
        elif who:
            points[who - 1] += 4 if count == length - 2 else 1

    def can_be_filled(cell: Cell) -> bool:
        return cell[0] == height - 1 or board[cell[0] + 1, cell[1]] != 0

    for side in (0, 1):
        for row, column in threats[side]:
            if not can_be_filled((row, column)):
                points[side] += 12
                points[side] += 12 if (height - 1 - row) % 2 == side else 0
            points[side] += 40 if (row - 1, column) in threats[side] else 0
    me = int(position.mover)
    if any(can_be_filled(cell) for cell in threats[me]):
        points[me] += 1000
    elif sum(can_be_filled(cell) for cell in threats[1 - me]) > 1:
        points[1 - me] += 1000
    return points[0] - points[1]


@pytest.mark.parametrize(
    ("width", "height", "length"), [(7, 6, 4), (10, 12, 4), (4, 5, 3), (16, 8, 5), (17, 17, 5)]
)
def test_connect_weighs_lines_by_what_can_be_reached(width: int, height: int, length: int) -> None:
    game = kibitz.load("connect", width=width, height=height, length=length)
    for position in random_positions(game, 60, seed=width, plies=40):
        assert game.rules.evaluate(position.state) == slow_connect(position, width, height, length)


NORMAL = ((1, 2, 2, 2, 2), (2, 8, 8, 8, 16), (2, 8, 32, 32, 64), (2, 8, 32, 128, 256), (2, 16, 64, 256, 512))
AGGRESSIVE = (
    (1, 2, 2, 2, 2),
    (2, 4, 6, 8, 16),
    (2, 6, 32, 32, 64),
    (2, 8, 32, 256, 1024),
    (2, 16, 64, 1024, 65536),
)


def slow_ewn(position: kibitz.Position, table: tuple[tuple[int, ...], ...], threat: float) -> float:
    """How far ahead the first player is on the 5×5 board with six stones, in points."""
    numbers = position.game.rules.describe(position.state)[2:]
    stones = [
        {i + 1: divmod(cell, 5) for i, cell in enumerate(half) if cell >= 0}
        for half in (numbers[:6], numbers[6:])
    ]

    def value(side: int, cell: Cell) -> int:
        row, column = cell if side == 0 else (4 - cell[0], 4 - cell[1])
        return table[row][column]

    def worth(side: int, stone: int) -> float:
        row, column = stones[side][stone]
        step = 1 if side == 0 else -1
        near = {(row + step, column), (row, column + step), (row + step, column + step)}
        prey = [value(1 - side, cell) for cell in stones[1 - side].values() if cell in near]
        return value(side, (row, column)) + threat * max(prey, default=0)

    points = [0.0, 0.0]
    for side in (0, 1):
        for face in range(1, 7):
            heirs = [face] if face in stones[side] else []
            if not heirs:
                heirs += [max(s for s in stones[side] if s < face)] if min(stones[side]) < face else []
                heirs += [min(s for s in stones[side] if s > face)] if max(stones[side]) > face else []
            best = max(value(side, stones[side][heir]) for heir in heirs)
            # Of two that stand equally well the higher number counts.
            points[side] += worth(side, max(h for h in heirs if value(side, stones[side][h]) == best))
    return points[0] - points[1]


def test_ewn_sums_squares_heirs_and_threats() -> None:
    game = kibitz.load("ewn")
    for position in random_positions(game, 300, seed=4, plies=40):
        ahead = slow_ewn(position, NORMAL, 0.25)
        assert game.rules.evaluate(position.state) == pytest.approx(ahead / (400 + abs(ahead)))
        ahead = slow_ewn(position, AGGRESSIVE, 1.5)
        tuned = game.rules.evaluate(position.state, {"eval": 1, "threat": 150})
        assert tuned == pytest.approx(ahead / (800 + abs(ahead)))


@pytest.mark.parametrize("spec", ["ewn:size=3,stones=3", "ewn:size=8,stones=9,faces=20", "ewn:faces=4"])
def test_ewn_evaluates_other_boards_within_bounds_and_alike_for_both_sides(spec: str) -> None:
    game = kibitz.load(spec)
    rules = game.rules
    for position in random_positions(game, 60, seed=5, plies=30):
        assert -1 < rules.evaluate(position.state) < 1
        numbers = rules.describe(position.state)
        count = (len(numbers) - 2) // 2
        last = max(1, int(spec.split("size=")[1][0]) if "size=" in spec else 5) ** 2 - 1
        turned = [
            last - cell if cell >= 0 else -1 for cell in (*numbers[2 + count :], *numbers[2 : 2 + count])
        ]
        mirrored = rules.assemble([1 - numbers[0], numbers[1], *turned])
        assert rules.evaluate(mirrored) == pytest.approx(-rules.evaluate(position.state))


def test_other_styles_are_refused_where_there_are_none() -> None:
    start = kibitz.load("tictactoe").start()
    with pytest.raises(kibitz.BadOption, match="eval is an option of other games"):
        kibitz.player("negascout:eval=aggressive").choose(start)
    roll = kibitz.load("ewn").start().play("3")
    assert kibitz.player("negascout:depth=2,eval=aggressive,threat=50").choose(roll).move in roll.moves
