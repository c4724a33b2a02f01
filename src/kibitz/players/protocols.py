"""Engine protocols by name: UGI, and those that games bring."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.base.plugins import resolve
from kibitz.engines.protocol import Protocol
from kibitz.engines.server_base import Serve
from kibitz.games import registry
from kibitz.games.package import ProtocolEntry

OWN = ProtocolEntry(
    "ugi",
    "Kibitz's own way, for every game",
    "kibitz.engines.ugi_client:Ugi",
    "kibitz.engines.ugi_server:serve_ugi",
)


def protocols() -> Mapping[str, ProtocolEntry]:
    """Return all protocols by name."""
    return {OWN.name: OWN, **registry.protocols()}


def protocol_client(name: str) -> type[Protocol]:
    """Return the client of a protocol."""
    return resolve(protocols()[name].ask)  # type: ignore[no-any-return]


def protocol_server(name: str) -> Serve:
    """Return the server of a protocol."""
    return resolve(protocols()[name].serve)  # type: ignore[no-any-return]
