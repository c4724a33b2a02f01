"""Review of a game, move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.analysis.evaluate_position import judge, judge_rolls
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress, raise_if_cancelled
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit, as_limit
from kibitz.base.move import Line, Move
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Value
from kibitz.game_review.decision import Decision, assess, expected_score
from kibitz.game_review.phases import Phase, phases
from kibitz.game_review.resistance import Resistance, resistance
from kibitz.game_review.summary import Summary, summarise
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import is_computer
from kibitz.records.files import HasRecord, to_record
from kibitz.records.record import Record
from kibitz.records.record_tags import recorded_game


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the dice, with the expected score of the player before and after."""

    ply: int
    side: Side
    roll: Move
    before: float
    after: float
    #: Whether both are exact.
    exact: bool = True

    @property
    def luck(self) -> float:
        """The gain over the average roll."""
        return self.after - self.before


@dataclass(frozen=True, repr=False)
class Review:
    """A reviewed game: the value of each position, what each move gave away, and totals of both players.

    `str` is the report for people, `to_json` that for programs.

    >>> import kibitz
    >>> found = kibitz.review('[Game "tictactoe"] 1 2 5 9 3 *')
    >>> found
    <Review tictactoe *, 5 moves, exact; accuracy 19%, 9%>
    >>> decision = found.decisions[-1]
    >>> print(decision.played.move, decision.label.value, decision.best.move)
    3 missed win 4
    """

    record: Record
    #: Each position with its value for the mover, from start to end.
    values: tuple[tuple[Position, Value], ...]
    decisions: tuple[Decision, ...]
    rolls: tuple[Roll, ...]
    #: The resistance of moves in lost positions.
    resisted: tuple[Resistance, ...]
    #: Which side was better, and when.
    phases: tuple[Phase, ...]
    #: The totals of the first and the second player.
    summaries: tuple[Summary, Summary]
    #: Whether every value is exact.
    exact: bool
    #: How many searches, usually limited by nodes, were stopped by time, and after how long.
    stopped: tuple[int, float] | None = None

    @property
    def own_sides(self) -> tuple[Side, ...]:
        """The sides whose moves are to be improved: the person's if the other is a player of Kibitz."""
        sides = (Side.FIRST, Side.SECOND)
        people = tuple(
            side
            for side, tag in zip(sides, ("First", "Second"), strict=True)
            if not is_computer(self.record.tags.get(tag, ""))
        )
        return people or sides

    @property
    def own_faults(self) -> list[Decision]:
        """The mistakes of these sides."""
        return [each for each in self.decisions if each.is_fault and each.side in self.own_sides]

    def to_json(self) -> dict[str, Any]:
        """Return the review as JSON values, as `kibitz review --json` prints it."""
        from kibitz.game_review.json_report import review_to_json

        return review_to_json(self)

    def __repr__(self) -> str:
        record, sure = self.record, "exact" if self.exact else "by search"
        shares = ", ".join("-" if s.accuracy is None else f"{s.accuracy:.0%}" for s in self.summaries)
        moves = f"{len(record.moves)} moves" if len(record.moves) > 1 else "1 move"
        return f"<Review {record.game.spec} {record.result}, {moves}, {sure}; accuracy {shares}>"

    def __str__(self) -> str:
        from kibitz.game_review.text_report import review_text

        return "\n".join(review_text(self))

    def _repr_html_(self) -> str:
        """Return the evaluation graph and the report for notebooks."""
        from html import escape

        from kibitz.game_review.evaluation_graph import svg_graph

        return f"<div>{svg_graph(self)}<pre>{escape(str(self))}</pre></div>"


def review(
    record: Record | HasRecord | str | Path,
    limit: Limit | str | None = None,
    progress: Progress | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    game: Game | None = None,
) -> Review:
    """Return the review of a game: what each move gave away, and the luck of the dice.

    The game is a `Record`, a `Session`, the text of a record or PGN, or the path of a file
    with one game; `game` has the rules if they are in a Python file. Each position is
    analysed as for a hint, or within `limit`, or `depth`, `nodes` and `seconds`. `progress`
    is called with the number of positions done and their total.

    >>> import kibitz
    >>> print(kibitz.review('[White "Anna"] 1. f3 e5 2. g4 Qh4# 0-1', nodes=100).decisions[2].label.value)
    blunder
    """
    limit = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
    check(progress=(progress, Callable | None), game=(game, Game | None))
    record = to_record(record, game)
    if not record.moves:
        raise BadOption("this game has no moves to review")
    positions, moves = _as_shown(record)
    analyses: list[Analysis] = []
    for done, position in enumerate(positions):
        if progress is not None:
            progress(done, len(positions))
        raise_if_cancelled()
        # Analyse positions after a roll like those of the game: search error is not luck.
        rolling = position.turn is Side.CHANCE and not position.is_over
        analyses.append(judge_rolls(position, limit) if rolling else judge(position, limit))
    decisions: list[Decision] = []
    rolls: list[Roll] = []
    for ply, (move, analysis) in enumerate(zip(moves, analyses[:-1], strict=True)):
        if analysis.position.turn is Side.CHANCE:
            rolls.append(_assess_roll(ply, move, analysis))
        else:
            analysis, played = _refine_with_next(analysis, move, analyses[ply + 1])
            decisions.append(assess(analysis, ply, played, analyses[ply + 1]))
    values = tuple((analysis.position, analysis.value) for analysis in analyses)
    resisted = _resistances(decisions)
    scores = [_score_of_first(each) for each in analyses[:-1] if each.moves] + [_score_of_first(analyses[-1])]
    one, other = (summarise(side, decisions, rolls, resisted, scores) for side in (Side.FIRST, Side.SECOND))
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


def _as_shown(record: Record) -> tuple[list[Position], list[Move]]:
    """Return the positions and moves of a game, written and drawn as its players saw them."""
    game = recorded_game(record)
    if game is record.game:
        return record.positions(), list(record.moves)
    positions = [Position(game, record.positions()[0].state)]
    moves = []
    for move in record.moves:
        moves.append(game.codec.move(move.code))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def _score_of_first(analysis: Analysis) -> float | None:
    """Return the first player's expected score in a position; None if unknown."""
    score = expected_score(analysis.value, analysis.position.game)
    return score if score is None or analysis.position.mover is Side.FIRST else 1 - score


def _stopped(analyses: list[Analysis]) -> tuple[int, float] | None:
    """Return how many searches were stopped by time, and the longest time; None if none were."""
    found = [each.source.stopped for each in analyses if each.source.stopped]
    return (len(found), max(found)) if found else None


def _refine_with_next(analysis: Analysis, move: Move, after: Analysis) -> tuple[Analysis, MoveAnalysis]:
    """Return an analysis with the played move valued by the deeper search after it, and that move.

    This improves only estimates that the game converts to win probabilities; others are not compared.
    """
    place = [each.move for each in analysis.moves].index(move)
    played = analysis.moves[place]
    if (
        not isinstance(played.value, Estimate)
        or expected_score(played.value, analysis.position.game) is None
        or not after.moves
    ):
        return analysis, played
    better = MoveAnalysis(move, (-after.value).before(), Line([move, *after.line]), played.odds)
    others = analysis.moves[:place] + analysis.moves[place + 1 :]
    moves = tuple(sorted([better, *others], key=lambda each: each.value, reverse=True))
    return replace(analysis, value=moves[0].value, moves=moves), better


def _resistances(decisions: list[Decision]) -> tuple[Resistance, ...]:
    """Return the resistance of each move in a lost position."""
    replies = {decision.ply: decision for decision in decisions}
    found = []
    for decision in decisions:
        raise_if_cancelled()
        reply = replies.get(decision.ply + 1)
        slipped = reply is not None and reply.best.value.result == 1 and bool(reply.cost)
        if (resisted := resistance(decision, slipped)) is not None:
            found.append(resisted)
    return tuple(found)


def _assess_roll(ply: int, roll: Move, analysis: Analysis) -> Roll:
    # Compare with the average of the same search, so that luck averages to zero over all rolls.
    before = sum(
        each.probability * (expected_score(each.value, analysis.position.game) or 0.0)
        for each in analysis.rolls
    )
    after = next(
        expected_score(each.value, analysis.position.game) or 0.0
        for each in analysis.rolls
        if each.roll == roll
    )
    exact = all(each.value.exact for each in analysis.rolls)
    return Roll(ply, analysis.position.mover, roll, before, after, exact)
