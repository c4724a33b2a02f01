"""Time for a whole game, on both sides."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from kibitz.words.errors import BadOption
from kibitz.words.side import Side

#: A computer thinks for at most this share of the time it has left.
_SHARE = 1 / 20


class Clock:
    """So many seconds for each player. It runs for one of them, or stands."""

    def __init__(
        self,
        seconds: float,
        left: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`left` is what remains of it in a game that goes on."""
        if not 0 < seconds <= 86_400:
            raise BadOption(f"a clock has more than 0 seconds and at most a day, not {seconds:g}")
        self.seconds = seconds
        self._left = list(left or (seconds, seconds))
        self._now = now
        self._running: Side | None = None
        self._since = 0.0

    def run_for(self, side: Side | None) -> None:
        """Stop it for whoever it ran for, and let it run for this player; None lets it stand."""
        now = self._now()
        if self._running is not None:
            self._left[self._running] = max(0.0, self._left[self._running] - (now - self._since))
        self._running, self._since = side, now

    @property
    def running(self) -> Side | None:
        """Whose time runs."""
        return self._running

    def left(self, side: Side) -> float:
        """The seconds that a player has left."""
        gone = self._now() - self._since if self._running is side else 0.0
        return max(0.0, self._left[side] - gone)

    def thinking_time(self, side: Side) -> float:
        """How long a computer should think at most, so that its time lasts."""
        return max(0.01, self.left(side) * _SHARE)

    @property
    def fallen(self) -> Side | None:
        """Whose time is up."""
        return next((side for side in (Side.FIRST, Side.SECOND) if self.left(side) <= 0), None)

    def __str__(self) -> str:
        """`4:59 - 5:00`, the first player's time first."""
        return f"{clock_text(self.left(Side.FIRST))} - {clock_text(self.left(Side.SECOND))}"

    def tags(self) -> dict[str, str]:
        """What a record keeps of it."""
        left = " ".join(f"{self.left(side):.1f}" for side in (Side.FIRST, Side.SECOND))
        return {"TimeControl": f"{self.seconds:g}", "Clock": left}

    @staticmethod
    def from_tags(time_control: str, left: str) -> Clock | None:
        """The clock of a record; None if it had none that can be read."""
        number = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
        both = re.fullmatch(rf"({number}) ({number})", left)
        if not re.fullmatch(number, time_control) or not both or not 0 < float(time_control) <= 86_400:
            return None
        return Clock(float(time_control), (float(both[1]), float(both[2])))


def clock_text(seconds: float) -> str:
    """Minutes and seconds; tenths when they matter.

    >>> clock_text(299.6), clock_text(7.25)
    ('4:59', '0:07.2')
    """
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}" if seconds < 10 else f"{int(minutes)}:{int(rest):02}"
