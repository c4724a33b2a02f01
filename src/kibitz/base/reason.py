"""Reasons for moves, each proved before it is given."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.move import Move


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


def join_words(words: list[str], between: str = "or") -> str:
    """Join words as an English list.

    >>> join_words(["3"]), join_words(["3", "7"]), join_words(["3", "5", "7"], "and")
    ('3', '3 or 7', '3, 5 and 7')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {between} {words[-1]}"
