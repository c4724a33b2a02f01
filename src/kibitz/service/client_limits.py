"""Resource limits per client, so that nobody excludes the others.

A client is an address (`client.py`). The server's own work is not counted.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kibitz.service.client_address import CLIENT
from kibitz.service.errors import TooMany
from kibitz.service.rate_limit import Buckets
from kibitz.service.settings import Settings

_DAY, _MINUTE = 86_400.0, 60.0


class ClientLimits:
    """The accounts of one server, with bounded memory however many clients there are."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        #: Number of open connections by client.
        self._sockets: Counter[str] = Counter()
        self._messages = Buckets(settings.client_rate, settings.client_burst)
        per_minute = settings.client_games
        self._games = Buckets(per_minute / _MINUTE, 2 * per_minute)
        self._disk = Buckets(settings.client_disk / _DAY, settings.client_disk)
        #: Bytes of saved games at the last count, and those written since.
        self._used = 0

    @contextlib.contextmanager
    def socket(self) -> Iterator[None]:
        """Count a connection of this client while it is open."""
        client, most = CLIENT.get(), self._settings.client_sockets
        if self._sockets.total() >= self._settings.most_connections:
            raise TooMany("too many people are connected to this server; try again later")
        if client and self._sockets[client] >= most:
            raise TooMany(f"your address has {most} connections, the most there may be; close a window")
        self._sockets[client] += 1
        try:
            yield
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def take_turn(self) -> float:
        """Return how many seconds this client has to wait for its next message; 0 if none."""
        client = CLIENT.get()
        return 0.0 if not client or self._messages.take(client) else self._messages.wait(client)

    def begin_game(self) -> None:
        """Count a new game; TooMany above the limit."""
        self.write()
        if self._used >= self._settings.most_disk:
            raise TooMany(
                "the space for saved games on this server is used up; who runs it can delete some, "
                "or give more with --disk"
            )
        client = CLIENT.get()
        if client and not self._games.take(client):
            wait = _in_words(self._games.wait(client))
            raise TooMany(f"too many games were started from your address; try again in {wait}")

    def write(self) -> None:
        """Reserve a write to disk; TooMany if this client wrote too much."""
        client = CLIENT.get()
        if client and (wait := self._disk.wait(client)) > 0:
            raise TooMany(
                f"too much was saved from your address; saved games stay, and you can continue "
                f"in {_in_words(wait)}"
            )

    def wrote(self, count: int) -> None:
        """Count bytes written to disk."""
        self._used += count
        if client := CLIENT.get():
            self._disk.spend(client, count)

    def count_disk(self, folder: Path) -> None:
        """Measure disk usage; takes time."""
        used = 0
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    used += entry.stat(follow_symlinks=False).st_size
        self._used = used


def _in_words(seconds: float) -> str:
    seconds = math.ceil(seconds)
    if seconds <= 90:
        return f"{seconds} s"
    return f"{math.ceil(seconds / 60)} min" if seconds <= 5400 else f"{math.ceil(seconds / 3600)} h"
