"""Python games with tiers: a distributed table is byte for byte that of one process."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from small_games import HOPS, WALK, load
from tests.python_game.circling import circling, tiered

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.executors.executor import AnyExecutor, SerialExecutor
from kibitz.executors.process_pool import ProcessPool
from kibitz.games.game import Game
from kibitz.solving import distributed, distributed_graph
from kibitz.solving.blocks import Blocks
from kibitz.solving.table_store import table_path

#: What other processes do, the sanitizers watch where it is done here.
core = pytest.mark.core

MORRIS = Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "morris.py"


class Counting:
    """Does jobs here, counts them, and lets something happen after each."""

    def __init__(self, happen: Callable[[int, Any], None] = lambda done, job: None) -> None:
        self._happen = happen
        self.names: list[str] = []

    def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
        for job in jobs:
            found = work(job)
            self.names.append(job.name)
            self._happen(len(self.names), job)
            yield found


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that also small games have many."""
    made = distributed_graph.spread_graph
    monkeypatch.setattr(distributed, "spread_graph", lambda blocks, most, do: made(blocks, most, do, 5))


@pytest.fixture
def some_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that hops has some."""
    made = distributed_graph.spread_graph
    monkeypatch.setattr(distributed, "spread_graph", lambda blocks, most, do: made(blocks, most, do, 12))


def bytes_of(game: Game, folder: Path, executor: AnyExecutor | None) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(folder))
        kibitz.solve(game, keep=True, executor=executor)
        return table_path(game).read_bytes()


@core
@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("whole", [False, True], ids=["blocks", "whole tiers"])
@pytest.mark.parametrize("kind", ["wins", "points", "dice"])
@pytest.mark.parametrize("seed", range(8))
def test_loops_inside_a_tier_come_out_the_same(
    kind: str, seed: int, whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values are checked for a single process in tests/python_game/test_python_tiers.py."""
    if whole:
        monkeypatch.setattr(distributed_graph, "_MOST_EACH", 0)
    game = kibitz.load(tiered(circling(seed, kind)))
    many = Counting()
    assert bytes_of(game, tmp_path / "many", many) == bytes_of(game, tmp_path / "alone", None)
    assert any("values-5-" in name for name in many.names) != whole


@pytest.mark.usefixtures("some_blocks")
@pytest.mark.parametrize("points", ["None", "(-9, 9)"], ids=["who hops last wins", "points"])
def test_other_processes_make_the_same_table(points: str, tmp_path: Path) -> None:
    game = load(tmp_path, "hops", HOPS.replace("score_range = None", f"score_range = {points}"))
    alone = bytes_of(game, tmp_path / "alone", None)
    # The tests run in several threads, of which a fork would copy one.
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert bytes_of(game, tmp_path / "many", pool) == alone
    assert not list((tmp_path / "many").rglob("*.kbp"))


@core
def test_a_tier_whose_positions_all_lead_to_each_other_is_not_cut(tmp_path: Path) -> None:
    """In morris that is the last one, when all men are on the board."""
    game = kibitz.load(str(MORRIS))
    made = distributed_graph.spread_graph
    many = Counting()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distributed, "spread_graph", lambda blocks, most, do: made(blocks, most, do, 100))
        found = bytes_of(game, tmp_path / "many", many)
    assert found == bytes_of(game, tmp_path / "alone", None)
    assert len([name for name in many.names if name.startswith("graph--1-later-")]) > 3
    assert len([name for name in many.names if name.startswith("graph-0-later-")]) == 1


@core
@pytest.mark.usefixtures("some_blocks")
def test_finished_work_is_not_repeated_after_a_kill(tmp_path: Path) -> None:
    game = load(tmp_path, "hops", HOPS)
    whole = Counting()
    alone = bytes_of(game, tmp_path / "alone", None)
    assert bytes_of(game, tmp_path / "whole", whole) == alone
    total = len(whole.names)
    for at in (1, total // 3, total // 2, total - 1, total):

        def cut(done: int, job: Any, at: int = at) -> None:
            if done == at:
                raise KeyboardInterrupt

        first, rest = Counting(cut), Counting()
        with pytest.raises(KeyboardInterrupt):
            bytes_of(game, tmp_path / f"cut-{at}", first)
        assert bytes_of(game, tmp_path / f"cut-{at}", rest) == alone
        assert first.names + rest.names == whole.names


@core
@pytest.mark.usefixtures("some_blocks")
def test_a_block_that_is_damaged_or_lost_is_made_again(tmp_path: Path) -> None:
    """Each one in its turn, after all that its step makes are there."""
    game = load(tmp_path, "hops", HOPS)
    whole = Counting()
    alone = bytes_of(game, tmp_path / "alone", None)
    bytes_of(game, tmp_path / "whole", whole)
    for number, name in enumerate(whole.names[1 :: len(whole.names) // 8]):
        waiting = [name]

        def happen(done: int, job: Any, waiting: list[str] = waiting) -> None:
            path = Path(job.blocks.folder) / f"{waiting[0]}.kbp" if waiting else None
            if path is not None and path.exists() and job.name != waiting[0]:
                waiting.clear()
                path.write_bytes(path.read_bytes()[:-1] + b"?")

        assert bytes_of(game, tmp_path / f"many-{number}", Counting(happen)) == alone


@core
def test_a_game_without_tiers_is_solved_here(tmp_path: Path) -> None:
    many = Counting()
    game = load(tmp_path, "walk", WALK)
    assert bytes_of(game, tmp_path / "many", many) == bytes_of(game, tmp_path / "alone", None)
    assert many.names == []


@pytest.mark.parametrize(
    ("added", "message"),
    [
        (
            "    def format_state(self, state): return str(state[0])\n",
            "does not round-trip through its notation",
        ),
        (
            "    def format_state(self, state): return 'x'\n"
            "    def parse_state(self, text): return (0,) * 5\n",
            "does not round-trip through its notation",
        ),
        ("    def tier(self, state): return -sum(map(bool, state))\n", "leads back to an earlier tier"),
        ("    def tier(self, state): return 'low'\n", "must return a whole number, not 'low'"),
        ("    def moves(self, state): return 1 // 0\n", "ZeroDivisionError"),
    ],
)
def test_mistakes_are_named(added: str, message: str, tmp_path: Path) -> None:
    game = load(tmp_path, "wrong", HOPS + added)
    with pytest.raises(KibitzError, match=message):
        kibitz.solve(game, executor=ProcessPool(1))
    assert not list(tmp_path.rglob("*.kbt"))


@core
@pytest.mark.usefixtures("some_blocks")
def test_a_game_that_is_too_large_is_refused(tmp_path: Path) -> None:
    game = load(tmp_path, "hops", HOPS)
    positions = kibitz.solve(game).positions
    with pytest.raises(KibitzError, match=f"more than {positions - 1} positions"):
        kibitz.solve(game, executor=SerialExecutor(), most_positions=positions - 1, again=True)
    assert (
        kibitz.solve(game, executor=SerialExecutor(), most_positions=positions, again=True).positions
        == positions
    )


@core
def test_the_core_refuses_invalid_blocks(tmp_path: Path) -> None:
    from kibitz import _core

    game = load(tmp_path, "hops", HOPS)
    control = _core.Control()
    count, (start,) = game.rules.list_boundary([], control, 100)
    assert count == 0
    assert game.rules.same(start[1], game.rules.start())
    _, later = game.rules.list_boundary([start[1]], control, 1000)
    with pytest.raises(ValueError, match="has no value yet"):
        game.rules.solve_block([start[1]], [], control, 1000)
    with pytest.raises(ValueError, match="no position to solve"):
        game.rules.solve_block([], [], control, 1000)
    with pytest.raises(ValueError, match="not all of one tier"):
        game.rules.list_boundary([start[1], later[0][1]], control, 1000)
    with pytest.raises(ValueError, match="one value for each key"):
        game.rules.join_keyed([(b"12345678", b"1")])
    with pytest.raises(ValueError, match="share a key"):
        game.rules.join_keyed([(b"12345678", b"12"), (b"12345678", b"13")])
    assert game.rules.join_keyed([(b"22345678", b"12"), (b"12345678", b"12"), (b"22345678", b"12")]) == (
        b"1234567822345678",
        b"1212",
    )
    other = kibitz.load("tictactoe")
    with pytest.raises(ValueError, match="belongs to"):
        game.rules.list_boundary([other.rules.start()], control, 1000)
    assert Blocks(game, tmp_path).has("graph") is False
