"""The service in a Worker of a browser, for all its tabs; `worker.js` passes messages on.

This is the transport in place of uvicorn: the application is the server's own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from kibitz_worker import tell  # type: ignore[import-not-found]  # worker.js
from starlette.types import Message

from kibitz.service.fair_pool import Pool
from kibitz.service.runtime import Runtime
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools
from kibitz.web.app import make_app
from kibitz.web.browser.child_worker import ChildWorker

T = TypeVar("T")

_ADDRESS = {
    "http_version": "1.1",
    "client": ("127.0.0.1", 1),
    "server": ("localhost", 80),
    "root_path": "",
    "query_string": b"",
}
_HOST = [(b"host", b"localhost")]


class _NoThreads(ThreadPools):
    """Work that takes milliseconds, done at once."""

    async def _run(self, pool: Pool, work: Callable[[], T], owner: object) -> T:
        return work()


#: Workers instead of threads and processes.
_WORKERS = Runtime(lambda settings: _NoThreads(settings.most_waiting), ChildWorker, thinks_apart=True)


class Host:
    """The application and who is connected."""

    def __init__(self, settings: Settings) -> None:
        self._app = make_app(settings, runtime=_WORKERS)
        self._lifespan: asyncio.Task[None] | None = None
        #: What each channel of each tab says.
        self._channels: dict[tuple[str, int], asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ready(self) -> None:
        """Start."""
        started = asyncio.Event()
        said: asyncio.Queue[Message] = asyncio.Queue()
        said.put_nowait({"type": "lifespan.startup"})

        async def send(message: Message) -> None:
            started.set()

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._lifespan = asyncio.ensure_future(self._app(scope, said.get, send))
        await started.wait()

    async def request(self, method: str, path: str, kind: str, body: str) -> str:
        """Answer a request: its status, headers and body as JSON."""
        data = body.encode()
        bodies = [{"type": "http.request", "body": data, "more_body": False}]
        answer: dict[str, Any] = {"body": b""}

        async def receive() -> Message:
            if not bodies:
                await asyncio.Event().wait()  # the tab does not go away
            return bodies.pop()

        async def send(message: Message) -> None:
            answer["body"] += message.pop("body", b"")
            answer.update(message)

        path, _, query = path.partition("?")
        headers = [*_HOST, (b"content-length", str(len(data)).encode())]
        if kind:
            headers.append((b"content-type", kind.encode()))
        scope = {
            **_ADDRESS,
            "type": "http",
            "asgi": {"version": "3.0"},
            "scheme": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
        }
        await self._app(scope, receive, send)
        told = [(name.decode(), value.decode()) for name, value in answer["headers"]]
        return json.dumps([answer["status"], told, answer["body"].decode("utf-8", "replace")])

    def connect(self, tab: str, channel: int) -> None:
        """Open a connection, unless it is open."""
        if (tab, channel) in self._channels:
            tell(tab, channel, "open", "")
            return
        said: asyncio.Queue[Message] = asyncio.Queue()
        said.put_nowait({"type": "handshake"})  # nobody reads it
        self._channels[tab, channel] = said

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    tell(tab, channel, "open", "")
                case "websocket.send":
                    tell(tab, channel, "message", message["text"])
                case "websocket.close":
                    self._channels.pop((tab, channel), None)
                    tell(tab, channel, "close", message.get("reason", ""), message.get("code", 1000))

        scope = {
            **_ADDRESS,
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": "/socket",
            "raw_path": b"/socket",
            "headers": _HOST,
            "subprotocols": [],
        }
        task = asyncio.ensure_future(self._app(scope, said.get, send))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hear(self, tab: str, channel: int, text: str) -> None:
        """Take a message."""
        if (said := self._channels.get((tab, channel))) is not None:
            said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self, tab: str) -> None:
        """End the connections of a tab that was closed."""
        for key in [key for key in self._channels if key[0] == tab]:
            self._channels.pop(key).put_nowait({"type": "websocket.disconnect", "code": 1001})


def begin(settings: str) -> Host:
    """Put the service together; `settings` is JSON."""
    return Host(Settings.from_json(json.loads(settings)))
