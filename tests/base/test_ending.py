"""Endings of games: their text in records round-trips."""

from __future__ import annotations

import json

import pytest

from kibitz.base.ending import Ending, Termination
from kibitz.base.side import Outcome, Side

ENDINGS = [
    Ending.lost(Side.FIRST, Termination.RESIGNED),
    Ending.lost(Side.SECOND, Termination.ON_TIME),
    Ending.lost(Side.FIRST, Termination.ON_TIME, "took 0.31 s for a move, more than 0.01 s"),
    Ending.lost(Side.SECOND, Termination.FORFEITED, "illegal move 'x9': no"),
    Ending(Outcome(None), Termination.CALLED_OFF, None, "nobody had won after 2000 moves"),
    Ending(Outcome(None), Termination.CALLED_OFF),
]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_reason_is_read_back(ending: Ending) -> None:
    reason = ending.reason()
    assert reason is not None
    assert Ending.read(ending.outcome, reason) == ending


@pytest.mark.parametrize("ending", [*ENDINGS, Ending(Outcome(Side.FIRST)), Ending(Outcome.by_points(-8))])
def test_endings_survive_as_json(ending: Ending) -> None:
    assert Ending.from_json(json.loads(json.dumps(ending.to_json()))) == ending


def test_reasons_in_words() -> None:
    assert Ending(Outcome(Side.FIRST)).reason() is None
    lost = Ending.lost(Side.SECOND, Termination.ON_TIME, "0.30 s too late")
    assert lost.outcome == Outcome(Side.FIRST)
    assert lost.reason() == "second lost on time: 0.30 s too late"
    assert lost.reason(lambda side: "xo"[side]) == "o lost on time: 0.30 s too late"


def test_failing_or_late_players_forfeit() -> None:
    assert [ending.is_forfeit for ending in ENDINGS] == [False, True, True, True, False, False]
    assert not Ending(Outcome(Side.FIRST)).is_forfeit


def test_other_peoples_words_are_taken_for_a_resignation_or_an_agreement() -> None:
    for words in ("", "White wins on points", "third resigned", "resigned"):
        assert Ending.read(Outcome(Side.FIRST), words) == Ending.lost(Side.SECOND, Termination.RESIGNED)
    assert Ending.read(Outcome(None), "agreed") == Ending(
        Outcome(None), Termination.CALLED_OFF, None, "agreed"
    )
    # Who lost is what the result says, whatever is said of it.
    assert Ending.read(Outcome(Side.FIRST), "first lost on time").by is Side.SECOND
