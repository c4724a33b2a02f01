"""Hints, reasons and values from a session."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.analysis.explanation import Kind
from kibitz.base.errors import GameOver, IllegalMove
from kibitz.session.session import Session

GAME = kibitz.load("tictactoe")


def test_why_of_the_last_move_and_of_any() -> None:
    session = Session(GAME, start=GAME.position("x../.../..."))
    with pytest.raises(IllegalMove, match="no move"):
        session.why()
    session.play("2")
    said = session.why()
    assert str(said).endswith("It loses in 6, while 5 keeps the draw")
    assert session.why("5").reasons[-1].kind is Kind.WINS
    with pytest.raises(IllegalMove):
        session.why("2")


def test_why_after_the_end() -> None:
    session = Session(GAME, start=GAME.position("xx./oo./..."))
    session.play("3")
    assert str(session.why()) == "3 wins at once"
    with pytest.raises(GameOver):
        session.hint()
    with pytest.raises(GameOver):
        session.why("7")


def test_values_are_those_of_the_analysis_and_kept() -> None:
    session = Session(GAME)
    assert session.analysis() is session.analysis()
    assert session.analysis().value == kibitz.analyse(GAME.start()).value
