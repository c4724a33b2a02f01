"""The player whose strength is a number from 0 to 100."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from kibitz.games.control import control_for
from kibitz.games.core_values import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.levels import levels_of
from kibitz.players.player import Choice, Player
from kibitz.players.strongest import get_ready, strongest_choice
from kibitz.words.errors import BadOption
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.options import Option, OptionValue
from kibitz.words.random import Random, pick, pick_weighted
from kibitz.words.value import Estimate, Expect, Points, Value

#: What a look ahead may cost, so that it takes no time that a person notices.
_NODES = 20_000
_NODES_IN_PYTHON = 2_000
#: What the strongest move may cost at levels that only play it now and then.
_NODES_FOR_THE_BEST = 60_000
#: A ply of a win or loss is worth next to nothing against the result itself.
_PLY = 0.002
#: Between the best and the worst guess lies half of what lies between a win and a loss.
_GUESSES = 0.5


class LevelPlayer(Player):
    """Looks ahead as far as its strength allows, and errs the less the more an error would cost."""

    name = "level"
    summary = "plays at a strength from 0, a beginner, to 100, the best there is; see docs/levels.md"
    options = (
        Option("strength", 50, "0 is a beginner, 100 the strongest", low=0, high=100),
        Option("elo", -1, "strength as Elo above level 0 instead; -1 for none", -1, 9999),
    )

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Its strength may be given in one way only."""
        twice = "strength" in given and int(values["elo"]) >= 0
        return "strength and elo both say how strong it is; give one or the other" if twice else None

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game: it may have no such rating there."""
        try:
            self._level(game)
        except BadOption as error:
            return str(error)
        return None

    def _level(self, game: Game) -> float:
        """Its level from 0 to 100 in this game."""
        elo = int(self.values["elo"])
        return int(self.values["strength"]) if elo < 0 else levels_of(game).level_at(elo)

    def prepare(self, position: Position) -> None:
        """Load what its strongest moves need."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        behaviour = levels_of(position.game).behaviour(self._level(position.game))
        if rng.random() < behaviour.perfect:
            most = Limit() if behaviour.perfect == 1 else Limit(nodes=_NODES_FOR_THE_BEST)
            return strongest_choice(position, limit.tightened(most), rng)
        if rng.random() < behaviour.attention and (wins := _wins_at_once(position)):
            return Choice(pick(rng, wins))
        whole, part = divmod(behaviour.depth, 1)
        depth = int(whole) + (rng.random() < part)
        values = _looked_up(position, depth, limit)
        worth = worths(values)
        best = max(worth.values())
        weights = [math.exp((worth[move] - best) / behaviour.carelessness) for move in worth]
        move = pick_weighted(rng, list(worth), weights)
        return Choice(move, values[move], depth=depth)


def _wins_at_once(position: Position) -> list[Move]:
    ends = ((move, position.play(move).outcome) for move in position.moves)
    return [move for move, end in ends if end is not None and end.winner is position.turn]


def _looked_up(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
    """Every move's value by a look so many decisions ahead; the same on every machine."""
    nodes = _NODES_IN_PYTHON if position.game.rules.in_python else _NODES
    bounds = limit.tightened(Limit(depth=depth, nodes=nodes))
    report = position.game.rules.search(
        position.state,
        "alphabeta",
        bounds.depth or 1,
        control_for(bounds),
        deepen=True,
        every_move=True,
    )
    if report.depth == 0:
        # Not even one decision fits; then every move looks the same.
        return dict.fromkeys(position.moves, Estimate(0))
    found = {found.line[0]: value_from_core(found.value) for found in report.moves}
    # In the game's order, so that chance meets the moves in the same one whatever the search did.
    return {move: found[position.game.code_of(position, move)] for move in position.moves}


def _points(value: Value) -> float | None:
    """The points of a guess, or of a game whose outcomes are points."""
    return value.score if isinstance(value, Estimate) else value.points if isinstance(value, Points) else None


def worths(values: Mapping[Move, Value]) -> dict[Move, float]:
    """What moves are worth from 0, a loss, to 1, a win. Guesses lie around the middle, spread evenly."""
    guesses = [points for value in values.values() if (points := _points(value)) is not None]
    low, high = min(guesses, default=0.0), max(guesses, default=0.0)

    def worth(value: Value) -> float:
        if isinstance(value, Expect):
            return value.chance
        if (points := _points(value)) is not None:
            return 0.5 if high == low else 0.5 + _GUESSES * ((points - low) / (high - low) - 0.5)
        result = value.result or 0
        return (1 + result) / 2 - result * _PLY * min(value.plies or 0, 50)

    return {move: worth(value) for move, value in values.items()}
