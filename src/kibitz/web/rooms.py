"""All games in memory, and how others come back from disk."""

from __future__ import annotations

import re
import secrets
from datetime import datetime

from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.records.files import read_record
from kibitz.records.read import parse_record
from kibitz.records.record import Record
from kibitz.records.store import Store
from kibitz.session.clock import Clock
from kibitz.session.recorded import recorded_game, recorded_seed
from kibitz.session.seats import recorded_seats
from kibitz.session.session import Session
from kibitz.web.catalogue import Catalogue
from kibitz.web.fields import Busy, NotFound
from kibitz.web.room import Room
from kibitz.web.workers import Workers
from kibitz.words.errors import BadNotation, ChangedRecord, KibitzError
from kibitz.words.limit import Limit
from kibitz.words.time_control import TimeControl

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Rooms:
    """Rooms by name. Every game is saved at each change, so a room may go when nobody is in it."""

    def __init__(
        self, catalogue: Catalogue, store: Store, workers: Workers, thinking: float, most: int
    ) -> None:
        self._catalogue = catalogue
        self._store = store
        self._workers = workers
        self._limit = Limit(seconds=thinking)
        self._most = most
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def new(
        self,
        game: Game,
        seats: tuple[Player | None, Player | None],
        seed: int | None,
        position: str | None,
        pace: float,
        clock: TimeControl | None = None,
    ) -> Room:
        """A game from its start, or from a position."""

        def begin() -> Session:
            start = None if position is None else game.position(position)
            tags = {"Date": f"{datetime.now():%Y.%m.%d}"}
            chosen = secrets.randbelow(10**9) if seed is None else seed
            running = None if clock is None else Clock(clock)
            return Session(
                game, *seats, start=start, seed=chosen, limit=self._limit, clock=running, tags=tags
            )

        session = await self._workers.quick(begin)
        return self._add(self._fresh_name(game), session, pace)

    async def load(self, text: str, accept_changed: bool = False) -> Room:
        """A game from a record, under a name of its own."""
        session = await self._workers.quick(lambda: self._resumed(self.parse(text, accept_changed)))
        return self._add(self._fresh_name(session.game), session, 0.7)

    async def open(self, name: str, accept_changed: bool = False) -> Room:
        """The game of that name, from memory or from disk."""
        if name not in self._rooms:
            session = await self._workers.quick(lambda: self._resumed(self.kept(name, accept_changed)))
            if name not in self._rooms:  # nobody else opened it while the disk was read
                self._add(name, session, 0.7)
        return self._rooms[name]

    def parse(self, text: str, accept_changed: bool = False) -> Record:
        """The record in a text, of a built-in game or one that the server was started with."""
        try:
            return parse_record(text, accept_changed=accept_changed)
        except BadNotation:
            for game in self._catalogue.own_games():
                try:
                    return parse_record(text, game, accept_changed=accept_changed)
                except ChangedRecord:
                    raise
                except KibitzError:
                    continue
            raise

    def kept(self, name: str, accept_changed: bool = False) -> Record:
        """The record on disk; its name can't be a path."""
        path = self._store.path(name)
        if not _NAME.fullmatch(name) or not path.exists():
            raise NotFound("there is no saved game of that name")
        own: list[Game | None] = list(self._catalogue.own_games())
        for game in own:
            try:
                return read_record(path, game, accept_changed=accept_changed)
            except ChangedRecord:
                raise
            except KibitzError:
                continue
        return read_record(path, accept_changed=accept_changed)

    def close(self) -> None:
        """Stop all games; they are on disk."""
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()

    def _fresh_name(self, game: Game) -> str:
        # Hard to guess: whoever knows a game's name may play in it.
        return f"{self._store.fresh_name(game, datetime.now())[:60]}{secrets.token_hex(6)}"

    def _resumed(self, record: Record) -> Session:
        game = recorded_game(record)
        seats = recorded_seats(record, game, self._catalogue.seat)
        return Session.resumed(record, game, *seats, seed=recorded_seed(record), limit=self._limit)

    def _add(self, name: str, session: Session, pace: float) -> Room:
        self._make_place()
        session.on_change = lambda changed: self._store.save(name, changed.record())
        room = self._rooms[name] = Room(name, session, self._workers, pace)
        return room

    def _make_place(self) -> None:
        if len(self._rooms) < self._most:
            return
        empty = [room for room in self._rooms.values() if not room.is_watched]
        if not empty:
            raise Busy("too many games are being played here; try again later")
        oldest = min(empty, key=lambda room: room.used)
        oldest.close()
        del self._rooms[oldest.name]
