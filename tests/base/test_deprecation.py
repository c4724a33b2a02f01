"""Renamed attributes: the old name works for one version and warns."""

from __future__ import annotations

import pytest

from kibitz.base.deprecation import Renamed


class Clock:
    """A class with a renamed method and a renamed class attribute."""

    kind = "sand"
    sort = Renamed("kind")
    left = Renamed("seconds_left")

    def seconds_left(self) -> int:
        return 5


def test_an_old_name_is_the_new_one_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match="Clock.left is deprecated, use seconds_left"):
        assert Clock().left() == 5
    with pytest.warns(DeprecationWarning, match="Clock.sort is deprecated, use kind"):
        assert Clock().sort == "sand"
