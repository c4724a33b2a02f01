"""The client side of engine protocols: the common interface."""

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
    """An engine's move, with depth and nodes if it reported them."""

    move: Move
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a move. `deadline` is a time of `time.monotonic`."""

    position: Position
    limit: Limit
    seed: int
    deadline: float
    #: The remaining time of both players, in a game with clocks.
    time_left: TimeLeft | None = None

    @property
    def seconds_left(self) -> float | None:
        """The remaining time of the side to move."""
        return None if self.time_left is None else self.time_left.of(self.position.mover)


class Protocol(ABC):
    """The client side of an engine protocol."""

    answers_on_stderr: ClassVar[bool] = False
    #: The command that makes a program exit.
    quit_command: ClassVar[str | None] = None
    #: For protocols with a time for the game only: the usual number of moves of a player, which
    #: converts a limit for each move into a time for the game.
    typical_moves: ClassVar[int | None] = None
    #: The limit of a server if the client sets none.
    default_limit: ClassVar[Limit] = Limit()

    def __init__(self, process: EngineProcess) -> None:
        self.process = process

    @staticmethod
    def cannot_play(game: Game) -> str | None:
        """Return why the protocol does not support a game; None if it does."""
        return None

    def set_options(self, given: Mapping[str, str]) -> None:
        """Set options of the engine before the first request."""
        if given:
            raise EngineFailed(f"can't set {min(given)}: this protocol has no options")

    def handshake(self, first: Question) -> None:  # noqa: B027  # some protocols have no handshake
        """Exchange the opening messages of the protocol."""

    @abstractmethod
    def ask(self, question: Question) -> Answer:
        """Return the engine's move; EngineFailed if there is none or it is illegal."""
