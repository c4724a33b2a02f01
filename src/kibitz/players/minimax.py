"""Plain minimax search."""

from __future__ import annotations

from kibitz.players.search_player import ENDGAMES, Searcher, depth_option


class MinimaxPlayer(Searcher):
    """Minimax without pruning."""

    name = algorithm = "minimax"
    summary = "looks at every line to its depth, assuming best play by both"
    usual_depth = 4
    options = (depth_option(usual_depth), ENDGAMES)
