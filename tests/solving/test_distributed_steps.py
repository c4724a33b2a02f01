"""The steps of distributed solving: counts, retries, and the lists between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from small_games import HOPS, WALK, load

import kibitz
from kibitz import BadFile, KibitzError, _core
from kibitz.solving import distributed_graph
from kibitz.solving.blocks import Blocks, DamagedBlock
from kibitz.solving.by_graph import WHOLE, solve_by_graph
from kibitz.solving.distributed import can_spread, make_parts
from kibitz.solving.distributed_endgames import Unit, spread_units
from kibitz.solving.distributed_graph import GraphBlock, gather
from kibitz.solving.distributed_graph import spread_graph as spread
from kibitz.solving.distributed_tiers import spread_tiers
from kibitz.solving.position_list import entry_of, read_entries, to_sections
from kibitz.solving.solve_plan import SolvePlan, make_plan


class Noting:
    """Does jobs here, and notes what each said that it had done."""

    def __init__(self) -> None:
        self.steps: dict[str, list[int]] = defaultdict(list)
        self.jobs: list[list[Any]] = []

    def do(self, work: Callable[[Any], int], jobs: Iterable[Any]) -> None:
        self.jobs.append(list(jobs))
        for job in self.jobs[-1]:
            self.steps[work.__name__].append(work(job))


def test_every_place_is_marked_valued_and_joined_once(tmp_path: Path) -> None:
    game = kibitz.load("connect:width=3,height=3,length=3")
    noting = Noting()
    spread_tiers(Blocks(game, tmp_path), noting.do, 64)
    assert len(noting.steps["mark"]) == len(noting.steps["value"]) > len(noting.steps["join"])
    for step in ("mark", "value", "join"):
        assert sum(noting.steps[step]) == game.rules.index_size, step
    # First marks from the first tier on, then values from the last, then all tiers.
    tiers = [{job.tier for job in jobs} for jobs in noting.jobs]
    last = max(max(each) for each in tiers)
    assert tiers == [{tier} for tier in range(last + 1)] + [{tier} for tier in range(last, -1, -1)] + [
        {*range(last + 1)}
    ]


def test_units_go_level_by_level_and_the_largest_first(tmp_path: Path) -> None:
    game = kibitz.load("ewn:size=3,stones=3")
    noting = Noting()
    spread_units(Blocks(game, tmp_path), 4, 8, noting.do)
    run = _core.endgame_run(game.rules, 4, 8, 1)
    levels = [{run.level(job.number) for job in jobs} for jobs in noting.jobs]
    assert levels == [{level} for level in sorted({run.level(unit) for unit in range(run.units)})]
    for jobs in noting.jobs:
        assert all(run.steps(one.number) >= run.steps(other.number) for one, other in pairwise(jobs))
    assert sorted(job.number for jobs in noting.jobs for job in jobs) == list(range(run.units))
    assert sum(noting.steps["solve_unit"]) == sum(run.steps(unit) for unit in range(run.units))
    unit = Unit(Blocks(game, tmp_path), 4, 8, 2)
    assert str(unit) == f"{unit.name} of {game.spec}"


def test_positions_are_listed_and_valued_once(tmp_path: Path) -> None:
    """Each of them has moves to later tiers only, so that no block finds what another does."""
    game = load(tmp_path, "hops", HOPS)
    noting = Noting()
    blocks = Blocks(game, tmp_path / "parts")
    spread(blocks, 10_000, noting.do, 12)
    positions = len(kibitz.solve(game))
    assert sum(noting.steps["value"]) == positions
    assert sum(noting.steps["list_later"]) == positions
    assert blocks.facts(WHOLE)["positions"] == positions
    alone = solve_by_graph(game, _core.Control(), 10_000)
    whole = blocks.read(WHOLE)
    for name in ("keys", "values"):
        assert bytes(whole.section(name)) == bytes(alone.section(name))
    # Values are joined only where a tier has several blocks, and in the end.
    joined = [job for jobs in noting.jobs for job in jobs if job.name.endswith("-values")]
    assert joined
    assert all(len(job.sources) > 1 for job in joined)
    for jobs in noting.jobs:
        for job in jobs:
            assert str(job) == f"{job.name} of {game.spec}"
            assert 0 <= job.end - job.begin <= 12


@pytest.mark.parametrize(("most", "cut"), [(1, True), (0, False)])
def test_a_tier_is_cut_unless_its_positions_lead_to_too_many_of_it(
    most: int, cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In hops every position is alone: all that it leads to is in later tiers."""
    monkeypatch.setattr(distributed_graph, "_TRIED", 2)
    monkeypatch.setattr(distributed_graph, "_MOST_EACH", most)
    game = load(tmp_path, "hops", HOPS)
    blocks = Blocks(game, tmp_path / "parts")
    pairs = [game.start().play(move) for move in game.start().moves if str(move) in ("(0, 1)", "(1, 2)")]
    entries = sorted(entry_of(game, position.state) for position in pairs)
    tier = 2
    blocks.write("start", {"tiers": [[tier, len(entries)]]}, to_sections(entries))
    for places in (len(entries) - 1, len(entries)):
        name = f"entries-{places}"
        gather(GraphBlock(blocks, 1_000, name, ("start",), tier, places=places))
        facts = blocks.facts(name)
        assert facts["positions"] == len(entries)
        assert facts["places"] == (places if cut else len(entries))
        assert list(read_entries(blocks, name, 0, len(entries))) == entries


def test_lists_are_read_from_anywhere_to_anywhere(tmp_path: Path) -> None:
    """Also texts of no character, of several bytes a character, and of halves of one."""
    blocks = Blocks(kibitz.load("tictactoe"), tmp_path)
    entries = [(0, "x.o"), (5, ""), (2**63, "würfelt"), (2**64 - 1, "\ud800!"), (7, "end")]
    blocks.write("list", {}, to_sections(entries))
    for begin in range(6):
        for end in range(begin, 6):
            assert list(read_entries(blocks, "list", begin, end)) == entries[begin:end]


def test_a_position_is_read_as_itself() -> None:
    game = kibitz.load("tictactoe")
    position = game.start().play("5")
    assert entry_of(game, position.state) == (position.key, str(position))


@pytest.mark.parametrize(
    ("layout", "source", "spreads"),
    [("dense", WALK, True), ("endgame", WALK, True), ("keyed", WALK, False), ("keyed", HOPS, True)],
)
def test_puzzles_made_by_several_workers(layout: str, source: str, spreads: bool, tmp_path: Path) -> None:
    game = load(tmp_path, "game", source)
    assert can_spread(game, SolvePlan(layout, 1, 1, 1)) == spreads


class Failing:
    """Does nothing but fail, so many times, and notes how often it is tried."""

    def __init__(self, failure: Exception, times: int) -> None:
        self._failure, self._times = failure, times
        self.tried = 0

    def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
        self.tried += 1
        if self.tried <= self._times:
            raise self._failure
        for job in jobs:
            yield work(job)


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (BadFile("the disk is full"), "the disk is full"),
        (DamagedBlock("values-3"), "values-3 is damaged again and again"),
    ],
)
def test_failed_tasks_are_retried_three_times(failure: Exception, message: str, tmp_path: Path) -> None:
    game = kibitz.load("mnk:width=3,height=2,length=3")
    plan = SolvePlan("dense", game.rules.index_size, 0, 0)
    blocks = Blocks(game, tmp_path)
    passing = Failing(failure, 3)
    make_parts(blocks, plan, passing, _core.Control())
    assert passing.tried > 3
    failing = Failing(failure, 4)
    with pytest.raises(BadFile, match=message):
        make_parts(Blocks(game, tmp_path / "other"), plan, failing, _core.Control())
    assert failing.tried == 4


def test_missing_parts_made_elsewhere_are_named(tmp_path: Path) -> None:
    class Elsewhere:
        def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
            for _ in jobs:
                yield 1

    game = kibitz.load("ewn:size=3,stones=2")
    with pytest.raises(KibitzError, match="pieces-4-unit-0 was computed, but is not in"):
        make_parts(Blocks(game, tmp_path), make_plan(game), Elsewhere(), _core.Control())


@pytest.mark.parametrize("source", ["mnk:width=4,height=3,length=3", "ewn:size=3,stones=2"])
def test_all_that_is_announced_is_done(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Control:
        """Counts instead of the core's."""

        total = done = 0

        def begin(self, total: int = 0) -> None:
            self.total = total

        def advance(self, steps: int) -> None:
            self.done += steps

    class Alone:
        def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
            for job in jobs:
                yield work(job)

    game, control = kibitz.load(source), Control()
    make_parts(Blocks(game, tmp_path), make_plan(game), Alone(), control)  # type: ignore[arg-type]
    assert control.done == control.total > 0
