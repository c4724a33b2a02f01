"""Hints, reasons, values and reviews of the same position agree."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.analysis import evaluate_position
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.game_review.review import review
from kibitz.session.session import Session


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "mnk:width=9,height=9,length=5",
        "numerical",
        "connect:width=5,height=4",
        "connect4",
        "ewn",
    ],
)
def test_hint_why_values_and_review_agree(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # By nodes alone, so that a busy machine finds the same as an idle one.
    monkeypatch.setattr(evaluate_position, "_FOR_SOURCES", Limit(nodes=100_000))
    monkeypatch.setattr(evaluate_position, "_FOR_SEARCH", Limit(nodes=20_000))
    rng = random.Random(spec)
    session = Session(kibitz.load(spec), seed=1)
    data = {}
    for _ in range(8):
        if session.is_over:
            break
        if session.position.turn is Side.CHANCE:
            session.step()
            continue
        values = {each.move: each.value for each in session.analysis().moves}
        hint = session.hint()
        assert hint.value == values[hint.move] == max(values.values())
        move = rng.choice(session.position.moves)
        why = session.why(str(move))
        assert why.value == values[move]
        assert why.best == (values[move] == hint.value)
        data[len(session.moves)] = (hint.value, why.value, hint.move)
        evaluate_position._memory.clear()
        session.play(str(move))
        # Asked about afterwards it is what it was before.
        assert session.why().value == why.value
        evaluate_position._memory.clear()
    decisions = review(session.record()).decisions
    assert {d.ply: (d.best.value, d.played.value, d.best.move) for d in decisions} == data
