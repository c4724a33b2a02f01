"""Every function with a limit takes it as a Limit, as a text, or as depth, nodes and seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import BadOption, Limit

CHESS = kibitz.load("chess")
OTHELLO = kibitz.load("othello").start()
START = kibitz.load("tictactoe").start()
MATE = '[White "Anna"] 1. f3 e5 2. g4 Qh4# 0-1'


def _match(limit: Any = None, **bounds: Any) -> object:
    result = kibitz.match("alphabeta", "random", game="tictactoe", games=2, workers=1, limit=limit, **bounds)
    return result.plan.limits


def _tournament(limit: Any = None, **bounds: Any) -> object:
    players = ["alphabeta", "random"]
    return kibitz.tournament(players, game="tictactoe", games=2, workers=1, limit=limit, **bounds).plan.limits


def _searched(found: kibitz.Analysis) -> object:
    return found.source.depth, found.source.nodes, found.value


CALLS: dict[str, Callable[..., object]] = {
    "analyse": lambda *limit, **bounds: _searched(kibitz.analyse(OTHELLO, *limit, **bounds)),
    "analyse_many": lambda *limit, **bounds: [
        _searched(each) for each in kibitz.analyse_many([OTHELLO], *limit, **bounds)
    ],
    "explain": lambda *limit, **bounds: str(kibitz.explain(OTHELLO, OTHELLO.moves[0], *limit, **bounds)),
    "who_wins": lambda *limit, **bounds: kibitz.who_wins(START, *limit, **bounds),
    "review": lambda *limit, **bounds: kibitz.review(MATE, *limit, **bounds).to_json(),
    "choose": lambda *limit, **bounds: (
        kibitz.player("alphabeta", seed=1).choose(START, *limit, **bounds).nodes
    ),
    "match": _match,
    "tournament": _tournament,
    "Session": lambda limit=None, **bounds: kibitz.Session(CHESS, limit=limit, **bounds).limit,
}


@pytest.mark.parametrize("name", CALLS)
def test_a_limit_a_text_and_keywords_are_the_same(name: str) -> None:
    call = CALLS[name]
    assert call(Limit(depth=2, nodes=300)) == call("depth=2,nodes=300") == call(depth=2, nodes=300)


@pytest.mark.parametrize("name", CALLS)
def test_a_limit_and_keywords_together_are_refused(name: str) -> None:
    for limit in (Limit(depth=2), "depth=2"):
        with pytest.raises(BadOption, match="give a limit, or depth, nodes and seconds, but not both"):
            CALLS[name](limit, seconds=1)


@pytest.mark.parametrize("name", CALLS)
def test_bounds_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(BadOption, match="depth must be at least 1, not 0"):
        CALLS[name](depth=0)
    with pytest.raises(BadOption, match="nodes must be a whole number or None, not 'many'"):
        CALLS[name](nodes="many")


def test_a_resumed_session_takes_keywords() -> None:
    record = kibitz.Session(CHESS).record()
    assert kibitz.Session.resumed(record, CHESS, nodes=5).limit == Limit(nodes=5)


def test_players_of_a_match_may_have_limits_of_their_own() -> None:
    assert _match(["depth=1", Limit(depth=2)]) == (Limit(depth=1), Limit(depth=2))
    with pytest.raises(BadOption, match="not both"):
        _match(["depth=1", "depth=2"], nodes=5)
