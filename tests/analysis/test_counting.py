"""Published counts: tic-tac-toe's positions and games."""

from __future__ import annotations

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
