"""Sentences of Connect games, each checked on a board of its own by trying every disc."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import kibitz
from kibitz.analysis.explain import explain
from kibitz.games.connect.reasons import Kind
from kibitz.games.position import Position
from kibitz.words.reason import Reason


class Board:
    """Columns of discs, counted from the bottom; knows nothing of the code that it checks."""

    def __init__(self, position: Position) -> None:
        rows = str(position).split("/")[::-1]
        self.height, self.width = len(rows), len(rows[0])
        self.length = int(position.game.values["length"])
        self.disc = {
            (c, r): rows[r][c] for r in range(self.height) for c in range(self.width) if rows[r][c] != "."
        }

    def wins(self, column: int, row: int, who: str) -> bool:
        """Whether a disc there is part of a line of its own."""
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                step = 1
                while self.disc.get((column + sign * step * right, row + sign * step * up)) == who:
                    count, step = count + 1, step + 1
            if count >= self.length:
                return True
        return False

    def landing(self, column: int) -> int:
        return next(row for row in range(self.height + 1) if (column, row) not in self.disc)

    def wins_now(self, who: str) -> bool:
        return any(
            self.landing(column) < self.height and self.wins(column, self.landing(column), who)
            for column in range(self.width)
        )


def can_win(position: Position) -> bool:
    outcomes = [position.play(move).outcome for move in position.moves]
    return any(outcome is not None and outcome.winner is position.turn for outcome in outcomes)


def check(position: Position, move: kibitz.Move, reason: Reason) -> None:
    after = position.play(move)
    board, me = Board(after), "xo"[position.turn]
    places = [
        (int(c) - 1, int(r) - 1, word)
        for c, r, word in re.findall(r"column (\d+), row (\d+) \((odd|even)\)", reason.text)
    ]
    for _, row, word in places:
        assert word == ("even" if (row + 1) % 2 == 0 else "odd")
    match reason.kind:
        case Kind.HANGING:
            assert places
            for column, row, _ in places:
                assert board.wins(column, row, me)
                assert board.landing(column) < row  # nobody can play there yet
                assert not Board(position).wins(column, row, me)
        case Kind.POISONS:
            for column in re.findall(r"\d+", reason.text.split("bad")[0]):
                assert can_win(after.play(column))
        case Kind.GIVES_UP:
            ((column, row, _),) = places
            assert board.landing(column) == row
            assert board.wins(column, row, me)
            assert Board(position).wins(column, row, me)
        case Kind.ZUGZWANG:
            reached = position.play(*reason.moves)
            winner = "xo"[reached.turn.opponent]
            assert not reached.is_over
            # If it could pass, nothing would happen; but it can't.
            assert not Board(reached).wins_now(winner)
            assert all(can_win(reached.play(reply)) for reply in reached.moves)
            assert position.write_line(reason.moves) in reason.text
        case _:
            raise AssertionError(reason)


@pytest.mark.parametrize(
    ("spec", "count", "expected"),
    [
        ("connect:width=5,height=4,length=3", 40, {Kind.HANGING, Kind.POISONS, Kind.GIVES_UP}),
        ("connect4", 40, {Kind.HANGING, Kind.POISONS, Kind.GIVES_UP, Kind.ZUGZWANG}),
    ],
)
def test_every_sentence_is_true(spec: str, count: int, expected: set[Kind]) -> None:
    rng, game, seen = random.Random(5), kibitz.load(spec), Counter[str]()
    while count:
        position = game.start()
        for _ in range(rng.randrange(4, 30)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        count -= 1
        for move in position.moves:
            for reason in explain(position, move).reasons:
                if isinstance(reason.kind, Kind):
                    check(position, move, reason)
                    seen[reason.kind] += 1
    assert expected <= set(seen)


def test_zugzwang_that_everyone_can_see() -> None:
    # Only column 1 is left; x wins on top of whatever o drops there.
    game = kibitz.load("connect:width=4,height=4,length=3,mark2=o")
    found = []
    rng = random.Random(1)
    for _ in range(300):
        position = game.start()
        while not position.is_over and len(position.moves) > 2:
            position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        found += [r for r in explain(position).reasons if r.kind == Kind.ZUGZWANG]
    assert found
