"""The prover of forced wins in m,n,k games, beside searches that know nothing of lines."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.analysis.by_search import analyse_full_width
from kibitz.base.limit import Limit
from kibitz.base.value import Win
from tests.puzzles.solver import move_wins_within


def random_position(game: kibitz.Game, stones: int, rng: random.Random) -> kibitz.Position:
    """A position after random moves that is not over."""
    while True:
        position = game.start()
        for _ in range(stones):
            if position.is_over:
                break
            position = position.play(rng.choice(position.moves))
        if not position.is_over:
            return position


def quickest_by_search(position: kibitz.Position, moves: int) -> tuple[int, set[str]] | None:
    """The same by full-width searches of the core."""
    for number in range(1, moves + 1):
        found = analyse_full_width(position, Limit(depth=2 * number - 1))
        if wins := {str(each.move) for each in found.moves if each.value == Win(2 * number - 1)}:
            return number, wins
    return None


@pytest.mark.parametrize(
    ("spec", "least", "most"),
    [
        ("mnk:width=5,height=5,length=4", 4, 12),
        ("mnk:width=6,height=6,length=4", 8, 20),
        ("mnk:width=7,height=4,length=4", 6, 16),
        ("mnk:width=3,height=3,length=3", 0, 6),
        ("mnk:width=6,height=6,length=5", 14, 24),
    ],
)
def test_all_quickest_wins_are_found_and_no_others(spec: str, least: int, most: int) -> None:
    game, rng = kibitz.load(spec), random.Random(spec)
    assert game.forced_wins is not None
    lengths = set()
    for _ in range(40):
        position = random_position(game, rng.randint(least, most), rng)
        found = game.forced_wins.quickest(position, 3)
        expected = quickest_by_search(position, 3)
        assert (found and (found[0], set(map(str, found[1])))) == expected, str(position)
        lengths.add(found and found[0])
    assert len(lengths) > 2


def test_wins_in_gomoku_hold_against_every_reply() -> None:
    game, rng = kibitz.load("mnk:width=9,height=9,length=5"), random.Random(5)
    assert game.forced_wins is not None
    found = 0
    while found < 3:
        position = random_position(game, 40, rng)
        quickest = game.forced_wins.quickest(position, 2)
        if quickest is None or quickest[0] != 2:
            continue
        found += 1
        wins = {str(move) for move in position.moves if move_wins_within(position, move, 3)}
        assert set(map(str, quickest[1])) == wins


def test_no_prover_where_a_line_loses() -> None:
    assert kibitz.load("tictactoe:misere=yes").forced_wins is None
    assert kibitz.load("connect4").forced_wins is None
