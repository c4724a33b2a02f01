"""The HTTP interface: JSON in, JSON out, described at /api/openapi.json."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

import kibitz
from kibitz.analysis.analyse import analyse
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.records.store import Store
from kibitz.web.advice import analysis_json
from kibitz.web.catalogue import Catalogue
from kibitz.web.fields import BadRequest, Busy, Fields, NotFound
from kibitz.web.openapi import describe_api
from kibitz.web.rooms import Rooms
from kibitz.web.saved import SavedGames
from kibitz.web.searches import compare_json, searchers, tree_html
from kibitz.web.settings import Settings
from kibitz.web.solves import Solves
from kibitz.web.workers import Workers
from kibitz.words.errors import KibitzError
from kibitz.words.limit import Limit

_log = logging.getLogger("kibitz.web")

_TREE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


class Api:
    """The endpoints, and what they need."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        rooms: Rooms,
        store: Store,
        workers: Workers,
        solves: Solves,
    ) -> None:
        self._settings = settings
        self._catalogue = catalogue
        self._rooms = rooms
        # One that was changed by hand is listed too; who opens it is asked.
        self._saved = SavedGames(store, lambda name: rooms.kept(name, accept_changed=True))
        self._workers = workers
        self._solves = solves

    def routes(self) -> list[Route]:
        """Every path of the interface."""
        solve: dict[str, Endpoint] = {"GET": self._solving, "POST": self._solve, "DELETE": self._stop_solving}
        rows: dict[str, dict[str, Endpoint]] = {
            "/api/openapi.json": {"GET": self._describe},
            "/api/version": {"GET": self._version},
            "/api/games": {"GET": self._games},
            "/api/analyse": {"POST": self._analyse},
            "/api/picture": {"POST": self._picture},
            "/api/compare": {"POST": self._compare},
            "/api/tree": {"GET": self._tree},
            "/api/records": {"GET": self._records},
            "/api/records/{name}": {"GET": self._record},
            "/api/solve": solve,
        }
        return [Route(path, _safely(methods), methods=list(methods)) for path, methods in rows.items()]

    async def _describe(self, request: Request) -> Response:
        return JSONResponse(describe_api())

    async def _version(self, request: Request) -> Response:
        return JSONResponse({"kibitz": kibitz.__version__, "local": self._settings.is_local})

    async def _games(self, request: Request) -> Response:
        games = await self._workers.quick(self._catalogue.games_json)
        players = self._catalogue.players_json()
        return JSONResponse({"games": games, "players": players, "searchers": searchers()})

    async def _analyse(self, request: Request) -> Response:
        asked = await self._body(request)
        limit = Limit(seconds=asked.seconds("seconds", self._settings.advice, most=10))
        position = await self._position(asked)
        return JSONResponse(await self._think(request, lambda: analysis_json(analyse(position, limit))))

    async def _picture(self, request: Request) -> Response:
        position = await self._position(await self._body(request))
        return Response(await self._workers.quick(position.svg), media_type="image/svg+xml")

    async def _compare(self, request: Request) -> Response:
        asked = await self._body(request)
        position, depth = await self._position(asked), asked.number("depth", 4, low=1, high=12)
        specs = asked.text("players", " ".join(searchers(position.game)), longest=500).split()[:8]
        players = [self._player(spec, position) for spec in specs]
        rows = await self._think(request, lambda: compare_json(position, players, depth))
        return JSONResponse({"rows": rows})

    async def _tree(self, request: Request) -> Response:
        query: dict[str, Any] = dict(request.query_params)
        if re.fullmatch("[0-9]{1,2}", query.get("depth", "")):
            query["depth"] = int(query["depth"])
        asked = Fields(query)
        position, depth = await self._position(asked), asked.number("depth", 2, low=1, high=12)
        player = self._player(asked.text("player", "alphabeta"), position)
        page = await self._think(request, lambda: tree_html(position, player, depth))
        # A page without scripts, whose styles stand in itself; our own page may show it in a frame.
        headers = {"Content-Security-Policy": _TREE_POLICY, "X-Frame-Options": "SAMEORIGIN"}
        return HTMLResponse(page, headers=headers)

    async def _records(self, request: Request) -> Response:
        self._refuse_unless_local("list the saved games")
        return JSONResponse({"records": await self._workers.quick(self._saved.rows)})

    async def _record(self, request: Request) -> Response:
        name = request.path_params["name"]
        accepted = request.query_params.get("accept_changed") == "yes"
        record = await self._workers.quick(lambda: self._rooms.kept(name, accepted))
        return Response(str(record), media_type="text/plain; charset=utf-8")

    async def _solving(self, request: Request) -> Response:
        job = self._solves.job
        return JSONResponse({"job": job and job.to_json()})

    async def _solve(self, request: Request) -> Response:
        self._refuse_unless_local("solve games")
        asked = await self._body(request)
        spec, options = asked.text("game", longest=500), asked.options("options")
        game = await self._workers.quick(lambda: self._catalogue.load(spec, options))
        return JSONResponse({"job": self._solves.start(game).to_json()}, 202)

    async def _stop_solving(self, request: Request) -> Response:
        self._refuse_unless_local("stop solving")
        self._solves.stop()
        return await self._solving(request)

    # Helpers

    async def _think(self, request: Request, work: Callable[[], T]) -> T:
        """Think for as long as the client waits; ClientDisconnect when it has gone."""
        thinking = asyncio.create_task(self._workers.think(work))
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((thinking, gone), return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():
                raise ClientDisconnect
            return thinking.result()
        finally:
            gone.cancel()
            thinking.cancel()

    def _refuse_unless_local(self, what: str) -> None:
        if not self._settings.is_local:
            raise Forbidden(f"only a server that this machine alone can reach lets its clients {what}")

    def _player(self, spec: str, position: Position) -> Player:
        player = self._catalogue.seat(spec, position.game)
        if player is None:
            raise BadRequest("a person does not search")
        return player

    async def _body(self, request: Request) -> Fields:
        # Browsers ask before they send this type to another site, so a form elsewhere can't.
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise BadRequest("send application/json")
        data = b""
        try:
            async with asyncio.timeout(self._settings.patience):
                async for chunk in request.stream():
                    data += chunk
                    if len(data) > self._settings.most_bytes:
                        raise TooLarge(f"a request has at most {self._settings.most_bytes} bytes")
        except TimeoutError:
            raise TooSlow(f"a request has {self._settings.patience:g} seconds to arrive") from None
        return Fields.read(data)

    async def _position(self, asked: Fields) -> Position:
        """The position that is asked about: the start or one given, after some moves."""
        spec, options = asked.text("game", longest=500), asked.options("options")
        text = asked.optional_text("position", longest=4000)
        moves = asked.optional_text("moves", longest=4000)

        def read() -> Position:
            game = self._catalogue.load(spec, options)
            position = game.start() if text is None else game.position(text)
            return position.play(moves) if moves else position

        return await self._workers.quick(read)


class TooLarge(KibitzError):
    """A request of too many bytes."""


class TooSlow(KibitzError):
    """A request that does not arrive."""


class Forbidden(KibitzError):
    """Something that this server does not do for its clients."""


_STATUS: dict[type[KibitzError], int] = {
    TooLarge: 413,
    TooSlow: 408,
    Busy: 503,
    NotFound: 404,
    Forbidden: 403,
}


async def _gone(request: Request) -> None:
    """Until the client has gone; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _safely(methods: dict[str, Endpoint]) -> Endpoint:
    """The endpoint of each method of a path; errors become answers that say what was wrong."""

    async def answer(request: Request) -> Response:
        try:
            return await methods["GET" if request.method == "HEAD" else request.method](request)
        except ClientDisconnect:
            return Response(status_code=400)
        except KibitzError as error:
            body = {"error": type(error).__name__, "message": str(error)}
            return JSONResponse(body, _STATUS.get(type(error), 422))
        except Exception:
            _log.exception("%s could not be answered", request.url.path)
            return JSONResponse({"error": "Trouble", "message": "something went wrong in the server"}, 500)

    return answer
