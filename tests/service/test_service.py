"""The service without a transport."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.base.errors import IllegalMove, Stopped
from kibitz.base.limit import Limit
from kibitz.records.record_store import Store
from kibitz.service import code_runner
from kibitz.service.client import Client
from kibitz.service.commands import (
    Analyse,
    GetVersion,
    Hint,
    JoinGame,
    Look,
    NewGame,
    Play,
    Redo,
    Resign,
    TryMove,
    Undo,
    Values,
)
from kibitz.service.errors import BadRequest
from kibitz.service.service import Service

#: A game whose positions take long to evaluate.
LARGE = "mnk:width=15,height=15,length=5"


class Listener:
    """Records the events sent to a client."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def __call__(self, text: str, *, more: bool = False) -> None:
        self.events.append(json.loads(text))


def serve(folder: Path, visit: Callable[[Service, Client, Listener], Awaitable[None]]) -> None:
    """Run a service with one client."""

    async def run() -> None:
        service, reply = Service(store=Store(folder)), Listener()
        async with service.running():
            client = service.add_client(reply)
            await visit(service, client, reply)
            service.remove_client(client)

    asyncio.run(run())


def test_a_game_by_commands_alone(tmp_path: Path) -> None:
    async def visit(service: Service, client: Client, listener: Listener) -> None:
        entered = await service.execute(client, NewGame("tictactoe"))
        assert entered["you"] == ["first", "second"]
        await service.execute(client, Play("5"))
        await service.execute(client, Play("1"))
        hint = await service.execute(client, Hint(2))
        assert hint["seq"] == 2
        assert hint["hint"]["move"] in {"2", "3", "4", "6", "7", "8", "9"}
        tried = await service.execute(client, TryMove(2, "9"))
        assert tried["at"] == "v1"
        await service.execute(client, Undo(seq=2))
        await service.execute(client, Redo())
        assert (await service.execute(client, Look(1)))["position"] == ".../.x./..."
        with pytest.raises(IllegalMove, match="5 is taken"):
            await service.execute(client, Play("5"))
        with pytest.raises(BadRequest, match="the game has changed"):
            await service.execute(client, Play("9", seq=2))
        await service.execute(client, Resign())
        kinds = [event["event"]["kind"] for event in listener.events if "event" in event]
        assert kinds == ["joined", "move", "move", "undo", "redo", "resign"]
        numbers = [event["seq"] for event in listener.events if "seq" in event]
        assert numbers == list(range(6))
        # Another client sees what this one sees.
        other = Listener()
        await service.execute(service.add_client(other), JoinGame(entered["game"]))
        assert other.events[0]["outcome"] == listener.events[-1]["outcome"]
        assert [row[0] for row in other.events[0]["variations"]] == ["v1"]

    serve(tmp_path, visit)


def test_only_the_newest_slow_command_of_a_kind_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older one ends with a reason, and one that its caller gives up is cancelled as any other."""
    asked: list[Limit | None] = []
    analyse = code_runner.analyse

    def noted(position: Any, limit: Limit | None) -> Any:
        asked.append(limit)
        return analyse(position, limit)

    monkeypatch.setattr(code_runner, "analyse", noted)

    async def visit(service: Service, client: Client, listener: Listener) -> None:
        older = asyncio.create_task(service.execute(client, Analyse(LARGE, seconds=10)))
        while not asked:
            await asyncio.sleep(0.01)
        newer = asyncio.create_task(service.execute(client, Analyse("tictactoe")))
        with pytest.raises(Stopped, match="replaced by a newer request"):
            await older
        assert (await newer)["value"]["text"] == "Draw(9)"
        left = asyncio.create_task(service.execute(client, Analyse(LARGE, seconds=10)))
        while len(asked) < 3:
            await asyncio.sleep(0.01)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        # One of another kind does not disturb it, and entering a game ends them all.
        await service.execute(client, NewGame(LARGE))
        values = asyncio.create_task(service.execute(client, Values(0)))
        await asyncio.sleep(0)
        assert (await service.execute(client, GetVersion()))["local"] is True
        await service.execute(client, NewGame("tictactoe"))
        with pytest.raises(Stopped):
            await values
        assert client.slow == {}

    serve(tmp_path, visit)


def test_a_command_without_a_game_is_refused(tmp_path: Path) -> None:
    async def visit(service: Service, client: Client, listener: Listener) -> None:
        for command in (Play("5"), Undo(), Look(0), Hint(0)):
            with pytest.raises(BadRequest, match="join or start a game"):
                await service.execute(client, command)

    serve(tmp_path, visit)
