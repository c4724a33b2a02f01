"""What is proved of a position's moves: puzzles are made of nothing else.

A source that is exact knows every value. Where there is none, a search that
leaves nothing out knows every win that is no longer than it is deep. A search
that cuts, or plays games out, may miss a shorter win or another answer: what it
says is no proof.
"""

from __future__ import annotations

from kibitz.analysis.by_search import analyse_full_width
from kibitz.analysis.evaluate_position import exact_values, judge
from kibitz.analysis.report import Analysis
from kibitz.base.limit import Limit
from kibitz.base.move import Line
from kibitz.games.position import Position

#: What the search for all values may cost, and the one for a win of so many plies.
_GLANCE = Limit(nodes=20_000)
_GLANCE_IN_PYTHON = Limit(nodes=5_000)
_NODES = 3_000_000
_NODES_IN_PYTHON = 60_000


def proved_values(position: Position) -> Analysis | None:
    """Every move's exact value, from a source, or where the game is nearly over by looking at all of it."""
    if exact_values(position) is not None and (found := judge(position)).source.kind != "search":
        return found
    if position.game.has_chance:
        return None
    found = analyse_full_width(
        position.alone(), _GLANCE_IN_PYTHON if position.game.rules.in_python else _GLANCE
    )
    return found if found.all_exact else None


def proved_wins(position: Position, plies: int) -> Analysis | None:
    """An analysis that knows every win of no more than so many plies; None if the player to move has none.

    What it says of other moves may be a guess.
    """
    nodes = _NODES_IN_PYTHON if position.game.rules.in_python else _NODES
    found = analyse_full_width(position.alone(), Limit(depth=plies, nodes=nodes))
    best = found.moves[0].value
    if best.result != 1 or best.plies is None or best.plies > (found.source.depth or 0):
        return None
    return found


def proved_defences(position: Position, plies: int) -> Analysis:
    """The same where the player to move loses within so many plies: how soon, after each of its moves."""
    return analyse_full_width(position.alone(), Limit(depth=plies))


def winning_line(position: Position, line: Line, plies: int) -> Line:
    """A line that wins in so many plies, to its end: a search knows how soon a win comes, not always how."""
    moves, at = list(line), position.play(*line)
    while not at.is_over and len(moves) < plies:
        left = plies - len(moves)
        found = proved_wins(at, left) if at.turn is position.turn else proved_defences(at, left)
        if found is None:
            break
        moves.append(found.moves[0].move)
        at = at.play(moves[-1])
    return Line(moves)
