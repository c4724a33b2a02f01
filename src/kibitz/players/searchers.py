"""Players that look ahead: a search in the core, to a depth or for a time."""

from __future__ import annotations

from typing import ClassVar

from kibitz import _core
from kibitz.games.core_values import value_from_core
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.words.limit import Limit
from kibitz.words.options import Option
from kibitz.words.random import Random, seed_from


class Searcher(Player):
    """A tree search; subclasses name the algorithm."""

    algorithm: ClassVar[str]
    options = (Option("depth", 9, "decisions to look ahead", low=1, high=999),)

    def _choose(self, position: Position, limit: Limit, rng: Random) -> Choice:
        bounds = limit.tightened(Limit(depth=int(self.values["depth"])))
        report = position.game.rules.search(
            position.state,
            self.algorithm,
            bounds.depth or 1,
            _core.Control(seconds=bounds.seconds, nodes=bounds.nodes),
            seed=seed_from(rng),
            # Without a clock, going straight to the full depth gives the same answer.
            deepen=bounds.seconds is not None or bounds.nodes is not None,
        )
        best = report.moves[0]
        line = position.game.line_of(position, best.line)
        return Choice(
            line[0], value_from_core(report.value), line, report.depth, report.nodes, report.seconds
        )


class MinimaxPlayer(Searcher):
    """Plain minimax: every line, none cut."""

    name = algorithm = "minimax"
    summary = "looks at every line to its depth, assuming best play by both"
    options = (Option("depth", 4, "decisions to look ahead", low=1, high=999),)


class AlphaBetaPlayer(Searcher):
    """Alpha-beta: minimax's answer from fewer lines."""

    name = algorithm = "alphabeta"
    summary = "minimax that skips lines which can't change the answer"
