"""Token buckets: how fast one client may ask."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Fills with time up to `burst`; each request takes some out, and none is let in when it lacks that.

    It remembers only when it will be full (the generic cell rate algorithm).
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._full_at = clock()

    def take(self, amount: float = 1) -> bool:
        """Whether there was as much to take."""
        now = self._clock()
        full_at = max(self._full_at, now)
        if (full_at - now) * self._rate > self._burst - min(amount, self._burst):
            return False
        self._full_at = full_at + amount / self._rate
        return True

    def spend(self, amount: float) -> None:
        """Take out what was spent already, even if more than there is."""
        self._full_at = max(self._full_at, self._clock()) + amount / self._rate

    def wait(self, amount: float = 1) -> float:
        """Seconds until there is as much; more than the bucket holds counts as all it holds."""
        spare = (self._burst - min(amount, self._burst)) / self._rate
        return max(0.0, self._full_at - spare - self._clock())

    @property
    def is_full(self) -> bool:
        """Whether it is like a new one."""
        return self._full_at <= self._clock()


class Buckets:
    """One bucket for each client.

    A full one is forgotten, as a new one would be the same; of the others there
    are at most `most`, and those not heard of for longest are forgotten first.
    """

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str, amount: float = 1) -> bool:
        """Whether this client may go on."""
        with self._lock:
            return self._of(client).take(amount)

    def spend(self, client: str, amount: float) -> None:
        """A client spent as much."""
        with self._lock:
            self._of(client).spend(amount)

    def wait(self, client: str, amount: float = 1) -> float:
        """Seconds until this client may go on."""
        with self._lock:
            return self._of(client).wait(amount)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._burst, self._clock)
        # Each call adds one at most and looks at two, so full ones don't pile up.
        for _ in range(2):
            oldest = next(iter(self._buckets), None)
            if oldest is not None and (self._buckets[oldest].is_full or len(self._buckets) >= self._most):
                del self._buckets[oldest]
        self._buckets[client] = bucket
        return bucket
