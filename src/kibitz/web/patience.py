"""Connections that hold a place without asking anything are closed.

Uvicorn waits for a request's head for as long as it takes, so clients that send
theirs byte by byte, or not at all, could keep everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.web.settings import Settings


def patient_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """HTTP as uvicorn speaks it, with bounds on how many wait for how long."""

    class PatientProtocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > settings.most_open:
                transport.abort()
            else:
                self._look_later(None)

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
