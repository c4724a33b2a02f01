"""What every protocol does for a player that is another program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from kibitz.engines.process import EngineProcess
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.words.limit import Limit
from kibitz.words.move import Move


@dataclass(frozen=True, slots=True)
class Answer:
    """A program's move, and what it said about it."""

    move: Move
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a program is asked. `deadline` is a moment of `time.monotonic`."""

    position: Position
    limit: Limit
    seed: int
    #: Seconds that the program has left for the whole game, as far as that is known.
    seconds_left: float | None
    deadline: float


class Protocol(ABC):
    """One way of talking with a program."""

    answers_on_stderr: ClassVar[bool] = False
    #: What makes a well-behaved program end.
    goodbye: ClassVar[str | None] = None

    def __init__(self, process: EngineProcess) -> None:
        self.process = process

    @staticmethod
    def cannot_play(game: Game) -> str | None:
        """Why a game can't be played in this way; None if it can."""
        return None

    def greet(self, first: Question) -> None:  # noqa: B027  # some protocols have no greeting
        """What is said once, before the first question."""

    @abstractmethod
    def ask(self, question: Question) -> Answer:
        """The program's move; EngineFailed if it gives none that is allowed."""
