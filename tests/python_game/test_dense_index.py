"""Games in Python with a dense index: the same values as by enumeration and by a plain solver."""

from __future__ import annotations

import concurrent.futures
from pathlib import Path

import pytest
from tests.docs.pages import ROOT, blocks
from tests.python_game.plain import FIRST, PlainSolver

import kibitz
from kibitz import _core
from kibitz.base.errors import BadFile, BadGame, Stopped
from kibitz.games.python_game.check import check_game
from kibitz.solving.distributed_index import levels

pytest.importorskip("llvmlite")

#: A walk on a random graph in three tiers, with loops inside each. Some nodes have no index.
WALK = """
import random

import kibitz
from kibitz import Option

NODES, TIERS = 45, 3


class Walk(kibitz.PythonGame):
    compiled = True
    options = (
        Option("seed", 1, "of the graph", low=0, high=1000),
        Option("kind", 0, "0 wins, 1 points, 2 chance, 3 chance and points", low=0, high=3),
    )

    class State(kibitz.State):
        node = kibitz.int8
        side = kibitz.int8

    def __init__(self, **values):
        super().__init__(**values)
        rng = random.Random(self.seed)
        self.size = NODES // TIERS
        self.ends = [rng.random() < 0.15 or node >= NODES - 2 for node in range(NODES)]
        self.unindexed = [False] * NODES
        self.edges = []
        for node in range(NODES):
            low = node // self.size * self.size
            near = [rng.randrange(low, min(low + self.size, NODES)) for _ in range(3)]
            far = [rng.randrange(low, NODES) for _ in range(rng.randrange(3))]
            self.edges.append(sorted({*near, *far} - {node}) or [NODES - 1])
        for node in range(1, NODES):
            if not self.ends[node] and not any(self.unindexed[to] for to in self.edges[node]):
                self.unindexed[node] = rng.random() < 0.2 and not any(
                    self.unindexed[at] for at in range(NODES) if node in self.edges[at]
                )
        self.again = [rng.random() < 0.2 for _ in range(NODES)]
        self.rolls = [self.kind >= 2 and rng.random() < 0.5 for _ in range(NODES)]
        self.worth = [rng.randrange(-5, 6) for _ in range(NODES)]
        self.score_range = (-5, 5) if self.kind % 2 else None

    def start(self):
        s = self.State()
        s.side = 1
        return s

    def roller(self, s):
        return "first" if s.side == 1 else "second"

    def turn(self, s):
        return "chance" if self.rolls[s.node] else self.roller(s)

    def moves(self, s):
        for to in self.edges[s.node]:
            yield to

    def chances(self, s):
        n = len(self.edges[s.node])
        for to in self.edges[s.node]:
            yield to, 1 / n

    def play(self, s, move):
        if not self.again[s.node]:
            s.side = 3 - s.side
        s.node = move

    def outcome(self, s):
        if not self.ends[s.node]:
            return None
        worth = self.worth[s.node]
        if self.kind % 2:
            return worth
        return "draw" if worth == 0 else "first" if worth > 0 else "second"
"""

CHANCES = WALK[WALK.index("    def chances") : WALK.index("    def play")]
INDEX = """
    def tier_sizes(self):
        return [2 * self.size] * TIERS

    def tier(self, s):
        return s.node // self.size

    def index(self, s):
        return None if self.unindexed[s.node] else 2 * (s.node % self.size) + s.side - 1

    def from_index(self, tier, index):
        s = self.State()
        s.node, s.side = tier * self.size + index // 2, 1 + index % 2
        if self.unindexed[s.node]:
            return None
        return s
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def written(tmp_path: Path, text: str, name: str = "walk.py") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def walk(tmp_path: Path, seed: int, kind: int, *, index: str = INDEX, name: str = "walk.py") -> kibitz.Game:
    rules = WALK if kind >= 2 else WALK.replace(CHANCES, "")
    return kibitz.load(str(written(tmp_path, rules + index, name)), seed=seed, kind=kind)


@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("seed", range(5))
def test_values_are_those_of_an_enumeration(tmp_path: Path, seed: int, kind: int) -> None:
    indexed, keyed = walk(tmp_path, seed, kind), walk(tmp_path, seed, kind, index="", name="keyed.py")
    table, other = kibitz.solve(indexed), kibitz.solve(keyed)
    assert (table.layout, other.layout) == ("indexed", "keyed")
    for row in other:
        found = table.value(indexed.position(str(row.position)))
        if kind < 2:
            assert found == row.value
        elif kind == 2:
            assert found is not None
            assert found.chance == pytest.approx(row.value.chance, abs=1e-11)
        else:
            assert found is not None
            assert found.points == pytest.approx(row.value.points, abs=1e-10)


@pytest.mark.parametrize("kind", range(4))
def test_values_are_those_of_a_plain_solver(tmp_path: Path, kind: int) -> None:
    game = walk(tmp_path, 23, kind)
    table = kibitz.solve(game)
    plain = PlainSolver(game.python_rules.game)
    for (state, _), worth in (plain.expectations() if kind >= 2 else plain.values()).items():
        position = game.position(state)
        sign = 1 if position.mover == FIRST else -1
        found = table.value(position)
        if isinstance(worth, float):
            points = 2 * found.chance - 1 if kind == 2 else found.points
            assert points == pytest.approx(sign * worth, abs=1e-9)
        elif kind == 1:
            assert found == kibitz.Points(sign * worth[0])
        else:
            assert found == {1: kibitz.Win, 0: kibitz.Draw, -1: kibitz.Loss}[sign * worth[0]](worth[1])
    assert len(plain.children) > 30


def test_the_example_of_the_page_has_the_values_of_a_plain_solver(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "compiled-games.md").read_text(encoding="utf-8")
    game = kibitz.load(str(written(tmp_path, blocks(page, "python")[2], "race.py")))
    assert check_game(game, games=5).problems == []
    table = kibitz.solve(game)
    assert (table.layout, len(table)) == ("indexed", 400)
    for (state, _), worth in PlainSolver(game.python_rules.game).expectations().items():
        position = game.position(state)
        sign = 1 if position.mover == FIRST else -1
        assert 2 * table.value(position).chance - 1 == pytest.approx(sign * worth, abs=1e-9)


def test_positions_of_a_table_are_those_with_an_index(tmp_path: Path) -> None:
    game = walk(tmp_path, 2, 0)
    rules = game.python_rules.game
    table = kibitz.solve(game)
    assert len(list(table)) == len(table) == 2 * rules.unindexed.count(False)


def test_an_index_passes_the_check(tmp_path: Path) -> None:
    game = walk(tmp_path, 23, 2)
    assert check_game(game, games=5).problems == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("2 * (s.node % self.size) + s.side - 1", "2 * (s.node % self.size)", "lead elsewhere"),
        (
            "return [2 * self.size] * TIERS",
            "return [2 * self.size - 3] * TIERS",
            "must return None or a number",
        ),
        ("return [2 * self.size] * TIERS", "return [2 * self.size] * 1", "but tier_sizes() has tiers 0 to 0"),
        ("return [2 * self.size] * TIERS", "return []", "tier_sizes() must return a number"),
        ("if self.unindexed[s.node]:", "if s.node % 3 < 2:", "is None, but"),
        ("def tier_sizes(self)", "def other(self)", "tier_sizes is missing"),
    ],
)
def test_a_wrong_index_is_named(tmp_path: Path, before: str, after: str, expected: str) -> None:
    path = written(tmp_path, (WALK + INDEX).replace(before, after))
    try:
        problems = check_game(kibitz.load(str(path), seed=23), games=50).problems
    except BadGame as refusal:
        problems = [str(refusal)]
    assert problems
    assert expected in problems[0]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("return s.node // self.size", "return 2 - s.node // self.size", "earlier tier|larger than"),
        ("return None if self.unindexed[s.node] else", "return", "from_index\\(\\) returns None"),
        (
            "return None if self.unindexed[s.node] else",
            "return None if s.node >= 0 else",
            "too many positions",
        ),
        ("s.side - 1", "s.side + 200", "larger than tier_sizes"),
        ("s.node, s.side = tier", "s.node, s.side = 100 + tier", "from_index|OverflowError|IndexError"),
    ],
)
def test_solving_by_a_wrong_index_ends_in_an_error(
    tmp_path: Path, before: str, after: str, expected: str
) -> None:
    game = kibitz.load(str(written(tmp_path, (WALK + INDEX).replace(before, after))))
    with pytest.raises(kibitz.KibitzError, match=expected):
        kibitz.solve(game)


def test_solving_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    game = kibitz.load("ur", pieces=2)
    run, control = _core.index_run(game.rules, 1), _core.Control()
    whole = {tier: run.solve(tier, control) for tier in reversed(range(run.tiers))}
    resumed = _core.index_run(game.rules, 1)
    resumed.restore(2, whole[2], 0.0)
    with pytest.raises(ValueError, match="a later tier has no values yet"):
        resumed.solve(0, control)
    assert resumed.solve(1, control) == whole[1]
    control.stop()
    with pytest.raises(_core.Stopped):
        resumed.solve(0, control)
    with pytest.raises(ValueError, match="wrong length"):
        resumed.restore(1, whole[1][:-8], 0.0)


def test_a_stopped_run_keeps_its_tiers(tmp_path: Path) -> None:
    game = kibitz.load("ur", pieces=3)
    with pytest.raises(Stopped):
        kibitz.solve(game, progress=lambda done, total: False)
    assert list((tmp_path / "cache" / "tables").glob("*.part/index-*"))
    assert kibitz.solve(game).value(game.start()).chance == pytest.approx(0.516201102238, abs=5e-13)


def test_workers_solve_independent_tiers_at_the_same_time() -> None:
    game = kibitz.load("ur", pieces=3)
    later = [game.solving.later_tiers(tier) for tier in range(len(game.rules.index_sizes))]
    assert [len(each) for each in levels(later)] == [1, 1, 2, 1, 1]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        table = kibitz.solve(game, executor=pool)
    assert table.value(game.start()).chance == pytest.approx(0.516201102238, abs=5e-13)
    assert table.precision < 1e-11


def test_a_damaged_table_by_index_is_refused(tmp_path: Path) -> None:
    game = kibitz.load("ur", pieces=1)
    table = kibitz.solve(game, keep=True)
    assert table.path is not None
    data = bytearray(table.path.read_bytes())
    data[-100] ^= 255
    table.path.write_bytes(data)
    with pytest.raises(BadFile):
        kibitz.solving.table.open_table(game, table.path)
