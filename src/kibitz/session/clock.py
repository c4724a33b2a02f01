"""The clock of a game going on: what is left to each player."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable

from kibitz.base.errors import BadOption
from kibitz.base.side import Side
from kibitz.base.time_control import TimeControl
from kibitz.base.time_management import TimeLeft


class Clock:
    """Runs for one of the players, or stands."""

    def __init__(
        self,
        control: TimeControl,
        left: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`left` is what remains of it in a game that goes on."""
        self.control = control
        self._left = list(left or (control.seconds, control.seconds))
        self._now = now
        self._running: Side | None = None
        self._since = 0.0
        #: A computer thinks in another thread than the one that lets it stand when everybody leaves.
        self._lock = threading.Lock()

    def run_for(self, side: Side | None) -> None:
        """Stop it for whoever it ran for, and let it run for this player; None lets it stand."""
        with self._lock:
            now = self._now()
            if self._running is not None:
                self._left[self._running] -= now - self._since
            self._running, self._since = side, now

    def add_increment(self, side: Side) -> None:
        """A player has moved in time."""
        self._left[side] += self.control.increment

    @property
    def running(self) -> Side | None:
        """Whose time runs."""
        return self._running

    def _balance(self, side: Side) -> float:
        """What a player has left; less than nothing for who is late."""
        gone = self._now() - self._since if self._running is side else 0.0
        return self._left[side] - gone

    def left(self, side: Side) -> float:
        """The seconds that a player has left."""
        return max(0.0, self._balance(side))

    def time_left(self) -> TimeLeft:
        """What both have left, as computers are told."""
        return TimeLeft(self.left(Side.FIRST), self.left(Side.SECOND), self.control.increment)

    def late(self, side: Side, margin: float = 0.0) -> float | None:
        """By how many seconds a player's time has run out; None if it has not, or by less than a margin."""
        balance = self._balance(side)
        return -balance if balance <= -margin else None

    def __str__(self) -> str:
        """`4:59 - 5:00`, the first player's time first."""
        return f"{clock_text(self.left(Side.FIRST))} - {clock_text(self.left(Side.SECOND))}"

    def tags(self) -> dict[str, str]:
        """What a record keeps of it."""
        left = " ".join(f"{self.left(side):.1f}" for side in (Side.FIRST, Side.SECOND))
        return {"TimeControl": str(self.control), "Clock": left}

    @staticmethod
    def from_tags(time_control: str, left: str) -> Clock | None:
        """The clock of a record; None if it had none that can be read."""
        number = r"([0-9]{1,6}(?:\.[0-9]{1,6})?)"
        both = re.fullmatch(f"{number} {number}", left)
        if not both or not re.fullmatch(rf"{number}(\+{number})?", time_control):
            return None
        try:
            return Clock(TimeControl.parse(time_control), (float(both[1]), float(both[2])))
        except BadOption:
            return None


def clock_text(seconds: float) -> str:
    """Minutes and seconds; tenths when they matter.

    >>> clock_text(299.6), clock_text(7.25)
    ('4:59', '0:07.2')
    """
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}" if seconds < 10 else f"{int(minutes)}:{int(rest):02}"
