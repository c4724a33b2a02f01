"""What it means in a game that a position comes back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repetition:
    """Counts say how often a position has been on the board, this time included; None is never.

    >>> import kibitz
    >>> kibitz.Repetition(claim=3, draw=5)                # as in chess
    Repetition(claim=3, draw=5, loss=None, forbidden=False)
    """

    #: Whoever is to move may claim a draw.
    claim: int | None = None
    #: The game is drawn.
    draw: int | None = None
    #: Whoever brought the position about loses.
    loss: int | None = None
    #: A move that brings a position back is not allowed.
    forbidden: bool = False
