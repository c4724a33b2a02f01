"""Token buckets: how fast one client may ask."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Fills with time up to `burst`; each request takes some out, and none is let in when it lacks that."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._seen = burst, clock()

    def take(self, amount: float = 1) -> bool:
        """Whether there was as much to take."""
        if self.wait(amount) > 0:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> None:
        """Take out what was spent already, even if more than there is."""
        self._fill()
        self._left -= amount

    def wait(self, amount: float = 1) -> float:
        """Seconds until there is as much; more than the bucket holds counts as all it holds."""
        self._fill()
        return max(0.0, (min(amount, self._burst) - self._left) / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether it is like a new one."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now


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
