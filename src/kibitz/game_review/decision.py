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
    UNCLEAR = "unclear"


#: With dice or points: the most that a move with each label gives away, of the win probability or all points.
CHANCE_LABELS = (
    (0.0005, Label.BEST),
    (0.02, Label.GOOD),
    (0.05, Label.INACCURACY),
    (0.10, Label.MISTAKE),
    (1.0, Label.BLUNDER),
)

#: Labels of mistakes, worst first.
FAULTS = (Label.BLUNDER, Label.MISSED_WIN, Label.LOSING, Label.MISTAKE, Label.INACCURACY)
_MARKS = {
    Label.BLUNDER: "??",
    Label.MISSED_WIN: "?",
    Label.LOSING: "?",
    Label.MISTAKE: "?",
    Label.INACCURACY: "?!",
}
#: A best move is the only move if the second best gives away this much: with dice, and for estimates.
_ONLY = 0.05
_ONLY_ESTIMATED = 0.15
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
    #: Whether the best move is the only one, of several, that keeps the value.
    only: bool = False
    #: `!` for an only move that was not obvious; `?!`, `?` and `??` for mistakes.
    mark: str = ""
    #: For a mistake: what is wrong with it, with the refutation as its line; the reply that punishes it, if
    #: there is one; and the better move.
    why: Explanation | None = None
    reply: Explanation | None = None
    better: Explanation | None = None

    @property
    def critical(self) -> bool:
        """Whether the choice mattered: some move gives away what the best one keeps.

        With estimates some move always does, so there all others must.
        """
        estimated = isinstance(self.best.value, Estimate) or isinstance(self.played.value, Estimate)
        return self.only if estimated else bool(self.spread)

    @property
    def found(self) -> bool:
        """Whether the best choice was found in a critical position."""
        return self.critical and self.cost == 0

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
    only = spread is not None and _is_only(analysis, scores)
    mark = _MARKS.get(label, "")
    if only and cost == 0 and not _is_obvious(analysis.position, played):
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
        only,
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
        return (Label.BEST if mine == best else Label.UNCLEAR), 0
    if isinstance(best, Expect | Points | Estimate) or isinstance(mine, Estimate):
        if mine == best or cost == 0:
            return Label.BEST, 0
        return next(label for most, label in CHANCE_LABELS if cost <= most), 0
    if cost == 1:
        return Label.BLUNDER, 0
    if cost > 0:
        return (Label.MISSED_WIN if best.result == 1 else Label.LOSING), 0
    if mine == best or best.result == 0 or best.plies is None or mine.plies is None:
        return Label.BEST, 0
    later = mine.plies - best.plies
    return (Label.SLOWER, later) if best.result == 1 else (Label.SOONER, -later)


def _is_only(analysis: Analysis, scores: Sequence[float | None]) -> bool:
    """Return whether every other move gives away what the best one keeps."""
    if len(scores) < 2 or scores[0] is None or scores[1] is None:
        return False
    best, second = analysis.moves[0].value, analysis.moves[1].value
    if isinstance(best, Estimate) or isinstance(second, Estimate):
        least = _ONLY_ESTIMATED
    else:
        least = _ONLY if isinstance(best, Expect | Points) else 0.5
    return scores[0] - scores[1] >= least


def _is_obvious(position: Position, played: MoveAnalysis) -> bool:
    """Return whether a move is obvious: it wins at once or stops an immediate win."""
    return wins_at_once(position, played.move) or bool(standing_threats(position))
