"""A model of human errors: which moves and replies a player overlooks.

People err where a consequence lies deep, where it is quiet (it only comes about
by their own move), and where it lies far from the last move, which is where
they look. They see plain threats, such as three in a row that were just made.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.base.value import Estimate, Expect, Value
from kibitz.games.position import Position
from kibitz.players.board_regions import MoveDistances
from kibitz.players.level_data import Behaviour
from kibitz.players.shallow_search import expected_scores, refutations, selective_lines, shallow_values

#: Factor by which nearby moves are overlooked less often.
_NEAR_FACTOR = 0.5
#: With dice: moves that lose this much win probability at first sight are never played.
_PLAIN = 0.25
#: Plies that first sight takes in where pieces are captured: a move and the reply to it.
_REPLY = 2
#: Losses in pawns from which a reply is costly, costs a piece, or is hard to overlook; the worth of a win.
_COSTLY = 0.8
_PIECE = 2.0
_DEAR = 4.0
_WON = 40.0


def seen(
    position: Position, behaviour: Behaviour, depth: int, limit: Limit, rng: Random, last: Move | None
) -> dict[Move, Value]:
    """Return the moves that a player considers, with their apparent values. `last` is the last move."""
    if position.game.rules.has_selective:
        return _seen_with_captures(position, behaviour, depth, limit, rng, last)
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


def _seen_with_captures(
    position: Position, behaviour: Behaviour, depth: int, limit: Limit, rng: Random, last: Move | None
) -> dict[Move, Value]:
    """Return every move with its apparent value, in a game with captures.

    A move at first sight is seen with the reply to it, and deeper otherwise. A reply that costs much is
    overlooked as a whole: all moves that allow it then seem as good as the board after them. What stands on
    the board already is overlooked less often than what a move only makes possible, and what costs most
    least often.
    """
    blind = shallow_values(position, 1, limit)
    near = selective_lines(position, _REPLY, limit)
    deep = selective_lines(position, depth, limit) if depth > _REPLY else near
    costs = {move: _pawns(blind[move]) - _pawns(value) for move, (value, _) in near.items()}
    costly: dict[Move, list[Move]] = {}
    for move, (_, reply) in near.items():
        if reply is not None and costs[move] > _COSTLY:
            costly.setdefault(reply, []).append(move)
    places = MoveDistances(position, last)
    unseen: set[Move] = set()
    for moves in costly.values():
        stands = 2 * len(moves) > len(position.moves)
        dear = max(costs[move] for move in moves) > _DEAR
        if rng.random() < (1 - behaviour.attention) ** (1 + stands + 2 * dear):
            unseen.update(moves)
    found = {}
    for move in position.moves:
        overlooks = behaviour.overlook * (_NEAR_FACTOR if places.is_near(move) else 1)
        sight = near if rng.random() < overlooks else deep
        found[move] = blind[move] if move in unseen else sight[move][0]
    return _without_gifts(found, behaviour.attention, rng)


def _without_gifts(found: dict[Move, Value], attention: float, rng: Random) -> dict[Move, Value]:
    """Drop moves that seem to give a piece away, or at least those that seem to give away a rook or more."""
    number = rng.random()
    least = _PIECE if number < attention else _DEAR if number < 1 - (1 - attention) ** 4 else math.inf
    best = max(map(_pawns, found.values()))
    return {move: value for move, value in found.items() if best - _pawns(value) < least}


def _pawns(value: Value) -> float:
    """Return an estimate in pawns; a win is worth more than all pieces."""
    return value.score if isinstance(value, Estimate) else _WON * (value.result or 0)


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
