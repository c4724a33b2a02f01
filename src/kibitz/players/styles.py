"""Styles: what a player likes besides what a move is worth to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.position import Position
from kibitz.players.board_regions import Places
from kibitz.players.level_data import Behaviour
from kibitz.players.shallow_search import looked_up, worths

STYLES = ("plain", "quick", "careful", "tricky")

#: What a liking is worth at least, against 1 for a win.
_LIKING = 0.15
#: What it is worth for who is careless, as a share of that.
_SHARE = 1.5
#: Traps are looked for behind so many moves that seem best.
_CANDIDATES = 6
#: A reply is tempting if it looks this good beside the best, and a mistake if it is this much worse.
_TEMPTING = 0.1
_MISTAKE = 0.2
#: Decisions looked ahead to tell a mistake.
_DEPTH = 3


def in_style(style: str, behaviour: Behaviour) -> Behaviour:
    """How a level looks ahead in a style: who is quick looks less far."""
    if style == "quick":
        return replace(behaviour, depth=max(1.0, behaviour.depth - 1))
    return behaviour


def liked(
    style: str,
    position: Position,
    values: Mapping[Move, Value],
    last: Move | None,
    limit: Limit,
    carelessness: float,
) -> dict[Move, float]:
    """What moves are worth to a player of a style: from 0, a loss, to 1, a win, and what it likes besides.

    Who cares little for what a move is worth goes the more by what it likes.
    """
    worth = worths(values)
    liking = max(_LIKING, _SHARE * carelessness)
    if style == "quick":
        places = Places(position, last)
        return {move: much + liking * places.is_near(move) for move, much in worth.items()}
    if style == "careful":
        # Judged by the worse of two looks: what seems good at first sight only is not trusted.
        first = worths(looked_up(position, 1, limit))
        return {move: min(much, first[move] + _LIKING) for move, much in worth.items()}
    if style == "tricky":
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:_CANDIDATES]
        traps = {move: share_of_traps(position.play(move), limit) for move in best}
        return {move: much + liking * traps.get(move, 0.0) for move, much in worth.items()}
    return worth


def share_of_traps(position: Position, limit: Limit) -> float:
    """How many of the moves here look about as good as the best at first sight, but are mistakes."""
    if position.is_over:
        return 0.0
    if position.turn is Side.CHANCE:
        return sum(chance * share_of_traps(position.play(roll), limit) for roll, chance in position.chances)
    first, deep = worths(looked_up(position, 1, limit)), worths(looked_up(position, _DEPTH, limit))
    most, best = max(first.values()), max(deep.values())
    tempting = [move for move in first if first[move] >= most - _TEMPTING]
    return sum(deep[move] < best - _MISTAKE for move in tempting) / len(tempting)
