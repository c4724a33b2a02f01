"""Connections that hold a place without asking anything are closed.

Uvicorn waits for a request's head for as long as it takes, so clients that send
theirs byte by byte, or not at all, could keep everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.service.settings import Settings
from kibitz.web.trusted_proxies import TrustedProxies, counted_as


def patient_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """HTTP as uvicorn speaks it, with bounds on how many wait for how long."""
    proxies = TrustedProxies(settings.trusted_proxies)
    #: Connections that have not become WebSockets, by client; who has none is not listed.
    opened: Counter[str] = Counter()

    class PatientProtocol(H11Protocol):
        _client: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            host = str(peer[0]) if peer else ""
            # A proxy brings everybody's; it has to count them itself.
            self._client = "" if proxies.trusts(host) else counted_as(host)
            opened[self._client] += 1
            full = self._client and opened[self._client] > settings.client_open
            if full or len(self.connections) > settings.most_open:
                transport.abort()
            else:
                self._look_later(None)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._count_no_more()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._count_no_more()  # it is counted as a WebSocket from now on
            super().handle_websocket_upgrade(event)

        def _count_no_more(self) -> None:
            client, self._client = self._client, None
            if client is not None:
                opened[client] -= 1
                if not opened[client]:
                    del opened[client]

        def _look_later(self, answered: Any) -> None:
            self.loop.call_later(settings.patience, self._look, answered)

        def _look(self, answered: Any) -> None:
            """Close it if it has asked nothing since `answered`, its last request a while ago."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it has gone, or became a WebSocket
            idle = self.cycle is None or self.cycle.response_complete
            if idle and self.cycle is answered:
                self.transport.close()
            else:
                self._look_later(self.cycle)

    return PatientProtocol
