"""What each difficulty from 0 to 100 means. The one place to change when levels are measured anew."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a level below the strongest plays.

    It looks `depth` decisions ahead (2.3 is 3 three times out of ten, else 2),
    then picks a move: one that gives away g of the game's worth (0 nothing, 1 a
    win turned into a loss) is exp(-g / carelessness) times as likely as the best.
    """

    depth: float
    carelessness: float


#: Strength and behaviour; in between, depth changes evenly and carelessness by equal factors.
LEVELS: tuple[tuple[int, Behaviour], ...] = (
    (0, Behaviour(1.0, 1.0)),
    (20, Behaviour(1.0, 0.35)),
    (40, Behaviour(2.0, 0.20)),
    (60, Behaviour(3.0, 0.11)),
    (80, Behaviour(5.0, 0.05)),
    (99, Behaviour(9.0, 0.01)),
)

#: From this strength on a win that is one move away is always taken.
SEES_WINS = 35


def behaviour_at(strength: int) -> Behaviour:
    """How a level from 0 to 99 plays."""
    after = min(bisect_right([level for level, _ in LEVELS], strength), len(LEVELS) - 1)
    (low, one), (high, other) = LEVELS[after - 1], LEVELS[after]
    share = (strength - low) / (high - low)
    return Behaviour(
        one.depth + share * (other.depth - one.depth),
        one.carelessness * (other.carelessness / one.carelessness) ** share,
    )
