"""Settings of the server: access, and limits on every resource."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz.base.loopback import is_loopback

#: Host names of a server on the loopback interface.
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
#: Pattern of a Host header: a name or an address, IPv6 in brackets, with an optional port.
_HOST = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]*))(?::[0-9]{0,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits and names; the defaults suit one person on one machine."""

    host: str = "127.0.0.1"
    #: Additional host names of this server.
    names: tuple[str, ...] = ()
    #: Sites that may embed the page in a frame, such as https://club.example.
    frames: tuple[str, ...] = ()
    #: Files with games; no other file is ever loaded.
    own_games: tuple[str, ...] = ()
    #: Files with players and evaluations; likewise.
    own_players: tuple[str, ...] = ()
    #: Folder for games that clients write, which run in sandboxes; empty if they must not.
    code_folder: str = ""
    #: Maximum bytes of a message or request.
    most_bytes: int = 64 * 1024
    #: Trusted reverse proxies: addresses or networks.
    trusted_proxies: tuple[str, ...] = ()
    #: Messages per second of one connection and requests of one client, and the burst size.
    rate: float = 20.0
    burst: float = 60.0
    #: Open games, each with its own connection.
    most_connections: int = 400
    #: Timeout for a client to send its request, in seconds.
    patience: float = 10.0
    #: Maximum unread bytes of a slow client, at least one state of the largest board.
    most_unread: int = 2**20
    #: Maximum games in memory; others are on disk.
    most_rooms: int = 400
    #: Seconds after which a game without clients is unloaded.
    idle: float = 900.0
    #: Maximum number of queued jobs.
    most_waiting: int = 800
    #: Maximum bytes of saved games.
    most_disk: int = 4 * 2**30
    #: Per client, which is an address or an IPv6 network (`client.py`): connections; messages per second over
    #: all of them, and the burst size; searches at a time, and queued queries; new games per minute; bytes
    #: written per day; sandbox processes.
    client_sockets: int = 40
    client_rate: float = 100.0
    client_burst: float = 400.0
    client_thinking: int = 4
    client_waiting: int = 64
    client_games: float = 60.0
    client_disk: int = 64 * 2**20
    client_apart: int = 4
    #: Time limit of computer moves, if not limited by nodes.
    thinking: float = 2.0
    #: Factor by which node-limited work may exceed that time.
    patience_factor: float = 10.0
    #: Maximum memory of a player's transposition table.
    most_memory: int = 128 * 2**20
    #: Maximum threads of one player.
    most_threads: int = 4
    #: Number of sandbox processes, their time limit for quick commands (added to the search time of others),
    #: and the memory limit of each.
    most_apart: int = 8
    own_patience: float = 5.0
    own_memory: int = 2**31

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> Settings:
        """Parse the data of `to_json`."""
        fields: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in values.items()}
        return Settings(**fields)

    @property
    def counted_seconds(self) -> float:
        """Return the time limit of node-limited work, a safety net only."""
        return self.thinking * self.patience_factor

    @property
    def most_open(self) -> int:
        """Return the maximum number of connections: games and HTTP requests."""
        return self.most_connections + self.most_connections // 4

    def for_people(self, count: int) -> Settings:
        """Return the settings for so many people per address, with limits multiplied."""
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
        """Return the maximum number of connections per client."""
        return 2 * self.client_sockets + 20

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can reach the server, so that its clients are its owner's.

        Behind a reverse proxy all connections seem local. A name that the owner added belongs to a proxy.
        """
        return is_loopback(self.host) and not self.trusted_proxies and all(map(is_loopback, self.names))

    def allows_host(self, header: str) -> bool:
        """Return whether a Host header names this server, which prevents DNS rebinding."""
        found = _HOST.fullmatch(header.strip().lower())
        known = (*_LOOPBACK, *(name.lower().removeprefix("[").removesuffix("]") for name in self._called))
        return found is not None and (found[1] or found[2]) in known

    @property
    def _called(self) -> tuple[str, ...]:
        return (self.host, *self.names)
