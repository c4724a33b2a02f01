"""Why a move is good or bad, in words a person uses.

A sentence is only said when the rules (`facts`) or the values of the moves make
it true; what a search guesses is called a guess. What only one game has to say
stands in its room (`Game.reasons`).
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.analysis.analyse import analyse
from kibitz.analysis.explain_dice import reasons_from_chances, reasons_from_rolls
from kibitz.analysis.explain_threats import reasons_from_threats
from kibitz.analysis.explain_values import reasons_from_values
from kibitz.analysis.explanation import Explanation, Kind
from kibitz.analysis.report import Analysis
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.games.position import Position


def explain(
    position: Position,
    move: Move | str | None = None,
    limit: Limit | str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Return why a move is good or bad; by default the best one. The limit is that of `kibitz.analyse`.

    >>> import kibitz
    >>> print(explain(kibitz.load("tictactoe").position("x.x/.o./...")))
    2 stops x from winning with 2 (row 1-2-3); it forces x to answer 8, or o wins there (column 2-5-8); \
it keeps the draw: the other 5 moves lose
    """
    check(position=(position, Position), move=(move, Move | str | None), limit=(limit, Limit | str | None))
    if isinstance(move, str):
        move = position.move(move)
    return explain_in(analyse(position, limit, depth=depth, nodes=nodes, seconds=seconds), move)


def explain_in(analysis: Analysis, move: Move | None = None) -> Explanation:
    """The same from an analysis that is there already."""
    position = analysis.position
    if position.is_over:
        raise GameOver(f"the game is over ({position.outcome}); there is no move to explain")
    if position.turn is Side.CHANCE:
        raise BadOption("the dice decide here; there is no move to explain")
    this = next((m for m in analysis.moves if move is None or m.move == move), None)
    if this is None:
        raise IllegalMove(f"{move} is not allowed here, so there is nothing to explain")
    teacher = position.game.teacher
    reasons: list[Reason] = []
    after = position.play(move or this.move)  # a move of another game is refused here
    outcome = after.outcome
    if outcome is not None:
        reasons.append(_ended(after, outcome.for_side(position.turn)))
    if outcome is None or outcome.winner is not position.turn:
        chance = position.game.has_chance
        reasons += reasons_from_rolls(analysis, this) if chance else reasons_from_threats(analysis, this)
        own: list[Reason] = []
        lets_win = any(reason.kind == Kind.LETS_WIN for reason in reasons)
        if teacher is not None and outcome is None and not lets_win:
            values = {each.move: each.value for each in analysis.moves}
            own = teacher.reasons(position, this.move, this.line, values)
        reasons += own
        reasons += reasons_from_chances(analysis, this) if chance else reasons_from_values(analysis, this)
        if teacher is not None and teacher.explains_forced_wins:
            told = _FORKS | (_FORCED if own and this.value.result == 1 else frozenset())
            reasons = [reason for reason in reasons if reason.kind not in told]
    best = this.value == analysis.moves[0].value
    stopped = analysis.source.stopped
    return Explanation(position, this.move, this.value, this.line, tuple(reasons), best, stopped)


#: What general reasons say of threats that can't all be stopped, and of wins that are forced.
_FORKS = frozenset({Kind.FORK, Kind.ALLOWS_FORK, Kind.DENIES_FORK})
_FORCED = frozenset({Kind.THREATENS, Kind.FORCES, Kind.ONLY_LOSING, Kind.QUICKEST})

_END = {
    1: Reason(Kind.WINS_NOW, "wins at once"),
    0: Reason(Kind.DRAWS_NOW, "ends the game in a draw"),
    -1: Reason(Kind.LOSES_NOW, "loses at once"),
}


def _ended(after: Position, result: int) -> Reason:
    """How a move ends the game, with the name of the draw if it has one."""
    teacher = after.game.teacher
    name = "" if result or teacher is None else teacher.name_draw(after)
    return replace(_END[result], text=f"{_END[result].text} ({name})") if name else _END[result]
