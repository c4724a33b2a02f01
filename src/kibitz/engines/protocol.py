"""What every protocol does for a player that is another program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed, EngineProcess

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.position import Position


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
    deadline: float
    #: What is left of the time for the game, in a game with clocks.
    time_left: TimeLeft | None = None

    @property
    def seconds_left(self) -> float | None:
        """What is left for the whole game to whoever is to move."""
        return None if self.time_left is None else self.time_left.of(self.position.mover)


class Protocol(ABC):
    """One way of talking with a program."""

    answers_on_stderr: ClassVar[bool] = False
    #: What makes a well-behaved program end.
    goodbye: ClassVar[str | None] = None
    #: Where a program is told a time for the game and never one for a move: how many moves a player
    #: usually makes in a game, so that it can be told what a limit a move comes to.
    usual_moves: ClassVar[int | None] = None
    #: How long to think for an asker that says nothing about time.
    usual_limit: ClassVar[Limit] = Limit()

    def __init__(self, process: EngineProcess) -> None:
        self.process = process

    @staticmethod
    def cannot_play(game: Game) -> str | None:
        """Why a game can't be played in this way; None if it can."""
        return None

    def settings(self, given: Mapping[str, str]) -> None:
        """Options of the program, set before the first question."""
        if given:
            raise EngineFailed(f"has no options in this protocol, so {min(given)} can't be set")

    def greet(self, first: Question) -> None:  # noqa: B027  # some protocols have no greeting
        """What is said once, before the first question."""

    @abstractmethod
    def ask(self, question: Question) -> Answer:
        """The program's move; EngineFailed if it gives none that is allowed."""
