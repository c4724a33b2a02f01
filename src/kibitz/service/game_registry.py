"""Registry of the games in memory, which also loads games from disk."""

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
from kibitz.records.record import is_python_game_spec, python_game_file
from kibitz.records.record_store import NAME, Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.client_address import CLIENT
from kibitz.service.client_limits import ClientLimits
from kibitz.service.commands import PACE, GetRematch, SaveWhole, TakeSnapshot
from kibitz.service.errors import Busy, NotFound, TooMany
from kibitz.service.game_host import GameHost, LocalGame, OffloadedGame, SandboxedGame
from kibitz.service.game_request import ANALYSIS, MODE, GameRequest, peek
from kibitz.service.game_session import SEATS, GameSession
from kibitz.service.persistence import Persistence
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import Sandbox
from kibitz.service.seating import Seating
from kibitz.service.settings import Settings
from kibitz.service.shared_game import SharedGame
from kibitz.service.thread_pools import ThreadPools

#: Seconds between searches for expired games.
_BETWEEN = 30.0


class GameRegistry:
    """Games by name. Each is saved at every change, so one without clients may be unloaded."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        store: Store,
        workers: ThreadPools,
        keeper: Persistence,
        limits: ClientLimits,
        runtime: Runtime,
        thinker: Sandbox | None = None,
    ) -> None:
        """`thinker` runs searches on platforms without threads."""
        self._runtime, self._thinker = runtime, thinker
        self._settings = settings
        self._limits = limits
        self._catalogue = catalogue
        self._store = store
        self._workers = workers
        self._keeper = keeper
        self._limit = Limit(seconds=settings.thinking)
        self._games: dict[str, SharedGame] = {}

    def __len__(self) -> int:
        return len(self._games)

    async def new(
        self, request: GameRequest, seating: Seating | None = None, pace: float = PACE
    ) -> SharedGame:
        """Start a game for a request, under a new name."""
        self._limits.begin_game()
        self._limits.wrote(len(request.record or ""))  # a sandbox does not report its writes
        seating = seating or Seating()
        game = await self._open(self._fresh_name(request), request, seating, pace)
        if request.is_kept_at_once:  # the start is on disk before anybody sees the game
            game.trouble = (await game.host.ask(SaveWhole()))["trouble"]
            await self.write_now()
        return game

    async def open(self, name: str, accept_changed: bool = False, take_over: bool = False) -> SharedGame:
        """Return the game of that name, from memory or disk; InUse names another program that has it open."""
        game = self._games.get(name)
        if game is not None and self._may_be_behind(game):
            self._close(game)
        if name not in self._games:
            await self.write_now()
            try:
                request, seating = await self._workers.run_quick(
                    lambda: self._kept_request(name, accept_changed, take_over)
                )
                if name not in self._games:  # another client may have opened it meanwhile
                    await self._open(name, request, seating, PACE)
            finally:
                if name not in self._games:
                    self._keeper.let_go(name)
        return self._games[name]

    def _may_be_behind(self, game: SharedGame) -> bool:
        """Return whether other programs may have continued a game since it was released or taken over."""
        path = self._store.path(game.name)
        if self._keeper.is_ours(game.name) or not path.exists():
            return False
        return not game.is_watched or self._keeper.is_lost(game.name) or holder_of(path) is not None

    async def rematch(self, game: SharedGame) -> None:
        """Start a rematch with sides swapped, and notify everybody in the game."""
        request = GameRequest(**await game.host.ask(GetRematch()))
        seating = Seating()
        keys = {side: seating.lock(side) for side in ("first", "second")}
        new = await self.new(request.with_seats(seating.text()), seating)
        game.move_to(new.name, keys)

    async def write_now(self) -> None:
        """Update the files on disk before they are read."""
        await self._keeper.write_now()

    def kept(self, name: str, accept_changed: bool = False) -> str:
        """Return the record on disk as text; its name can't be a path."""
        self._refuse_unless_kept(name)
        text = read_text(self._store.path(name))
        # Newer moves are known for games of this process only; others are written whole.
        foreign = self._catalogue.is_foreign_game(peek(text).get("Game", ""))
        return text if foreign else str(self._store.load(name, accept_changed=accept_changed))

    def _refuse_unless_kept(self, name: str) -> None:
        if not NAME.fullmatch(name) or not self._store.path(name).exists():
            raise NotFound("there is no saved game with that name")

    def _kept_request(self, name: str, accept_changed: bool, take_over: bool) -> tuple[GameRequest, Seating]:
        self._refuse_unless_kept(name)
        with contextlib.suppress(Unwritable):  # players are notified
            self._keeper.claim(name, take_over=take_over)
        record = self.kept(name, accept_changed)
        tags = peek(record)
        seats = tags.get(SEATS, "")
        kept = {SEATS: seats} if seats else {}
        analysis = tags.get(MODE) == ANALYSIS
        request = GameRequest(record=record, tags=kept, analysis=analysis, accept_changed=accept_changed)
        return request, Seating.read(seats)

    async def run(self) -> None:
        """Unload games without clients, and measure disk usage, until cancelled."""
        while True:
            await self._workers.run_quick(lambda: self._limits.count_disk(self._store.folder))
            await asyncio.sleep(min(_BETWEEN, self._settings.idle))
            self.expire()

    def expire(self) -> None:
        """Unload games without clients for a while; they are on disk."""
        before = time.monotonic() - self._settings.idle
        for game in [game for game in self._games.values() if not game.is_watched and game.used < before]:
            self._close(game)

    def close(self) -> None:
        """Stop all games; they are on disk."""
        for game in self._games.values():
            game.close()
        self._games.clear()

    async def _open(self, name: str, request: GameRequest, seating: Seating, pace: float) -> SharedGame:
        self._make_room()
        host: GameHost
        if request.runs_foreign_code(self._catalogue):
            self._make_room_for_sandbox()
            spec = request.rules or peek(request.record or "").get("Game", "")
            process = Sandbox(self._settings, str(self._store.folder), whose_code(spec), self._runtime.start)
            host = sandboxed = SandboxedGame(
                process,
                name,
                request,
                lambda: self._reopening(name, request),
                self._settings.counted_seconds,
            )
            sandboxed.claim = await self._workers.run_quick(lambda: self._claimed(name))
        else:
            session = await self._workers.run_quick(
                lambda: request.session(self._catalogue, self._limit, self._settings.counted_seconds)
            )
            table = GameSession(
                session, self._keeper.of(name), self._catalogue.seat, analysis=request.analysis
            )
            host = (
                LocalGame(table, self._workers)
                if self._thinker is None
                else OffloadedGame(table, self._workers, self._thinker, self._settings.counted_seconds)
            )
        try:
            snapshot = await host.ask(TakeSnapshot())
        except BaseException:  # failed or cancelled: release its resources
            host.close()
            raise
        if name in self._games:  # another client was faster
            host.close()
            return self._games[name]
        game = self._games[name] = SharedGame(name, host, snapshot, seating, pace)
        game.on_left = lambda: self._keeper.let_go(name)
        return game

    def _claimed(self, name: str) -> dict[str, Any] | None:
        """Return the claim to a game, for a sandbox."""
        try:
            return self._keeper.claim(name).to_json()
        except Unwritable:
            return None  # the sandbox will notice

    def _reopening(self, name: str, request: GameRequest) -> GameRequest:
        """Return the request to reopen a game: from disk, or from its start."""
        if not self._store.path(name).exists():
            return request
        return self._kept_request(name, request.accept_changed, take_over=False)[0]

    def _fresh_name(self, request: GameRequest) -> str:
        # Hard to guess: the name gives access to a game, and to unlocked seats.
        spec = request.rules if request.record is None else peek(request.record).get("Game", "")
        short = re.sub(r"[^A-Za-z0-9_-]", "", python_game_file(spec.partition(":")[0]).removesuffix(".py"))
        return f"{short[:30] or 'game'}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"

    def _make_room(self) -> None:
        if len(self._games) >= self._settings.most_rooms:
            self._close_oldest([game for game in self._games.values() if not game.is_watched])

    def _make_room_for_sandbox(self) -> None:
        apart = [game for game in self._games.values() if not game.host.is_here]
        ours = [game for game in apart if game.address and game.address == CLIENT.get()]
        if len(ours) >= self._settings.client_apart:
            empty = [game for game in ours if not game.is_watched]
            if not empty:
                raise TooMany(
                    f"{len(ours)} games with foreign code were started from your address; close one first"
                )
            self._close_oldest(empty)
        elif len(apart) >= self._settings.most_apart:
            self._close_oldest([game for game in apart if not game.is_watched])

    def _close_oldest(self, empty: list[SharedGame]) -> None:
        if not empty:
            raise Busy("too many games are being played here; try again later")
        self._close(min(empty, key=lambda game: game.used))

    def _close(self, game: SharedGame) -> None:
        game.close()
        self._keeper.let_go(game.name)
        del self._games[game.name]


def whose_code(spec: str) -> str:
    """Return the display name of foreign code."""
    return f"the code of {python_game_file(spec) if is_python_game_spec(spec) else spec.partition(':')[0]}"
