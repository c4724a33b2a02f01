"""A minimal ASGI WebSocket."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from starlette.types import Receive, Send

SendNow = Callable[[list[str]], bool]
SendAll = Callable[[list[str]], Awaitable[None]]


class WebSocket:
    """An accepted connection."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        #: Our own server sends several texts at once (`batching.py`); others one after the other.
        server = getattr(send, "__self__", None)
        self._send_now: SendNow | None = getattr(server, "send_now", None)
        self._send_all: SendAll | None = getattr(server, "send_all", None)
        self._closed = False

    async def receive(self) -> str | None:
        """Return the next text; None at the end, or for other data."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._closed = True
            return None
        text: str | None = message.get("text")
        return text

    def send_now(self, texts: list[str]) -> bool:
        """Send texts if possible without waiting; OSError if the client has disconnected."""
        return self._send_now is not None and self._send_now(texts)

    async def send(self, texts: list[str]) -> None:
        """Send texts; OSError if the client has disconnected."""
        if self._send_all is not None:
            await self._send_all(texts)
            return
        for text in texts:
            await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection, unless it is closed."""
        if not self._closed:
            self._closed = True
            with contextlib.suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
