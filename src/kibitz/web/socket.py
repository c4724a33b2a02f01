"""A WebSocket with as little as possible between it and the server."""

from __future__ import annotations

import contextlib

from starlette.types import Receive, Send


class PlainSocket:
    """One accepted connection, in the words of ASGI."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._closed = False

    async def receive(self) -> str | None:
        """The next text; None when there is none any more, or something else."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._closed = True
            return None
        text: str | None = message.get("text")
        return text

    async def send(self, text: str) -> None:
        """Send a text; OSError when the other side has gone."""
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it, if that has not happened."""
        if not self._closed:
            self._closed = True
            with contextlib.suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
