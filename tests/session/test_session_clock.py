"""Clocks: the running side, losses on time, and their place in records."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.side import Outcome, Side
from kibitz.base.time_control import TimeControl
from kibitz.records.record import Record
from kibitz.session.clock import Clock, clock_text
from kibitz.session.session import Session

GAME = kibitz.load("tictactoe")


class Time:
    """A time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def game_with(seconds: float, increment: float = 0) -> tuple[Session, Time]:
    time = Time()
    session = Session(GAME, clock=Clock(TimeControl(seconds, increment), now=time))
    session.start_clock()
    return session, time


def test_time_runs_for_the_side_to_move() -> None:
    session, time = game_with(60)
    assert session.clock is not None
    time.now += 10
    session.play("5")
    time.now += 25
    assert (session.clock.left(Side.FIRST), session.clock.left(Side.SECOND)) == (50, 35)
    session.play("1")
    session.undo()
    # Taking back a move gives no time back.
    assert session.clock.left(Side.SECOND) == 35
    assert str(session.clock) == "0:50 - 0:35"


def test_late_players_lose() -> None:
    session, time = game_with(60)
    session.play("5")
    time.now += 61
    with pytest.raises(GameOver, match="time of o is up"):
        session.play("1")
    assert session.outcome == Outcome(Side.FIRST)
    assert session.ending == Ending.lost(Side.SECOND, Termination.ON_TIME)
    assert not session.can_undo
    with pytest.raises(IllegalMove, match="turned back"):
        session.undo()
    record = Record.parse(str(session.record()))
    assert record.tags["Termination"] == "second lost on time"
    assert Session.resumed(record, GAME).ending == session.ending


def test_a_record_keeps_the_time() -> None:
    session, time = game_with(300)
    time.now += 1.5
    session.play("5")
    record = session.record()
    assert record.tags["TimeControl"] == "300"
    assert record.tags["Clock"] == "298.5 300.0"
    again = Session.resumed(Record.parse(str(record)), GAME)
    assert again.clock is not None
    assert again.clock.left(Side.FIRST) == 298.5


def test_an_increment_is_added_after_each_move_and_kept_in_the_record() -> None:
    session, time = game_with(60, 3)
    assert session.clock is not None
    time.now += 10
    session.play("5")
    time.now += 25
    session.play("1")
    assert (session.clock.left(Side.FIRST), session.clock.left(Side.SECOND)) == (53, 38)
    # Who takes a move back and makes it again gets no more for it, but for the next one.
    session.undo()
    session.play("1")
    assert session.clock.left(Side.SECOND) == 38
    session.play("2")
    assert session.clock.left(Side.FIRST) == 56
    record = session.record()
    assert (record.tags["TimeControl"], record.tags["Clock"]) == ("60+3", "56.0 38.0")
    again = Session.resumed(Record.parse(str(record)), GAME)
    assert again.clock is not None
    assert again.clock.control == TimeControl(60, 3)
    again.undo()
    again.play("2")
    assert 55 < again.clock.left(Side.FIRST) <= 56


def test_computers_receive_the_times_on_the_clock() -> None:
    time = Time()
    clock = Clock(TimeControl(60, 2), (50, 40), now=time)
    clock.run_for(Side.SECOND)
    time.now += 5
    left = clock.time_left()
    assert (left.first, left.second, left.increment) == (50, 35, 2)
    assert (left.of(Side.FIRST), left.of(Side.SECOND)) == (50, 35)
    clock.run_for(None)
    time.now += 5
    assert clock.left(Side.SECOND) == 35
    assert clock.late(Side.SECOND) is None
    clock.run_for(Side.SECOND)
    time.now += 35.5
    assert clock.late(Side.SECOND) == pytest.approx(0.5)
    assert clock.late(Side.SECOND, margin=1) is None
    assert clock.late(Side.FIRST) is None
    assert clock.left(Side.SECOND) == 0


def test_a_computer_keeps_to_its_time() -> None:
    time = Time()
    session = Session(GAME, kibitz.player("alphabeta"), clock=Clock(TimeControl(0.2), now=time))
    session.start_clock()
    assert session.step().choice is not None


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_impossible_clocks(seconds: float) -> None:
    with pytest.raises(BadOption):
        TimeControl(seconds)


@pytest.mark.parametrize(
    ("control", "left"),
    [("", ""), ("x", "1 2"), ("300", "1"), ("0", "1 2"), ("1e9", "1 1"), ("300+", "1 2"), ("999999", "1 2")],
)
def test_hostile_tags_give_no_clock(control: str, left: str) -> None:
    assert Clock.from_tags(control, left) is None


def test_time_is_up_when_nothing_is_left_and_a_margin_when_it_is_used_up() -> None:
    time = Time()
    clock = Clock(TimeControl(10), now=time)
    assert (clock.running, clock.late(Side.FIRST)) == (None, None)
    clock.run_for(Side.FIRST)
    assert clock.running is Side.FIRST
    time.now += 10
    assert clock.late(Side.FIRST) == 0
    assert clock.late(Side.FIRST, margin=0.5) is None
    time.now += 0.5
    assert clock.late(Side.FIRST, margin=0.5) == 0.5
    assert clock.left(Side.FIRST) == 0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00.0"),
        (0.25, "0:00.2"),
        (9.5, "0:09.5"),
        (10, "0:10"),
        (10.9, "0:10"),
        (59.9, "0:59"),
        (60, "1:00"),
        (61, "1:01"),
        (3_725, "62:05"),
    ],
)
def test_clocks_as_people_read_them(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def test_tags_are_read_back() -> None:
    clock = Clock(TimeControl(60, 2.5), (50.5, 3))
    again = Clock.from_tags(*clock.tags().values())
    assert again is not None
    assert again.control == clock.control
    assert (again.left(Side.FIRST), again.left(Side.SECOND)) == (50.5, 3)


def test_a_clock_stands_before_after_and_when_it_is_stopped() -> None:
    time = Time()
    session = Session(GAME, clock=Clock(TimeControl(60), now=time))
    assert session.clock is not None
    assert session.clock.running is None
    session.start_clock()
    assert session.clock.running is Side.FIRST
    session.stop_clock()
    assert session.clock.running is None
    time.now += 100
    assert session.clock.left(Side.FIRST) == 60
    for text, runs in zip("1425", (Side.SECOND, Side.FIRST) * 2, strict=True):
        session.play(text)
        assert session.clock.running is runs
    session.play("3")
    assert session.is_over
    assert session.clock.running is None
    session.start_clock()
    assert session.clock.running is None
    # Without a clock there is nothing to start or stop.
    Session(GAME).start_clock()
    Session(GAME).stop_clock()
