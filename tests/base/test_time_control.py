"""Time controls: their notation, and the time spent on a move."""

from __future__ import annotations

import pytest

from kibitz.base.errors import BadOption
from kibitz.base.side import Side
from kibitz.base.time_control import TimeControl
from kibitz.base.time_management import TimeLeft, allowance


@pytest.mark.parametrize(
    ("text", "seconds", "increment", "written"),
    [
        ("300", 300, 0, "300"),
        ("5m", 300, 0, "300"),
        ("5m+3s", 300, 3, "300+3"),
        ("10s+100ms", 10, 0.1, "10+0.1"),
        ("90+0", 90, 0, "90"),
        (" 1m + 500ms ", 60, 0.5, "60+0.5"),
        ("1440m", 86400, 0, "86400"),
    ],
)
def test_clocks_are_written_in_one_way(text: str, seconds: float, increment: float, written: str) -> None:
    control = TimeControl.parse(text)
    assert control == TimeControl(seconds, increment)
    assert str(control) == written
    assert TimeControl.parse(written) == control


@pytest.mark.parametrize("text", ["", "10s+", "+1s", "0s", "x", "10s+x", "-5s", "1441m", "10+1+1", "1+86401"])
def test_invalid_clocks_are_refused(text: str) -> None:
    with pytest.raises(BadOption):
        TimeControl.parse(text)


def test_a_move_takes_a_share_of_the_rest_and_most_of_the_increment() -> None:
    assert allowance(20.05) == pytest.approx(1)
    assert allowance(20.05, 1) == pytest.approx(1.8)
    assert allowance(20, 1, overhead=0) == pytest.approx(1.8)
    # Never more than there is without the overhead, and next to nothing at the end.
    assert allowance(0.15, 10) == pytest.approx(0.1)
    assert allowance(0.05) == allowance(0) == 0.001
    both = TimeLeft(20.05, 8.05, 1)
    assert (both.allowance(Side.FIRST), both.allowance(Side.SECOND)) == pytest.approx((1.8, 1.2))


@pytest.mark.parametrize(("seconds", "increment"), [(60, 0), (10, 0.1), (3, 2), (2, 0)])
def test_time_lasts_for_a_long_game(seconds: float, increment: float) -> None:
    left = seconds
    for _ in range(120):
        left -= allowance(left, increment) + 0.0005  # what pressing the clock takes
        assert left > 0
        left += increment


@pytest.mark.parametrize("seconds", [1e-6, 0.5, 86_400])
def test_a_clock_has_any_time_up_to_a_day(seconds: float) -> None:
    assert TimeControl(seconds) == TimeControl(seconds, 0) == TimeControl.parse(f"{seconds:f}")
    assert TimeControl(1, seconds).increment == TimeControl.parse(f"1+{seconds:f}").increment == seconds
    for wrong in (-seconds, 86_400 + seconds):
        for impossible in ((wrong, 0), (1, wrong)):
            with pytest.raises(BadOption, match="clock"):
                TimeControl(*impossible)


def test_nothing_is_added_unless_it_is_said() -> None:
    both = TimeLeft(20.05, 8.05)
    assert both == TimeLeft(20.05, 8.05, 0)
    assert (both.of(Side.FIRST), both.of(Side.SECOND)) == (20.05, 8.05)
    assert (both.allowance(Side.FIRST), both.allowance(Side.SECOND)) == pytest.approx((1, 0.4))
