"""Repetition rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repetition:
    """The repetition rule of a game. Counts include the current occurrence; None means never.

    >>> import kibitz
    >>> kibitz.Repetition(claim=3, draw=5)                # as in chess
    Repetition(claim=3, draw=5, loss=None, forbidden=False)
    """

    #: The side to move may claim a draw.
    claim: int | None = None
    #: The game is drawn.
    draw: int | None = None
    #: The side that repeated the position loses.
    loss: int | None = None
    #: A move that repeats a position is illegal.
    forbidden: bool = False
