"""The assessment of a move: what it gave away and how it is labelled."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.analysis.tactics import standing_threats, wins_at_once
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.games.game import Game
from kibitz.games.position import Position


class Label(enum.StrEnum):
    """The label of a move."""

    FORCED = "forced"
    BEST = "best"
    SLOWER = "slower"
    SOONER = "loses sooner"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"
    LOSING = "losing move"
    QUICK_WIN = "missed quick win"
    RESISTANCE = "gave up resistance"
    UNCLEAR = "unclear"


#: The least that a fault with each label gives away, of the expected score (0 to 1). These are lichess's
#: thresholds; with `Scale.win_probability` of chess they agree with Stockfish's labels
#: (`benchmarks/review_labels.py`).
FAULTS_FROM = ((0.15, Label.BLUNDER), (0.10, Label.MISTAKE), (0.05, Label.INACCURACY))
#: A good move gives away less than any fault, and a best one next to nothing.
_GOOD, _BEST = 0.05, 0.0005

#: Labels of mistakes, worst first.
FAULTS = (
    Label.BLUNDER,
    Label.MISSED_WIN,
    Label.LOSING,
    Label.MISTAKE,
    Label.INACCURACY,
    Label.QUICK_WIN,
    Label.RESISTANCE,
)
_MARKS = {
    Label.BLUNDER: "??",
    Label.MISSED_WIN: "?",
    Label.LOSING: "?",
    Label.MISTAKE: "?",
    Label.INACCURACY: "?!",
    Label.QUICK_WIN: "?!",
    Label.RESISTANCE: "?!",
}
#: A win in so many plies (two moves of one's own) is quick. It was missed if it takes so many more after the
#: move, and resistance was given up if a loss comes so much sooner and in less than half the time. A win with
#: the next move that is missed, or is allowed and need not be, counts whatever comes later.
_QUICK, _MUCH = 3, 6
#: In critical positions no more moves are good, and no more than half of all.
_CRITICAL = 2
#: An only move gets a mark if every other one gives away this much.
_CLEARLY = 0.10
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Decision:
    """A move compared with the best one; values are the mover's."""

    ply: int
    side: Side
    position: Position
    played: MoveAnalysis
    best: MoveAnalysis
    label: Label
    #: The points (1 for a win, 1/2 for a draw) given away; None if unknown.
    cost: float | None
    #: The points that the worst move would have given away; None if unknown.
    spread: float | None
    #: Plies by which a win is delayed or a loss sped up.
    slower: int = 0
    #: How many moves there were, and how many of them were good: they give away less than any fault does.
    #: None if unknown.
    moves: int = 1
    good: int | None = None
    #: `!` for an only good move that was not obvious; `?!`, `?` and `??` for mistakes.
    mark: str = ""
    #: For a mistake: what is wrong with it, with the refutation as its line; the reply that punishes it, if
    #: there is one; and the better move.
    why: Explanation | None = None
    reply: Explanation | None = None
    better: Explanation | None = None

    @property
    def critical(self) -> bool:
        """Whether the choice mattered: only one or two moves were good, and at most half of all."""
        return self.good is not None and self.good <= _CRITICAL and 2 * self.good <= self.moves

    @property
    def only(self) -> bool:
        """Whether one of several moves was good."""
        return self.good == 1 < self.moves

    @property
    def found(self) -> bool:
        """Whether a good move was found in a critical position."""
        return self.critical and self.cost is not None and self.cost < _GOOD

    @property
    def is_fault(self) -> bool:
        """Whether the move is a mistake."""
        return self.label in FAULTS

    @property
    def written(self) -> str:
        """The move in the game's notation, with its mark: `5?`."""
        return self.position.write(self.played.move) + self.mark


def expected_score(value: Value, game: Game) -> float | None:
    """Return the expected score: 1 for a win, 1/2 for a draw, the win probability with dice.

    Points are scaled from 0 (greatest loss) to 1 (greatest win). An estimate has the win probability that
    the game assigns to it; None if it assigns none.
    """
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Points) and value.exact and game.score_range is not None:
        return (1 + value.points / max(map(abs, game.score_range))) / 2
    if isinstance(value, Estimate):
        return game.scale.win_probability(value.score)
    return None if value.result is None else (1 + value.result) / 2


def assess(analysis: Analysis, ply: int, played: MoveAnalysis, after: Analysis | None = None) -> Decision:
    """Assess a move from the analysis of its position; `after` is the analysis of the next position."""
    best, side = analysis.moves[0], analysis.position.turn
    game = analysis.position.game
    scores = [expected_score(each.value, game) for each in analysis.moves]
    cost, spread = _cost_and_spread(scores, expected_score(played.value, game))
    label, slower = _label(analysis, played, cost)
    good = _count_good(scores)
    mark = _MARKS.get(label, "")
    if cost == 0 and _is_clearly_only(scores) and not _is_obvious(analysis.position, played):
        mark = "!"
    is_fault = label in FAULTS
    return Decision(
        ply,
        side,
        analysis.position,
        played,
        best,
        label,
        cost,
        spread,
        slower,
        len(analysis.moves),
        good,
        mark,
        explain_in(analysis, played.move) if is_fault else None,
        explain_in(after) if is_fault and after is not None and after.moves else None,
        explain_in(analysis) if is_fault else None,
    )


def _cost_and_spread(scores: Sequence[float | None], mine: float | None) -> tuple[float | None, float | None]:
    """Return what a move gave away and what the worst one would have, from the scores of all moves."""
    best, known = scores[0], [score for score in scores if score is not None]
    # The true value of an estimate may be anything, so a draw is best only if nothing is estimated;
    # nothing is better than a win.
    sure = best == 1 or len(known) == len(scores)
    if best is None or mine is None or not sure:
        return None, None
    return _remove_rounding_error(best - mine), _remove_rounding_error(best - min(known))


def _remove_rounding_error(difference: float) -> float:
    """Return 0 for a difference within rounding error."""
    return 0.0 if abs(difference) < _ROUNDING else difference


def _label(analysis: Analysis, played: MoveAnalysis, cost: float | None) -> tuple[Label, int]:
    best, mine = analysis.moves[0].value, played.value
    if len(analysis.moves) == 1:
        return Label.FORCED, 0
    if cost is None:
        return _label_unknown(best, mine), 0
    if isinstance(best, Expect | Points | Estimate) or isinstance(mine, Estimate):
        if (fault := fault_of_cost(cost)) is not None:
            return fault, 0
        return (Label.BEST if mine == best or cost <= _BEST else Label.GOOD), 0
    if cost == 1:
        return Label.BLUNDER, 0
    if cost > 0:
        return (Label.MISSED_WIN if best.result == 1 else Label.LOSING), 0
    if mine == best or best.result == 0 or best.plies is None or mine.plies is None:
        return Label.BEST, 0
    if best.result == 1:
        later = mine.plies - best.plies
        misses = best.plies == 1 or (best.plies <= _QUICK and later >= _MUCH)
        return (Label.QUICK_WIN if misses else Label.SLOWER), later
    sooner = best.plies - mine.plies
    gives_up = mine.plies <= 2 or (sooner >= _MUCH and 2 * mine.plies < best.plies)
    return (Label.RESISTANCE if gives_up else Label.SOONER), sooner


def _label_unknown(best: Value, mine: Value) -> Label:
    """Return the label where the cost is unknown: what was plain to see is a mistake all the same."""
    if mine == best:
        return Label.BEST
    if mine.result == -1 and best.result != -1 and mine.plies is not None and mine.plies <= _QUICK + 1:
        return Label.LOSING
    if best.result == 1 and best.plies is not None and best.plies <= _QUICK:
        return Label.QUICK_WIN
    return Label.UNCLEAR


def fault_of_cost(cost: float) -> Label | None:
    """Return the label of a move that gives away so much of the expected score; None if it is no fault."""
    return next((label for least, label in FAULTS_FROM if cost >= least - _ROUNDING), None)


def _count_good(scores: Sequence[float | None]) -> int | None:
    """Return how many moves are good: they give away less than any fault does; None if a score is unknown."""
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None
    return sum(known[0] - score < _GOOD - _ROUNDING for score in known)


def _is_clearly_only(scores: Sequence[float | None]) -> bool:
    """Return whether every other move gives away much."""
    if len(scores) < 2 or scores[0] is None or scores[1] is None:
        return False
    return scores[0] - scores[1] >= _CLEARLY - _ROUNDING


def _is_obvious(position: Position, played: MoveAnalysis) -> bool:
    """Return whether a move is obvious: it wins at once or stops an immediate win."""
    return wins_at_once(position, played.move) or bool(standing_threats(position))
