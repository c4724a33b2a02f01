"""The HTTP interface: JSON in, JSON out, described at /api/openapi.json and, for people, at /docs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.base.platform import PLATFORM
from kibitz.records.record_store import Store
from kibitz.service.errors import BadRequest, Busy, Forbidden, NotFound, TooMany
from kibitz.service.fields import Fields
from kibitz.service.game_registry import GameRegistry
from kibitz.service.json_text import encode
from kibitz.service.puzzles import Puzzles
from kibitz.service.questions import Questions, where
from kibitz.service.saved_games import SavedGames
from kibitz.service.settings import Settings
from kibitz.service.solve_jobs import SolveJobs
from kibitz.service.thread_pools import ThreadPools
from kibitz.web.files import packed
from kibitz.web.openapi import describe_api

_log = logging.getLogger("kibitz.web")

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


class Api:
    """The endpoints, and what they need."""

    def __init__(
        self,
        settings: Settings,
        questions: Questions,
        rooms: GameRegistry,
        store: Store,
        workers: ThreadPools,
        solves: SolveJobs,
        training: Puzzles,
    ) -> None:
        self._settings = settings
        self._questions = questions
        self._rooms = rooms
        # One that was changed by hand is listed too; who opens it is asked.
        self._saved = SavedGames(
            store, lambda name: rooms.kept(name, accept_changed=True), questions.catalogue
        )
        self._workers = workers
        self._solves = solves
        self._training = training

    def routes(self) -> list[Route]:
        """Every path of the interface."""
        solve: dict[str, Endpoint] = {"GET": self._solving, "POST": self._solve, "DELETE": self._stop_solving}
        rows: dict[str, dict[str, Endpoint]] = {
            "/api/openapi.json": {"GET": self._describe},
            "/api/version": {"GET": self._version},
            "/api/games": {"GET": self._games},
            "/api/analyse": {"POST": self._analyse},
            "/api/explore": {"POST": self._explore},
            "/api/picture": {"POST": self._picture},
            "/api/arrange": {"POST": self._arrange},
            "/api/compare": {"POST": self._compare},
            "/api/tree": {"POST": self._tree},
            "/api/records": {"GET": self._records},
            "/api/records/{name}": {"GET": self._record},
            "/api/solve": solve,
        }
        return [Route(path, _safely(methods), methods=list(methods)) for path, methods in rows.items()]

    async def _describe(self, request: Request) -> Response:
        return JSONResponse(describe_api())

    async def _version(self, request: Request) -> Response:
        return JSONResponse(
            {
                "kibitz": kibitz.__version__,
                "local": self._settings.is_local,
                "platform": PLATFORM.to_json(),
            }
        )

    async def _games(self, request: Request) -> Response:
        body = encode(await self._questions.games()).encode()
        return packed(request, body, "application/json")

    async def _analyse(self, request: Request) -> Response:
        asked = await self._body(request)
        seconds = asked.optional_seconds("seconds", most=10)
        return JSONResponse(await self._until_gone(request, self._questions.analyse(asked, seconds)))

    async def _explore(self, request: Request) -> Response:
        asked = await self._body(request)
        return JSONResponse(await self._until_gone(request, self._training.explore(where(asked))))

    async def _picture(self, request: Request) -> Response:
        picture = await self._questions.picture(await self._body(request))
        return Response(picture, media_type="image/svg+xml")

    async def _arrange(self, request: Request) -> Response:
        return JSONResponse(await self._questions.arrange(await self._body(request)))

    async def _compare(self, request: Request) -> Response:
        asked = await self._body(request)
        depth, players = asked.number("depth", 4, low=1, high=12), asked.texts("players")
        work = self._questions.compare(asked, players, depth, lambda *how_far: None)
        return JSONResponse({"rows": await self._until_gone(request, work)})

    async def _tree(self, request: Request) -> Response:
        asked = await self._body(request)
        depth, player = asked.number("depth", 2, low=1, high=12), asked.text("player", "alphabeta")
        found = await self._until_gone(request, self._questions.tree(asked, player, depth))
        return packed(request, encode(found).encode(), "application/json")

    async def _records(self, request: Request) -> Response:
        self._refuse_unless_local("list the saved games")
        await self._rooms.write_now()
        return JSONResponse({"records": await self._workers.quick(self._saved.rows)})

    async def _record(self, request: Request) -> Response:
        name = request.path_params["name"]
        accepted = request.query_params.get("accept_changed") == "yes"
        await self._rooms.write_now()
        record = await self._workers.quick(lambda: self._rooms.kept(name, accepted))
        return Response(record, media_type="text/plain; charset=utf-8")

    async def _solving(self, request: Request) -> Response:
        job = self._solves.job
        return JSONResponse({"job": job and job.to_json()})

    async def _solve(self, request: Request) -> Response:
        self._refuse_unless_local("solve games")
        asked = await self._body(request)
        job = await self._solves.start(asked.text("game", longest=500), asked.options("options"))
        return JSONResponse({"job": job.to_json()}, 202)

    async def _stop_solving(self, request: Request) -> Response:
        self._refuse_unless_local("stop solving")
        self._solves.stop()
        return await self._solving(request)

    # Helpers

    async def _until_gone(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """Think for as long as the client waits; ClientDisconnect when it has gone."""
        thinking = asyncio.create_task(work)
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


class TooLarge(KibitzError):
    """A request of too many bytes."""


class TooSlow(KibitzError):
    """A request that does not arrive."""


_STATUS: dict[type[KibitzError], int] = {
    TooLarge: 413,
    TooSlow: 408,
    Busy: 503,
    TooMany: 429,
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
