"""The most stubborn move of a lost position: the one after which the win is hardest to find."""

from __future__ import annotations

import math

from kibitz.analysis.evaluate_position import exact_values
from kibitz.analysis.explain_effects import effects
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.move import Move
from kibitz.base.value import Points
from kibitz.games.position import Position

#: Choices of the winner that are looked at after the first, along the longest defence.
_AHEAD = 2
#: A loss in so many plies comes with the opponent's next move.
_AT_ONCE = 2
#: How many bits a defence that takes twice as long adds.
_DEPTH = 0.5


def hardest_to_beat(analysis: Analysis) -> MoveAnalysis | None:
    """Return the losing move against which the win is hardest to find, the longer way where that is equal.

    None if the position is not lost, has dice or points, or is known by search alone.
    """
    moves = analysis.moves
    if analysis.source.kind == "search" or any(each.value.result != -1 for each in moves) or len(moves) < 2:
        return None
    if analysis.position.game.has_chance or any(isinstance(each.value, Points) for each in moves):
        return None
    hardness = {}
    # What loses at once is never stubborn, if there is anything else.
    moves = tuple(each for each in moves if (each.value.plies or _AT_ONCE + 1) > _AT_ONCE) or moves
    for each in moves:
        found = difficulty(analysis.position, each.move)
        if found is None:
            return None
        hardness[each.move] = found + _DEPTH * math.log2(1 + (each.value.plies or 0))
    # The moves come best first, so of equal ones the first holds out longest.
    return max(moves, key=lambda each: round(hardness[each.move], 6))


def difficulty(position: Position, move: Move, ahead: int = _AHEAD) -> float | None:
    """Return how hard the win after a losing move is to find, in bits of information.

    A choice among n answers of which w win counts log2(n/w) bits, and half of that if a winning answer
    catches the eye: it ends the game, or does something sharp. None where a value is not known.
    """
    after = position.after(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return 0.0
    values = exact_values(after)
    if values is None:
        return None
    winning = [each for each, value in values.items() if value.result == 1]
    if not winning:
        return None
    bits = math.log2(len(values) / len(winning))
    if any(_is_natural(after, each) for each in winning):
        bits /= 2
    then = after.after(max(winning, key=values.__getitem__))
    if not ahead or then.is_over or then.turn is not position.turn:
        return bits
    further = exact_values(then)
    if not further:
        return bits
    defence = max(further, key=further.__getitem__)
    return bits + (difficulty(then, defence, ahead - 1) or 0.0)


def _is_natural(position: Position, move: Move) -> bool:
    """Return whether a move catches the eye: it ends the game, or does something sharp."""
    if position.after(move).is_over:
        return True
    return any(not each.small and not each.against for each in effects(position, move))
