"""Messages that come at almost the same time go out together.

To hand something to the network takes the server longer than to make it, so
what is said about one move goes there in one piece.
"""

from __future__ import annotations

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState


class TogetherProtocol(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, and a way to send several messages in one piece."""

    async def send_all(self, texts: list[str]) -> None:
        """Send messages of an accepted connection."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text.encode())
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))
