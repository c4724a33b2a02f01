"""A player that maximises the static evaluation."""

from __future__ import annotations

from kibitz.base.argument_checks import check
from kibitz.games.game import Game
from kibitz.players.search_player import Searcher


class LinesPlayer(Searcher):
    """Chooses the move with the best static evaluation: a search of depth 1."""

    name = "lines"
    algorithm = "minimax"
    summary = "counts lines: 1, 10, 100 for one, two, three stones, less the opponent's; no look-ahead"
    plays = "games that have an evaluation"
    usual_depth = 1
    options = ()

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game; None if it can."""
        check(game=(game, Game))
        return None if game.rules.has_evaluation else "it has no static evaluation"
