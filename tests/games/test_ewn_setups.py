"""Equilibrium set-ups: no other one does better, and games start with them."""

from __future__ import annotations

import itertools

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.games.ewn.setups import best_setups, drawn


@pytest.mark.parametrize(("size", "stones", "faces"), [(3, 3, 3), (4, 3, 3), (4, 3, 6)])
def test_no_other_set_up_is_better(
    size: int, stones: int, faces: int, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    table = kibitz.solve(f"ewn:size={size},stones={stones},faces={faces}", pieces=2 * stones)

    def chance(first: str, second: str) -> float:
        spec = f"ewn:size={size},stones={stones},faces={faces},setup={first}v{second}"
        value = table.value(kibitz.load(spec).start())
        assert isinstance(value, kibitz.Expect)
        return value.chance

    known = best_setups(size, stones, faces)
    assert known is not None
    first, second = known
    agreed = sum(a * b * chance(red, blue) for red, a in first.items() for blue, b in second.items())
    for order in map("".join, itertools.permutations("123456789"[:stones])):
        assert sum(share * chance(order, blue) for blue, share in second.items()) <= agreed + 1e-4
        assert sum(share * chance(red, order) for red, share in first.items()) >= agreed - 1e-4


@pytest.mark.parametrize("begins", ["red", "blue"])
@pytest.mark.parametrize("spec", ["ewn:size=4,stones=3", "ewn:size=4,stones=4", "ewn"])
def test_games_begin_with_the_best_set_ups(spec: str, begins: str) -> None:
    game = kibitz.load(spec, setup="best", begins=begins)
    known = best_setups(*(int(game.values[name]) for name in ("size", "stones", "faces")))
    assert known is not None
    first, second = known
    pairs = itertools.product(first, second)
    wanted = {
        str(kibitz.load(spec, setup=f"{a}v{b}" if begins == "red" else f"{b}v{a}", begins=begins).start())
        for a, b in pairs
    }
    assert {str(game.start(Random(seed))) for seed in range(60)} == wanted
    assert str(game.start()) in wanted


def test_best_set_ups_are_unknown_on_large_boards() -> None:
    with pytest.raises(kibitz.BadOption, match="the best set-ups are not known on 8×8 with 9 stones"):
        kibitz.load("ewn:size=8,stones=9,setup=best")


def test_set_ups_are_drawn_as_often_as_they_should_be() -> None:
    class Fixed(Random):
        """Draws what its caller says."""

        def __init__(self, at: float) -> None:
            super().__init__()
            self.at = at

        def random(self) -> float:
            return self.at

    mixture = {"123": 0.75, "213": 0.25}
    assert drawn(mixture, None) == "123"  # the usual one
    assert [drawn(mixture, Fixed(at)) for at in (0.0, 0.7, 0.74, 0.76, 0.99)] == ["123"] * 3 + ["213"] * 2


def test_shares_of_a_mixture_are_all_of_it_most_often_first() -> None:
    for stones in range(1, 10):
        for size, faces in itertools.product(range(3, 9), range(1, 10)):
            for mixture in best_setups(size, stones, faces) or ():
                assert sum(mixture.values()) == pytest.approx(1, abs=1e-3)
                assert list(mixture.values()) == sorted(mixture.values(), reverse=True)
                assert all(sorted(order) == list("123456789"[:stones]) for order in mixture)
