"""Python games with tiers: the same values, tier by tier."""

from __future__ import annotations

import pytest
from tests.python_game.circling import WIDTH, circling, tiered
from tests.python_game.plain import FIRST, PlainSolver

import kibitz
from kibitz.games.python_game.check import check_game


@pytest.mark.parametrize("kind", ["wins", "points", "dice"])
@pytest.mark.parametrize("seed", range(8))
def test_tiers_change_no_value(kind: str, seed: int) -> None:
    cls = circling(seed, kind)
    plain = PlainSolver(cls())
    outcomes = plain.expectations() if kind == "dice" else plain.values()
    for game in (kibitz.load(cls), kibitz.load(tiered(cls))):
        table = kibitz.solve(game)
        assert len(table) == len(outcomes)
        for place, worth in outcomes.items():
            position = game.position(repr(place[0]))
            sign = 1 if position.mover == FIRST else -1
            found = table.value(position)
            if isinstance(worth, float):
                assert isinstance(found, kibitz.Expect)
                assert 2 * found.chance - 1 == pytest.approx(sign * worth, abs=1e-9)
            elif kind == "points":
                assert found == kibitz.Points(sign * worth[0])
            else:
                assert found == {1: kibitz.Win, 0: kibitz.Draw, -1: kibitz.Loss}[sign * worth[0]](worth[1])


def test_a_move_back_and_a_number_that_is_none_are_refused() -> None:
    cls = circling(1, "wins")
    for said, message in (
        (lambda self, state: -(state // WIDTH), "leads back to an earlier tier"),
        (lambda self, state: "low", "must return a whole number, not 'low'"),
        (lambda self, state: state / 0, "ZeroDivisionError"),
    ):
        game = kibitz.load(type("Wrong", (cls,), {"name": "wrong", "tier": said}))
        with pytest.raises(kibitz.KibitzError, match=message):
            kibitz.solve(game)
        assert check_game(game).problems
    assert not [each for each in check_game(kibitz.load(tiered(cls))).problems if "tier" in each]


class Long(kibitz.PythonGame):
    """Count up to 300, one at a time; who gets there wins."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["on"]

    def play(self, state: int, move: str) -> int:
        return state + 1

    def outcome(self, state: int) -> str | None:
        return "loss" if state == 300 else None


def test_distances_do_not_end_with_a_byte() -> None:
    """A dense table holds 62 plies; games that last longer are listed instead."""
    game = kibitz.load(Long)
    table = kibitz.solve(game)
    assert table.value(game.start()) == kibitz.Loss(300)
    assert table.value(game.position("1 second")) == kibitz.Win(299)
    board = kibitz.load("connect:width=2,height=32,length=2")  # 64 plies long at most
    assert board.rules.index_size == 0
    assert kibitz.solve(board).value(board.start()) == kibitz.Win(3)
