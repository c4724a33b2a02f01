"""Fair thread pools: short searches don't wait for long ones."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.base.cancel import Cancel, raise_if_cancelled
from kibitz.base.errors import BadFile, Stopped
from kibitz.games.registry import load
from kibitz.records.move_log import live_files
from kibitz.records.record_store import Store
from kibitz.service import persistence
from kibitz.service.errors import Busy
from kibitz.service.thread_pools import ThreadPools
from kibitz.session.session import Session


@pytest.fixture
def workers() -> Iterator[ThreadPools]:
    found = ThreadPools(100)
    yield found
    found.close()


def test_short_work_is_done_while_others_think_long(workers: ThreadPools) -> None:
    over = threading.Event()

    async def run() -> list[int]:
        long = [asyncio.create_task(workers.run_slow(over.wait)) for _ in range(12)]
        await asyncio.sleep(0.1)
        # Nothing of the long work can end before all of this has.
        found = [await workers.run_slow(lambda number=number: number) for number in range(20)]  # type: ignore[misc]
        over.set()
        assert all(await asyncio.gather(*long))
        return found

    assert asyncio.run(run()) == list(range(20))


def test_first_jobs_of_all_clients_precede_second_ones(workers: ThreadPools) -> None:
    order: list[str] = []
    go = threading.Event()
    taken = threading.Semaphore(0)

    def hold() -> None:
        taken.release()
        go.wait()

    async def run() -> None:
        # Both kinds of threads are bounded; as long as all are taken, work waits.
        held = [asyncio.create_task(workers.run_quick(hold)) for _ in range(4)]
        for _ in held:
            assert await asyncio.to_thread(taken.acquire, timeout=60)
        pool = workers._quick
        waiting = [
            asyncio.create_task(workers._run(pool, lambda who=who: order.append(who), who[0]))  # type: ignore[misc]
            for who in ("a1", "a2", "a3", "b1", "c1", "b2")
        ]
        await asyncio.sleep(0)  # each of them runs until it waits
        pool._threads = 1  # so that the order shows
        go.set()
        await asyncio.gather(*held, *waiting)

    asyncio.run(run())
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_errors_and_bounds(workers: ThreadPools) -> None:
    async def fails() -> None:
        def work() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await workers.run_quick(work)
        # Any exception reaches its caller only.
        for raised in (SystemExit, KeyboardInterrupt):

            def ends(raised: type[BaseException] = raised) -> None:
                raise raised

            task = asyncio.ensure_future(workers.run_quick(ends))
            await asyncio.wait([task])
            assert isinstance(task.exception(), RuntimeError)

    asyncio.run(fails())

    async def too_much() -> None:
        few = ThreadPools(2)
        stop = threading.Event()
        tasks = [asyncio.create_task(few.run_slow(stop.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await few.run_slow(stop.wait)
        stop.set()
        await asyncio.gather(*tasks)
        few.close()

    asyncio.run(too_much())


def test_abandoned_work_is_cancelled(workers: ThreadPools) -> None:
    begun, ended = threading.Event(), threading.Event()

    def think() -> None:
        begun.set()
        try:
            while True:
                raise_if_cancelled()
                ended.wait(0.01)
        except Stopped:
            ended.set()
            raise

    async def run() -> None:
        task = asyncio.create_task(workers.run_slow(think))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])
        assert await asyncio.to_thread(ended.wait, 60)
        cancel = Cancel()
        cancel.now()
        with pytest.raises(Stopped):
            await workers.run_slow(think, cancel)

    asyncio.run(run())


def test_closing_waits_for_work_that_is_called_off() -> None:
    ended = threading.Event()

    def until_called_off() -> None:
        begun.set()
        try:
            while True:
                raise_if_cancelled()
        finally:
            time.sleep(0.05)  # as a search that still tidies up
            ended.set()

    async def visit() -> None:
        workers = ThreadPools(10)
        task = asyncio.create_task(workers.run_slow(until_called_off))
        await asyncio.to_thread(begun.wait)
        workers.close()
        assert ended.is_set()
        with pytest.raises(Stopped):
            await task

    begun = threading.Event()
    asyncio.run(visit())


def test_a_slow_disk_puts_no_older_record_in_place_of_a_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stops while the disk is still busy with the record before."""
    begun, go = threading.Event(), threading.Event()

    def slowly(path: Path, text: str, **how: object) -> None:
        if text == "older":
            begun.set()
            go.wait(60)
        path.write_text(text, encoding="utf-8")

    monkeypatch.setattr(persistence, "write_atomically", slowly)

    async def visit() -> None:
        workers = ThreadPools(10)
        keeper = persistence.Persistence(Store(tmp_path), workers)
        running = asyncio.create_task(keeper.run())
        await asyncio.sleep(0)
        keeper.save_soon("game", "older")
        await asyncio.to_thread(begun.wait)
        keeper.save_soon("game", "newer")
        running.cancel()
        threading.Timer(0.1, go.set).start()
        workers.close()
        keeper.close()

    asyncio.run(visit())
    assert (tmp_path / "game.pgn").read_text(encoding="utf-8") == "newer"


def test_lines_stay_until_the_records_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the files are brought up to date; afterwards it has room again."""
    store = Store(tmp_path)
    session = Session(load("tictactoe"))
    write, full = persistence.write_atomically, [True]

    def refused(*rest: Any, **how: Any) -> None:
        if full[0]:
            raise BadFile("the disk is full")
        write(*rest, **how)

    monkeypatch.setattr(persistence, "write_atomically", refused)

    async def visit() -> None:
        workers = ThreadPools(10)
        keeper = persistence.Persistence(store, workers)
        game = keeper.of("game")
        for number, move in enumerate("519"):
            session.play(move)
            assert (game.moved if number else game.changed)(session) is None
        await keeper._catch_up()
        assert len(live_files(tmp_path)) == 1  # all that there is of the game
        assert not store.path("game").exists()
        full[0] = False
        await keeper._catch_up()
        assert live_files(tmp_path) == []
        keeper.close()
        workers.close()

    asyncio.run(visit())
    assert [str(move) for move in store.load("game").moves] == list("519")
