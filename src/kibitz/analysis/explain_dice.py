"""Reasons in games of dice: chances, and what the next roll may bring."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.analysis.tactics import chance_to_win_at_once
from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.base.value import Points, Value, signed_points
from kibitz.games.position import Position
from kibitz.solving.backup import expectation

#: Chances closer than this are the same.
_SAME = 1e-9


def reasons_from_rolls(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """What the next roll may bring."""
    return [*_danger(analysis, this), *_race(analysis.position, this)]


def _danger(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """How likely the opponent's next roll wins at once, where moves differ in that."""
    position = analysis.position
    opponent = position.game.side_name(position.turn.opponent)
    mine = _risk(position, this.move)
    risks = {other.move: _risk(position, other.move) for other in analysis.moves if other is not this}
    if not risks:
        return []
    safest, riskiest = min(risks, key=risks.__getitem__), max(risks, key=risks.__getitem__)
    if mine < risks[riskiest] - _SAME:
        before, after = percents(risks[riskiest], mine)
        other = position.write(riskiest)
        text = f"cuts {opponent}'s chance to win with the next roll from {before} (after {other}) to {after}"
        return [Reason(Kind.DANGER, text, (riskiest,))]
    if mine > risks[safest] + _SAME:
        high, low = percents(mine, risks[safest])
        other = position.write(safest)
        text = f"lets {opponent} win with the next roll with a chance of {high}; after {other} it is {low}"
        return [Reason(Kind.DANGER, text, (safest,))]
    return []


def _race(position: Position, this: MoveAnalysis) -> list[Reason]:
    """A step forward of the fastest stone, where a game is a race to a goal."""
    teacher, me = position.game.teacher, position.turn
    if teacher is None:
        return []
    after = position.play(this.move)
    before, mine, theirs = (
        teacher.race_distance(position, me),
        teacher.race_distance(after, me),
        teacher.race_distance(after, me.opponent),
    )
    if before is None or mine is None or theirs is None or mine >= before:
        return []
    text = f"races on: {mine} to go, {position.game.side_name(me.opponent)} has {theirs}"
    return [Reason(Kind.RACE, text)]


def _risk(position: Position, move: Move) -> float:
    after = position.play(move)
    return chance_to_win_at_once(after) if after.mover is position.turn.opponent else 0.0


def reasons_from_chances(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """What a move does to the chance to win, or to the points that it brings on average."""
    points = analysis.position.game.score_range is not None
    write = analysis.position.write
    mine = _worth(this.value)
    others = [other for other in analysis.moves if other is not this]
    about = "" if this.value.exact else "about "
    if not others:
        said = _average(this.value) if points else f"with a chance of {_percent(this.value)} to win"
        return [Reason(Kind.ONLY_MOVE, f"is the only move, {said}")]
    best = max(others, key=lambda other: _worth(other.value))
    lower = [other for other in others if _worth(other.value) < mine - _SAME]
    if _worth(best.value) > mine + _SAME:
        less, more = _apart(this.value, best.value)
        if less == more:  # guesses that are nearly the same
            text = f"{_leaves(this.value)}, {write(best.move)} hardly more"
        elif points:
            text = f"is worth {about}{less} on average, {write(best.move)} {about}{more}"
        else:
            text = f"leaves a chance of {about}{less} to win, {write(best.move)} one of {about}{more}"
        return [Reason(Kind.GIVES_AWAY, text, (best.move,))]
    if not lower:
        return [Reason(Kind.CHANCE, f"{_leaves(this.value)}, as every move {'is' if points else 'does'}")]
    second = max(lower, key=lambda other: _worth(other.value))
    less, more = _apart(second.value, this.value)
    what = "average" if points else "chance to win"
    text = f"raises the {what} from {about}{less} with {write(second.move)} to {about}{more}"
    if less == more:
        text = f"{_leaves(this.value)}, {write(second.move)} hardly less"
    return [Reason(Kind.BEATS_NEXT, text, (second.move,))]


def _leaves(value: Value) -> str:
    """What a move is worth by itself."""
    if isinstance(value, Points):
        return f"is {_average(value)}"
    return f"leaves a chance of {_percent(value)} to win"


def _worth(value: Value) -> float:
    """What is to be expected: points where outcomes are points, else the chance to win."""
    return value.points if isinstance(value, Points) else expectation(value)


def _average(value: Value) -> str:
    """Points as they stand after a verb: `worth +0.50 points on average`, `even on average`."""
    return value.words() if "even" in value.words() else f"worth {value.words()}"


def _percent(value: Value) -> str:
    """A chance to win; a guess is not known to a tenth of a percent."""
    return f"{expectation(value):.1%}" if value.exact else f"about {expectation(value):.0%}"


def _apart(one: Value, other: Value) -> tuple[str, str]:
    """Two values with as many digits as it takes to tell them apart; a guess is not known that well."""
    exact = one.exact and other.exact
    if isinstance(one, Points) or isinstance(other, Points):
        for digits in (2, 4, 6) if exact else (1,):
            texts = signed_points(_worth(one), digits), signed_points(_worth(other), digits)
            if texts[0] != texts[1]:
                break
        return texts
    if exact:
        return percents(expectation(one), expectation(other))
    return f"{expectation(one):.0%}", f"{expectation(other):.0%}"


def percents(one: float, other: float) -> tuple[str, str]:
    """Two different chances with as many digits as it takes to tell them apart."""
    for digits in (1, 3, 6):
        texts = f"{one:.{digits}%}", f"{other:.{digits}%}"
        if texts[0] != texts[1]:
            break
    return texts
