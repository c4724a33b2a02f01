"""Application factory of the server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz.records.record_store import Store
from kibitz.service.commands import PROTOCOL
from kibitz.service.errors import TooMany
from kibitz.service.service import Service
from kibitz.service.settings import Settings
from kibitz.web.connection import Connection
from kibitz.web.docs_page import docs_page
from kibitz.web.files import PageFiles
from kibitz.web.http_api import routes
from kibitz.web.middleware import Middleware
from kibitz.web.websocket import WebSocket

#: The code with which a connection of an older page is closed, which then loads itself anew.
OTHER_PROTOCOL = 4001
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
    settings: Settings | None = None, store: Store | None = None, deck: Path | None = None
) -> ASGIApp:
    """The application; every one has its own games in memory. `deck` is the file that puzzles are kept in."""
    service = Service(settings, store, deck)
    files = PageFiles()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with service.running():
            yield

    pages = Starlette(
        routes=[
            *(Route(path, files.page) for path in PAGES),
            Route("/docs", docs_page(files)),
            *routes(service),
            Route("/static/{mark}/{name}", files.file),
        ],
        exception_handlers={HTTPException: _refusing(files)},
        lifespan=lifespan,
    )
    return Middleware(_WithSocket(pages, service), service.settings)


class _WithSocket:
    """The pages, and the socket beside them: what goes over that is worth a short way."""

    def __init__(self, pages: ASGIApp, service: Service) -> None:
        self._pages, self._service = pages, service

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
        asked = parse_qs(scope["query_string"]).get(b"protocol", [])
        if any(each != str(PROTOCOL).encode() for each in asked):
            await socket.close(OTHER_PROTOCOL, "this page is of another version of the program")
            return
        try:
            with self._service.limits.socket():
                try:
                    await Connection(socket, self._service).run()
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
