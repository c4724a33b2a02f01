"""Proofs of a position's move values, the only basis of puzzles.

An exact source knows every value. Without one, a full-width search finds every win up to its depth. A
selective search or playouts may miss a shorter win or another answer, so they prove nothing.
"""

from __future__ import annotations

from kibitz.analysis.by_search import analyse_full_width
from kibitz.analysis.evaluate_position import evaluate_position, exact_values
from kibitz.analysis.report import Analysis
from kibitz.base.limit import Limit
from kibitz.base.move import Line
from kibitz.games.position import Position

#: Limits of the search for all values, and for wins in so many plies.
_GLANCE = Limit(nodes=20_000)
_GLANCE_IN_PYTHON = Limit(nodes=5_000)
_NODES = 3_000_000
_NODES_IN_PYTHON = 60_000


def proved_values(position: Position) -> Analysis | None:
    """Return every move's exact value, from a source or by a complete search near the end of the game."""
    if exact_values(position) is not None and (found := evaluate_position(position)).source.kind != "search":
        return found
    if position.game.has_chance:
        return None
    found = analyse_full_width(
        position.without_history(), _GLANCE_IN_PYTHON if position.game.rules.in_python else _GLANCE
    )
    return found if found.all_exact else None


def proved_wins(position: Position, plies: int) -> Analysis | None:
    """Return an analysis with every win of at most so many plies; None if the mover has none.

    Its other values may be estimates.
    """
    nodes = _NODES_IN_PYTHON if position.game.rules.in_python else _NODES
    found = analyse_full_width(position.without_history(), Limit(depth=plies, nodes=nodes))
    best = found.moves[0].value
    if best.result != 1 or best.plies is None or best.plies > (found.source.depth or 0):
        return None
    return found


def proved_defences(position: Position, plies: int) -> Analysis:
    """Return the same for a mover who loses within so many plies: the length after each move."""
    return analyse_full_width(position.without_history(), Limit(depth=plies))


def winning_line(position: Position, line: Line, plies: int) -> Line:
    """Return a complete winning line: a search knows the distance, but not always the line."""
    moves, at = list(line), position.play(*line)
    while not at.is_over and len(moves) < plies:
        left = plies - len(moves)
        found = proved_wins(at, left) if at.turn is position.turn else proved_defences(at, left)
        if found is None:
            break
        moves.append(found.moves[0].move)
        at = at.play(moves[-1])
    return Line(moves)
