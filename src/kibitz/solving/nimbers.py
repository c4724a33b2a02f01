"""Nimbers: Sprague-Grundy values of impartial games.

Every position of an impartial game is worth a pile of Nim, and a sum of positions is worth their nimbers
added without carry (exclusive or). The side to move loses where the nimber is 0.
"""

from __future__ import annotations

from kibitz.base.argument_checks import check
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadOption
from kibitz.base.side import Side
from kibitz.games.position import Position

_MOST_POSITIONS = 2_000_000

#: Nimbers found so far, by the identity of the rules and the text of the position.
_known: dict[str, dict[str, int]] = {}


def nimber(position: Position) -> int:
    """Return the Sprague-Grundy value of a position of an impartial game.

    A game written in Python says that it is impartial by `impartial = True`: both sides have the same moves,
    and who can't move loses. A move that loses at once, such as eating the poisoned square in Chomp, counts
    as no move.

    >>> import kibitz
    >>> kibitz.nimber(kibitz.load("nim:piles=2").start())  # piles of 1 and 2: 1 xor 2
    3
    """
    check(position=(position, Position))
    game = position.game
    if not game.solving.impartial:
        raise BadOption(
            f"{game.spec} has no nimbers: only games that say `impartial = True` have them, "
            "in which both sides have the same moves"
        )
    known = _known.setdefault(game.rules_id, {})
    # Depth first with a stack of its own, as games may be longer than Python's.
    stack = [position]
    while stack:
        raise_if_cancelled()
        here = stack[-1]
        name = str(here)
        if name in known:
            stack.pop()
            continue
        missing, reached = [], set()
        for move in _moves(here):
            after = here.after(move)
            if after.mover is here.mover:
                raise BadOption(f"{game.spec} is not impartial: after {move} the same side moves again")
            if _lost_by_mover(after):
                continue
            found = 0 if after.is_over else known.get(str(after))
            if found is None:
                missing.append(after)
            else:
                reached.add(found)
        if missing:
            if len(known) + len(stack) > _MOST_POSITIONS:
                raise BadOption(f"{game.spec} has more than {_MOST_POSITIONS:,} positions, too many")
            stack += missing
            continue
        known[name] = next(number for number in range(len(reached) + 1) if number not in reached)
        stack.pop()
    return known[str(position)]


def _moves(position: Position) -> tuple[object, ...]:
    if not position.is_over and position.turn is Side.CHANCE:
        raise BadOption(f"{position.game.spec} has dice, so it is not impartial")
    return () if position.is_over else position.moves


def _lost_by_mover(after: Position) -> bool:
    """Whether the move that led here has lost; who made the last move wins otherwise."""
    outcome = after.outcome
    if outcome is None:
        return False
    if outcome.winner is None or outcome.points_for(Side.FIRST) is not None:
        raise BadOption(f"{after.game.spec} is not impartial: its games end in more than a win or a loss")
    return outcome.winner is after.turn
