"""A visit to a game: a client of the service that joins, acts, waits for computers and leaves.

MCP requests are independent of each other, so no client stays in a game between them. Between visits a game
waits in memory or on disk, and any program may continue it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, cast

from kibitz.base.errors import KibitzError, quoted
from kibitz.mcp.results import GameState
from kibitz.service.commands import Command, JoinGame, R, ShowText
from kibitz.service.errors import NotFound
from kibitz.service.game_session import OnProgress
from kibitz.service.replies import State
from kibitz.service.service import Service

#: Seconds to wait for computers; assistants give up after a minute.
_MOST_WAIT = 45.0


class Visit:
    """A client in a game, with the latest state."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.client = service.add_client(self._hear)
        self._state: dict[str, Any] = {}
        self._heard = asyncio.Event()
        self._trouble = ""

    def _hear(self, text: str, *, more: bool = False) -> None:
        event = json.loads(text)
        kind = event.pop("type")
        if kind == "state":
            self._state = event
        elif kind == "change":
            moves = self._state["moves"][: event.pop("at")] + event.pop("moves")
            self._state |= {**event, "moves": moves}
        self._trouble = event.get("message" if kind == "trouble" else "trouble") or self._trouble
        self._heard.set()

    @property
    def state(self) -> State:
        """Return the latest state."""
        return cast(State, self._state)

    async def execute(self, command: Command[R], on_progress: OnProgress | None = None) -> R:
        """Execute a command in the game."""
        return await self._service.execute(self.client, command, on_progress)

    async def settle(self) -> None:
        """Wait until a person has to move or the game is over; raise the error of a failed computer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_MOST_WAIT):
                while self.state["waits"] in ("computer", "dice") and not self._trouble:
                    self._heard.clear()
                    await self._heard.wait()
        if self._trouble:
            raise KibitzError(self._trouble)

    async def game_state(self) -> GameState:
        """Return the state as it is now."""
        shown, state = await self.execute(ShowText()), self.state
        return {
            "id": state["game"],
            "seq": state["seq"],
            "game": shown["game"],
            "title": shown["title"],
            "sides": shown["sides"],
            "seats": state["seats"],
            "board": shown["board"],
            "position": shown["position"],
            "played": [move for move, _ in state["moves"]],
            "waits": state["waits"],
            "turn": None if state["outcome"] else shown["turn"],
            "legal_moves": [] if state["outcome"] else shown["moves"],
            "outcome": state["outcome"],
        }


@contextlib.asynccontextmanager
async def visit(service: Service, game: str = "") -> AsyncIterator[Visit]:
    """Join the game with that id, if one is given, and leave it at the end."""
    guest = Visit(service)
    try:
        if game:
            try:
                await guest.execute(JoinGame(game))
            except NotFound:
                raise NotFound(
                    f"there is no game with the id {quoted(game)}; list_saved_games names all, "
                    "new_game starts one"
                ) from None
        yield guest
    finally:
        service.remove_client(guest.client)
