"""The difficulty of a puzzle: the search depth needed to see its answer."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.analysis.tactics import immediate_wins, standing_threats
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position

#: Shallow, node-limited searches.
_DEEPEST = 9
_NODES = 60_000
_NODES_IN_PYTHON = 3_000
#: Number of successive depths at which a search must prefer the answers.
_SURE = 3
#: Maximum depth of each grade.
_GRADES = ((1, 1), (2, 2), (4, 3), (6, 4))
_HARDEST = 5
#: Number of moves up to which guessing suffices.
_FEW = 2


def grade_of(position: Position, answers: Collection[Move]) -> int:
    """Return the grade, from 1 (obvious) to 5, by the depth at which a search settles on an answer."""
    depth = depth_to_see(position, answers)
    grade = next((grade for most, grade in _GRADES if depth <= most), _HARDEST)
    if grade < _HARDEST and depth > 1 and not any(_is_forcing(position, move) for move in answers):
        grade += 1  # people examine forcing moves first
    if len(position.moves) <= _FEW:
        grade = min(grade, 2)
    return grade


def depth_to_see(position: Position, answers: Collection[Move]) -> int:
    """Return the smallest depth from which on every search prefers an answer."""
    least = 1
    for depth in range(1, _DEEPEST):
        found = _best(position, depth)
        # A position too expensive to search is difficult for people too.
        if found is None or depth == least + _SURE:
            break
        if not found <= set(answers):
            least = depth + 1
    return least


def _best(position: Position, depth: int) -> set[Move] | None:
    nodes = _NODES_IN_PYTHON if position.game.rules.in_python else _NODES
    report = position.game.rules.search(
        position.state, "alphabeta", depth, control_for(Limit(nodes=nodes)), every_move=True
    )
    if report.stopped or report.depth < depth:
        return None
    values = {
        position.game.codec.line(position, found.line[:1])[0]: value_from_core(
            found.value, position.game.has_chance
        )
        for found in report.moves
    }
    most = max(values.values())
    return {move for move, value in values.items() if value == most}


def _is_forcing(position: Position, move: Move) -> bool:
    """Return whether a move ends the game, stops a win or threatens one."""
    after = position.play(move)
    if after.is_over or standing_threats(position):
        return True
    return bool(standing_threats(after)) and not immediate_wins(after)
