"""A sentence about a move that was proved before it is said."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.move import Move


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move does, as a sentence goes on after "it"; `moves` are those it speaks of.

    `kind` tells machines what it claims.
    """

    kind: str
    text: str
    moves: tuple[Move, ...] = ()
    #: Whether it speaks for the move only where nothing better does.
    small: bool = False


def listed(words: list[str], between: str = "or") -> str:
    """Words as people list them.

    >>> listed(["3"]), listed(["3", "7"]), listed(["3", "5", "7"], "and")
    ('3', '3 or 7', '3, 5 and 7')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {between} {words[-1]}"
