"""Distributed tables are byte for byte those of one process, with any fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.base.errors import BadFile, BadOption, KibitzError
from kibitz.executors.executor import Executor, SerialExecutor
from kibitz.executors.process_pool import ProcessPool
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving import distributed, distributed_tiers
from kibitz.solving.blocks import Blocks, DamagedBlock
from kibitz.solving.cluster_plan import cluster_plan
from kibitz.solving.solve_plan import make_plan
from kibitz.solving.table_store import table_path

#: With how many pieces, where that matters; none is large. Processes are begun for every step of every tier,
#: so boards with many cells are slow.
GAMES = [
    ("connect:width=3,height=3,length=3", None),
    ("mnk:width=3,height=2,length=3", None),
    *(
        pytest.param(spec, None, marks=pytest.mark.slow)
        for spec in ("connect:width=4,height=4", "mnk:width=4,height=3,length=3", "numerical")
    ),
    ("ewn", 3),
    ("ewn:size=3,stones=2", 4),
    ("chess", 3),
]
SMALL = 1 << 14


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """So that also small games have many."""
    made = distributed_tiers.spread_tiers
    size = getattr(request, "param", SMALL)
    monkeypatch.setattr(distributed, "spread_tiers", lambda blocks, do: made(blocks, do, size))


def bytes_of(game: str, pieces: int | None, folder: Path, executor: Executor | None) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(folder))
        kibitz.solve(game, pieces=pieces, executor=executor)
        return table_path(load(game)).read_bytes()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("small_blocks", [1 << 5], indirect=True)
@pytest.mark.parametrize(("game", "pieces"), GAMES)
def test_many_make_the_same_table(game: str, pieces: int | None, tmp_path: Path) -> None:
    alone = bytes_of(game, pieces, tmp_path / "alone", None)
    assert bytes_of(game, pieces, tmp_path / "here", SerialExecutor()) == alone
    assert bytes_of(game, pieces, tmp_path / "many", ProcessPool(2)) == alone
    assert not list((tmp_path / "many").rglob("*.kbp"))


class Breaking:
    """Does jobs here, and lets something happen after each."""

    def __init__(self, happen: Callable[[int, Any], None]) -> None:
        self._happen = happen
        self.done = 0

    def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
        for job in jobs:
            found = work(job)
            self.done += 1
            self._happen(self.done, job)
            yield found


GAME = "mnk:width=4,height=3,length=3"


@pytest.mark.usefixtures("small_blocks")
def test_finished_work_is_not_repeated_after_a_kill(tmp_path: Path) -> None:
    alone = bytes_of(GAME, None, tmp_path / "alone", None)
    whole = Breaking(lambda done, job: None)
    assert bytes_of(GAME, None, tmp_path / "whole", whole) == alone

    def cut(done: int, job: Any) -> None:
        if done == whole.done // 2:
            raise KeyboardInterrupt

    first, rest = Breaking(cut), Breaking(lambda done, job: None)
    with pytest.raises(KeyboardInterrupt):
        bytes_of(GAME, None, tmp_path / "cut", first)
    assert bytes_of(GAME, None, tmp_path / "cut", rest) == alone
    assert first.done + rest.done == whole.done


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-100], lambda data: data[:-1] + bytes([data[-1] ^ 1]), None]
)
def test_a_block_that_is_damaged_or_lost_is_made_again(
    spoil: Callable[[bytes], bytes] | None, tmp_path: Path
) -> None:
    alone = bytes_of(GAME, None, tmp_path / "alone", None)
    spoilt: list[Path] = []

    def happen(done: int, job: Any) -> None:
        if done % 9 == 0 and len(spoilt) < 5:
            path = job.blocks.folder / f"{job.name}.kbp"
            spoilt.append(path)
            if spoil is None:
                path.unlink()
            else:
                path.write_bytes(spoil(path.read_bytes()))

    if spoil is None:
        # One that vanishes at once was not written where everybody sees it.
        with pytest.raises(KibitzError, match="all workers must share"):
            bytes_of(GAME, None, tmp_path / "many", Breaking(happen))
        happen = lambda done, job: None  # noqa: E731
    assert bytes_of(GAME, None, tmp_path / "many", Breaking(happen)) == alone
    assert spoilt


@pytest.mark.usefixtures("small_blocks")
def test_a_full_disk_ends_it_with_words_and_it_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = bytes_of(GAME, None, tmp_path / "alone", None)
    real, failing = Blocks.write, [True]

    def write(self: Blocks, name: str, *what: Any) -> None:
        if failing[0] and "block-0" in name:
            raise BadFile(f"{self.folder / name} can't be written: the disk is full")
        real(self, name, *what)

    monkeypatch.setattr(Blocks, "write", write)
    with pytest.raises(BadFile, match="the disk is full"):
        bytes_of(GAME, None, tmp_path / "many", SerialExecutor())
    failing[0] = False
    assert bytes_of(GAME, None, tmp_path / "many", SerialExecutor()) == alone


def test_a_worker_whose_disk_is_full_leaves_its_block_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = bytes_of(GAME, None, tmp_path / "alone", None)
    real, failures = Blocks.write, [2]

    def write(self: Blocks, name: str, *what: Any) -> None:
        if failures[0]:
            failures[0] -= 1
            raise BadFile(f"{self.folder / name} can't be written: the disk is full")
        real(self, name, *what)

    monkeypatch.setattr(Blocks, "write", write)
    assert bytes_of(GAME, None, tmp_path / "many", SerialExecutor()) == alone


def test_blocks_are_checked(tmp_path: Path) -> None:
    game = load("mnk:width=4,height=4,length=3")
    blocks = Blocks(game, tmp_path)
    blocks.write("one", {}, {"own": b"12345678"})
    assert bytes(blocks.read("one").section("own")) == b"12345678"
    with pytest.raises(DamagedBlock, match="two"):
        blocks.read("two")
    os.rename(tmp_path / "one.kbp", tmp_path / "two.kbp")
    with pytest.raises(DamagedBlock, match="two"):
        blocks.read("two")
    with pytest.raises(DamagedBlock):
        Blocks(load("mnk:width=4,height=4,length=4"), tmp_path).read("two")
    blocks.remove("two")
    assert not blocks.has("two")


def test_the_core_refuses_invalid_blocks() -> None:
    run = _core.tier_run(load(GAME).rules, 1, True)
    size = run.tier_size(5)
    control = _core.Control()
    for begin, end in ((1, 64), (64, 0), (0, size + 64)):
        with pytest.raises(ValueError, match="invalid block"):
            run.mark_block(5, begin, end, control)
        with pytest.raises(ValueError, match="invalid block"):
            run.set_block(5, begin, end, b"", b"")
    with pytest.raises(ValueError, match="no values yet"):
        run.value_block(5, 0, 64, control)
    with pytest.raises(ValueError, match="no values yet"):
        run.join_blocks(5, control)
    with pytest.raises(ValueError, match="wrong length"):
        run.add_marks(5, 0, bytes(8 * (size // 64 + 2)))
    with pytest.raises(ValueError, match="no such tier"):
        run.mark_block(99, 0, 64, control)
    quick = _core.tier_run(load("numerical").rules, 1)
    with pytest.raises(ValueError, match="cannot be solved block by block"):
        quick.mark_block(0, 0, 0, control)


@pytest.mark.parametrize(("game", "pieces"), [("ewn", 4), ("chess", 4)])
def test_a_unit_needs_lower_levels_only(game: str, pieces: int) -> None:
    """The levels rise with the units' numbers, so that one process solves them in order."""
    run = _core.endgame_run(load(game).rules, pieces, 1, 1)
    levels = [run.level(unit) for unit in range(run.units)]
    assert levels == sorted(levels)
    assert len(set(levels)) > 2


def every_plan() -> Iterator[tuple[Game, int | None]]:
    for game, pieces in (("numerical", None), ("ewn", 5), ("chess", 4), ("connect:width=5,height=4", None)):
        yield load(game), pieces


def test_plans_for_more_workers_take_no_longer() -> None:
    for game, pieces in every_plan():
        plan = make_plan(game, None, pieces)
        if plan.layout == "keyed":
            continue
        found = [cluster_plan(game, plan, workers) for workers in (1, 4, 16, 1000)]
        assert all(more.working <= fewer.working for fewer, more in pairwise(found))
        assert {each.memory for each in found} == {found[0].memory}
        assert found[0].tasks > 1
    with pytest.raises(BadOption, match="which one process does"):
        cluster_plan(load("tictactoe"), make_plan(load("tictactoe")), 4)


def test_a_game_in_one_piece_is_solved_here(tmp_path: Path) -> None:
    def never(work: object, jobs: object) -> Generator[object]:
        raise AssertionError("there is nothing to spread")
        yield

    here = SerialExecutor()
    here.run = never  # type: ignore[assignment, method-assign]
    assert bytes_of("tictactoe", None, tmp_path / "one", here) == bytes_of(
        "tictactoe", None, tmp_path / "other", None
    )
