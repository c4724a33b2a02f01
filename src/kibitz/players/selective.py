"""The player that looks deep where something happens and hardly at all where nothing does."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random
from kibitz.base.time_management import OVERHEAD, TimeLeft
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Iteration, Player
from kibitz.players.search_player import ENDGAMES, TABLE, THREADS
from kibitz.solving.table_store import known_probe

_DEEPEST = 200
#: Positions to visit where nothing says how long to think.
_NODES = 1_000_000
_NONE = "none"
_IDEAS = tuple(_core.search_ideas())


class SelectivePlayer(Player):
    """Quiescence, exchanges, null move, reductions and pruning: strong, but it may miss things.

    It remembers from move to move where it plays on time. Asked for so many
    nodes or so deep, it forgets first: the same question gets the same answer.
    """

    name = "selective"
    summary = "looks deep where pieces are taken and kings are attacked, and hardly at all elsewhere"
    plays = "games with captures"
    keeps_time = True
    options = (
        Option("depth", 0, "plies to look ahead; 0 for as many as the limit allows", high=_DEEPEST),
        replace(TABLE, help="memory for positions already seen", default=64 * 2**20, low=2**16),
        replace(THREADS, help="threads that share the table"),
        ENDGAMES,
        Option("without", _NONE, f"ideas to switch off, joined by +: {', '.join(_IDEAS)}", longest=400),
    )

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        super().__init__(values, shown)
        self.without = _split(str(values["without"]))
        self._thinkers: dict[str, _core.Thinker] = {}
        self._time_left: TimeLeft | None = None

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Only what it has can be switched off."""
        unknown = set(_split(str(values["without"]))) - set(_IDEAS)
        return f"it has no idea called {min(unknown)}; it has {', '.join(_IDEAS)}" if unknown else None

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game: most say nothing of captures and threats."""
        return None if game.rules.has_selective else "it needs to be told what captures and threats are"

    def hear_clock(self, left: TimeLeft) -> None:
        """Be told of the clocks: it shares its time out by itself."""
        self._time_left = left

    def thinker(self, game: Game) -> _core.Thinker:
        """The search that thinks for it in a game; one for as long as the player lives."""
        known = self._thinkers.get(game.rules_id)
        if known is None:
            try:
                known = _core.make_thinker(game.rules, int(self.values["tt"]), int(self.values["threads"]))
            except ValueError as refusal:
                raise BadOption(f"{self} can't play {game.spec}: {refusal}") from None
            self._thinkers[game.rules_id] = known
        return known

    def close(self) -> None:
        """Let go of its tables."""
        self._thinkers.clear()

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        bounds = limit.tightened(Limit(depth=int(self.values["depth"]) or None))
        clocks, self._time_left = self._time_left, None
        if bounds == Limit() and clocks is None:
            bounds = Limit(nodes=_NODES)
        thinker = self.thinker(position.game)
        if bounds.seconds is None and clocks is None:
            thinker.forget()
        request = _core.ThinkRequest(
            depth=min(bounds.depth or 0, _DEEPEST),
            seconds=bounds.seconds,
            left=None if clocks is None else clocks.of(position.mover),
            increment=0.0 if clocks is None else clocks.increment,
            overhead=0.0 if clocks is None else OVERHEAD,
            without=list(self.without),
        )
        heard: list[_core.Thought] = []
        control = control_for(Limit(nodes=bounds.nodes))
        known = known_probe(position.game) if self.values["endgames"] else None
        thought = thinker.think(position.state, request, control, heard.append, known)
        game, best = position.game, thought.lines[0]
        line = game.codec.line(position, best.moves)
        iterations = tuple(
            Iteration(
                each.depth,
                value_from_core(each.lines[0].value, position.game.has_chance),
                game.codec.line(position, each.lines[0].moves),
                each.nodes,
                0,
                0,
                0,
                each.seconds,
            )
            for each in heard
        )
        value = value_from_core(best.value, position.game.has_chance) if thought.depth else None
        return Choice(line[0], value, line, thought.depth, thought.nodes, thought.seconds, iterations)


def _split(text: str) -> tuple[str, ...]:
    """The ideas that a text names."""
    return () if text == _NONE else tuple(filter(None, re.split(r"[+\s]+", text.lower())))
