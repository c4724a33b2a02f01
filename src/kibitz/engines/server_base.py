"""Common parts of engine protocol servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.read_line import read_line

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.game import Game
    from kibitz.games.position import Position
    from kibitz.players.player import Choice, Player

#: Longer lines are cut.
LONGEST_LINE = 100_000


@dataclass
class ServerContext:
    """The game, player and streams of a server."""

    game: Game
    player: Player
    limit: Limit
    ask: IO[str]
    answer: IO[str]
    #: Used if the protocol gives no seed.
    rng: Random = field(default_factory=Random)
    #: Creates another player, for protocols that let the client choose its strength.
    make_player: Callable[[str], Player] | None = None
    #: Returns the tables for a search of a game.
    tables: Callable[[Game], _core.Tablebase | None] = lambda game: None
    #: Returns the range of Elo ratings that a player of a game can be limited to.
    elo_range: Callable[[Game], tuple[int, int]] = lambda game: (0, 0)

    def lines(self) -> Iterator[str]:
        """Yield the lines of input."""
        while line := read_line(self.ask, LONGEST_LINE):
            yield line.strip()

    def send(self, text: str) -> None:
        """Send a line and flush."""
        self.answer.write(text + "\n")
        self.answer.flush()

    def choose(self, position: Position, limit: Limit, seed: int | None = None) -> Choice:
        """Return the player's move within both the given limit and the server's."""
        rng = self.rng if seed is None else Random(seed)
        return self.player.choose(position, self.limit.tightened(limit), rng)


#: A protocol server: answers until the end of input.
Serve = Callable[[ServerContext], None]
