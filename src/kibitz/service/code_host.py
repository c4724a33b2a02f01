"""Execution of code outside games in progress: our own in threads, foreign code in a sandbox."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

from kibitz.base.errors import KibitzError
from kibitz.games import registry as games
from kibitz.records.record_store import Store
from kibitz.service.client_address import CLIENT
from kibitz.service.code_runner import CodeRunner
from kibitz.service.commands import (
    Analyse,
    Compare,
    DescribeGame,
    DescribePlayers,
    GrowTree,
    PlayDemo,
    PositionQuestion,
    R,
    SolveGame,
)
from kibitz.service.game_session import OnProgress, ignore_progress
from kibitz.service.replies import Catalogue, GameEntry, PlayerEntry
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import Sandbox
from kibitz.service.search_comparison import searchers
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools

_log = logging.getLogger("kibitz.service")

_WEEK = 7 * 86_400.0


class CodeHost:
    """Answers queries about positions, games and players, in this process or in a sandbox."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        workers: ThreadPools,
        runtime: Runtime,
        thinker: Sandbox | None = None,
    ) -> None:
        """`thinker` runs our own slow code on platforms without threads."""
        self._settings = settings
        self._thinker = thinker
        self.runner = CodeRunner(settings, store)
        self.catalogue = self.runner.catalogue
        self._workers = workers
        self._sandbox = Sandbox(settings, str(store.folder), "the game's own code", runtime.start)
        self._solving = Sandbox(settings, str(store.folder), "the game's own code", runtime.start)
        #: Queue of the sandbox, by client.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: Built-in games; and foreign ones, queried once, None if their code fails.
        self._ours: list[GameEntry] = []
        self._foreign: dict[str, GameEntry | None] = {}
        #: The players in each file.
        self._players: dict[str, list[PlayerEntry]] = {}

    async def ask(self, command: PositionQuestion[R], on_progress: OnProgress | None = None) -> R:
        """Execute a query about a position."""
        foreign, seconds, named = self.catalogue.is_foreign_game(command.game), 0.0, tuple[str, ...]()
        if isinstance(command, Analyse):
            seconds = self._settings.counted_seconds if command.seconds is None else command.seconds
        elif isinstance(command, GrowTree):
            seconds, named = 10.0, (command.player,)
        elif isinstance(command, Compare):
            seconds, named = 2.0 * command.depth * 8, command.players
        if foreign and not command.slow:
            return await self._sandbox.execute(command)
        if foreign or any(map(self.catalogue.is_foreign_player, named)):
            # The queue admits one query per client.
            turn = self._turns.setdefault(CLIENT.get(), asyncio.Lock())
            with self._workers.counted():
                async with turn:
                    return await self._sandbox.execute(command, seconds, on_progress)
        if command.slow and self._thinker is not None:
            return await self._thinker.execute(command, seconds, on_progress)
        work = self._workers.run_counted if command.slow else self._workers.run_quick
        return await work(lambda: self.runner.execute(command, on_progress or ignore_progress))

    async def spec_of(self, spec: str, options: dict[str, str]) -> str:
        """Return the spec of a game with its options; an error if it is invalid."""
        if self.catalogue.is_foreign_game(spec):
            return spec
        game = await self._workers.run_quick(lambda: self.catalogue.load(spec, options))
        return game.spec

    def solves_elsewhere(self, spec: str) -> bool:
        """Return whether a game is solved in another process, which can be cancelled only."""
        return self._thinker is not None or self.catalogue.is_foreign_game(spec)

    async def solve(self, command: SolveGame, on_progress: OnProgress) -> str:
        """Solve a game; `on_progress` returns whether to continue."""
        if self.solves_elsewhere(command.spec):
            return await self._solving.execute(command, _WEEK, on_progress)
        return await self._workers.run_slow(lambda: self.runner.execute(command, on_progress))

    # Catalogue

    async def games(self) -> Catalogue:
        """Return all games and players, for the front page."""
        if not self._ours:
            self._ours = await self._workers.run_quick(self.catalogue.games)
        for name in (*games.entries(), *self.catalogue.own_files):
            if name not in games.names() and name not in self._foreign:
                self._foreign[name] = await self._describe(name)
        for path in self.catalogue.own_player_files:
            if path not in self._players:
                self._players[path] = await self._players_in(path)
        brought = [player for found in self._players.values() for player in found]
        able = [player["name"] for player in brought]
        found = [*self._ours, *(entry for entry in self._foreign.values() if entry is not None)]
        return {
            "games": [{**entry, "players": [*entry["players"], *able]} for entry in found],
            "players": [*self.catalogue.players(), *brought],
            "searchers": searchers(),
        }

    async def _players_in(self, path: str) -> list[PlayerEntry]:
        try:
            return await self._sandbox.execute(DescribePlayers(path))
        except KibitzError as error:
            _log.warning("%s can't be shown: %s", path, error)
            return []

    async def _describe(self, name: str) -> GameEntry | None:
        try:
            found = await self._sandbox.execute(DescribeGame(name))
        except KibitzError as error:
            _log.warning("%s can't be shown: %s", name, error)
            return None
        try:
            return {**found, "demo": await self._sandbox.execute(PlayDemo(name))}
        except KibitzError:
            return found

    def close(self) -> None:
        """End the processes, if there are any."""
        self._sandbox.end()
        self._solving.end()
        if self._thinker is not None:
            self._thinker.end()
