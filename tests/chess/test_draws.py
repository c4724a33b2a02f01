"""Draws that are offered, agreed on and claimed."""

import pytest

import kibitz
from kibitz.base.ending import Termination
from kibitz.base.errors import IllegalMove
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.value import Estimate
from kibitz.players.player import Choice, Player
from kibitz.session.session import Session

_CHESS = kibitz.load("chess")


class _Shuffler(Player):
    """A player that moves a knight out and back, with given evaluations."""

    name = "shuffler"
    summary = "moves a knight out and back"

    def __init__(self, thinks: float) -> None:
        super().__init__({}, {})
        self._thinks = thinks

    def think(self, position: kibitz.Position, limit: Limit, rng: Random) -> Choice:
        names = {str(move): move for move in position.moves}
        for name in ("g8f6", "f6g8", "g1f3", "f3g1"):
            if name in names:
                return Choice(names[name], Estimate(self._thinks))
        return Choice(position.moves[0], Estimate(self._thinks))


def _shuffle(session: Session) -> int:
    """Moves until the game is over or has gone on for long."""
    moves = iter(["Nf3", "Ng1"] * 6)
    while not session.is_over and session.decisions < 20:
        if session.waits_for_person:
            session.play(next(moves))
        else:
            session.step()
    return session.decisions


def test_a_computer_that_stands_no_better_claims() -> None:
    session = Session(_CHESS, None, _Shuffler(-0.1))
    # The start comes back for the third time after eight moves.
    assert _shuffle(session) == 8
    assert session.ending is not None
    assert session.ending.termination is Termination.CALLED_OFF
    assert "3 times" in session.ending.detail
    assert "drawn: claimed" in session.record().tags["Termination"]


def test_one_that_stands_better_plays_on() -> None:
    # Until the position comes for the fifth time, which ends the game whatever anybody thinks.
    session = Session(_CHESS, None, _Shuffler(0.5))
    assert _shuffle(session) == 16
    assert session.ending is not None
    assert session.ending.termination is Termination.RULES


def test_a_computer_agrees_when_it_stands_worse() -> None:
    for thinks, agrees in ((-2.0, True), (0.0, False), (1.0, False)):
        session = Session(_CHESS, None, _Shuffler(thinks))
        session.play("e4")
        session.step()
        assert session.offer_draw() is agrees
        assert session.is_over is agrees


def test_late_in_the_game_no_better_is_enough() -> None:
    start = _CHESS.position("4k1n1/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 40")
    session = Session(_CHESS, None, _Shuffler(0.0), start=start)
    session.play("Nf3")
    session.step()
    assert session.offer_draw()
    assert session.outcome is not None
    assert session.outcome.is_draw


def test_two_people_agree() -> None:
    session = Session(_CHESS)
    assert session.offer_draw() is None
    assert session.offer_draw() is None  # nobody agrees with oneself
    session.play("e4")
    assert session.offer_draw()
    assert session.ending is not None
    assert session.ending.detail == "agreed"


def test_moving_declines_a_draw_offer() -> None:
    session = Session(_CHESS)
    session.offer_draw()
    session.play("e4")
    session.play("e5")
    assert session.offer_draw() is None
    assert not session.is_over


def test_other_games_know_no_offers() -> None:
    session = Session(kibitz.load("tictactoe"))
    with pytest.raises(IllegalMove, match="no draws by agreement"):
        session.offer_draw()
    assert not session.may_offer_draw
