"""Selective search: alpha-beta with pruning, reductions and extensions."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from kibitz import _core
from kibitz.base.argument_checks import check
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
#: Default limit of nodes.
_NODES = 1_000_000
_NONE = "none"
_FEATURES = tuple(_core.selective_features())
#: Former names of features, which stored specs may have.
_OLD_NAMES = {
    "table": "tt",
    "scout": "pvs",
    "continuation": "continuation_history",
    "verify_null": "null_move_verification",
    "standing": "reverse_futility",
    "probing": "probcut",
    "internal_reduction": "iir",
    "late_reduction": "lmr",
    "late_pruning": "lmp",
    "exchange_pruning": "see_pruning",
    "singular": "singular_extension",
    "delta": "delta_pruning",
    "correction": "correction_history",
}


class SelectivePlayer(Player):
    """Alpha-beta with quiescence search, null moves, late move reductions and pruning: strong, but not exact.

    On the clock, it keeps its tables from move to move. With a limit of nodes or depth it clears them
    first, so that results are reproducible.
    """

    name = "selective"
    summary = "searches captures and checks deeply and prunes the rest (quiescence, null move, LMR)"
    plays = "games with captures"
    keeps_time = True
    options = (
        Option("depth", 0, "plies to look ahead; 0 for as many as the limit allows", high=_DEEPEST),
        replace(TABLE, help="memory for positions already seen", default=64 * 2**20, low=2**16),
        replace(THREADS, help="threads that share the table"),
        ENDGAMES,
        Option("without", _NONE, f"features to switch off, joined by +: {', '.join(_FEATURES)}", longest=400),
    )

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        super().__init__(values, shown)
        self.without = _split(str(values["without"]))
        self._engines: dict[str, _core.SelectiveEngine] = {}
        self._time_left: TimeLeft | None = None

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Only known features can be switched off."""
        unknown = set(_split(str(values["without"]))) - set(_FEATURES)
        return f"it has no feature called {min(unknown)}; it has {', '.join(_FEATURES)}" if unknown else None

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game: most lack an adapter for the selective search; None if it can."""
        check(game=(game, Game))
        return None if game.rules.has_selective else "the game has no adapter for the selective search"

    def set_clock(self, left: TimeLeft) -> None:
        """Set the clocks; it manages its time itself."""
        self._time_left = left

    def selective_engine(self, game: Game) -> _core.SelectiveEngine:
        """Return the engine for a game; it lives as long as the player."""
        known = self._engines.get(game.rules_id)
        if known is None:
            try:
                known = _core.make_selective_engine(
                    game.rules, int(self.values["tt"]), int(self.values["threads"])
                )
            except ValueError as refusal:
                raise BadOption(f"{self} can't play {game.spec}: {refusal}") from None
            self._engines[game.rules_id] = known
        return known

    def close(self) -> None:
        """Free its tables."""
        self._engines.clear()

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        bounds = limit.tightened(Limit(depth=int(self.values["depth"]) or None))
        clocks, self._time_left = self._time_left, None
        if bounds == Limit() and clocks is None:
            bounds = Limit(nodes=_NODES)
        engine = self.selective_engine(position.game)
        if bounds.seconds is None and clocks is None:
            engine.clear()
        limits = _core.SearchLimits(
            depth=min(bounds.depth or 0, _DEEPEST),
            seconds=bounds.seconds,
            left=None if clocks is None else clocks.of(position.mover),
            increment=0.0 if clocks is None else clocks.increment,
            overhead=0.0 if clocks is None else OVERHEAD,
            without=list(self.without),
        )
        infos: list[_core.SearchInfo] = []
        control = control_for(Limit(nodes=bounds.nodes))
        known = known_probe(position.game) if self.values["endgames"] else None
        info = engine.search(position.state, limits, control, infos.append, known)
        game, best = position.game, info.pv_lines[0]
        line = game.codec.line(position, best.moves)
        iterations = tuple(
            Iteration(
                each.depth,
                value_from_core(each.pv_lines[0].value, position.game.has_chance),
                game.codec.line(position, each.pv_lines[0].moves),
                each.nodes,
                0,
                0,
                0,
                each.seconds,
            )
            for each in infos
        )
        value = value_from_core(best.value, position.game.has_chance) if info.depth else None
        return Choice(line[0], value, line, info.depth, info.nodes, info.seconds, iterations)


def _split(text: str) -> tuple[str, ...]:
    """Return the features that a text names, by their present names."""
    names = () if text == _NONE else filter(None, re.split(r"[+\s]+", text.lower()))
    return tuple(_OLD_NAMES.get(name, name) for name in names)
