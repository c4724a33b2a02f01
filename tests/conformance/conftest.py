from __future__ import annotations

import re

import pytest

import kibitz
from tests.conformance.specs import SPECS, short_name
from tests.conformance.walks import sample

#: What differs from others only in how it is written, or in where it begins.
_ALIKE = re.compile("mark1|numbering=(keypad|letters)$|arrangement=")


@pytest.fixture(
    params=[
        pytest.param(spec, marks=[pytest.mark.once] if _ALIKE.search(spec) else [], id=short_name(spec))
        for spec in SPECS
    ],
    scope="session",
)
def game(request: pytest.FixtureRequest) -> kibitz.Game:
    """Each game in turn."""
    return kibitz.load(request.param)


@pytest.fixture
def positions(game: kibitz.Game) -> tuple[kibitz.Position, ...]:
    """Positions of the game from random play: starts, ends, and some from between."""
    return sample(game)
