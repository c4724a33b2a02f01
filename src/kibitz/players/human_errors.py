"""A model of human errors: which moves and replies a player overlooks.

People err where a consequence lies deep, where it is quiet (it only comes about
by their own move), and where it lies far from the last move, which is where
they look. They see plain threats, such as three in a row that were just made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.base.value import Expect, Value
from kibitz.games.position import Position
from kibitz.players.board_regions import MoveDistances
from kibitz.players.level_data import Behaviour
from kibitz.players.shallow_search import expected_scores, refutations, shallow_values

#: Factor by which nearby moves are overlooked less often.
_NEAR_FACTOR = 0.5
#: With dice: moves that lose this much win probability at first sight are never played.
_PLAIN = 0.25


def seen(
    position: Position, behaviour: Behaviour, depth: int, limit: Limit, rng: Random, last: Move | None
) -> dict[Move, Value]:
    """Return the moves that a player considers, with their apparent values. `last` is the last move."""
    first = shallow_values(position, 1, limit)
    deep = shallow_values(position, depth, limit) if depth > 1 else first
    places = MoveDistances(position, last)
    found = {}
    for move in position.moves:
        overlooks = behaviour.overlook * (_NEAR_FACTOR if places.is_near(move) else 1)
        found[move] = first[move] if rng.random() < overlooks else deep[move]
    refuted = refutations(position, limit)
    noticed = _noticed(position, refuted, behaviour, rng, places)
    for move, reply in refuted.items():
        if reply in noticed:
            del found[move]
        else:
            found[move] = first[move]
    if rng.random() < behaviour.attention:
        found = _not_senseless(found, first)
    return found or deep


def _noticed(
    position: Position, refuted: Mapping[Move, Move], behaviour: Behaviour, rng: Random, places: MoveDistances
) -> set[Move]:
    """Return the opponent's winning replies that the player notices.

    One that wins whatever else is done stands on the board already; one that a
    move only makes possible is harder to see.
    """
    noticed = set()
    for reply, times in Counter(refuted.values()).items():
        chance = behaviour.attention
        if 2 * times <= len(position.moves):
            chance *= 1 - behaviour.overlook
        elif not places.is_near_after(next(move for move in refuted if refuted[move] == reply), reply):
            chance *= 1 - behaviour.overlook * _NEAR_FACTOR
        if rng.random() < chance:
            noticed.add(reply)
    return noticed


def _not_senseless(found: dict[Move, Value], first: Mapping[Move, Value]) -> dict[Move, Value]:
    """Drop moves that lose much win probability even at first sight."""
    if not any(isinstance(value, Expect) for value in first.values()):
        return found
    worth = expected_scores(first)
    best = max(worth.values())
    return {move: value for move, value in found.items() if worth[move] > best - _PLAIN}
