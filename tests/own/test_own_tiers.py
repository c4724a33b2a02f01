"""Games of one's own that sort their positions into tiers: the same values, listed tier by tier."""

from __future__ import annotations

import random

import pytest
from tests.own.plain import FIRST, PlainSolver

import kibitz
from kibitz.games.check import check_game

_WIDTH, _TIERS = 12, 5


def circling(seed: int, kind: str) -> type[kibitz.OwnGame]:
    """A game on a random graph: moves stay in a tier of twelve positions, round and round, or lead on."""
    rng = random.Random(seed)
    count = _WIDTH * _TIERS
    edges: list[list[int]] = []
    for state in range(count):
        base = state // _WIDTH * _WIDTH
        inside = [base + rng.randrange(_WIDTH) for _ in range(rng.randrange(1, 4))]
        on = (
            [rng.randrange(base + _WIDTH, count) for _ in range(rng.randrange(1, 3))]
            if base + _WIDTH < count
            else []
        )
        edges.append(sorted({*inside, *on}))
    ends = {state: rng.choice([-3, -1, 0, 1, 2]) for state in range(1, count) if rng.random() < 0.15}
    turns = [rng.choice(["first", "second"]) for _ in range(count)]
    dice = {state for state in range(count) if rng.random() < 0.3} if kind == "dice" else set()

    class Circling(kibitz.OwnGame):
        name = f"circling_{kind}_{seed}"

        def start(self) -> int:
            return 0

        def turn(self, state: int) -> str:
            return "chance" if state in dice else turns[state]

        def moves(self, state: int) -> list[int]:
            return edges[state]

        def play(self, state: int, move: int) -> int:
            return move

        def outcome(self, state: int) -> str | int | None:
            if state not in ends or kind == "points":
                return ends.get(state)
            return "draw" if ends[state] == 0 else "first" if ends[state] > 0 else "second"

    # What a game of this kind says besides.
    if kind == "points":
        Circling.points = (-3, 2)
    if kind == "dice":
        Circling.chances = lambda self, state: {move: 1 / len(edges[state]) for move in edges[state]}
        Circling.roller = lambda self, state: turns[state]
    return Circling


def tiered(cls: type[kibitz.OwnGame]) -> type[kibitz.OwnGame]:
    return type("Tiered", (cls,), {"name": f"{cls.name}_tiered", "tier": lambda self, state: state // _WIDTH})


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
        (lambda self, state: -(state // _WIDTH), "leads back to an earlier tier"),
        (lambda self, state: "low", "must return a whole number, not 'low'"),
        (lambda self, state: state / 0, "ZeroDivisionError"),
    ):
        game = kibitz.load(type("Wrong", (cls,), {"name": "wrong", "tier": said}))
        with pytest.raises(kibitz.KibitzError, match=message):
            kibitz.solve(game)
        assert check_game(game).problems
    assert not [each for each in check_game(kibitz.load(tiered(cls))).problems if "tier" in each]


class Long(kibitz.OwnGame):
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
