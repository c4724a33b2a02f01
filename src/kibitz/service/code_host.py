"""Execution of code outside games in progress: our own in threads, foreign code in a sandbox."""

from __future__ import annotations

import asyncio
import logging
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from kibitz.base.errors import BadGame, BadOption, KibitzError, quoted
from kibitz.files.atomic_write import write_atomically
from kibitz.files.folders import make_folder
from kibitz.games import registry as games
from kibitz.records.record_store import Store
from kibitz.service.client_address import CLIENT
from kibitz.service.code_runner import CodeRunner
from kibitz.service.commands import (
    Analyse,
    CheckRules,
    CodeQuery,
    Compare,
    DescribeGame,
    DescribePlayers,
    Explain,
    GrowTree,
    PlayDemo,
    PlayMatch,
    PositionQuestion,
    R,
    ReviewRecord,
    SolveGame,
    WriteGame,
)
from kibitz.service.errors import BadRequest, Died, Forbidden, TooMany
from kibitz.service.game_host import REVIEW
from kibitz.service.game_request import peek
from kibitz.service.game_session import OnProgress, ignore_progress
from kibitz.service.replies import Catalogue, GameEntry, PlayerEntry, RulesReport, WrittenGame
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import Sandbox
from kibitz.service.search_comparison import searchers
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools

_log = logging.getLogger("kibitz.service")

_WEEK = 7 * 86_400.0
#: Seconds that the game of a match may go on when its time is over.
_LAST_GAME = 10.0
#: The check of a written game: random games, and seconds.
_CHECKED_GAMES, _CHECK_SECONDS = 50, 30.0
#: Maximum number of written games, and the pattern of their names.
_MOST_WRITTEN, _FILE_TITLE = 200, re.compile(r"[a-z][a-z0-9_]{0,39}")


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
        self._start = runtime.start
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

    async def ask(self, command: CodeQuery[R], on_progress: OnProgress | None = None) -> R:
        """Execute a query about a position or a record, or a match."""
        foreign, seconds, named = self.catalogue.is_foreign_game(_spec(command)), 0.0, tuple[str, ...]()
        if isinstance(command, Analyse | Explain):
            seconds = self._settings.counted_seconds if command.seconds is None else command.seconds
        elif isinstance(command, ReviewRecord):
            seconds = REVIEW
        elif isinstance(command, PlayMatch):
            seconds, named = command.seconds, (command.first, command.second)
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
        try:
            async with asyncio.timeout(seconds + _LAST_GAME if isinstance(command, PlayMatch) else None):
                return await work(lambda: self.runner.execute(command, on_progress or ignore_progress))
        except TimeoutError:
            raise TooMany(
                f"a game took longer than {seconds:g} s; ask for fewer nodes a move, or weaker players"
            ) from None

    async def write_game(self, command: WriteGame, on_progress: OnProgress | None = None) -> WrittenGame:
        """Check the source of a game in a sandbox of its own, and offer it if it has no problem."""
        folder, name = self._settings.code_folder, f"{command.title}.py"
        if not folder:
            raise Forbidden("this server runs no code of its clients; it does if started with --allow-code")
        if not _FILE_TITLE.fullmatch(command.title):
            raise BadRequest(
                f"{quoted(command.title)} can't name a file; use lower-case letters, digits and "
                "underscores, beginning with a letter"
            )
        target = Path(folder) / name
        written = self.catalogue.own_files
        if str(target) not in written and len(written) >= _MOST_WRITTEN:
            raise TooMany(f"there are {len(written)} games already; delete some files in {folder}")
        with tempfile.TemporaryDirectory() as drafts:
            draft = Path(drafts) / name
            await self._workers.run_quick(lambda: draft.write_text(command.source, encoding="utf-8"))
            settings = replace(self._settings, own_games=(str(draft),), code_folder="")
            sandbox = Sandbox(settings, drafts, f"the code of {name}", self._start)
            try:
                with self._workers.counted():
                    report = await sandbox.execute(
                        CheckRules(str(draft), _CHECKED_GAMES), _CHECK_SECONDS, on_progress
                    )
            except (BadGame, BadOption, Died) as error:
                report = RulesReport(game=name, games=0, positions=0, problems=[str(error)], notes=[])
            finally:
                sandbox.end()
        # The draft is gone: problems name the file only.
        report = {
            **report,
            "game": name,
            "problems": [each.replace(str(draft), name) for each in report["problems"]],
            "notes": [each.replace(str(draft), name) for each in report["notes"]],
        }
        if report["problems"]:
            return {"accepted": False, "game": None, "report": report}
        await self._workers.run_quick(lambda: _write(target, command.source))
        self._foreign.pop(str(target), None)
        self._sandbox.end()  # it may know an older text
        return {"accepted": True, "game": str(target), "report": report}

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


def _spec(command: CodeQuery[Any]) -> str:
    """Return the spec of the game that a query is about."""
    if isinstance(command, ReviewRecord):
        return peek(command.record).get("Game", "")
    assert isinstance(command, PositionQuestion | PlayMatch)
    return command.game


def _write(path: Path, source: str) -> None:
    make_folder(path.parent)
    write_atomically(path, source.encode())
