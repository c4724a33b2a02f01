"""The ways to talk with other programs: Kibitz's own, and those that belong to one game."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.engines.protocol import Protocol
from kibitz.engines.serving import Serve
from kibitz.games import registry
from kibitz.games.room import ProtocolEntry
from kibitz.words.reference import resolve

OWN = ProtocolEntry(
    "ugi", "Kibitz's own way, for every game", "kibitz.engines.ugi:Ugi", "kibitz.engines.serve_ugi:serve_ugi"
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
