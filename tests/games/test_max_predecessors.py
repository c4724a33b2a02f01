"""The maximum number of predecessors: one for each stone that may have been the last."""

from __future__ import annotations

import re

import pytest

import kibitz
from kibitz.base.random import Random, pick


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "mnk:width=5,height=4",
        "numerical",
        "numerical:first_odd=no",
        "numerical:size=4",
        "connect4",
    ],
)
def test_every_stone_of_who_moved_last_may_be_the_newest_unless_one_lies_on_it(spec: str) -> None:
    game, rng = kibitz.load(spec), Random(6)
    for _ in range(5):
        position, last = game.start(), None
        while True:
            rows = [re.findall(r"\d+|[a-z.]", row) for row in str(position).split("/")]
            if spec == "numerical" or "first_odd" in spec:
                rows = [list(row) for row in str(position).split("/")]
            cells = rows if spec != "connect4" else [[top(column) for column in zip(*rows, strict=True)]]
            expected = sum(owner(game, cell) == last for row in cells for cell in row if cell != ".")
            assert game.solving.max_predecessors(position) == expected
            if position.is_over:
                break
            last = int(position.turn)
            position = position.play(pick(rng, position.moves))


def top(column: tuple[str, ...]) -> str:
    return next((cell for cell in column if cell != "."), ".")


def owner(game: kibitz.Game, cell: str) -> int:
    if cell in ("x", "o"):
        return "xo".index(cell)
    return game.side_names.index("odd" if int(cell) % 2 else "even")
