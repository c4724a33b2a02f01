"""The player that keeps the game close."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.options import Option
from kibitz.base.random import Random, pick
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.shallow_search import looked_up, refutations
from kibitz.players.strongest import get_ready
from kibitz.solving.exact_sources import ask

#: What exact knowledge may cost, where it takes work.
_NODES = 60_000


class FriendlyPlayer(Player):
    """Prefers what leaves both sides the same chances: it lets wins go by, and does its best when behind."""

    name = "friendly"
    counts = True
    summary = "keeps the game close: lets chances go by when it is ahead, does its best when it is behind"
    note = "It keeps the game close: when it is ahead, it lets chances go by."
    options = (Option("depth", 4, "decisions to look ahead where nothing is known", low=1, high=99),)

    def prepare(self, position: Position) -> None:
        """Load what it knows."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """The move after which the game is closest."""
        asked = ask(position, limit.tightened(Limit(nodes=_NODES)))
        if asked.knowledge is not None:
            values = {each.move: each.value for each in asked.knowledge.moves}
        else:
            values = looked_up(position, int(self.values["depth"]), limit)
        # To let the other win at once is no kindness where it can be helped.
        thrown = refutations(position, limit)
        fair = {move: value for move, value in values.items() if move not in thrown} or values
        closest = min(map(one_sided, fair.values()))
        move = pick(rng, [move for move, value in fair.items() if one_sided(value) == closest])
        return Choice(move, values[move])


def one_sided(value: Value) -> tuple[int, float]:
    """How far a value is from a close game: least for an even one, most for a sure loss.

    What is decided is better late than early.
    """
    if isinstance(value, Expect):
        return 0, abs(value.chance - 0.5)
    if isinstance(value, Estimate):
        return 0, abs(value.score)
    if isinstance(value, Points):
        return 0, abs(value.points)
    if value.result == 0:
        return 0, 0.0
    return (1 if value.result == 1 else 2), -float(value.plies or 0)
