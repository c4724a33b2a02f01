"""Chess clocks for games in progress."""

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
    """A clock that runs for one of the players, or is stopped."""

    def __init__(
        self,
        control: TimeControl,
        left: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`left` is the remaining time of a resumed game."""
        self.control = control
        self._left = list(left or (control.seconds, control.seconds))
        self._now = now
        self._running: Side | None = None
        self._since = 0.0
        #: The computer's thread and the thread that stops the clock may access it concurrently.
        self._lock = threading.Lock()

    def run_for(self, side: Side | None) -> None:
        """Run for another player; None stops it."""
        with self._lock:
            now = self._now()
            if self._running is not None:
                self._left[self._running] -= now - self._since
            self._running, self._since = side, now

    def add_increment(self, side: Side) -> None:
        """Add a player's increment after a move in time."""
        self._left[side] += self.control.increment

    @property
    def running(self) -> Side | None:
        """Return the side whose time runs."""
        return self._running

    def _balance(self, side: Side) -> float:
        """Return a player's remaining time; negative if it is late."""
        elapsed = self._now() - self._since if self._running is side else 0.0
        return self._left[side] - elapsed

    def left(self, side: Side) -> float:
        """Return the seconds that a player has left."""
        return max(0.0, self._balance(side))

    def time_left(self) -> TimeLeft:
        """Return both players' remaining time, for computers."""
        return TimeLeft(self.left(Side.FIRST), self.left(Side.SECOND), self.control.increment)

    def late(self, side: Side, margin: float = 0.0) -> float | None:
        """Return by how many seconds a player is late; None if it is not, or within a margin."""
        balance = self._balance(side)
        return -balance if balance <= -margin else None

    def __str__(self) -> str:
        """Format as `4:59 - 5:00`, the first player's time first."""
        return f"{clock_text(self.left(Side.FIRST))} - {clock_text(self.left(Side.SECOND))}"

    def tags(self) -> dict[str, str]:
        """Return the clock's tags for a record."""
        left = " ".join(f"{self.left(side):.1f}" for side in (Side.FIRST, Side.SECOND))
        return {"TimeControl": str(self.control), "Clock": left}

    @staticmethod
    def from_tags(time_control: str, left: str) -> Clock | None:
        """Return the clock of a record; None if it has no valid one."""
        number = r"([0-9]{1,6}(?:\.[0-9]{1,6})?)"
        both = re.fullmatch(f"{number} {number}", left)
        if not both or not re.fullmatch(rf"{number}(\+{number})?", time_control):
            return None
        try:
            return Clock(TimeControl.parse(time_control), (float(both[1]), float(both[2])))
        except BadOption:
            return None


def clock_text(seconds: float) -> str:
    """Format minutes and seconds; tenths if little is left.

    >>> clock_text(299.6), clock_text(7.25)
    ('4:59', '0:07.2')
    """
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}" if seconds < 10 else f"{int(minutes)}:{int(rest):02}"
