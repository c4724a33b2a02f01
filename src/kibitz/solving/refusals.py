"""Translation of the core's solver errors to messages for users."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kibitz.base.errors import BadOption, KibitzError
from kibitz.games.game import Game
from kibitz.solving.solve_plan import alternative


@contextlib.contextmanager
def refusals(game: Game) -> Iterator[None]:
    """Convert the solver errors of a block."""
    try:
        yield
    except KibitzError:
        raise  # raised by a game written in Python
    except ValueError as refusal:
        raise BadOption(f"{game.spec} can't be solved: {refusal}{alternative(game)}") from None
    except MemoryError:
        raise BadOption(f"{game.spec} can't be solved: there is not enough memory") from None
