"""Detection of searches that were ended by time rather than nodes."""

from __future__ import annotations

from kibitz.base.limit import Limit


def is_late(seconds: float, limit: Limit) -> bool:
    """Return whether a stopped search had used up its time limit."""
    return limit.seconds is not None and seconds >= limit.seconds
