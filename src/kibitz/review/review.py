"""Going through a game move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.analysis.evaluate_position import judge, judge_rolls
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit, as_limit
from kibitz.base.move import Line, Move
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Value
from kibitz.games.position import Position
from kibitz.records.record import Record
from kibitz.review.decision import Decision, assess, worth
from kibitz.review.phases import Phase, phases
from kibitz.review.resistance import Resistance, resistance
from kibitz.review.summary import Summary, summarise


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice did: chances to win of the player they rolled for, before and after."""

    ply: int
    side: Side
    roll: Move
    before: float
    after: float
    #: Whether both are known rather than guessed.
    exact: bool = True

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
    #: What the moves of a side that stood lost left the other to find.
    resisted: tuple[Resistance, ...]
    #: Who stood how, from when to when.
    phases: tuple[Phase, ...]
    #: How the first player and the second did.
    summaries: tuple[Summary, Summary]
    #: Whether every value is exact.
    exact: bool
    #: In how many positions time ended a search that is usually bounded by positions, and after how long.
    stopped: tuple[int, float] | None = None

    def _repr_html_(self) -> str:
        """For notebooks: the course of the game as a picture, and the report."""
        from html import escape

        from kibitz.review.evaluation_graph import svg_graph
        from kibitz.review.text_report import review_text

        return f"<div>{svg_graph(self)}<pre>{escape(chr(10).join(review_text(self)))}</pre></div>"


def review(
    record: Record, limit: Limit | str | None = None, progress: Callable[[int, int], object] | None = None
) -> Review:
    """What each move of a game gave away, and what was luck.

    Each position is judged as hints judge it, or within a limit. `progress`
    hears how many positions are done, and of how many.
    """
    if not record.moves:
        raise BadOption("no move was made in this game, so there is nothing to review")
    limit = as_limit(limit)
    positions = record.positions()
    analyses: list[Analysis] = []
    for done, position in enumerate(positions):
        if progress is not None:
            progress(done, len(positions))
        raise_if_cancelled()
        # What follows a roll is judged here as it is when its turn comes, so that luck is no error of search.
        rolling = position.turn is Side.CHANCE and not position.is_over
        analyses.append(judge_rolls(position, limit) if rolling else judge(position, limit))
    decisions: list[Decision] = []
    rolls: list[Roll] = []
    for ply, (move, analysis) in enumerate(zip(record.moves, analyses[:-1], strict=True)):
        if analysis.position.turn is Side.CHANCE:
            rolls.append(_rolled(ply, move, analysis))
        else:
            analysis = _seen_from_after(analysis, move, analyses[ply + 1])
            played = next(each for each in analysis.moves if each.move == move)
            decisions.append(assess(analysis, ply, played, analyses[ply + 1]))
    values = tuple((analysis.position, analysis.value) for analysis in analyses)
    resisted = _resisted(decisions)
    one, other = (summarise(side, decisions, rolls, resisted) for side in (Side.FIRST, Side.SECOND))
    return Review(
        record,
        values,
        tuple(decisions),
        tuple(rolls),
        resisted,
        phases(values),
        (one, other),
        all(value.exact for _, value in values),
        _stopped(analyses),
    )


def _stopped(analyses: list[Analysis]) -> tuple[int, float] | None:
    """In how many of these time ended a search, and after how long; None where it was in none."""
    found = [each.source.stopped for each in analyses if each.source.stopped]
    return (len(found), max(found)) if found else None


def _seen_from_after(analysis: Analysis, move: Move, after: Analysis) -> Analysis:
    """An analysis with what the position after the move told of it: that search saw further.

    Only guesses that a game can weigh are bettered so; where nothing can be weighed nothing is compared.
    """
    played = next(each for each in analysis.moves if each.move == move)
    guess = played.value
    if not isinstance(guess, Estimate) or worth(guess, analysis.position.game) is None or not after.moves:
        return analysis
    better = MoveAnalysis(move, (-after.value).before(), Line([move, *after.line]), played.odds)
    others = [each for each in analysis.moves if each.move != move]
    moves = tuple(sorted([better, *others], key=lambda each: each.value, reverse=True))
    return replace(analysis, value=moves[0].value, moves=moves)


def _resisted(decisions: list[Decision]) -> tuple[Resistance, ...]:
    """What each move of a side that stood lost left the other to find."""
    replies = {decision.ply: decision for decision in decisions}
    found = []
    for decision in decisions:
        raise_if_cancelled()
        reply = replies.get(decision.ply + 1)
        slipped = reply is not None and reply.best.value.result == 1 and bool(reply.cost)
        if (resisted := resistance(decision, slipped)) is not None:
            found.append(resisted)
    return tuple(found)


def _rolled(ply: int, roll: Move, analysis: Analysis) -> Roll:
    # Against the average of the same look ahead, so that luck sums to nothing over all rolls.
    before = sum(
        each.probability * (worth(each.value, analysis.position.game) or 0.0) for each in analysis.rolls
    )
    after = next(
        worth(each.value, analysis.position.game) or 0.0 for each in analysis.rolls if each.roll == roll
    )
    exact = all(each.value.exact for each in analysis.rolls)
    return Roll(ply, analysis.position.mover, roll, before, after, exact)
