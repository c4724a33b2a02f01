"""WebSocket protocol that batches messages sent at almost the same time.

A write to the socket costs more than encoding a message, so all messages about a move are sent in one write.
"""

from __future__ import annotations

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState


class BatchingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a method that sends several messages in one write."""

    def send_now(self, texts: list[str]) -> bool:
        """Send messages if possible without waiting; return False while the client's buffer is full."""
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
        """Send messages once the client has read enough."""
        while not self.send_now(texts):
            await self.writable.wait()
