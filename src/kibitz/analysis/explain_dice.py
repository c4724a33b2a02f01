"""Reasons in games with dice: win probabilities and the next roll."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.analysis.tactics import chance_to_win_at_once
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason
from kibitz.base.value import Points, Value, percent, signed_points
from kibitz.games.position import Position
from kibitz.solving.backup import expectation

#: Tolerance for equal probabilities.
_SAME = 1e-9


#: Differences of probability that count as about the same and as clear.
_CLOSE = 0.01
_CLEAR = 0.05


def reasons_from_rolls(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return reasons about the next roll."""
    return [*_danger(analysis, this), *_race(analysis.position, this)]


def _danger(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return the probability that the opponent's next roll wins at once, if moves differ in it."""
    position = analysis.position
    opponent = position.game.side_name(position.turn.opponent)
    mine = _risk(position, this.move)
    risks = {other.move: _risk(position, other.move) for other in analysis.moves if other is not this}
    if not risks:
        return []
    safest, riskiest = min(risks, key=risks.__getitem__), max(risks, key=risks.__getitem__)
    if mine > risks[safest] + _SAME:
        high, low = percents(mine, risks[safest])
        other = position.write(safest)
        text = f"lets {opponent} win with the next roll with a chance of {high}; after {other} it is {low}"
        return [Reason(Kind.DANGER, text, (safest,), part=Part.WHY, against=True)]
    if mine < risks[riskiest] - _SAME:
        before, after = percents(risks[riskiest], mine)
        other = position.write(riskiest)
        text = f"cuts {opponent}'s chance to win with the next roll from {before} (after {other}) to {after}"
        return [Reason(Kind.DANGER, text, (riskiest,), part=Part.WHY)]
    return []


def _race(position: Position, this: MoveAnalysis) -> list[Reason]:
    """Return the step of the fastest piece in a race to a goal."""
    teacher, me = position.game.teacher, position.turn
    if teacher is None:
        return []
    after = position.play(this.move)
    before, mine, theirs = (
        teacher.race_distance(position, me),
        teacher.race_distance(after, me),
        teacher.race_distance(after, me.opponent),
    )
    if before is None or mine is None or theirs is None:
        return []
    opponent = position.game.side_name(me.opponent)
    if mine < before:
        return [Reason(Kind.RACE, f"races on: {mine} to go, {opponent} has {theirs}")]
    text = f"leaves the race as it is: {mine} to go, {opponent} has {theirs}"
    return [Reason(Kind.RACE, text, small=True)] if mine == before else []


def _risk(position: Position, move: Move) -> float:
    after = position.play(move)
    return chance_to_win_at_once(after) if after.mover is position.turn.opponent else 0.0


def reasons_from_chances(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return how a move compares with the others in win probability or average points."""
    write, points = analysis.position.write, analysis.position.game.score_range is not None
    others = [other for other in analysis.moves if other is not this]
    if not others:
        return [_verdict(Kind.ONLY_MOVE, f"is the only move, {_value_clause(this.value)}")]
    mine = _expectation(this.value)
    best = max(others, key=lambda other: _expectation(other.value))
    gap = _expectation(best.value) - mine
    close, clear = (_CLOSE, _CLEAR) if not points else (0.0, float("inf"))
    if gap > _SAME:
        less, more = _distinct(this.value, best.value)
        if less == more or gap < close:
            text = f"is about as good as {write(best.move)}, {_value_clause(this.value)}"
        else:
            how = "clearly worse" if gap >= clear else "worse"
            text = f"is {how} than {write(best.move)}, {_value_clause(this.value, less)} against {more}"
        return [_verdict(Kind.GIVES_AWAY, text, (best.move,), against=gap >= close)]
    lower = [other for other in others if _expectation(other.value) < mine - _SAME]
    if not lower:
        return [_verdict(Kind.CHANCE, f"is as good as every other move, {_value_clause(this.value)}")]
    second = max(lower, key=lambda other: _expectation(other.value))
    equal = len(others) - len(lower)
    less, more = _distinct(second.value, this.value)
    if less == more:
        text = f"is hardly better than {write(second.move)}, {_value_clause(this.value)}"
    elif equal:
        against = f"{_value_clause(this.value, more)} against {less} after {write(second.move)}"
        text = f"is one of {equal + 1} best moves, {against}"
    else:
        how = "clearly best" if _expectation(this.value) - _expectation(second.value) >= clear else "best"
        text = f"is {how}, {_value_clause(this.value, more)} against {less} after {write(second.move)}"
    return [_verdict(Kind.BEATS_NEXT, text, (second.move,))]


def _verdict(kind: Kind, text: str, moves: tuple[Move, ...] = (), *, against: bool = False) -> Reason:
    return Reason(kind, text, moves, part=Part.VERDICT, against=against)


def _value_clause(value: Value, number: str = "") -> str:
    """Format a value after a comma: `with a chance of 54.0% to win`, `worth +0.50 points on average`."""
    about = "" if value.exact else "about "
    if isinstance(value, Points):
        return f"worth {about}{number} on average" if number else _average(value)
    return f"with a chance of {about + number if number else _percent(value)} to win"


def _expectation(value: Value) -> float:
    """Return the expectation: points, or the win probability."""
    return value.points if isinstance(value, Points) else expectation(value)


def _average(value: Value) -> str:
    """Format points after a verb: `worth +0.50 points on average`, `even on average`."""
    return value.words() if "even" in value.words() else f"worth {value.words()}"


def _percent(value: Value) -> str:
    """Format a win probability; an estimate without decimals."""
    return percent(expectation(value)) if value.exact else f"about {expectation(value):.0%}"


def _distinct(one: Value, other: Value) -> tuple[str, str]:
    """Format two values with enough digits to distinguish them, but estimates without decimals."""
    exact = one.exact and other.exact
    if isinstance(one, Points) or isinstance(other, Points):
        for digits in (2, 4, 6) if exact else (1,):
            texts = signed_points(_expectation(one), digits), signed_points(_expectation(other), digits)
            if texts[0] != texts[1]:
                break
        return texts
    if exact:
        return percents(expectation(one), expectation(other))
    return f"{expectation(one):.0%}", f"{expectation(other):.0%}"


def percents(one: float, other: float) -> tuple[str, str]:
    """Format two different probabilities with enough digits to distinguish them."""
    for digits in (1, 3, 6):
        texts = percent(one, digits), percent(other, digits)
        if texts[0] != texts[1]:
            break
    return texts
