"""Alpha-beta search: the value of minimax from fewer nodes."""

from __future__ import annotations

from kibitz.base.options import Option
from kibitz.players.search_player import (
    ASPIRATION,
    DEEPEN,
    ENDGAMES,
    FIRST,
    HISTORY,
    KILLERS,
    SCHEME,
    STAR,
    STEP,
    TABLE,
    THREADS,
    Searcher,
    depth_option,
)


class AlphaBetaPlayer(Searcher):
    """Plain alpha-beta, with every enhancement off by default."""

    name = algorithm = "alphabeta"
    summary = "minimax that skips lines which can't change the answer"
    usual_depth = 6
    options = (
        depth_option(usual_depth),
        Option("fail", "soft", "whether results may lie outside the window", choices=("soft", "hard")),
        STAR,
        TABLE,
        SCHEME,
        KILLERS,
        HISTORY,
        DEEPEN,
        FIRST,
        STEP,
        ASPIRATION,
        THREADS,
        ENDGAMES,
    )
