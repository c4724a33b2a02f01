"""How hard a puzzle is: how far one has to look ahead to see its answer."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.analysis.tactics import immediate_wins, standing_threats
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position

#: Looks ahead, and what each may cost.
_DEEPEST = 9
_NODES = 60_000
_NODES_IN_PYTHON = 3_000
#: Who has taken the answers for best at so many depths in a row keeps to them.
_SURE = 3
#: A puzzle that takes no look deeper than this has the grade that stands beside it.
_GRADES = ((1, 1), (2, 2), (4, 3), (6, 4))
_HARDEST = 5
#: Among so few moves one finds the answer by guessing.
_FEW = 2


def grade_of(position: Position, answers: Collection[Move]) -> int:
    """From 1, seen at a glance, to 5: by the look ahead that finds an answer and keeps to it."""
    depth = depth_to_see(position, answers)
    grade = next((grade for most, grade in _GRADES if depth <= most), _HARDEST)
    if grade < _HARDEST and depth > 1 and not any(_is_forcing(position, move) for move in answers):
        grade += 1  # people look at threats first
    if len(position.moves) <= _FEW:
        grade = min(grade, 2)
    return grade


def depth_to_see(position: Position, answers: Collection[Move]) -> int:
    """The least depth from which on a search takes none but the answers for best."""
    least = 1
    for depth in range(1, _DEEPEST):
        found = _best(position, depth)
        # What is too much work for a look is so for a person too.
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
    """Whether a move ends the game, stops a win or threatens one."""
    after = position.play(move)
    if after.is_over or standing_threats(position):
        return True
    return bool(standing_threats(after)) and not immediate_wins(after)
