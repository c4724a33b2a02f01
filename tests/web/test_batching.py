"""Messages sent at nearly the same time go out in one frame."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kibitz.records.record_store import Store
from kibitz.service.service import Service
from kibitz.web import connection
from kibitz.web.connection import Connection


class Wire:
    """A socket that keeps what was sent, each time."""

    def __init__(self, *, reads: bool = True) -> None:
        self.reads = reads
        self.sent: list[list[str]] = []

    async def receive(self) -> str | None:
        await asyncio.Event().wait()
        return None

    def send_now(self, texts: list[str]) -> bool:
        if self.reads:
            self.sent.append(texts)
        return self.reads

    async def send(self, texts: list[str]) -> None:
        await asyncio.sleep(0)
        self.sent.append(texts)

    async def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


def test_a_move_waits_for_a_quick_answer_and_goes_out_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_TOGETHER", 60.0)  # so that only the answer ends the wait

    async def visit(wire: Wire, tab: Connection) -> None:
        tab.send_event("a person's move", more=True)
        await tab._handle('{"id": 1, "do": "nothing"}')
        await _turns(3)
        assert wire.sent == []
        tab.send_event("the computer's")
        await _turns(3)
        assert [len(piece) for piece in wire.sent] == [3]
        first, refused, last = wire.sent[0]
        assert (first, json.loads(refused)["id"], last) == ("a person's move", 1, "the computer's")

    _run(visit)


def test_a_move_is_sent_by_itself_where_the_computer_thinks() -> None:
    async def visit(wire: Wire, tab: Connection) -> None:
        tab.send_event("a person's move", more=True)
        while not wire.sent:
            await asyncio.sleep(0.001)
        tab.send_event("the computer's")
        await _turns(3)
        assert wire.sent == [["a person's move"], ["the computer's"]]

    _run(visit)


def test_slow_readers_get_everything_in_order() -> None:
    async def visit(wire: Wire, tab: Connection) -> None:
        tab.send_event("1")
        await _turns(1)
        tab.send_event("2", more=True)
        tab.send_event("3")
        await _turns(9)
        wire.reads = True
        tab.send_event("4")
        await _turns(9)
        assert [text for piece in wire.sent for text in piece] == ["1", "2", "3", "4"]

    _run(visit, reads=False)


async def _turns(count: int) -> None:
    """Let pending callbacks run."""
    for _ in range(count):
        await asyncio.sleep(0)


def _run(visit: Callable[[Wire, Connection], Awaitable[None]], *, reads: bool = True) -> None:
    async def run() -> None:
        wire = Wire(reads=reads)
        await visit(wire, Connection(wire, Service(store=Store(Path(folder)))))

    with (
        TemporaryDirectory() as folder,
        ThreadPoolExecutor(1) as pool,
    ):  # a browser that other tests opened may hold this thread's loop
        pool.submit(lambda: asyncio.run(run())).result()
