"""Scores of positions that are given by their columns, read in the core or, if unusual, by the notation."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.games.connect.solver import ConnectSolver


@pytest.mark.parametrize(
    "spec", ["connect4", "connect:width=5,height=4", "connect:width=4,height=4,length=3"]
)
def test_columns_are_scored_as_their_position(spec: str) -> None:
    game, rng = kibitz.load(spec), random.Random(4)
    solver, other = ConnectSolver(game, book=False), ConnectSolver(game, book=False)
    lines, ended = [], []
    while len(lines) < 40:
        position, line = game.start(), ""
        for _ in range(rng.randrange(12, game.width * game.height + 1)):  # type: ignore[attr-defined]
            if position.is_over:
                break
            move = rng.choice(position.moves)
            line, position = line + str(move), position.play(move)
        (ended if position.is_over else lines).append(line)
    scores = [other.score(game.position(line)) for line in lines]
    assert [solver.score(line) for line in lines] == scores
    assert solver.score_many(lines) == scores
    assert solver.score_many([lines[0], game.position(lines[1]), " ".join(lines[2])]) == scores[:3]
    for line in ended[:5]:
        for ask in (solver.score, lambda text: solver.score_many([lines[0], text])):
            with pytest.raises(kibitz.KibitzError):
                ask(line)


@pytest.mark.parametrize("wrong", ["8", "0", "1111111", "4x", "é"])
def test_what_is_no_line_is_refused(wrong: str) -> None:
    solver = ConnectSolver(kibitz.load("connect4"), book=False)
    for ask in (solver.score, lambda text: solver.score_many([text])):
        with pytest.raises(kibitz.KibitzError):
            ask(wrong)


def test_columns_from_zero() -> None:
    game = kibitz.load("connect4:columns_from=0")
    solver = ConnectSolver(game, book=False)
    line = "0031312222"
    assert solver.score(line) == ConnectSolver(game, book=False).score(game.position(line))
