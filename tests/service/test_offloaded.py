"""A service without threads, as in a browser: another process searches for its games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.base.errors import Stopped
from kibitz.records.record_store import Store
from kibitz.service.client import Client
from kibitz.service.commands import Analyse, Hint, NewGame, Play, Undo
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import ChildProcess, Start
from kibitz.service.service import Service
from kibitz.service.settings import Settings
from tests.service.test_service import LARGE, Listener


class Unanswering(ChildProcess):
    """A process whose results of slow commands never arrive, however fast the machine is."""

    def __init__(
        self, start_data: dict[str, Any], on_line: Callable[[str | bytes], None], on_end: Callable[[], None]
    ) -> None:
        self._slow: set[int] = set()

        def forward(line: str | bytes) -> None:
            message = json.loads(line)
            if message["id"] not in self._slow or "reply" not in message:
                on_line(line)

        super().__init__(start_data, forward, on_end)

    def send(self, message: dict[str, Any]) -> None:
        """Write a line."""
        if message.get("slow"):
            self._slow.add(message["id"])
        super().send(message)


def serve(
    folder: Path,
    visit: Callable[[Service, Client, Listener], Awaitable[None]],
    *,
    apart: bool = True,
    start: Start = ChildProcess,
) -> None:
    async def run() -> None:
        service = Service(Settings(), Store(folder), runtime=Runtime(start=start, thinks_apart=apart))
        reply = Listener()
        async with service.running():
            client = service.add_client(reply)
            await visit(service, client, reply)
            service.remove_client(client)

    asyncio.run(run())


async def until(listener: Listener, moves: int) -> list[str]:
    """Wait until a game has some moves; return them."""
    made: list[str] = []
    while len(made) < moves:
        await asyncio.sleep(0.01)
        made = []
        for event in listener.events:
            if event["type"] in ("state", "change"):
                made = [*made[: event.get("at", 0)], *(move for move, _ in event["moves"])]
    return made


def test_computers_and_advice_are_the_same_as_with_threads(tmp_path: Path) -> None:
    """Both are bounded by nodes and seeded, so where they think makes no difference."""
    data: dict[bool, list[object]] = {}
    for apart in (True, False):

        async def visit(service: Service, client: Client, listener: Listener, apart: bool = apart) -> None:
            await service.execute(client, NewGame(rules="connect4", second="level:strength=60", seed=7))
            await service.execute(client, Play(move="4"))
            data[apart] = list(await until(listener, 2))
            hint = await service.execute(client, Hint(at=2))
            position = await service.execute(client, Analyse(game="tictactoe", moves="1 2"))
            data[apart] += [hint["hint"], position["value"]]

        serve(tmp_path / str(apart), visit, apart=apart)
    assert data[True] == data[False]


def test_thinking_is_called_off_by_what_happens(tmp_path: Path) -> None:
    async def visit(service: Service, client: Client, listener: Listener) -> None:
        await service.execute(client, NewGame(rules=LARGE, second="person"))
        first = asyncio.ensure_future(service.execute(client, Hint(at=0)))
        await asyncio.sleep(0.5)
        await service.execute(client, Play(move="h8"))  # quick commands don't wait for it
        assert not first.done()
        second = asyncio.ensure_future(service.execute(client, Hint(at=1)))
        with pytest.raises(Stopped):
            await first
        second.cancel()
        await service.execute(client, Undo())
        assert await until(listener, 0) == []

    serve(tmp_path, visit, start=Unanswering)
