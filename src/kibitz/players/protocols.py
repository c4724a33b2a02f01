"""The ways to talk with other programs: Kibitz's own, and those that belong to one game."""

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
    """Every protocol by name."""
    return {OWN.name: OWN, **registry.protocols()}


def asking(name: str) -> type[Protocol]:
    """How another program is asked."""
    return resolve(protocols()[name].ask)  # type: ignore[no-any-return]


def answering(name: str) -> Serve:
    """How another program is answered."""
    return resolve(protocols()[name].serve)  # type: ignore[no-any-return]
