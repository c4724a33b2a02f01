"""What the server allows: who may talk to it, and how much of everything there may be."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz.base.loopback import is_loopback

#: Names by which a browser on this machine may call it.
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
#: A Host header: a name or an address, those of IPv6 in brackets, and perhaps a port.
_HOST = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]*))(?::[0-9]{0,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Settings:
    """Bounds and names; the defaults suit one person on one machine."""

    host: str = "127.0.0.1"
    #: Other names that browsers may use for this server.
    names: tuple[str, ...] = ()
    #: Sites that may show the page in a frame of theirs, such as https://club.example.
    frames: tuple[str, ...] = ()
    #: Files with games of one's own; no other file is ever loaded.
    own_games: tuple[str, ...] = ()
    #: Files with players and evaluations of one's own; the same holds for them.
    own_players: tuple[str, ...] = ()
    #: Bytes of one message or one request.
    most_bytes: int = 64 * 1024
    #: Reverse proxies, addresses or networks, that may say on whose behalf they ask.
    trusted_proxies: tuple[str, ...] = ()
    #: Messages a second of one connection and requests of one client, and how many it may save up.
    rate: float = 20.0
    burst: float = 60.0
    #: Games looked at, each over a connection of its own.
    most_connections: int = 400
    #: Seconds that a client may take to say what it wants.
    patience: float = 10.0
    #: Bytes that a client may leave unread before it is given up; at least one state of the largest board.
    most_unread: int = 2**20
    #: Games in memory; others are on disk until somebody comes back to them.
    most_rooms: int = 400
    #: Seconds that a game which nobody looks at stays in memory.
    idle: float = 900.0
    #: Work that may wait for a thread.
    most_waiting: int = 800
    #: Bytes of saved games; no new ones begin when there are more.
    most_disk: int = 4 * 2**30
    #: For one client, which is an address or a network of IPv6 (`client.py`): connections; messages a
    #: second over all of them, and how many it may save up; searches at a time, and questions that
    #: wait; games begun in a minute; bytes written in a day; processes for code that is not ours.
    client_sockets: int = 40
    client_rate: float = 100.0
    client_burst: float = 400.0
    client_thinking: int = 4
    client_waiting: int = 64
    client_games: float = 60.0
    client_disk: int = 64 * 2**20
    client_apart: int = 4
    #: Seconds that a computer thinks about a move, where it does not count positions.
    thinking: float = 2.0
    #: How many times as long work may take that counts positions, before it is ended all the same.
    patience_factor: float = 10.0
    #: Memory that a player may be given for what it has seen.
    most_memory: int = 128 * 2**20
    #: Threads that one player may use.
    most_threads: int = 4
    #: Processes for games and players that are not ours, seconds that their code may take for
    #: something quick (and longer than it was given for thinking), and memory for each.
    most_apart: int = 8
    own_patience: float = 5.0
    own_memory: int = 2**31

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> Settings:
        """Read what `to_json` wrote."""
        told: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in values.items()}
        return Settings(**told)

    @property
    def counted_seconds(self) -> float:
        """After how long work is ended that is bounded by positions, so that it is the same everywhere."""
        return self.thinking * self.patience_factor

    @property
    def most_open(self) -> int:
        """Connections of any kind: games, and requests beside them."""
        return self.most_connections + self.most_connections // 4

    def for_people(self, count: int) -> Settings:
        """The same where so many people share an address: a client may have as much for each of them."""
        return replace(
            self,
            client_sockets=self.client_sockets * count,
            rate=self.rate * count,
            burst=self.burst * count,
            client_rate=self.client_rate * count,
            client_burst=self.client_burst * count,
            client_thinking=self.client_thinking * count,
            client_waiting=self.client_waiting * count,
            client_games=self.client_games * count,
            client_disk=self.client_disk * count,
            client_apart=self.client_apart * count,
        )

    @property
    def client_open(self) -> int:
        """Connections of any kind of one client."""
        return 2 * self.client_sockets + 20

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it, so that whoever talks to it is its owner.

        Behind a reverse proxy everybody comes from this machine, as it seems.
        """
        return is_loopback(self.host) and not self.trusted_proxies

    def allows_host(self, header: str) -> bool:
        """Whether a Host header names this server: a page elsewhere can't make its name ours."""
        found = _HOST.fullmatch(header.strip().lower())
        known = (*_LOOPBACK, *(name.lower().removeprefix("[").removesuffix("]") for name in self._called))
        return found is not None and (found[1] or found[2]) in known

    @property
    def _called(self) -> tuple[str, ...]:
        return (self.host, *self.names)
