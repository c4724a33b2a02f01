"""Which sides of a record were people."""

from __future__ import annotations

from kibitz.base.errors import BadOption
from kibitz.base.options import split_spec
from kibitz.base.side import Side
from kibitz.players import registry as players
from kibitz.records.record import Record


def people_in(record: Record) -> set[Side]:
    """Return the sides of people: those that are not players of Kibitz."""
    return people_among(record.tags.get("First", ""), record.tags.get("Second", ""))


def people_among(first: str, second: str) -> set[Side]:
    """Return the sides of people, given what a record names both sides."""
    return {side for side, spec in ((Side.FIRST, first), (Side.SECOND, second)) if not _is_player(spec)}


def _is_player(spec: str) -> bool:
    try:
        return split_spec(spec)[0] in players.names()
    except BadOption:
        return False
