"""A client: a page, a program or a person that commands come from."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.puzzles.exercise import Exercise
from kibitz.service.commands import Command

if TYPE_CHECKING:
    from kibitz.service.shared_game import SharedGame


class Send(Protocol):
    """Takes an event as JSON; `more` says that another will come in a moment."""

    def __call__(self, text: str, *, more: bool = False) -> None:
        """Send it, or hold it back for what comes next."""


class Client:
    """What a client has open, and where it hears of events."""

    def __init__(self, send: Send) -> None:
        self.send = send
        #: The game it is in, and the key of its seat there.
        self.game: SharedGame | None = None
        self.key = ""
        #: The puzzle before it.
        self.exercise: Exercise | None = None
        #: The slow command of each kind that is being executed.
        self.slow: dict[type[Command[Any]], asyncio.Future[Any]] = {}
