"""Messages that come at almost the same time go out together.

To hand something to the network takes the server longer than to make it, so
what is said about one move goes there in one piece.
"""

from __future__ import annotations

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState


class BatchingProtocol(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, and a way to send several messages in one piece."""

    def send_now(self, texts: list[str]) -> bool:
        """Send messages of an accepted connection; False if the client has to read others first."""
        if not self.writable.is_set():
            return False
        if self.close_sent:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text.encode())
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def send_all(self, texts: list[str]) -> None:
        """Send them when the client has read enough."""
        while not self.send_now(texts):
            await self.writable.wait()
