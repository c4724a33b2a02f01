"""The verdict on a move whose value a search estimates: how clearly it is better or worse than the others.

Differences count in the chance to win where the game has a scale for it, in points where outcomes are
points, else by where they lie between the best and the worst move. A verdict names no numbers: `values` does.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason
from kibitz.base.value import Draw, Estimate, Points, Value


@dataclass(frozen=True, slots=True)
class Steps:
    """The least differences that count, in the unit of a scale."""

    #: Moves that differ by no more are about as good.
    same: float
    clear: float
    much: float


_IN_CHANCES = Steps(0.02, 0.08, 0.2)
_IN_POINTS = Steps(0.5, 2.5, 6)
_IN_SPREAD = Steps(0.05, 0.3, 0.7)
#: Where a game is as good as decided, chances hardly differ; so many points then count as a whole game.
_A_GAME = 40


def loss_of(analysis: Analysis, value: Value) -> tuple[float, Steps] | None:
    """Return how much worse than the best move a value is, and the steps of that scale; None if unknown."""
    best, game = analysis.moves[0].value, analysis.position.game
    if isinstance(value, Points) and isinstance(best, Points):
        return best.points - value.points, _IN_POINTS
    mine, most = _score(value), _score(best)
    if mine is None or most is None:
        return None
    mine_chance, most_chance = game.scale.win_probability(mine), game.scale.win_probability(most)
    if mine_chance is not None and most_chance is not None:
        return max(most_chance - mine_chance, (most - mine) / _A_GAME), _IN_CHANCES
    scores = [score for each in analysis.moves if (score := _score(each.value)) is not None]
    spread = most - min(scores)
    return ((most - mine) / spread if spread else 0.0), _IN_SPREAD


def is_clearly_worse(analysis: Analysis, this: MoveAnalysis) -> bool:
    """Return whether another move is better beyond a small difference."""
    best = analysis.moves[0].value
    if this.value == best:
        return False
    if this.value.exact and best.exact:
        if isinstance(best, Points):
            return this.value < best
        return (this.value.result or 0) < (best.result or 0)
    lost = loss_of(analysis, this.value)
    return this.value < best if lost is None else lost[0] > lost[1].clear


def reasons_from_estimates(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return how clearly a move is better or worse than the others, by a search that sees no end."""
    best, position = analysis.moves[0], analysis.position
    lost = loss_of(analysis, this.value)
    others = [each for each in analysis.moves if each is not this]
    if all(each.value.result == -1 for each in others):
        return [_verdict("is the only move that does not lose")]
    if lost is None:
        text = f"looks {'best' if this.value == best.value else f'worse than {position.write(best.move)}'}"
        moves = () if this.value == best.value else (best.move,)
        return [_verdict(text, moves, against=bool(moves))]
    behind, steps = lost
    losses = [found[0] for each in analysis.moves if (found := loss_of(analysis, each.value)) is not None]
    if behind <= steps.same:
        return [_among_best(analysis, this, losses, steps)]
    if behind <= steps.clear:
        how = "a little weaker than"
    else:
        how = "clearly weaker than" if behind <= steps.much else "much weaker than"
    if isinstance(this.value, Points):
        how = f"about {_number(behind)} worse than"
    return [_verdict(f"looks {how} {position.write(best.move)}", (best.move,), against=behind > steps.clear)]


def _among_best(analysis: Analysis, this: MoveAnalysis, losses: list[float], steps: Steps) -> Reason:
    """The verdict on a move that is best, or hardly worse."""
    good = sum(loss <= steps.same for loss in losses)
    if good == len(analysis.moves):
        return _verdict("looks about as good as every other move")
    if good > 1:
        return _verdict(f"looks like one of {good} good moves")
    second = min((loss for loss in losses if loss > steps.same), default=None)
    if second is None:
        return _verdict("looks best")
    if this.value != analysis.moves[0].value:
        return _verdict("looks best")
    if isinstance(this.value, Points):
        return _verdict(f"looks best, about {_number(second)} better than the next")
    return _verdict("looks clearly best" if second > steps.clear else "looks best by a little")


def _number(points: float) -> str:
    """A difference in points, as exactly as a guess deserves: `3 points`."""
    whole = max(1, round(points))
    return f"{whole} {'point' if whole == 1 else 'points'}"


def _score(value: Value) -> float | None:
    """An estimate as a number, a draw being even; None where the game is decided."""
    return value.score if isinstance(value, Estimate) else 0.0 if isinstance(value, Draw) else None


def _verdict(text: str, moves: tuple[Move, ...] = (), *, against: bool = False) -> Reason:
    return Reason(Kind.ESTIMATE, text, moves, part=Part.VERDICT, against=against)
