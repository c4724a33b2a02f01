"""Published counts: tic-tac-toe's positions and games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kibitz

pytestmark = pytest.mark.core


def test_positions() -> None:
    assert sum(kibitz.count_positions("tictactoe")) == 5478
    assert sum(kibitz.count_positions("tictactoe", up_to_symmetry=True)) == 765
    assert kibitz.count_positions("tictactoe", 3) == [1, 9, 72, 252]


def test_games() -> None:
    assert kibitz.count_games("tictactoe") == 255_168


def test_lines_of_a_length() -> None:
    game = kibitz.load("tictactoe")
    assert [kibitz.perft(game, depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    # 1,440 games end at the fifth ply, the others go on in four ways each.
    assert kibitz.perft(game.start(), 6) == (15120 - 1440) * 4


def test_bad_numbers_and_stopping() -> None:
    with pytest.raises(kibitz.BadOption, match="depth must be 0 or more"):
        kibitz.perft("tictactoe", -1)
    with pytest.raises(kibitz.Stopped):
        kibitz.count_games("mnk:width=5,height=5,length=5", progress=lambda done, total: False)


def test_counting_from_a_position_to_a_ply() -> None:
    """Two cells are left, 7 and 9, which o and x take in one order or the other."""
    position = kibitz.load("tictactoe").position("xox/xoo/.x.")
    assert kibitz.count_positions(position) == [1, 2, 2]
    assert kibitz.count_positions(position, 1) == [1, 2]
    assert kibitz.count_positions(position, 0) == [1]
    assert [kibitz.perft(position, depth) for depth in range(4)] == [1, 2, 2, 0]
    assert kibitz.count_games(position) == 2
    assert kibitz.count_positions("tictactoe", 1, up_to_symmetry=True) == [1, 3]
    assert kibitz.count_games(kibitz.load("tictactoe")) == kibitz.count_games("tictactoe")


def test_numbers_from_0_to_what_the_core_counts_to() -> None:
    most = 2**31 - 1
    assert kibitz.count_positions("tictactoe", most) == kibitz.count_positions("tictactoe")
    for plies in (-1, most + 1):
        with pytest.raises(
            kibitz.BadOption, match=f"plies must be 0 or more, and at most {most}, not {plies}"
        ):
            kibitz.count_positions("tictactoe", plies)
        with pytest.raises(
            kibitz.BadOption, match=f"depth must be 0 or more, and at most {most}, not {plies}"
        ):
            kibitz.perft("tictactoe", plies)


@pytest.mark.parametrize(
    "count",
    [
        lambda start, no: kibitz.count_positions(start, progress=no),
        lambda start, no: kibitz.count_games(start, progress=no),
        lambda start, no: kibitz.perft(start, 12, progress=no),
    ],
    ids=["positions", "games", "lines"],
)
def test_every_count_can_be_stopped(count: Callable[[str, object], object]) -> None:
    with pytest.raises(kibitz.Stopped, match="counting was stopped"):
        count("mnk:width=5,height=5,length=5", lambda done, total: False)


@pytest.mark.parametrize("wrong", [None, 3, ["tictactoe"]])
def test_invalid_games_are_refused(wrong: Any) -> None:
    for count in (kibitz.count_positions, kibitz.count_games, lambda start: kibitz.perft(start, 1)):
        with pytest.raises(kibitz.KibitzError):
            count(wrong)


def test_lines_have_a_length() -> None:
    lines: Any = kibitz.perft
    for wrong in (None, "3", 2.5):
        with pytest.raises(kibitz.KibitzError):
            lines("tictactoe", wrong)


@pytest.mark.parametrize("odd", [None, 1, "yes", []])
def test_yes_and_no_have_no_other_spelling(odd: Any) -> None:
    start = kibitz.load("tictactoe").start()
    for refuses in (
        lambda: kibitz.count_positions("tictactoe", 1, up_to_symmetry=odd),
        lambda: kibitz.analyse(start, tables=odd),
        lambda: list(kibitz.analyse_many([start], tables=odd)),
        lambda: kibitz.solve("tictactoe", again=odd),
    ):
        with pytest.raises(kibitz.BadOption, match="must be True or False"):
            refuses()
