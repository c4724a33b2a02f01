"""Explanations of moves: effects, consequences, and comparison with the other moves.

Every sentence is true by the rules or by the values of the moves. Reasons specific to a game come from its
teacher (`Game.teacher`).
"""

from __future__ import annotations

from kibitz.analysis.analyse import analyse
from kibitz.analysis.explain_defence import hardest_to_beat
from kibitz.analysis.explain_dice import reasons_from_chances, reasons_from_rolls
from kibitz.analysis.explain_effects import effects
from kibitz.analysis.explain_estimates import is_clearly_worse
from kibitz.analysis.explain_replies import reasons_from_replies
from kibitz.analysis.explain_threats import reasons_from_forks
from kibitz.analysis.explain_values import reasons_from_values
from kibitz.analysis.explanation import Explanation, Kind, sentences
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason
from kibitz.base.side import Side
from kibitz.games.position import Position

#: Maximum number of reasons of each part.
_MOST = {Part.DOES: 2, Part.WHY: 1, Part.VERDICT: 1}


def explain(
    position: Position,
    move: Move | str | None = None,
    limit: Limit | str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Explain why a move is good or bad, within a limit as for `kibitz.analyse`; by default that of a hint.

    >>> import kibitz
    >>> print(explain(kibitz.load("tictactoe").position("x.x/.o./..."), "4"))
    4 lets x win at once with 2 (row 1-2-3). It loses in 2, while 2 keeps the draw
    """
    check(position=(position, Position), move=(move, Move | str | None), limit=(limit, Limit | str | None))
    if isinstance(move, str):
        move = position.move(move)
    return explain_in(analyse(position, limit, depth=depth, nodes=nodes, seconds=seconds), move)


def explain_in(analysis: Analysis, move: Move | None = None) -> Explanation:
    """Explain a move of an analysed position; by default the best one, or the most stubborn defence."""
    position = analysis.position
    if position.is_over:
        raise GameOver(f"the game is over ({position.outcome}); there is no move to explain")
    if position.turn is Side.CHANCE:
        raise BadOption("the position is before a roll; there is no move to explain")
    if move is None:
        this: MoveAnalysis | None = hardest_to_beat(analysis) or analysis.moves[0]
    else:
        position.play(move)  # raises for a move of another game
        this = next((m for m in analysis.moves if m.move == move), None)
    if this is None:
        raise IllegalMove(f"{move} is not legal here, so there is nothing to explain")
    best = this.value == analysis.moves[0].value
    reasons = tuple(_chosen(_reasons(analysis, this), worse=is_clearly_worse(analysis, this)))
    source = analysis.source
    return Explanation(position, this.move, this.value, this.line, reasons, best, source.stopped, source)


def _reasons(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return all reasons for and against a move, most important first."""
    position = analysis.position
    outcome = position.after(this.move).outcome
    found = effects(position, this.move)
    if outcome is not None and outcome.winner is position.turn:
        return found
    if position.game.has_chance:
        return [*found, *reasons_from_rolls(analysis, this), *reasons_from_chances(analysis, this)]
    lets_win = any(reason.kind == Kind.LETS_WIN for reason in found)
    if outcome is None and not lets_win:
        teacher = position.game.teacher
        if teacher is not None:
            values = {each.move: each.value for each in analysis.moves}
            own = teacher.reasons(position, this.move, this.line, values)
            found = [*found[:1], *own, *found[1:]]
        if teacher is None or not teacher.explains_forced_wins:
            found += reasons_from_forks(analysis, this)
        worse = is_clearly_worse(analysis, this)
        found += reasons_from_replies(analysis, this, worse=worse)
    verdict = reasons_from_values(analysis, this)
    teacher = position.game.teacher
    if teacher is not None and teacher.explains_forced_wins and this.value.result == 1:
        explained = any(reason.part is Part.WHY for reason in found)
        verdict = [reason for reason in verdict if reason.kind != Kind.WINS or not explained]
    return found + verdict


#: Maximum number of sentences of an explanation.
_SENTENCES = 3


def _chosen(reasons: list[Reason], *, worse: bool) -> list[Reason]:
    """Select reasons: few of each part, and minor ones only if there is nothing better."""
    chosen: list[Reason] = []
    for part in Part:
        of_part = [reason for reason in reasons if reason.part is part and not _is_redundant(reason, chosen)]
        weighty = [reason for reason in of_part if not reason.small]
        if any(not reason.small for reason in chosen):  # then omit the drawbacks of other moves
            of_part = [reason for reason in of_part if not (reason.small and reason.kind == Kind.MEETS)]
        chosen += weighty[: _MOST[part]] or _alike(of_part)[: _MOST[part]]
    explains = any(reason.part is Part.WHY and not reason.small for reason in chosen)
    if explains:  # then omit generic effects and drawbacks of a good move
        dull = [r for r in chosen if r.kind == Kind.MOBILITY or (r.against and not worse)]
        chosen = [r for r in chosen if not (r.small and r.part is Part.DOES and r in dull)]
    while sentences(chosen) > _SENTENCES:
        second = [reason for reason in chosen if reason.part is Part.DOES][1:]
        chosen.remove(second[0] if second else chosen[-2])
    return chosen


def _alike(small: list[Reason]) -> list[Reason]:
    """Return minor reasons of one direction; the number of moves left is a last resort."""
    some = [reason for reason in small if reason.kind != Kind.MOBILITY] or small
    return [reason for reason in some if reason.against is some[0].against]


#: Reasons that others make redundant if they name the same answer.
_SAID_BY: dict[str, tuple[str, ...]] = {
    Kind.ONLY_ANSWER: (Kind.FORCES, Kind.FEW_ANSWERS),
    Kind.HARD_TO_BEAT: (Kind.FORCES, Kind.FEW_ANSWERS),
}


def _is_redundant(reason: Reason, chosen: list[Reason]) -> bool:
    """Return whether a selected reason says the same."""
    redundant_with = _SAID_BY.get(reason.kind, ())
    for each in chosen:
        if each.text == reason.text:
            return True
        alone = each.kind == Kind.FORCES or len(each.moves) == 1
        if each.kind in redundant_with and alone and each.moves[:1] == reason.moves[:1]:
            return True
    return False
