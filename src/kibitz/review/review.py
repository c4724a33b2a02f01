"""Going through a game move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.analysis.analyse import analyse
from kibitz.analysis.report import Analysis
from kibitz.games.position import Position
from kibitz.records.record import Record
from kibitz.review.judge import Decision, judge, worth
from kibitz.review.summary import Summary, summarise
from kibitz.words.cancel import raise_if_cancelled
from kibitz.words.errors import BadOption
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.side import Side
from kibitz.words.value import Value

#: How long to think about a position where no table has the answer.
DEFAULT_LIMIT = Limit(seconds=0.5)


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice did: chances to win of the player they rolled for, before and after."""

    ply: int
    side: Side
    roll: Move
    before: float
    after: float

    @property
    def luck(self) -> float:
        """The roll against the average one."""
        return self.after - self.before


@dataclass(frozen=True)
class Review:
    """A game with what is known about it."""

    record: Record
    #: What each position was worth to its mover, from the start to the end.
    values: tuple[tuple[Position, Value], ...]
    decisions: tuple[Decision, ...]
    rolls: tuple[Roll, ...]
    #: How the first player and the second did.
    summaries: tuple[Summary, Summary]
    #: Whether every value is exact.
    exact: bool


def review(
    record: Record, limit: Limit | None = None, progress: Callable[[int, int], object] | None = None
) -> Review:
    """What each move of a game gave away, and what was luck.

    Exact where a table has the game, else by search with a limit for each
    position. `progress` hears how many positions are done, and of how many.
    """
    if not record.moves:
        raise BadOption("no move was made in this game, so there is nothing to review")
    positions = record.positions()
    analyses: list[Analysis] = []
    for done, position in enumerate(positions):
        if progress is not None:
            progress(done, len(positions))
        raise_if_cancelled()
        analyses.append(analyse(position, limit or DEFAULT_LIMIT))
    decisions: list[Decision] = []
    rolls: list[Roll] = []
    for ply, (move, analysis) in enumerate(zip(record.moves, analyses[:-1], strict=True)):
        if analysis.position.turn is Side.CHANCE:
            rolls.append(_rolled(ply, move, analysis))
        else:
            played = next(each for each in analysis.moves if each.move == move)
            decisions.append(judge(analysis, ply, played))
    return Review(
        record,
        tuple((analysis.position, analysis.value) for analysis in analyses),
        tuple(decisions),
        tuple(rolls),
        (summarise(Side.FIRST, decisions, rolls), summarise(Side.SECOND, decisions, rolls)),
        all(analysis.value.exact for analysis in analyses),
    )


def _rolled(ply: int, roll: Move, analysis: Analysis) -> Roll:
    # Against the average of the same look ahead, so that luck sums to nothing over all rolls.
    before = sum(each.probability * (worth(each.value) or 0.0) for each in analysis.rolls)
    after = next(worth(each.value) or 0.0 for each in analysis.rolls if each.roll == roll)
    return Roll(ply, analysis.position.mover, roll, before, after)
