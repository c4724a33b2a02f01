"""Seats: who may move for which side, by seat keys if locked."""

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
    """The seats of people. An unlocked seat is open to anybody; a reserved one waits for an invitation.

    Only hashes of keys are stored.
    """

    #: Hashes of the keys by side.
    locks: dict[str, str] = field(default_factory=dict)
    #: The side reserved for a friend, and the hash of the invitation.
    free: Side | None = None
    invitation: str = ""

    @property
    def is_bound(self) -> bool:
        """Return whether any seat is locked or reserved."""
        return bool(self.locks) or self.free is not None

    def sides_of(self, key: str) -> list[str]:
        """Return the sides that the holder of a key may move."""
        if not self.is_bound:
            return list(_BOTH)
        return [side for side, lock in self.locks.items() if key and lock == _mark(key)]

    def lock(self, side: str) -> str:
        """Lock a seat; return its key."""
        key = secrets.token_urlsafe(16)
        self.locks[side] = _mark(key)
        return key

    def invite(self, side: Side) -> str:
        """Reserve a seat for a friend; return the invitation."""
        secret = secrets.token_urlsafe(16)
        self.free, self.invitation = side, _mark(secret)
        return secret

    def accept(self, secret: str) -> tuple[str, str]:
        """Take the reserved seat by the invitation; return the side and its key."""
        if self.free is None or not secret or _mark(secret) != self.invitation:
            raise Forbidden("this seat is taken; you can watch the game")
        side, self.free, self.invitation = self.free, None, ""
        return side, self.lock(side)

    def text(self) -> str:
        """Format the seats for a record; empty if all are open."""
        if not self.is_bound:
            return ""
        return json.dumps({"locks": self.locks, "free": self.free, "invitation": self.invitation})

    @staticmethod
    def read(text: str) -> Seating:
        """Parse the format of `text`; invalid data locks both seats."""
        if not text:
            return Seating()
        try:
            data: dict[str, Any] = parse_json(text)
            locks: dict[str, str] = {
                side: str(data["locks"][side]) for side in _BOTH if side in data["locks"]
            }
            free = next((side for side in _BOTH if side == data["free"]), None)
            return Seating(locks, free, str(data["invitation"]))
        except (ValueError, TypeError, KeyError):
            return Seating({"first": "?", "second": "?"})


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]
