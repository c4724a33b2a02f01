"""A client: a page, a program or a person that sends commands."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.puzzles.exercise import Exercise
from kibitz.service.commands import Command

if TYPE_CHECKING:
    from kibitz.service.shared_game import SharedGame


class Send(Protocol):
    """Sends an event as JSON; `more` announces another one within a moment."""

    def __call__(self, text: str, *, more: bool = False) -> None:
        """Send the event, or hold it back to batch it with the next."""


class Client:
    """The state of a client: its open game or puzzle, and where to send events."""

    def __init__(self, send: Send) -> None:
        self.send = send
        #: Its game, and the key of its seat there.
        self.game: SharedGame | None = None
        self.key = ""
        #: Its puzzle.
        self.exercise: Exercise | None = None
        #: The running slow command of each kind.
        self.slow: dict[type[Command[Any]], asyncio.Future[Any]] = {}
