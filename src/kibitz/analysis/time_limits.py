"""Whether time ended a search, rather than the positions that it may visit."""

from __future__ import annotations

from kibitz.base.limit import Limit


def is_late(seconds: float, limit: Limit) -> bool:
    """Whether a search that was stopped after so long had used up the time that it was given."""
    return limit.seconds is not None and seconds >= limit.seconds
