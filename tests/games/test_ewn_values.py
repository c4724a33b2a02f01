"""EinStein würfelt nicht!: exact winning chances against known ones.

The known numbers were computed with separate programs before this one was
written; those for three stones are given to eight places.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import kibitz
from kibitz import Game, Position, _core

pytestmark = pytest.mark.core


class Exact:
    """The chance that the side to roll wins, by plain recursion over the core's rules."""

    def __init__(self, game: Game, up_to_symmetry: bool = True) -> None:
        self.rules = game.rules
        self.up_to_symmetry = up_to_symmetry
        self.known: dict[int, float] = {}

    def __call__(self, state: _core.State) -> float:
        rules = self.rules
        if result := rules.result(state):
            return float(result == 1 + rules.mover(state))
        key = rules.key(rules.canonical(state) if self.up_to_symmetry else state)
        if key not in self.known:
            chances: Counter[tuple[int, ...]] = Counter()
            rolled = {}
            # Rolls that let the same stones move are one case.
            for roll, chance in rules.chances(state):
                after = rules.play(state, roll)
                moves = tuple(rules.moves(after))
                chances[moves] += chance  # type: ignore[assignment]
                rolled[moves] = after
            self.known[key] = sum(
                chance * max(1 - self(rules.play(rolled[moves], move)) for move in moves)
                for moves, chance in chances.items()
            )
        return self.known[key]


def solved(position: Position) -> float:
    """The same chance by the core's own solver, for a position that can be reached."""
    rules = position.game.rules
    keys, values = rules.solve_graph(_core.Control(), 10_000_000)
    found = _core.probe(rules, _core.open_keyed(rules, keys, values), position.state)
    assert found is not None
    assert found.kind == "expect"
    assert found.exact
    return found.number


@pytest.mark.parametrize(
    ("setup", "chance"), [("123v123", 0.69958848), ("123v132", 0.69135802), ("213v123", 0.61728395)]
)
def test_three_stones_on_3x3(setup: str, chance: float) -> None:
    game = kibitz.load("ewn", size=3, stones=3, setup=setup)
    assert Exact(game)(game.start().state) == pytest.approx(chance, abs=5e-9)
    assert solved(game.start()) == pytest.approx(chance, abs=5e-9)


def test_one_stone_each() -> None:
    """Nothing is left to the die: of 553 placements the side to roll wins 370, whatever the numbers."""
    game = kibitz.load("ewn:stones=1")
    exact = Exact(game)
    values = []
    for red, blue in permutations(range(25), 2):
        if red != 24 and blue != 0:
            values.append(exact(game.rules.assemble([0, 0, red, blue])))
    assert len(values) == 553
    assert set(values) == {0.0, 1.0}
    assert sum(values) == 370


TWO_STONES = [(1, 6, 0.400685712764), (1, 2, 0.520653855696), (3, 4, 0.660888671875)]


def two_stones(game: Game, low: int, high: int) -> Position:
    return game.position(f".r{low}.../r{high}..../...../....b{high}/...b{low}. r")


@pytest.mark.parametrize(
    ("low", "high", "chance"),
    [TWO_STONES[0], *(pytest.param(*case, marks=pytest.mark.slow) for case in TWO_STONES[1:])],
)
@pytest.mark.once
def test_two_stones_each(low: int, high: int, chance: float) -> None:
    game = kibitz.load("ewn")
    assert Exact(game)(two_stones(game, low, high).state) == pytest.approx(chance, abs=1e-12)


@pytest.mark.once
def test_two_stones_each_by_the_solver() -> None:
    """With both of two stones, a move each leads from the start to the known position, or its reflection."""
    game = kibitz.load("ewn:stones=2,faces=6")
    reached = game.start().play("d1 1-a4 d1 1-e2")
    known = two_stones(game, 1, 2)
    assert game.rules.same(game.rules.transform(reached.state, 1), known.state)
    assert solved(known) == pytest.approx(TWO_STONES[1][2], abs=1e-12)


def test_turned_positions_are_worth_the_same() -> None:
    """Turning the board by 180° and swapping the players keeps the chances."""
    game = kibitz.load("ewn:size=4,stones=3,faces=6")
    exact = Exact(game)
    position = game.position("r1.../..r3./b2.../..b1. r")
    turned = game.position(".r1../...r2/.b3../...b1 b")
    assert exact(position.state) == pytest.approx(exact(turned.state), abs=1e-12)


def test_search_agrees_with_recursion() -> None:
    """A search that sees the end of the game knows the same chances."""
    game = kibitz.load("ewn:size=3,stones=2,faces=3")
    exact = Exact(game)
    for text in ("r1r2./.../.b2b1 r d1", "r2../.r1b1/..b2 r d3", "r1../..b2/r2b1. b d2"):
        position = game.position(text)
        best = max(1 - exact(game.rules.play(position.state, move.code)) for move in position.moves)
        for player in ("minimax", "alphabeta"):
            value = kibitz.player(f"{player}:depth=30").choose(position).value
            assert value is not None
            assert _chance(value) == pytest.approx(best, abs=1e-12)


def _chance(value: kibitz.Value) -> float:
    if isinstance(value, kibitz.Expect):
        return value.chance
    assert value.result is not None
    return (1 + value.result) / 2


def test_reflected_positions_are_worth_the_same() -> None:
    game = kibitz.load("ewn:size=3,stones=3,setup=213v132")
    exact = Exact(game, up_to_symmetry=False)
    position = game.start()
    reflected = Position(game, game.rules.transform(position.state, 1))
    assert reflected != position
    assert exact(position.state) == pytest.approx(exact(reflected.state), abs=1e-12)
