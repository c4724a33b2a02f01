"""One decision of a game: what it gave away, and what that is called."""

from __future__ import annotations

import enum
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


#: With dice or points, what a move may give away of the chance to win, or of all points, to be called so.
CHANCE_LABELS = (
    (0.0005, Label.BEST),
    (0.02, Label.GOOD),
    (0.05, Label.INACCURACY),
    (0.10, Label.MISTAKE),
    (1.0, Label.BLUNDER),
)

#: Labels of moves that gave something away, the worst first.
FAULTS = (Label.BLUNDER, Label.MISSED_WIN, Label.LOSING, Label.MISTAKE, Label.INACCURACY)
_MARKS = {
    Label.BLUNDER: "??",
    Label.MISSED_WIN: "?",
    Label.LOSING: "?",
    Label.MISTAKE: "?",
    Label.INACCURACY: "?!",
}
#: With dice, a best move is the only one if the next best gives away this much; the same for guesses.
_ONLY = 0.05
_ONLY_GUESSED = 0.15
_ROUNDING = 1e-9


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
    #: Whether the best move is the only one that keeps what there is, among several.
    only: bool = False
    #: `!` for an only move that was found though nothing forced it, `?!`, `?` and `??` for faults.
    mark: str = ""
    #: For a fault: what is wrong with it, its line being the refutation; the reply that punishes it, where
    #: one does; and what would have been right.
    why: Explanation | None = None
    reply: Explanation | None = None
    better: Explanation | None = None

    @property
    def critical(self) -> bool:
        """Whether the choice mattered: some move gives away what the best one keeps.

        Where values are guesses some move always does, so there all others have to.
        """
        guessed = isinstance(self.best.value, Estimate) or isinstance(self.played.value, Estimate)
        return self.only if guessed else bool(self.spread)

    @property
    def found(self) -> bool:
        """Whether a critical choice was made right."""
        return self.critical and self.cost == 0

    @property
    def is_fault(self) -> bool:
        """Whether it gave something away that counts."""
        return self.label in FAULTS

    @property
    def written(self) -> str:
        """The move as people write it, with its mark: `5?`."""
        return self.position.write(self.played.move) + self.mark


def worth(value: Value, game: Game) -> float | None:
    """1 for a win, a half for a draw, the chance where dice decide.

    A guess is worth what the game makes of it; None where that is nothing. Where outcomes are points, from 0
    for the most that can be lost to 1 for the most that can be won.
    """
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Points) and value.exact and game.score_range is not None:
        return (1 + value.points / max(map(abs, game.score_range))) / 2
    if isinstance(value, Estimate):
        return game.scale.win_probability(value.score)
    return None if value.result is None else (1 + value.result) / 2


def assess(analysis: Analysis, ply: int, played: MoveAnalysis, after: Analysis | None = None) -> Decision:
    """What a move was worth among those that were possible; `after` is what it led to."""
    best, side = analysis.moves[0], analysis.position.turn
    cost, spread = _cost_and_spread(analysis, played)
    label, slower = _label(analysis, played, cost)
    only = spread is not None and _is_only(analysis)
    mark = _MARKS.get(label, "")
    if only and cost == 0 and not _is_plain(analysis.position, played):
        mark = "!"
    fault = label in FAULTS
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
        explain_in(analysis, played.move) if fault else None,
        explain_in(after) if fault and after is not None and after.moves else None,
        explain_in(analysis) if fault else None,
    )


def _cost_and_spread(analysis: Analysis, played: MoveAnalysis) -> tuple[float | None, float | None]:
    game = analysis.position.game
    best, mine = worth(analysis.moves[0].value, game), worth(played.value, game)
    known = [points for each in analysis.moves if (points := worth(each.value, game)) is not None]
    # A guess may stand for anything, so a best draw is the best only if nothing is guessed;
    # a win can't be bettered.
    sure = best == 1 or len(known) == len(analysis.moves)
    if best is None or mine is None or not sure:
        return None, None
    return _but_for_rounding(best - mine), _but_for_rounding(best - min(known))


def _but_for_rounding(difference: float) -> float:
    """Nought where sums of chances differ by no more than rounding."""
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


def _is_only(analysis: Analysis) -> bool:
    """Whether every other move gives away what the best one keeps."""
    if len(analysis.moves) < 2:
        return False
    best, second = (worth(each.value, analysis.position.game) for each in analysis.moves[:2])
    if best is None or second is None:
        return False
    values = [each.value for each in analysis.moves[:2]]
    if any(isinstance(value, Estimate) for value in values):
        return best - second >= _ONLY_GUESSED
    return best - second >= (_ONLY if isinstance(values[0], Expect | Points) else 0.5)


def _is_plain(position: Position, played: MoveAnalysis) -> bool:
    """Whether a move finds itself: it wins at once, or the opponent would win at once without it."""
    return wins_at_once(position, played.move) or bool(standing_threats(position))
