from __future__ import annotations

import pytest

import kibitz
from tests.conformance.specs import SPECS, short_name
from tests.conformance.walks import sample


@pytest.fixture(params=SPECS, ids=short_name, scope="session")
def game(request: pytest.FixtureRequest) -> kibitz.Game:
    """Each game in turn."""
    return kibitz.load(request.param)


@pytest.fixture
def positions(game: kibitz.Game) -> tuple[kibitz.Position, ...]:
    """Positions of the game from random play: starts, ends, and some from between."""
    return sample(game)
