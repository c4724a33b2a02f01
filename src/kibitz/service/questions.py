"""Questions about positions, by whatever door they come: our own code answers here, other people's apart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakValueDictionary

from kibitz.base.errors import KibitzError
from kibitz.games import registry as games
from kibitz.records.record_store import Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.client_address import CLIENT
from kibitz.service.fields import Fields
from kibitz.service.positions import Desk, Heard, Where
from kibitz.service.runtime import Runtime
from kibitz.service.sandbox import Sandbox
from kibitz.service.search_comparison import searchers
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools

_log = logging.getLogger("kibitz.web")

Json = dict[str, Any]

_WEEK = 7 * 86_400.0


class Questions:
    """Asks a desk here, or one in a process apart that all such questions share."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        workers: ThreadPools,
        runtime: Runtime,
        thinker: Sandbox | None = None,
    ) -> None:
        """`thinker` thinks about our own games where no threads do."""
        self._settings = settings
        self.desk = Desk(settings, store)
        self._workers = workers
        self._thinker = thinker
        self._apart = Sandbox(settings, str(store.folder), "the game's own code", runtime.start)
        self._solving = Sandbox(settings, str(store.folder), "the game's own code", runtime.start)
        #: Whose turn it is to ask there, by client.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: What is known of games that are not ours; asked for once.
        self._own: dict[str, Json | None] = {}
        #: The same of players.
        self._own_players: dict[str, list[Json]] = {}
        self._ours: list[Json] = []

    @property
    def catalogue(self) -> Catalogue:
        """What can be played, and by whom."""
        return self.desk.catalogue

    async def games(self) -> Json:
        """Every game and every player, for the front page."""
        if not self._ours:
            self._ours = await self._workers.quick(self.catalogue.games_json)
        for name in (*games.entries(), *self.catalogue.own_files):
            if name not in games.names() and name not in self._own:
                self._own[name] = await self._describe(name)
        for path in self.catalogue.own_player_files:
            if path not in self._own_players:
                self._own_players[path] = await self._list_players(path)
        brought = [player for found in self._own_players.values() for player in found]
        able = [player["name"] for player in brought]
        found = [*self._ours, *(entry for entry in self._own.values() if entry is not None)]
        return {
            "games": [{**entry, "players": [*entry["players"], *able]} for entry in found],
            "players": [*self.catalogue.players_json(), *brought],
            "searchers": searchers(),
        }

    async def _list_players(self, path: str) -> list[Json]:
        """The players in a file; none if its code does not even say that."""
        try:
            found: list[Json] = await self._apart.ask("own players", path)
        except KibitzError as error:
            _log.warning("%s can't be shown: %s", path, error)
            return []
        return found

    async def _describe(self, name: str) -> Json | None:
        """What is to be said of a game that is not ours; None if its code does not even say that."""
        try:
            kind = "own" if name in self.catalogue.own_files else "brought"
            found: Json = await self._apart.ask(kind, name)
        except KibitzError as error:
            _log.warning("%s can't be shown: %s", name, error)
            return None
        try:
            return {**found, "demo": await self._apart.ask("demo", name)}
        except KibitzError:
            return {**found, "demo": {"board": None, "views": []}}

    async def analyse(self, asked: Fields, seconds: float | None) -> Json:
        """What a position and its moves are worth: in so many seconds, or as hints judge it."""
        waits = self._settings.counted_seconds if seconds is None else seconds
        found: Json = await self._think(where(asked), "analyse", seconds, seconds=waits)
        return found

    async def picture(self, asked: Fields) -> str:
        """A position as SVG."""
        place = where(asked)
        if self.catalogue.is_foreign_game(place["game"]):
            return str(await self._apart.ask("picture", place))
        return await self._workers.quick(lambda: self.desk.picture(place))

    async def arrange(self, asked: Fields) -> Json:
        """A position to change by hand."""
        place, pieces, side = (
            where(asked),
            asked.optional_numbers("pieces", most=1024),
            asked.optional_side("side"),
        )
        if self.catalogue.is_foreign_game(place["game"]):
            apart: Json = await self._apart.ask("arrange", place, pieces, side)
            return apart
        return await self._workers.quick(lambda: self.desk.arrange(place, pieces, side))

    async def tree(self, asked: Fields, player: str, depth: int) -> Json:
        """The tree that a search visits."""
        found: Json = await self._think(where(asked), "tree", player, depth, seconds=10.0, players=[player])
        return found

    async def compare(self, asked: Fields, players: list[str], depth: int, heard: Heard) -> list[Json]:
        """What searches take; `heard` hears how far it is."""
        seconds = 2.0 * depth * 8
        place = where(asked)
        found: list[Json] = await self._think(
            place, "compare", players, depth, seconds=seconds, heard=heard, players=players
        )
        return found

    async def spec_of(self, spec: str, options: dict[str, str]) -> str:
        """The name of a game with its options; refused if there is none."""
        if self.catalogue.is_foreign_game(spec):
            return spec
        game = await self._workers.quick(lambda: self.catalogue.load(spec, options))
        return game.spec

    def solves_elsewhere(self, spec: str) -> bool:
        """Whether a game is solved in a process of its own, which hears only that nobody waits any more."""
        return self._thinker is not None or self.catalogue.is_foreign_game(spec)

    async def solve(self, spec: str, options: dict[str, str], heard: Heard) -> str:
        """Solve a game; what came of it. `heard` hears how far it is, and says whether to go on."""
        if self.solves_elsewhere(spec):
            return str(await self._solving.ask("solve", spec, options, seconds=_WEEK, heard=heard))
        return await self._workers.think(lambda: self.desk.solve(spec, options, heard))

    async def _think(
        self,
        place: Where,
        what: str,
        *arguments: Any,
        seconds: float,
        heard: Heard | None = None,
        players: Iterable[str] = (),
    ) -> Any:
        foreign = self.catalogue.is_foreign_game(place["game"])
        if foreign or any(map(self.catalogue.is_foreign_player, players)):
            # They wait in line there, so a client has one of them at a time.
            turn = self._turns.setdefault(CLIENT.get(), asyncio.Lock())
            with self._workers.asked():
                async with turn:
                    return await self._apart.ask(what, place, *arguments, seconds=seconds, heard=heard)
        if self._thinker is not None:
            return await self._thinker.ask(what, place, *arguments, seconds=seconds, heard=heard)
        method: Callable[..., Any] = getattr(self.desk, what)
        told = arguments if heard is None else (*arguments, heard)
        return await self._workers.ask(lambda: method(place, *told))

    def close(self) -> None:
        """End the processes, if there are any."""
        self._apart.end()
        self._solving.end()
        if self._thinker is not None:
            self._thinker.end()


def where(asked: Fields) -> Where:
    """The position that is asked about."""
    return {
        "game": asked.text("game", longest=500),
        "options": asked.options("options"),
        "position": asked.optional_text("position", longest=4000),
        "moves": asked.optional_text("moves", longest=4000),
    }
