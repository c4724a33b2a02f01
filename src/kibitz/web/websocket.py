"""A WebSocket with as little as possible between it and the server."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from starlette.types import Receive, Send

SendNow = Callable[[list[str]], bool]
SendAll = Callable[[list[str]], Awaitable[None]]


class WebSocket:
    """One accepted connection, in the words of ASGI."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        #: Our own server sends several texts at once (`together.py`); others one after the other.
        server = getattr(send, "__self__", None)
        self._send_now: SendNow | None = getattr(server, "send_now", None)
        self._send_all: SendAll | None = getattr(server, "send_all", None)
        self._closed = False

    async def receive(self) -> str | None:
        """The next text; None when there is none any more, or something else."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._closed = True
            return None
        text: str | None = message.get("text")
        return text

    def send_now(self, texts: list[str]) -> bool:
        """Send texts if that can be done without waiting; OSError when the other side has gone."""
        return self._send_now is not None and self._send_now(texts)

    async def send(self, texts: list[str]) -> None:
        """Send texts; OSError when the other side has gone."""
        if self._send_all is not None:
            await self._send_all(texts)
            return
        for text in texts:
            await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it, if that has not happened."""
        if not self._closed:
            self._closed = True
            with contextlib.suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
