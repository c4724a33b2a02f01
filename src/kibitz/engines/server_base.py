"""Acting as a program that others ask: what all protocols share."""

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

#: A longer line is no question.
LONGEST_LINE = 100_000


@dataclass
class Served:
    """What a program that is asked works with."""

    game: Game
    player: Player
    limit: Limit
    ask: IO[str]
    answer: IO[str]
    #: Begins anywhere; a protocol's seed stands in for it.
    rng: Random = field(default_factory=Random)
    #: Makes another player, where a protocol lets the asker choose how strong it is.
    make_player: Callable[[str], Player] | None = None
    #: The tables that search may ask in a game.
    known: Callable[[Game], _core.Tablebase | None] = lambda game: None
    #: The Elo that such a player may be given in a game, from and to.
    elo_range: Callable[[Game], tuple[int, int]] = lambda game: (0, 0)

    def lines(self) -> Iterator[str]:
        """The questions until there are no more."""
        while line := read_line(self.ask, LONGEST_LINE):
            yield line.strip()

    def say(self, text: str) -> None:
        """Answer with a line, at once."""
        self.answer.write(text + "\n")
        self.answer.flush()

    def choose(self, position: Position, limit: Limit, seed: int | None = None) -> Choice:
        """The player's move within both the given limit and the own one."""
        rng = self.rng if seed is None else Random(seed)
        return self.player.choose(position, self.limit.tightened(limit), rng)


#: A protocol from the side of the program that is asked.
Serve = Callable[[Served], None]
