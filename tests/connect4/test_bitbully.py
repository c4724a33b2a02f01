"""Connect Four against BitBully, an independent solver, which also made tests/data/connect4_scores.txt."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.games.connect.solver import ConnectSolver

from .known import scored_positions

bitbully = pytest.importorskip("bitbully", reason="BitBully is not installed (pip install '.[oracles]')")

GAME = kibitz.load("connect4")


def theirs(solver: object, moves: str) -> int:
    """BitBully's score; its columns are counted from 0."""
    return int(solver.mtdf(bitbully.Board("".join(str(int(column) - 1) for column in moves))))  # type: ignore[attr-defined]


def test_the_stored_scores_are_its_own() -> None:
    solver = bitbully.BitBully()
    assert all(theirs(solver, moves) == score for moves, score in scored_positions())


def test_every_move_of_random_positions() -> None:
    rng, solver, ours = random.Random(31), bitbully.BitBully(), ConnectSolver(GAME, book=False)
    seen = 0
    while seen < 500:
        position, moves = GAME.start(), ""
        for _ in range(rng.randint(14, 34)):
            move = rng.choice(position.moves)
            position, moves = position.play(move), moves + str(move)
            if position.is_over:
                break
        else:
            for move in position.moves:
                after = position.play(move)
                if not after.is_over:
                    assert ours.score(after) == theirs(solver, moves + str(move)), moves + str(move)
                    seen += 1
