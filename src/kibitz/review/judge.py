"""Judging one decision: what it gave away, and what that is called."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.games.position import Position
from kibitz.words.side import Side
from kibitz.words.value import Expect, Value


class Label(enum.StrEnum):
    """What a move is called."""

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


#: In games of dice, what a move may give away of the chance to win to be called so.
CHANCE_LABELS = (
    (0.0005, Label.BEST),
    (0.02, Label.GOOD),
    (0.05, Label.INACCURACY),
    (0.10, Label.MISTAKE),
    (1.0, Label.BLUNDER),
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One move and how it compares with the best; values are the mover's."""

    ply: int
    side: Side
    position: Position
    played: MoveAnalysis
    best: MoveAnalysis
    label: Label
    #: The part of a point (a win is 1, a draw a half) given away; None where it is not known.
    cost: float | None
    #: What the worst move would have given away; None where it is not known.
    spread: float | None
    #: Plies by which a win comes later, or a loss sooner, than it need.
    slower: int = 0

    @property
    def critical(self) -> bool:
        """Whether the choice mattered: some move gives away what the best one keeps."""
        return bool(self.spread)

    @property
    def found(self) -> bool:
        """Whether a critical choice was made right."""
        return self.critical and self.cost == 0


def worth(value: Value) -> float | None:
    """A value in points: 1 for a win, a half for a draw, the chance where dice decide; None for a guess."""
    if isinstance(value, Expect):
        return value.chance
    return None if value.result is None else (1 + value.result) / 2


def judge(analysis: Analysis, ply: int, played: MoveAnalysis) -> Decision:
    """What a move was worth among those that were possible."""
    best, side = analysis.moves[0], analysis.position.turn
    cost, spread = _cost_and_spread(analysis, played)
    label, slower = _label(analysis, played, cost)
    return Decision(ply, side, analysis.position, played, best, label, cost, spread, slower)


def _cost_and_spread(analysis: Analysis, played: MoveAnalysis) -> tuple[float | None, float | None]:
    best, mine = worth(analysis.moves[0].value), worth(played.value)
    known = [points for each in analysis.moves if (points := worth(each.value)) is not None]
    # A guess may stand for anything, so a best draw is the best only if nothing is guessed;
    # a win can't be bettered.
    sure = best == 1 or len(known) == len(analysis.moves)
    if best is None or mine is None or not sure:
        return None, None
    return best - mine, best - min(known)


def _label(analysis: Analysis, played: MoveAnalysis, cost: float | None) -> tuple[Label, int]:
    best, mine = analysis.moves[0].value, played.value
    if len(analysis.moves) == 1:
        return Label.FORCED, 0
    if cost is None:
        return (Label.BEST if mine == best else Label.UNCLEAR), 0
    if isinstance(best, Expect):
        return next(label for most, label in CHANCE_LABELS if cost <= most), 0
    if cost == 1:
        return Label.BLUNDER, 0
    if cost > 0:
        return (Label.MISSED_WIN if best.result == 1 else Label.LOSING), 0
    if mine == best or best.result == 0 or best.plies is None or mine.plies is None:
        return Label.BEST, 0
    later = mine.plies - best.plies
    return (Label.SLOWER, later) if best.result == 1 else (Label.SOONER, -later)
