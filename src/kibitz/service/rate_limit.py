"""Token buckets: rate limits per client."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """A token bucket of size `burst`, refilled with time; a request takes tokens or is refused.

    It stores only the time when it will be full (generic cell rate algorithm).
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._full_at = clock()

    def take(self, amount: float = 1) -> bool:
        """Take tokens; return whether there were enough."""
        now = self._clock()
        full_at = max(self._full_at, now)
        if (full_at - now) * self._rate > self._burst - min(amount, self._burst):
            return False
        self._full_at = full_at + amount / self._rate
        return True

    def spend(self, amount: float) -> None:
        """Take tokens for past usage, even if there are not enough."""
        self._full_at = max(self._full_at, self._clock()) + amount / self._rate

    def wait(self, amount: float = 1) -> float:
        """Return the seconds until there are enough tokens, at most a full bucket."""
        spare = (self._burst - min(amount, self._burst)) / self._rate
        return max(0.0, self._full_at - spare - self._clock())

    @property
    def is_full(self) -> bool:
        """Return whether it is full, like a new one."""
        return self._full_at <= self._clock()


class Buckets:
    """One bucket per client.

    Full ones are dropped, as a new one is the same; of the others at most `most` are kept, and the least
    recently used are dropped first.
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
        """Take tokens of a client; return whether there were enough."""
        with self._lock:
            return self._of(client).take(amount)

    def spend(self, client: str, amount: float) -> None:
        """Take tokens for past usage of a client."""
        with self._lock:
            self._of(client).spend(amount)

    def wait(self, client: str, amount: float = 1) -> float:
        """Return the seconds until this client has enough tokens."""
        with self._lock:
            return self._of(client).wait(amount)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._burst, self._clock)
        # Each call adds at most one and checks two, so full ones don't accumulate.
        for _ in range(2):
            oldest = next(iter(self._buckets), None)
            if oldest is not None and (self._buckets[oldest].is_full or len(self._buckets) >= self._most):
                del self._buckets[oldest]
        self._buckets[client] = bucket
        return bucket
