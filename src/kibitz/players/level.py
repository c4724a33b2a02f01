"""A player with a difficulty from 0 to 100."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, pick, pick_weighted
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.human_errors import seen
from kibitz.players.level_data import levels_of
from kibitz.players.player import Choice, Player
from kibitz.players.shallow_search import wins_at_once
from kibitz.players.strongest import get_ready, strongest_choice
from kibitz.players.styles import STYLES, style_scores, with_style

#: Limit of the strongest move at levels that play it only sometimes.
_NODES_FOR_THE_BEST = 60_000


class LevelPlayer(Player):
    """Searches as deep as its level allows, and errs as people do."""

    name = "level"
    counts = True
    summary = "plays at a strength from 0, a beginner, to 100, the best there is; see docs/levels.md"
    options = (
        Option("strength", 50, "0 is a beginner, 100 the strongest", low=0, high=100),
        Option("elo", -1, "strength as a rating instead; -1 for none", -1, 9999),
        Option(
            "style",
            STYLES[0],
            "quick looks less far and plays near the last move, careful trusts nothing at first sight, "
            "tricky sets traps; only plain is measured",
            choices=STYLES,
        ),
    )

    @property
    def display_name(self) -> str:
        """`difficulty 50`, or `300 Elo`, and the style if it has one."""
        elo, style = int(self.values["elo"]), str(self.values["style"])
        said = f"difficulty {self.values['strength']}" if elo < 0 else f"{elo} Elo"
        return said if style == STYLES[0] else f"{said}, {style}"

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Return a message if the strength is given twice."""
        twice = "strength" in given and int(values["elo"]) >= 0
        return "strength and elo both say how strong it is; give one or the other" if twice else None

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game: its rating may be out of range; None if it can."""
        check(game=(game, Game))
        try:
            self._level(game)
        except BadOption as error:
            return str(error)
        return None

    def _level(self, game: Game) -> float:
        """Return its level from 0 to 100 in this game."""
        elo = int(self.values["elo"])
        return int(self.values["strength"]) if elo < 0 else levels_of(game).level_at(elo)

    def prepare(self, position: Position) -> None:
        """Load the sources of exact values."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move without knowing the last one."""
        return self.think_after(None, position, limit, rng)

    def think_after(self, last: Move | None, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose the strongest move, a win it sees, or one of the moves that seem good."""
        style = str(self.values["style"])
        behaviour = with_style(style, levels_of(position.game).behaviour(self._level(position.game)))
        if rng.random() < behaviour.perfect:
            most = Limit() if behaviour.perfect == 1 else Limit(nodes=_NODES_FOR_THE_BEST)
            return strongest_choice(position, limit.tightened(most), rng)
        if rng.random() < behaviour.attention and (wins := wins_at_once(position)):
            return Choice(pick(rng, wins))
        whole, part = divmod(behaviour.depth, 1)
        depth = int(whole) + (rng.random() < part)
        values = seen(position, behaviour, depth, limit, rng, last)
        worth = style_scores(style, position, values, last, limit, behaviour.carelessness)
        best = max(worth.values())
        weights = [math.exp((worth[move] - best) / behaviour.carelessness) for move in worth]
        move = pick_weighted(rng, list(worth), weights)
        return Choice(move, values[move], depth=depth)
