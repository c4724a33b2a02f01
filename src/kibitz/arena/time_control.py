"""Time for a whole game, as it is agreed on before."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.words.errors import BadOption, quoted
from kibitz.words.limit import Limit, parse_seconds


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many seconds for all of a player's moves, and some more after each."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        Limit(seconds=self.seconds)  # refuses what is no time
        if self.increment < 0:
            raise BadOption("a clock can't take time away after a move")

    @staticmethod
    def parse(text: str) -> TimeControl:
        """Read `10s`, `1m` or `10s+100ms`."""
        base, plus, increment = text.partition("+")
        if plus and not increment.strip():
            raise BadOption(f"a clock looks like 10s or 10s+100ms, not {quoted(text)}")
        return TimeControl(parse_seconds(base), parse_seconds(increment) if plus else 0.0)
