"""Reasons for moves, each proved before it is given."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from kibitz.base.move import Move


class Part(enum.Enum):
    """The part of an explanation that a reason belongs to; explanations give them in this order."""

    #: What the move does on the board.
    DOES = 1
    #: Why that is good or bad: what it forces, prevents or allows.
    WHY = 2
    #: How good the move is next to the others, and how sure that is.
    VERDICT = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move does, as the rest of a sentence that starts with "it".

    `kind` names the claim for programs, and `moves` are the moves it mentions.
    """

    kind: str
    text: str
    moves: tuple[Move, ...] = ()
    #: Whether to give it only if there is no better reason.
    small: bool = False
    part: Part = Part.DOES
    #: Whether it speaks against the move.
    against: bool = False
    #: What another move does that it names, such as the answer that refutes this one.
    does: Reason | None = None


def join_words(words: list[str], between: str = "or") -> str:
    """Join words as an English list.

    >>> join_words(["3"]), join_words(["3", "7"]), join_words(["3", "5", "7"], "and")
    ('3', '3 or 7', '3, 5 and 7')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {between} {words[-1]}"
