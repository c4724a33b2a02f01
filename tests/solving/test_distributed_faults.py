"""Tables of a real local cluster with faults: byte for byte the same."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_games import HOPS

import kibitz
from kibitz.base.errors import BadFile
from kibitz.executors.cluster import Cluster, cluster
from kibitz.executors.executor import Executor
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving import distributed, distributed_graph, distributed_tiers
from kibitz.solving.blocks import Blocks
from kibitz.solving.table_store import table_path

pytest.importorskip("distributed")
# Dask leaves sockets to the end of the program, which is no trouble of ours.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

#: One for each way in which tables are made by many.
GAMES = ["mnk:width=4,height=3,length=3", "ewn:size=3,stones=2", "an own one with tiers"]


@pytest.fixture(scope="module")
def there() -> Iterator[Cluster]:
    with cluster("local:2") as machines:
        yield machines


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that also small games have many."""
    tiers, graph = distributed_tiers.spread_tiers, distributed_graph.spread_graph
    monkeypatch.setattr(distributed, "spread_tiers", lambda blocks, do: tiers(blocks, do, 1 << 14))
    monkeypatch.setattr(distributed, "spread_graph", lambda blocks, most, do: graph(blocks, most, do, 12))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    if request.param in GAMES[:2]:
        return load(request.param)
    (tmp_path / "hops.py").write_text(HOPS)
    return load(str(tmp_path / "hops.py"))


def bytes_of(game: Game, folder: Path, executor: Executor | None) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(folder))
        kibitz.solve(game, keep=True, executor=executor)
        return table_path(game).read_bytes()


class Disturbed:
    """Lets something happen before and after each step of the work that others do."""

    def __init__(
        self,
        others: Executor,
        before: Callable[[int], None] = lambda step: None,
        after: Callable[[int, list[Any]], None] = lambda step, jobs: None,
    ) -> None:
        self._others, self._before, self._after = others, before, after
        self._steps = 0
        self.refusals: list[str] = []

    def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
        given = list(jobs)
        if not given:
            return
        self._steps += 1
        self._before(self._steps)
        try:
            yield from self._others.run(work, given)
        except BadFile as refusal:
            self.refusals.append(str(refusal))
            raise
        self._after(self._steps, given)


def test_a_damaged_block_is_made_again(
    game: Game, there: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any byte of it may be wrong."""
    rng = random.Random(game.name)
    spoilt: set[str] = set()
    removed: set[str] = set()
    remove = Blocks.remove

    def spoil(step: int, jobs: list[Any]) -> None:
        job = rng.choice(jobs)
        if step % 2 == 0 and len(spoilt) < 4 and job.name not in spoilt:
            spoilt.add(job.name)
            path = job.blocks.folder / f"{job.name}.kbp"
            data = bytearray(path.read_bytes())
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            path.write_bytes(data)

    def note(self: Blocks, name: str) -> None:
        removed.add(name)
        remove(self, name)

    monkeypatch.setattr(Blocks, "remove", note)
    assert bytes_of(game, tmp_path / "many", Disturbed(there, after=spoil)) == bytes_of(
        game, tmp_path / "alone", None
    )
    assert removed
    assert removed <= spoilt


@pytest.mark.parametrize("tries", [2, 99])
def test_a_full_disk_is_waited_out_or_said(
    game: Game, there: Cluster, tmp_path: Path, disk: Callable[[int], Path], tries: int
) -> None:
    """A worker finds no room; either there is some when it is tried again, or the next command goes on."""
    folder = disk(20_000)
    filler = folder / "filler"
    alone = bytes_of(game, tmp_path / "alone", None)

    def fill(step: int) -> None:
        if 3 <= step < 3 + tries:
            with contextlib.suppress(OSError), filler.open("ab", buffering=0) as out:
                while out.write(bytes(4096)):
                    pass
        else:
            filler.unlink(missing_ok=True)

    many = Disturbed(there, fill)
    if tries == 2:
        assert bytes_of(game, folder / "cache", many) == alone
    else:
        with pytest.raises(BadFile, match="the disk is full"):
            bytes_of(game, folder / "cache", many)
        assert list(folder.rglob("*.kbp"))
        filler.unlink()
        assert bytes_of(game, folder / "cache", there) == alone
    assert many.refusals
    assert all("the disk is full" in refusal for refusal in many.refusals)
