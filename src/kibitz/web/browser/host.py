"""The service in a Worker of a browser, for all tabs; `worker.js` forwards messages.

A transport like WebSocket and HTTP: channels of tabs are connections, requests are commands.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any

from kibitz_worker import tell  # type: ignore[import-not-found]  # worker.js

from kibitz.service.client import Client
from kibitz.service.codec import decoder, encode, read_object
from kibitz.service.commands import Command
from kibitz.service.errors import NotFound
from kibitz.service.runtime import Runtime
from kibitz.service.service import Service, refusal_of
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import NoThreads
from kibitz.web.browser.child_worker import ChildWorker
from kibitz.web.connection import Connection
from kibitz.web.openapi import OPERATIONS, Operation

#: Workers instead of threads and processes.
_WORKERS = Runtime(lambda settings: NoThreads(settings.most_waiting), ChildWorker, thinks_apart=True)


class _Channel:
    """A connection of a tab, with the interface of a socket."""

    def __init__(self, tab: str, number: int) -> None:
        self._tab, self._number = tab, number
        self.received: asyncio.Queue[str | None] = asyncio.Queue()

    async def receive(self) -> str | None:
        """Return the next text; None when the tab is closed."""
        return await self.received.get()

    def send_now(self, texts: list[str]) -> bool:
        """Send texts; the browser queues them."""
        for text in texts:
            tell(self._tab, self._number, "message", text)
        return True

    async def send(self, texts: list[str]) -> None:
        """Send texts."""
        self.send_now(texts)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection."""
        tell(self._tab, self._number, "close", reason, code)


class Host:
    """The service and its connections."""

    def __init__(self, settings: Settings) -> None:
        self._service = Service(settings, runtime=_WORKERS)
        self._running = contextlib.AsyncExitStack()
        self._channels: dict[tuple[str, int], _Channel] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ready(self) -> None:
        """Start the service."""
        await self._running.enter_async_context(self._service.running())

    async def request(self, method: str, path: str, body: str) -> str:
        """Handle a request; return its status, media type and JSON body."""
        try:
            operation, values = _operation(method, path)
            if method == "POST":
                values = read_object(body)
            command: Command[Mapping[str, Any]] = decoder(operation.command)(values)
            reply = await self._service.execute(Client(_nothing), command)
        except Exception as error:
            refusal = refusal_of(error)
            status = 404 if isinstance(refusal, NotFound) else 422
            parsed = {"error": type(refusal).__name__, "message": str(refusal)}
            return json.dumps([status, "application/json", json.dumps(parsed)])
        text = reply[operation.text] if operation.text else encode(reply)
        return json.dumps([operation.status, operation.media, text])

    def open(self, tab: str, number: int) -> None:
        """Open a connection, unless it is open."""
        tell(tab, number, "open", "")
        if (tab, number) not in self._channels:
            channel = self._channels[tab, number] = _Channel(tab, number)
            task = asyncio.ensure_future(self._serve(channel))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, channel: _Channel) -> None:
        await Connection(channel, self._service).run()
        for key in [key for key, each in self._channels.items() if each is channel]:
            del self._channels[key]
            await channel.close()

    def hear(self, tab: str, number: int, text: str) -> None:
        """Receive a message."""
        if (channel := self._channels.get((tab, number))) is not None:
            channel.received.put_nowait(text)

    def leave(self, tab: str) -> None:
        """Close the connections of a closed tab."""
        for key in [key for key in self._channels if key[0] == tab]:
            self._channels.pop(key).received.put_nowait(None)


def _operation(method: str, address: str) -> tuple[Operation, dict[str, Any]]:
    """Return the operation of an address, and the parameters in it."""
    path, _, query = address.partition("?")
    for operation in OPERATIONS:
        start, named, end = operation.path.partition("{name}")
        name = path.removeprefix(start).removesuffix(end)
        if operation.method == method and path == start + (name if named else "") + end:
            fields = {"game": name, "accept_changed": "accept_changed=yes" in query} if named else {}
            return operation, fields
    raise NotFound(f"{path}: not found")


def _nothing(text: str, *, more: bool = False) -> None:
    """Ignore events, which requests don't receive."""


def begin(settings: str) -> Host:
    """Create the service; `settings` is JSON."""
    return Host(Settings.from_json(json.loads(settings)))
