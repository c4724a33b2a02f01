"""Reasons for moves, each proved."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from kibitz.base.move import Move


class Part(enum.Enum):
    """The part of an explanation that a reason belongs to; explanations give them in this order."""

    #: Effects of the move on the board.
    DOES = 1
    #: Consequences: what the move forces, prevents or allows.
    WHY = 2
    #: Comparison with the other moves, and certainty.
    VERDICT = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason as the predicate of "it".

    `kind` names the claim for programs, and `moves` are the moves it mentions.
    """

    kind: str
    text: str
    moves: tuple[Move, ...] = ()
    #: Whether to give it only if there is no better reason.
    small: bool = False
    part: Part = Part.DOES
    #: Whether it is a drawback.
    against: bool = False
    #: Effects of another move that it names, such as the refutation.
    does: Reason | None = None


def join_words(words: list[str], between: str = "or") -> str:
    """Join words as an English list.

    >>> join_words(["3"]), join_words(["3", "7"]), join_words(["3", "5", "7"], "and")
    ('3', '3 or 7', '3, 5 and 7')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {between} {words[-1]}"
