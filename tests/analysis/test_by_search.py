"""Analysis by search: choice of the search, shares of the limit, and assembly of the result."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz import Expect, Limit, Position, Side, Value, _core
from kibitz.analysis import by_search, by_selective_search
from kibitz.analysis.by_search import analyse_by_search
from kibitz.analysis.by_selective_search import analyse_selectively
from kibitz.analysis.report import Analysis, Origin
from kibitz.base.value import Estimate
from kibitz.games.control import control_for

CHESS = kibitz.load("chess").start()
CONNECT = kibitz.load("connect:width=5,height=4").start()


class Playouts(kibitz.PythonGame):
    search_best = "mcts"

    def start(self) -> int:
        return 3

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> str | None:
        return None if state else "loss"


def test_each_game_is_searched_by_its_best_search(monkeypatch: pytest.MonkeyPatch) -> None:
    selective, sampled = (Analysis(CHESS, Estimate(0), Origin(kind)) for kind in ("selective", "sampled"))
    monkeypatch.setattr(by_search, "analyse_selectively", lambda position, limit: selective)
    monkeypatch.setattr(by_search, "analyse_by_sampling", lambda position, limit: sampled)
    assert analyse_by_search(CHESS, Limit(depth=1)) is selective
    assert analyse_by_search(kibitz.load(Playouts).start(), Limit(depth=1)) is sampled
    assert analyse_by_search(CONNECT, Limit(depth=1)).source.kind == "search"


def test_a_depth_is_reached_and_reported() -> None:
    for depth in (1, 2, 4):
        found = analyse_by_search(CONNECT, Limit(depth=depth))
        assert found.source.depth == depth
        assert found.source.nodes is not None
        assert found.source.nodes >= len(found.moves) == 5
        assert found.value == found.moves[0].value == max(each.value for each in found.moves)
        assert all(each.line[0] == each.move for each in found.moves)
        for each in found.moves:
            CONNECT.play(*each.line)


def test_a_search_within_nodes_or_time_looks_deeper_and_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be stopped somewhere in the first moves of the deepest look."""
    monkeypatch.setattr(by_search, "control_for", lambda limit: control_for(Limit(nodes=20_000)))
    for limit in (Limit(nodes=20_000), Limit(seconds=5), Limit(nodes=20_000, seconds=5)):
        found = analyse_by_search(CONNECT, limit)
        assert found.source.depth is not None
        assert found.source.depth > 3


def test_even_a_limit_that_allows_nothing_gives_one_look() -> None:
    found = analyse_by_search(CONNECT, Limit(nodes=1))
    assert found.source.depth == 1
    assert len(found.moves) == 5


class Sharing:
    """Stands for the searches of what follows a roll, and notes their limits."""

    def __init__(self, value: Value) -> None:
        self._value = value
        self.limits: list[Limit] = []

    def __call__(self, position: Position, limit: Limit) -> Analysis:
        self.limits.append(limit)
        return Analysis(position, self._value, Origin("search", 4, 10, 0.25))


@pytest.mark.parametrize(
    ("whole", "share"),
    [
        (Limit(nodes=13), Limit(nodes=2)),
        (Limit(nodes=5), Limit(nodes=1)),
        (Limit(seconds=3), Limit(seconds=0.5)),
        (Limit(depth=4), Limit(depth=4)),
        (Limit(depth=4, nodes=60, seconds=6), Limit(depth=4, nodes=10, seconds=1)),
    ],
)
def test_each_roll_has_its_share_of_the_limit(
    whole: Limit, share: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = kibitz.load("ewn").start()
    searched = Sharing(Expect(0.25, exact=False))
    monkeypatch.setattr(by_search, "analyse_by_search", searched)
    found = analyse_by_search(start, whole)
    assert searched.limits == [share] * 6
    assert found.value.exact is False
    assert found.source == Origin("search", 4, 60, 1.5)
    assert [each.probability for each in found.rolls] == pytest.approx([1 / 6] * 6)
    assert [each.roll for each in found.rolls] == list(start.moves)
    assert {each.value for each in found.rolls} == {Expect(0.25, exact=False)}


class Coin(kibitz.PythonGame):
    """Tossed for the first player: heads wins, tails and edge are the other's turn."""

    def start(self) -> str:
        return "toss"

    def turn(self, state: str) -> str:
        return "chance" if state == "toss" else "second"

    def roller(self, state: str) -> str:
        return "first"

    def chances(self, state: str) -> dict[str, float]:
        return {"heads": 0.25, "tails": 0.5, "edge": 0.25}

    def moves(self, state: str) -> list[str]:
        return ["stop"]

    def play(self, state: str, move: str) -> str:
        return "tails" if move == "edge" else move

    def outcome(self, state: str) -> str | None:
        return {"heads": "first", "stop": "draw"}.get(state)


def test_a_roll_that_ends_the_game_is_not_searched_nor_the_same_position_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toss = kibitz.load(Coin).start()
    assert toss.mover is Side.FIRST
    searched = Sharing(Expect(0.75, exact=False))
    monkeypatch.setattr(by_search, "analyse_by_search", searched)
    found = analyse_by_search(toss, Limit(nodes=30))
    assert searched.limits == [Limit(nodes=10)]
    # To the second player three quarters, so a quarter to the first.
    assert [each.value for each in found.rolls] == [
        Expect(1.0),
        Expect(0.25, exact=False),
        Expect(0.25, exact=False),
    ]
    assert found.value == Expect(0.25 * 1 + 0.75 * 0.25, exact=False)
    assert found.source == Origin("search", 4, 10, 0.25)


class Engine:
    """A search with given results."""

    def __init__(self, *thoughts: tuple[int, Sequence[tuple[Value, str]]]) -> None:
        self._thoughts = list(thoughts)
        self.limits: list[Any] = []
        self.nodes: list[int | None] = []

    def search(self, state: object, limits: Any, control: object, tablebase: object = None) -> Any:
        self.limits.append(limits)
        depth, lines = self._thoughts.pop(0)
        received = []
        for value, texts in lines:
            codes, position = [], CHESS
            for text in texts.split():
                move = position.move(text)
                codes.append(position.game.codec.code(position, move))
                position = position.play(move)
            received.append(SimpleNamespace(value=value, moves=codes))
        return SimpleNamespace(depth=depth, pv_lines=received, seconds=0.5, nodes=100, stopped=True)


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Analyses the start of chess with the thoughts of somebody else."""

    def think(limit: Limit, *thoughts: Any) -> tuple[Analysis, Engine]:
        engine = Engine(*thoughts)

        def noted(given: Limit) -> _core.Control:
            engine.nodes.append(given.nodes)
            return control_for(given)

        monkeypatch.setattr(_core, "make_selective_engine", lambda rules, size: engine)
        monkeypatch.setattr(_core, "SearchLimits", SimpleNamespace)
        monkeypatch.setattr(by_selective_search, "value_from_core", lambda value, average: value)
        monkeypatch.setattr(by_selective_search, "control_for", noted)
        return analyse_selectively(CHESS, limit), engine

    return think


ALL = (5, [(Estimate(20), "d4 d5"), (Estimate(30), "e4"), (Estimate(-5), "a3 e5 b3")])


def told(found: Analysis) -> list[tuple[str, Value, int]]:
    return [(CHESS.write(each.move), each.value, len(each.line)) for each in found.moves]


@pytest.mark.parametrize("depth", [5, 6])
def test_half_of_the_work_is_for_the_best_move_which_bounds_the_others(depth: int, thinking: Any) -> None:
    found, engine = thinking(Limit(nodes=1001, seconds=3), ALL, (depth, [(Estimate(15), "d4")]))
    # Of two lines with the same beginning, the longer one is reported.
    assert told(found) == [("d4", Estimate(15), 2), ("e4", Estimate(15), 1), ("a3", Estimate(-5), 3)]
    assert found.value == Estimate(15)
    assert found.source == Origin("search", depth, 200, 1.0)
    assert engine.nodes == [500, 500]
    assert [(each.multi_pv, each.seconds, each.depth) for each in engine.limits] == [
        (20, 1.5, 0),
        (1, 1.5, 0),
    ]


def test_the_best_line_is_the_newer_one_where_it_is_longer(thinking: Any) -> None:
    found, _ = thinking(Limit(nodes=10), ALL, (5, [(Estimate(40), "e4 e5 Nf3")]))
    assert told(found) == [("e4", Estimate(40), 3), ("d4", Estimate(20), 2), ("a3", Estimate(-5), 3)]


@pytest.mark.parametrize(("end", "length"), [(1, 1), (2, 2), (3, 2), (None, 2)])
def test_a_line_is_no_longer_than_the_distance_to_the_end(
    end: int | None, length: int, thinking: Any
) -> None:
    found, _ = thinking(Limit(nodes=10), ALL, (6, [(kibitz.Win(end), "d4")]))
    assert told(found)[0] == ("d4", kibitz.Win(end), length)


def test_a_shallower_second_look_changes_nothing(thinking: Any) -> None:
    found, _ = thinking(Limit(seconds=1), ALL, (4, [(Estimate(15), "d4")]))
    assert told(found) == [("e4", Estimate(30), 1), ("d4", Estimate(20), 2), ("a3", Estimate(-5), 3)]
    assert found.value == Estimate(30)


@pytest.mark.parametrize(("depth", "asked"), [(3, 3), (200, 200), (500, 200)])
def test_with_a_depth_alone_one_look_is_all(depth: int, asked: int, thinking: Any) -> None:
    found, engine = thinking(Limit(depth=depth), ALL)
    assert [(each.multi_pv, each.seconds, each.depth) for each in engine.limits] == [(20, None, asked)]
    assert engine.nodes == [None]
    assert found.source == Origin("search", 5, 100, 0.5)


def test_a_single_move_needs_no_second_look(thinking: Any) -> None:
    found, engine = thinking(Limit(nodes=1), (3, [(Estimate(1), "e4")]))
    assert engine.nodes == [1]
    assert told(found) == [("e4", Estimate(1), 1)]


def test_chess_itself() -> None:
    """A mate in one is found among all moves, each with a line of its own."""
    position = kibitz.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    found = analyse_selectively(position, Limit(nodes=4000))
    assert position.write(found.moves[0].move).startswith("Ra8")
    assert found.value == kibitz.Win(1)
    assert {each.move for each in found.moves} == set(position.moves)
    assert [each.value for each in found.moves] == sorted((each.value for each in found.moves), reverse=True)
    assert all(each.line[0] == each.move for each in found.moves)
