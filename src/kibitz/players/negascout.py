"""NegaScout with every enhancement: the strong player of most games."""

from __future__ import annotations

from dataclasses import replace

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


class NegaScoutPlayer(Searcher):
    """NegaScout (principal variation search, fail-soft) with every enhancement on by default."""

    name = algorithm = "negascout"
    summary = (
        "expects its first move to be best and only checks that the others are not; has a transposition table"
    )
    usual_depth = 7
    at_best = True
    options = (
        depth_option(usual_depth),
        Option(
            "scout",
            "auto",
            "ask first with a window next to nothing wide; no makes it alpha-beta, auto is no with dice",
            choices=("auto", "yes", "no"),
        ),
        replace(STAR, default=2),
        replace(TABLE, default=16 * 2**20),
        SCHEME,
        replace(KILLERS, default=True),
        replace(HISTORY, default=True),
        replace(DEEPEN, default=True),
        FIRST,
        STEP,
        replace(ASPIRATION, default=True),
        THREADS,
        ENDGAMES,
    )
