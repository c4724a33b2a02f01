"""Running the server until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from kibitz.base.errors import BadOption
from kibitz.records.record_store import Store
from kibitz.service.commands import CheckGame, DescribePlayers
from kibitz.service.sandbox import Sandbox
from kibitz.service.settings import Settings
from kibitz.web.app import make_app
from kibitz.web.batching import BatchingProtocol
from kibitz.web.idle_timeout import patient_protocol

#: Seconds that a thread may keep others from Python at a time.
_TURN = 0.0005


def serve(settings: Settings, port: int, ready: Callable[[str], object]) -> None:
    """Serve; `ready` hears the address once browsers can connect."""
    _look_at_own_games(settings)
    server = make_server(settings, make_app(settings))
    listening = listen(settings.host, port)
    bound = listening.getsockname()[1]
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    # What is here now stays; and looking for rubbish less often takes less time than it saves memory.
    # Quick answers take turns with Python in other threads; by the usual 5 ms for a turn, a hint takes
    # seconds while somebody else has a few long searches going.
    sys.setswitchinterval(_TURN)
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    with listening:
        ready(f"http://{shown}:{bound}/")
        server.run(sockets=[listening])


def _look_at_own_games(settings: Settings) -> None:
    """Refuse a bad file at the start, not when somebody plays it."""

    async def look() -> None:
        apart = Sandbox(settings, str(Store().folder), "the game's own code")
        try:
            for path in settings.own_games:
                await apart.execute(CheckGame(path))
            for path in settings.own_players:
                await apart.execute(DescribePlayers(path))
        finally:
            apart.end()

    if settings.own_games or settings.own_players:
        asyncio.run(look())


def make_server(settings: Settings, app: ASGIApp) -> uvicorn.Server:
    """What answers on sockets for an application."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        http=patient_protocol(settings),
        ws=BatchingProtocol,
        ws_max_size=settings.most_bytes,
        ws_per_message_deflate=False,
        limit_concurrency=settings.most_open + 1,
        h11_max_incomplete_event_size=32 * 1024,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A socket that browsers can connect to."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio sends small messages at once (TCP_NODELAY): else some wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
        return listening
    except OSError as error:
        listening.close()
        raise BadOption(
            f"can't listen on {host} port {port}: {error.strerror or error}; --port 0 takes any free one"
        ) from None
