"""Explanations in numerical tic-tac-toe, with each line filled in every possible way."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter

import pytest

import kibitz
from kibitz.base.reason import Reason
from kibitz.games.numerical.teacher import Kind
from kibitz.games.position import Position


def board(position: Position) -> list[int]:
    size = int(position.game.values["size"])
    rows = [row.split(",") if "," in row else list(row) for row in str(position).split("/")]
    assert len(rows) == size
    return [0 if cell == "." else int(cell) for row in rows for cell in row]


def sums(position: Position, cells: list[int]) -> set[int]:
    """Every sum that a line can still get, by numbers of any player that are left; its own if it is full."""
    numbers = board(position)
    left = [n for n in range(1, len(numbers) + 1) if n not in numbers]
    gaps = [cell for cell in cells if not numbers[cell]]
    fixed = sum(numbers[cell] for cell in cells)
    return {fixed + sum(some) for some in itertools.permutations(left, len(gaps))}


def lines_in(text: str) -> list[list[int]]:
    return [
        [int(cell) - 1 for cell in found.split("-")]
        for found in re.findall(r"(?:row|column|diagonal) ([\d-]+)", text)
    ]


def all_lines(size: int) -> list[list[int]]:
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [
        *rows,
        *columns,
        [i * (size + 1) for i in range(size)],
        [(i + 1) * (size - 1) for i in range(size)],
    ]


def open_lines(position: Position) -> list[list[int]]:
    size, target = int(position.game.values["size"]), int(position.game.values["target"])
    numbers = board(position)
    return [
        line
        for line in all_lines(size)
        if any(not numbers[cell] for cell in line) and target in sums(position, line)
    ]


def check(position: Position, move: kibitz.Move, reason: Reason) -> None:
    after = position.play(move)
    cell, number = (int(part) for part in str(move).split("="))
    target = int(position.game.values["target"])
    named = lines_in(reason.text)
    if reason.kind in (Kind.FILLS, Kind.CLOSES, Kind.USES_UP):
        assert named
        for line in named:
            assert target in sums(position, line)
            assert target not in sums(after, line)
            assert (cell - 1 in line) == (reason.kind != Kind.USES_UP)
    match reason.kind:
        case Kind.FILLS:
            for line in named:
                (total,) = sums(after, line)
                assert f"with {total}" in reason.text
        case Kind.USES_UP:
            assert f"the {number}" in reason.text
        case Kind.OPEN_LINES:
            assert sorted(map(sorted, named)) == sorted(map(sorted, open_lines(after)))
            assert ("a draw" in reason.text) == (not named)
        case Kind.NUMBERS_LEFT:
            said = set(map(int, re.findall(r"\d+", reason.text)))
            assert {int(str(reply).split("=")[1]) for reply in after.moves} == said


@pytest.mark.parametrize(("spec", "games"), [("numerical", 20), ("numerical:size=3,target=12", 8)])
def test_every_sentence_is_true(spec: str, games: int) -> None:
    rng, game, seen = random.Random(4), kibitz.load(spec), Counter[str]()
    for _ in range(games):
        position = game.start()
        while not position.is_over:
            for move in position.moves:
                if position.play(move).is_over:
                    continue
                for reason in game.teacher.effects(position, move):
                    check(position, move, reason)
                    seen[reason.kind] += 1
            position = position.play(rng.choice(position.moves))
    assert set(seen) == set(Kind)


def said_of(position: Position, move: kibitz.Move) -> dict[str, object]:
    """What should be said of a move, found by filling every line in every way before and after it."""
    after = position.play(move)
    cell = int(str(move).split("=")[0])
    before, left = open_lines(position), open_lines(after)
    closed = [line for line in before if line not in left]
    filled = [line for line in closed if all(board(after)[each] for each in line)]
    odd = position.game.side_names[after.turn] == "odd"
    theirs = {n for n in range(1, len(board(after)) + 1) if n not in board(after) and n % 2 == odd}
    expected: dict[str, object] = {}
    if filled:
        expected[Kind.FILLS] = sorted(map(sorted, filled))
    if through := [line for line in closed if cell - 1 in line and line not in filled]:
        expected[Kind.CLOSES] = sorted(map(sorted, through))
    if starved := [line for line in closed if cell - 1 not in line]:
        expected[Kind.USES_UP] = sorted(map(sorted, starved))
    if len(left) < 3:
        expected[Kind.OPEN_LINES] = sorted(map(sorted, left))
    if left and 0 < len(theirs) < 3:
        expected[Kind.NUMBERS_LEFT] = theirs
    return expected


@pytest.mark.parametrize("spec", ["numerical", "numerical:first_odd=no", "numerical:target=12"])
def test_nothing_is_left_unsaid(spec: str) -> None:
    rng, game, seen = random.Random(6), kibitz.load(spec), Counter[str]()
    for _ in range(4):
        position = game.start()
        for _ in range(3):
            position = position.play(rng.choice(position.moves))
        while not position.is_over:
            for move in position.moves[::3]:
                if position.play(move).is_over:
                    continue
                said: dict[str, object] = {}
                for reason in game.teacher.effects(position, move):
                    lines = sorted(map(sorted, lines_in(reason.text)))
                    numbers = set(map(int, re.findall(r"\d+", reason.text)))
                    said[reason.kind] = numbers if reason.kind is Kind.NUMBERS_LEFT else lines
                    seen[reason.kind] += 1
                    if reason.kind is Kind.NUMBERS_LEFT:
                        assert game.side_name(position.turn.opponent) in reason.text
                assert said == said_of(position, move)
            position = position.play(rng.choice(position.moves))
    assert set(seen) == set(Kind)


def test_large_boards_have_sentences_too() -> None:
    rng, game = random.Random(2), kibitz.load("numerical:size=4")
    position = game.start()
    for _ in range(10):
        position = position.play(rng.choice(position.moves))
    for move in position.moves[:6]:
        for reason in game.teacher.effects(position, move):
            check(position, move, reason)


def test_a_win_is_named_by_its_line_and_sum() -> None:
    game = kibitz.load("numerical")
    position = game.position("78./6.4/1.5")
    assert game.teacher.name_win(position, position.move("5=3")) == "diagonal 1-5-9: 7+3+5"
    # The column 1-4-7 is filled by the same number, and sums to 16.
    other = game.position(".64/2.1/9.3")
    assert game.teacher.name_win(other, other.move("1=5")) == "row 1-2-3: 5+6+4"
    # The row has 9+6 and a gap: 15 so far, and no line yet.
    gap = game.position(".6./2.1/435")
    assert game.teacher.name_win(gap, gap.move("1=9")) == "column 1-4-7: 9+2+4"
