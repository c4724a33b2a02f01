"""Settings for all tests: the same examples every time, and no time limit on a busy machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kibitz",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("kibitz")
