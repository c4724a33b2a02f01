"""Time controls."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.errors import BadOption, quoted
from kibitz.base.limit import parse_seconds

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: seconds for the whole game and an increment after each move.

    >>> TimeControl.parse("5m+3s")
    TimeControl(seconds=300.0, increment=3.0)
    >>> print(TimeControl(300, 0.5))
    300+0.5
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= _DAY:
            raise BadOption(f"a clock must have more than 0 seconds and at most a day, not {self.seconds:g}")
        if not 0 <= self.increment <= _DAY:
            raise BadOption(f"a clock's increment must be 0 seconds to a day, not {self.increment:g}")

    @staticmethod
    def parse(text: str) -> TimeControl:
        """Parse `10s`, `5m`, `10s+100ms` or `300+3`."""
        base, plus, increment = text.partition("+")
        if plus and not increment.strip():
            raise BadOption(f"a clock looks like 10s or 5m+3s, not {quoted(text)}")
        return TimeControl(parse_seconds(base), parse_seconds(increment) if plus else 0.0)

    def __str__(self) -> str:
        """Return the time control in seconds, as in records; `parse` reads it."""
        both = [f"{seconds:.6f}".rstrip("0").rstrip(".") for seconds in (self.seconds, self.increment)]
        return "+".join(both if self.increment else both[:1])
