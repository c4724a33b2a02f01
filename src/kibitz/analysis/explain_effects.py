"""What a move does on the board, by the rules alone."""

from __future__ import annotations

from dataclasses import replace

from kibitz.analysis.explain_board import reasons_from_answers, reasons_from_board, reasons_from_mobility
from kibitz.analysis.explain_threats import reasons_from_threats
from kibitz.analysis.explanation import Kind
from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.games.position import Position

_END = {
    1: Reason(Kind.WINS_NOW, "wins at once"),
    0: Reason(Kind.DRAWS_NOW, "ends the game in a draw"),
    -1: Reason(Kind.LOSES_NOW, "loses at once", against=True),
}
#: A move that does one of these to the opponent's answers needs no count of them.
_SAYS_ANSWERS = frozenset({Kind.LETS_WIN, Kind.FORK, Kind.FORCES})


def effects(position: Position, move: Move) -> list[Reason]:
    """Return what a move does, the sharpest first; those that any move may do are marked as small."""
    after = position.after(move)
    outcome = after.outcome
    if outcome is not None:
        return [_ended(after, outcome.for_side(position.turn))]
    teacher = position.game.teacher
    if after.turn is Side.CHANCE or position.game.has_chance:
        own = teacher.effects(position, move) if teacher is not None else []
        return [*own, *reasons_from_board(position, move)]
    threats = reasons_from_threats(position, move)
    kinds = {reason.kind for reason in threats}
    if Kind.LETS_WIN in kinds:
        return threats
    own = teacher.effects(position, move) if teacher is not None else []
    if teacher is not None and teacher.explains_forced_wins:
        threats = [reason for reason in threats if reason.kind != Kind.FORK]
    answers = [] if kinds & _SAYS_ANSWERS else reasons_from_answers(position, move)
    found = [*threats, *answers, *own, *reasons_from_board(position, move)]
    one_answer = any(reason.kind == Kind.FEW_ANSWERS for reason in answers)
    return found if own or one_answer else [*found, *reasons_from_mobility(position, move)]


def _ended(after: Position, result: int) -> Reason:
    """Return how a move ends the game, with the name of the draw if it has one."""
    teacher = after.game.teacher
    name = "" if result or teacher is None else teacher.name_draw(after)
    return replace(_END[result], text=f"{_END[result].text} ({name})") if name else _END[result]
