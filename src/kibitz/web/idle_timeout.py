"""Timeouts and limits for idle connections.

Uvicorn waits indefinitely for the head of a request, so slow or silent clients could occupy all connections.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.service.settings import Settings
from kibitz.web.trusted_proxies import TrustedProxies, counted_as


def patient_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP protocol with limits on idle connections and their duration."""
    proxies = TrustedProxies(settings.trusted_proxies)
    #: Number of connections, without WebSockets, by client.
    opened: Counter[str] = Counter()

    class PatientProtocol(H11Protocol):
        _client: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            host = str(peer[0]) if peer else ""
            # A proxy's connections are many clients'; the proxy has to limit them.
            self._client = "" if proxies.trusts(host) else counted_as(host)
            opened[self._client] += 1
            full = self._client and opened[self._client] > settings.client_open
            if full or len(self.connections) > settings.most_open:
                transport.abort()
            else:
                self._schedule_check(None)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._count_no_more()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._count_no_more()  # from now on counted as a WebSocket
            super().handle_websocket_upgrade(event)

        def _count_no_more(self) -> None:
            client, self._client = self._client, None
            if client is not None:
                opened[client] -= 1
                if not opened[client]:
                    del opened[client]

        def _schedule_check(self, answered: Any) -> None:
            self.loop.call_later(settings.patience, self._check_idle, answered)

        def _check_idle(self, answered: Any) -> None:
            """Close the connection if it has sent no request since `answered`, its last one."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # closed, or a WebSocket by now
            idle = self.cycle is None or self.cycle.response_complete
            if idle and self.cycle is answered:
                self.transport.close()
            else:
                self._schedule_check(self.cycle)

    return PatientProtocol
