"""The server put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.records.store import Store
from kibitz.web.api import Api
from kibitz.web.catalogue import Catalogue
from kibitz.web.connection import Connection
from kibitz.web.files import PageFiles
from kibitz.web.guard import Guard
from kibitz.web.rooms import Rooms
from kibitz.web.settings import Settings
from kibitz.web.solves import Solves
from kibitz.web.workers import Workers


def make_app(settings: Settings | None = None, store: Store | None = None) -> Starlette:
    """The application; every one has its own games in memory."""
    settings = settings or Settings()
    store = store or Store()
    workers = Workers(settings.most_waiting)
    catalogue = Catalogue(settings)
    catalogue.own_games()  # refuse a bad file at the start, not when somebody plays it
    rooms = Rooms(catalogue, store, workers, settings.thinking, settings.most_rooms)
    solves = Solves()
    files = PageFiles()
    connections: set[Connection] = set()

    async def socket(websocket: WebSocket) -> None:
        if len(connections) >= settings.most_connections:
            await websocket.close(1013, "too many connections")
            return
        await websocket.accept()
        connection = Connection(websocket, settings, catalogue, rooms, workers)
        connections.add(connection)
        try:
            await connection.run()
        finally:
            connections.discard(connection)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be closed already
                await websocket.close()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        rooms.close()
        solves.close()
        workers.close()

    api = Api(settings, catalogue, rooms, store, workers, solves)
    return Starlette(
        routes=[
            Route("/", files.page),
            WebSocketRoute("/socket", socket),
            *api.routes(),
            Route("/static/{mark}/{name}", files.file),
        ],
        exception_handlers={HTTPException: _refuse},
        middleware=[Middleware(Guard, settings=settings)],
        lifespan=lifespan,
    )


async def _refuse(request: Request, error: Exception) -> Response:
    """What the routes themselves refuse, in the shape of all errors."""
    assert isinstance(error, HTTPException)
    body = {"error": error.detail.replace(" ", ""), "message": f"{request.url.path}: {error.detail.lower()}"}
    return JSONResponse(body, error.status_code, error.headers)
