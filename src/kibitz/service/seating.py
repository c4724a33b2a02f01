"""Who may move for whom: anybody who is there, or whoever holds the key of a seat."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from kibitz.base.json_input import parse_json
from kibitz.service.errors import Forbidden
from kibitz.service.replies import Side

_BOTH: tuple[Side, Side] = ("first", "second")


@dataclass
class Seating:
    """The seats of people. A seat without a lock is anybody's; a free one waits for who has the invitation.

    Only marks of keys are kept, so that what is on disk opens nothing.
    """

    #: Marks of the keys by side.
    locks: dict[str, str] = field(default_factory=dict)
    #: The side that waits for a friend, and the mark of the invitation.
    free: Side | None = None
    invitation: str = ""

    @property
    def is_bound(self) -> bool:
        """Whether people play who can't sit down at each other's places."""
        return bool(self.locks) or self.free is not None

    def sides_of(self, key: str) -> list[str]:
        """The sides that whoever has a key may move."""
        if not self.is_bound:
            return list(_BOTH)
        return [side for side, lock in self.locks.items() if key and lock == _mark(key)]

    def lock(self, side: str) -> str:
        """Give a seat to somebody: its key."""
        key = secrets.token_urlsafe(16)
        self.locks[side] = _mark(key)
        return key

    def invite(self, side: Side) -> str:
        """Keep a seat free for a friend: what lets the friend sit down."""
        told = secrets.token_urlsafe(16)
        self.free, self.invitation = side, _mark(told)
        return told

    def accept(self, told: str) -> tuple[str, str]:
        """Whoever has the invitation sits down: the side and its key."""
        if self.free is None or not told or _mark(told) != self.invitation:
            raise Forbidden("this seat is taken; you can watch the game")
        side, self.free, self.invitation = self.free, None, ""
        return side, self.lock(side)

    def text(self) -> str:
        """For a record; empty where seats are anybody's."""
        if not self.is_bound:
            return ""
        return json.dumps({"locks": self.locks, "free": self.free, "invitation": self.invitation})

    @staticmethod
    def read(text: str) -> Seating:
        """Read what `text` wrote. What can't be read locks both seats: nobody's are better than anybody's."""
        if not text:
            return Seating()
        try:
            said: dict[str, Any] = parse_json(text)
            locks: dict[str, str] = {
                side: str(said["locks"][side]) for side in _BOTH if side in said["locks"]
            }
            free = next((side for side in _BOTH if side == said["free"]), None)
            return Seating(locks, free, str(said["invitation"]))
        except (ValueError, TypeError, KeyError):
            return Seating({"first": "?", "second": "?"})


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]
