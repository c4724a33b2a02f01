"""All games in memory, and how others come back from disk."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from datetime import datetime
from typing import Any

from kibitz.base.limit import Limit
from kibitz.files.ownership import Unwritable, holder_of
from kibitz.records.files import read_text
from kibitz.records.record import is_own_game, own_game_file
from kibitz.records.record_store import Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.client_address import CLIENT
from kibitz.service.client_limits import ClientLimits
from kibitz.service.errors import Busy, NotFound, TooMany
from kibitz.service.game_host import GameHost, Json, LocalGame, OffloadedGame, SandboxedGame
from kibitz.service.game_request import ANALYSIS, MODE, GameRequest, peek
from kibitz.service.game_session import SEATS, GameSession
from kibitz.service.persistence import Persistence
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import Sandbox
from kibitz.service.seating import Seating
from kibitz.service.settings import Settings
from kibitz.service.shared_game import SharedGame
from kibitz.service.thread_pools import ThreadPools

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
#: Seconds between two moves of computers that play each other.
PACE = 0.7
#: Seconds between two looks for games that may go.
_BETWEEN = 30.0


class GameRegistry:
    """GameRegistry by name. Every game is kept at each change, so a room may go when nobody is in it."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        store: Store,
        workers: ThreadPools,
        keeper: Persistence,
        limits: ClientLimits | None = None,
        runtime: Runtime | None = None,
        thinker: Sandbox | None = None,
    ) -> None:
        """`thinker` thinks where no threads do."""
        self._runtime, self._thinker = runtime or Runtime(), thinker
        self._settings = settings
        self._limits = limits or ClientLimits(settings)
        self._catalogue = catalogue
        self._store = store
        self._workers = workers
        self._keeper = keeper
        self._limit = Limit(seconds=settings.thinking)
        self._rooms: dict[str, SharedGame] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def new(self, wish: GameRequest, seating: Seating | None = None, pace: float = PACE) -> SharedGame:
        """What somebody wishes for, under a name of its own."""
        self._limits.begin_game()
        self._limits.wrote(len(wish.record or ""))  # a process apart says nothing of what it writes
        seating = seating or Seating()
        room = await self._put_up(self._fresh_name(wish), wish, seating, pace)
        if wish.is_kept_at_once:  # whatever it begins with is on disk before anybody hears of it
            room.trouble = (await room.place.do("keep_whole"))["trouble"]
            await self.write_now()
        return room

    async def open(self, name: str, accept_changed: bool = False, take_over: bool = False) -> SharedGame:
        """The game of that name, from memory or from disk; InUse says who else has it open."""
        room = self._rooms.get(name)
        if room is not None and self._may_be_behind(room):
            self._close(room)
        if name not in self._rooms:
            await self.write_now()
            try:
                wish, seating = await self._workers.quick(
                    lambda: self._kept_wish(name, accept_changed, take_over)
                )
                if name not in self._rooms:  # nobody else opened it while the disk was read
                    await self._put_up(name, wish, seating, PACE)
            finally:
                if name not in self._rooms:
                    self._keeper.let_go(name)
        return self._rooms[name]

    def _may_be_behind(self, room: SharedGame) -> bool:
        """Whether others may have played a game since it was let go here or taken over."""
        path = self._store.path(room.name)
        if self._keeper.is_ours(room.name) or not path.exists():
            return False
        return not room.is_watched or self._keeper.is_lost(room.name) or holder_of(path) is not None

    async def again(self, room: SharedGame) -> None:
        """Another game of the same people, with sides changed; everybody there is told where."""
        wish = GameRequest(**await room.place.do("again"))
        seating = Seating()
        keys = {side: seating.lock(side) for side in ("first", "second")}
        new = await self.new(wish.with_seats(seating.text()), seating)
        room.move_to(new.name, keys)

    async def write_now(self) -> None:
        """Bring the files up to date that somebody wants to read."""
        await self._keeper.write_now()

    def kept(self, name: str, accept_changed: bool = False) -> str:
        """The record on disk as text; its name can't be a path."""
        self._refuse_unless_kept(name)
        text = read_text(self._store.path(name))
        # What happened since it was written is known of our own games only; others are written whole.
        foreign = self._catalogue.is_foreign_game(peek(text).get("Game", ""))
        return text if foreign else str(self._store.load(name, accept_changed=accept_changed))

    def _refuse_unless_kept(self, name: str) -> None:
        if not _NAME.fullmatch(name) or not self._store.path(name).exists():
            raise NotFound("there is no saved game of that name")

    def _kept_wish(self, name: str, accept_changed: bool, take_over: bool) -> tuple[GameRequest, Seating]:
        self._refuse_unless_kept(name)
        with contextlib.suppress(Unwritable):  # whoever plays will be told
            self._keeper.claim(name, take_over=take_over)
        record = self.kept(name, accept_changed)
        tags = peek(record)
        seats = tags.get(SEATS, "")
        kept = {SEATS: seats} if seats else {}
        analysis = tags.get(MODE) == ANALYSIS
        wish = GameRequest(record=record, tags=kept, analysis=analysis, accept_changed=accept_changed)
        return wish, Seating.read(seats)

    async def run(self) -> None:
        """Let go of games that nobody looks at, and see how much is on disk, until cancelled."""
        while True:
            await self._workers.quick(lambda: self._limits.count_disk(self._store.folder))
            await asyncio.sleep(min(_BETWEEN, self._settings.idle))
            self.expire()

    def expire(self) -> None:
        """Let go of games that nobody has looked at for a while; they are on disk."""
        before = time.monotonic() - self._settings.idle
        for room in [room for room in self._rooms.values() if not room.is_watched and room.used < before]:
            self._close(room)

    def close(self) -> None:
        """Stop all games; they are on disk."""
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()

    async def _put_up(self, name: str, wish: GameRequest, seating: Seating, pace: float) -> SharedGame:
        self._make_place()
        place: GameHost
        if wish.runs_foreign_code(self._catalogue):
            self._make_place_apart()
            spec = wish.rules or peek(wish.record or "").get("Game", "")
            process = Sandbox(self._settings, str(self._store.folder), whose_code(spec), self._runtime.start)
            place = SandboxedGame(
                process, name, wish, lambda: self._again(name, wish), self._settings.counted_seconds
            )
            place.claim = await self._workers.quick(lambda: self._claimed(name))
        else:
            session = await self._workers.quick(
                lambda: wish.session(self._catalogue, self._limit, self._settings.counted_seconds)
            )
            table = GameSession(session, self._keeper.of(name), self._catalogue.seat, analysis=wish.analysis)
            place = (
                LocalGame(table, self._workers)
                if self._thinker is None
                else OffloadedGame(table, self._workers, self._thinker, self._settings.counted_seconds)
            )
        try:
            whole: dict[str, Any] = await place.do("whole")
        except BaseException:  # refused, or nobody waits any more: no room will end what was started for it
            place.close()
            raise
        if name in self._rooms:  # somebody else was quicker
            place.close()
            return self._rooms[name]
        room = self._rooms[name] = SharedGame(name, place, whole, seating, pace)
        room.on_left = lambda: self._keeper.let_go(name)
        return room

    def _claimed(self, name: str) -> Json | None:
        """Our claim to a game, as a process apart is told."""
        try:
            return self._keeper.claim(name).to_json()
        except Unwritable:
            return None  # it will find out itself

    def _again(self, name: str, wish: GameRequest) -> GameRequest:
        """What to put up again: what is on disk, or what it began with."""
        if not self._store.path(name).exists():
            return wish
        return self._kept_wish(name, wish.accept_changed, take_over=False)[0]

    def _fresh_name(self, wish: GameRequest) -> str:
        # Hard to guess: whoever knows a game's name may watch it, and play where seats are anybody's.
        spec = wish.rules if wish.record is None else peek(wish.record).get("Game", "")
        short = re.sub(r"[^A-Za-z0-9_-]", "", own_game_file(spec.partition(":")[0]).removesuffix(".py"))
        return f"{short[:30] or 'game'}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"

    def _make_place(self) -> None:
        if len(self._rooms) >= self._settings.most_rooms:
            self._close_oldest([room for room in self._rooms.values() if not room.is_watched])

    def _make_place_apart(self) -> None:
        apart = [room for room in self._rooms.values() if not room.place.is_here]
        ours = [room for room in apart if room.client and room.client == CLIENT.get()]
        if len(ours) >= self._settings.client_apart:
            empty = [room for room in ours if not room.is_watched]
            if not empty:
                raise TooMany(
                    f"{len(ours)} games with code of their own were begun from your address; close one first"
                )
            self._close_oldest(empty)
        elif len(apart) >= self._settings.most_apart:
            self._close_oldest([room for room in apart if not room.is_watched])

    def _close_oldest(self, empty: list[SharedGame]) -> None:
        if not empty:
            raise Busy("too many games are being played here; try again later")
        self._close(min(empty, key=lambda room: room.used))

    def _close(self, room: SharedGame) -> None:
        room.close()
        self._keeper.let_go(room.name)
        del self._rooms[room.name]


def whose_code(spec: str) -> str:
    """What to call code that is not ours."""
    return f"the code of {own_game_file(spec) if is_own_game(spec) else spec.partition(':')[0]}"
