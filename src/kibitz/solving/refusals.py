"""What the core refuses to solve, as people are told."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kibitz.base.errors import BadOption, KibitzError
from kibitz.games.game import Game
from kibitz.solving.solve_plan import instead


@contextlib.contextmanager
def refusals(game: Game) -> Iterator[None]:
    """Work of the core on a game."""
    try:
        yield
    except KibitzError:
        raise  # from a game written in Python
    except ValueError as refusal:
        raise BadOption(f"{game.spec} can't be solved: {refusal}{instead(game)}") from None
    except MemoryError:
        raise BadOption(f"{game.spec} can't be solved: there is not enough memory") from None
