"""The server put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz.records.record_store import Store
from kibitz.service.client_limits import ClientLimits
from kibitz.service.errors import TooMany
from kibitz.service.game_registry import GameRegistry
from kibitz.service.persistence import Persistence
from kibitz.service.puzzles import PuzzleDeck, Puzzles
from kibitz.service.questions import Questions
from kibitz.service.runtime import Runtime
from kibitz.service.settings import Settings
from kibitz.service.solve_jobs import SolveJobs
from kibitz.web.api import Api
from kibitz.web.connection import Connection
from kibitz.web.docs_page import docs_page
from kibitz.web.files import PageFiles
from kibitz.web.middleware import Middleware
from kibitz.web.websocket import WebSocket

#: What the page shows by itself, whatever the address says besides.
PAGES = (
    "/",
    "/game/{name}",
    "/game/{name}/{at}",
    "/learn",
    "/learn/{what}",
    "/train",
    "/explore",
    "/search",
    "/own",
    "/saved",
)


def make_app(
    settings: Settings | None = None,
    store: Store | None = None,
    deck: Path | None = None,
    runtime: Runtime | None = None,
) -> ASGIApp:
    """The application; every one has its own games in memory. `deck` is the file that puzzles are kept in."""
    settings = settings or Settings()
    store = store or Store()
    runtime = runtime or Runtime()
    limits = ClientLimits(settings)
    workers = runtime.pools(settings)
    thinker = runtime.thinker(settings, str(store.folder))
    questions = Questions(settings, store, workers, runtime, thinker)
    keeper = Persistence(store, workers, limits.wrote)
    rooms = GameRegistry(settings, questions.catalogue, store, workers, keeper, limits, runtime, thinker)
    solves = SolveJobs(questions)
    training = Puzzles(settings, PuzzleDeck(questions.desk, store, deck), workers, keeper)
    files = PageFiles()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await workers.quick(store.fold)  # what a server that was killed had not written yet
        running = [asyncio.create_task(each.run()) for each in (keeper, rooms)]
        yield
        rooms.close()
        solves.close()
        questions.close()
        for task in running:
            task.cancel()
        workers.close()
        keeper.close()

    api = Api(settings, questions, rooms, store, workers, solves, training)
    pages = Starlette(
        routes=[
            *(Route(path, files.page) for path in PAGES),
            Route("/docs", docs_page(files)),
            *api.routes(),
            Route("/static/{mark}/{name}", files.file),
        ],
        exception_handlers={HTTPException: _refusing(files)},
        lifespan=lifespan,
    )
    talk = partial(
        Connection, settings=settings, rooms=rooms, questions=questions, training=training, limits=limits
    )
    return Middleware(_WithSocket(pages, limits, talk), settings)


class _WithSocket:
    """The pages, and the socket beside them: what goes over that is worth a short way."""

    def __init__(self, pages: ASGIApp, limits: ClientLimits, talk: Callable[[WebSocket], Connection]) -> None:
        """`talk` makes the connection that talks over a socket; `limits` says how many there may be."""
        self._pages, self._limits, self._talk = pages, limits, talk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] != "websocket":
            await self._pages(scope, receive, send)
            return
        await receive()  # the handshake
        socket = WebSocket(receive, send)
        if scope["path"] != "/socket":
            await socket.close(1008, "the socket is at /socket")
            return
        # Browsers tell their pages why a connection was closed only if it stood.
        await send({"type": "websocket.accept"})
        try:
            with self._limits.socket():
                try:
                    await self._talk(socket).run()
                finally:
                    await socket.close()
        except TooMany as refusal:
            await socket.close(1013, str(refusal))


def _refusing(files: PageFiles) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What the routes themselves refuse: for people in words on the page, else in the shape of all errors."""

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            page = await files.page(request)
            page.status_code = 404 if page.status_code == 200 else page.status_code
            return page
        body = {"error": error.detail.replace(" ", ""), "message": f"{path}: {error.detail.lower()}"}
        return JSONResponse(body, error.status_code, error.headers)

    return refuse
