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

#: Close code for a page of another version, which then reloads itself.
OTHER_PROTOCOL = 4001
#: Paths that the page handles itself.
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
    """Return the application; each has its own live games. `deck` is the file of puzzles."""
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
    """ASGI application: the pages, with a short path for the WebSocket."""

    def __init__(self, pages: ASGIApp, service: Service) -> None:
        self._pages, self._service = pages, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or connection."""
        if scope["type"] != "websocket":
            await self._pages(scope, receive, send)
            return
        await receive()  # the handshake
        socket = WebSocket(receive, send)
        if scope["path"] != "/socket":
            await socket.close(1008, "the socket is at /socket")
            return
        # Browsers report the reason to the page only after an accepted handshake.
        await send({"type": "websocket.accept"})
        versions = parse_qs(scope["query_string"]).get(b"protocol", [])
        if any(each != str(PROTOCOL).encode() for each in versions):
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
    """Handle errors of the routes: a page for people, the API's error format otherwise."""

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
