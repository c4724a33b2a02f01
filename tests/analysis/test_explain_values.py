"""What the values of the moves say about one of them, whatever the position: worked out by hand."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import Draw, Loss, Value, Win
from kibitz.analysis.explain import explain_in
from kibitz.analysis.explain_values import reasons_from_values
from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.base.move import Line
from kibitz.base.reason import Reason
from kibitz.base.value import Estimate, Points

START = kibitz.load("tictactoe").start()
DEPTH = 5


def analysis_of(*values: Value) -> Analysis:
    """The first moves, 1 and on, with these values, found by a search five moves deep."""
    moves = [
        MoveAnalysis(move, value, Line([move])) for move, value in zip(START.moves, values, strict=False)
    ]
    return Analysis(START, values[0], Origin("search", DEPTH, 100, 0.1), moves=tuple(moves))


def reasons_of(values: list[Value], number: int) -> list[Reason]:
    analysis = analysis_of(*values)
    return reasons_from_values(analysis, analysis.moves[number - 1])


ONLY_LOSING = "leaves o only losing moves"


@pytest.mark.parametrize(
    ("values", "number", "kinds", "said", "named"),
    [
        # Wins.
        ([Win(3), Draw(9)], 1, [Kind.ONLY_LOSING], [f"{ONLY_LOSING} and wins in 3 at the latest"], []),
        ([Win(), Draw(9)], 1, [Kind.ONLY_LOSING], [ONLY_LOSING], []),
        (
            [Win(3), Win(5), Draw(9)],
            1,
            [Kind.ONLY_LOSING, Kind.QUICKEST],
            [f"{ONLY_LOSING} and wins in 3 at the latest", "wins sooner than the other move that wins"],
            [],
        ),
        (
            [Win(3), Win(5), Win(5), Win(7), Loss(2)],
            1,
            [Kind.ONLY_LOSING, Kind.QUICKEST],
            [f"{ONLY_LOSING} and wins in 3 at the latest", "wins sooner than the 3 others that win"],
            [],
        ),
        ([Win(3), Win(3), Win(5)], 1, [Kind.ONLY_LOSING], None, []),
        ([Win(3), Win(3), Win(5)], 2, [Kind.ONLY_LOSING], None, []),
        (
            [Win(3), Win(7)],
            2,
            [Kind.ONLY_LOSING, Kind.SLOWER],
            [f"{ONLY_LOSING} and wins in 7 at the latest", "wins 4 later than 1, which wins in 3"],
            ["1"],
        ),
        (
            [Win(1), Win(3)],
            2,
            [Kind.ONLY_LOSING, Kind.SLOWER],
            [f"{ONLY_LOSING} and wins in 3 at the latest", "wins 2 later than 1, which wins at once"],
            ["1"],
        ),
        # Nothing is sooner or later than what nobody has counted.
        ([Win(3), Win()], 1, [Kind.ONLY_LOSING], None, []),
        ([Win(3), Win()], 2, [Kind.ONLY_LOSING], [ONLY_LOSING], []),
        ([Win(3), Win(5), Win()], 2, [Kind.ONLY_LOSING], None, []),
        # Draws.
        (
            [Win(3), Draw(4)],
            2,
            [Kind.MISSES_WIN],
            ["misses a win: 1 wins in 3, this only draws"],
            ["1"],
        ),
        ([Draw(4), Loss(2)], 1, [Kind.KEEPS_DRAW], ["keeps the draw: the other move loses"], ["2"]),
        (
            [Draw(4), Loss(4), Loss(2)],
            1,
            [Kind.KEEPS_DRAW],
            ["keeps the draw: the other 2 moves lose"],
            ["2", "3"],
        ),
        (
            [Draw(4), Draw(4), Loss(2)],
            2,
            [Kind.KEEPS_DRAW],
            ["keeps the draw: 1 of the other 2 moves loses"],
            ["3"],
        ),
        (
            [Draw(4), Draw(4), Loss(4), Loss(2)],
            1,
            [Kind.KEEPS_DRAW],
            ["keeps the draw: 2 of the other 3 moves lose"],
            ["3", "4"],
        ),
        ([Draw(4), Draw(6)], 2, [Kind.ALL_DRAW], ["draws, as every move does here"], []),
        ([Draw(4), Estimate(-9)], 1, [Kind.KEEPS_DRAW], ["draws"], []),
        (
            [Estimate(30), Draw(4)],
            2,
            [Kind.ESTIMATE],
            ["draws, while 1 looks better to a search of depth 5"],
            ["1"],
        ),
        # Losses.
        ([Draw(8), Loss(4)], 2, [Kind.LOSES], ["loses in 4, while 1 keeps the draw"], ["1"]),
        ([Win(5), Loss(2)], 2, [Kind.LOSES], ["loses in 2, while 1 wins in 5"], ["1"]),
        ([Win(1), Loss(2)], 2, [Kind.LOSES], ["loses in 2, while 1 wins at once"], ["1"]),
        ([Win(), Loss()], 2, [Kind.LOSES], ["loses in the end, while 1 wins in the end"], ["1"]),
        (
            [Estimate(-3), Loss(4)],
            2,
            [Kind.LOSES],
            ["loses in 4, while 1 looks worse to a search of depth 5"],
            ["1"],
        ),
        (
            [Loss(6), Loss(4)],
            1,
            [Kind.HOLDS_OUT],
            ["loses in 6; every move loses here, and none holds out longer"],
            [],
        ),
        ([Loss(6), Loss(6)], 2, [Kind.HOLDS_OUT], ["loses in 6, as every move does here"], []),
        ([Loss(), Loss(4)], 2, [Kind.HOLDS_OUT], ["loses in 4; every move loses here"], []),
        ([Loss(), Loss(4)], 1, [Kind.HOLDS_OUT], ["loses in the end; every move loses here"], []),
        ([Loss(), Loss()], 1, [Kind.HOLDS_OUT], ["loses in the end, as every move does here"], []),
        (
            [Loss(3), Loss(1)],
            2,
            [Kind.HOLDS_OUT],
            ["loses at once; every move loses here, but 1 holds out longer and loses in 3"],
            ["1"],
        ),
        (
            [Loss(6), Loss(4)],
            2,
            [Kind.HOLDS_OUT],
            ["loses in 4; every move loses here, but 1 holds out longer and loses in 6"],
            ["1"],
        ),
        # Points: what counts is how many.
        (
            [Points(-6), Points(-10)],
            2,
            [Kind.FEWER_POINTS],
            ["loses by 10 points, while 1 loses by 6 points"],
            ["1"],
        ),
        (
            [Points(-6), Points(-10)],
            1,
            [Kind.MOST_POINTS],
            ["loses by 6 points; the next best, 2, loses by 10 points"],
            ["2"],
        ),
        (
            [Points(8), Points(8), Points(2), Points(3)],
            2,
            [Kind.MOST_POINTS],
            ["wins by 8 points; the next best, 4, wins by 3 points"],
            ["4"],
        ),
        ([Points(2), Points(2)], 1, [Kind.MOST_POINTS], ["wins by 2 points, as every move does here"], []),
        ([Points(-1)], 1, [Kind.ONLY_MOVE], ["is the only move; loses by 1 point"], []),
        (
            [Points(4, exact=False), Points(-10)],
            2,
            [Kind.FEWER_POINTS],
            [
                f"loses by 10 points, while 1 looks {Points(4, exact=False).words()} "
                f"to a search of depth {DEPTH}"
            ],
            ["1"],
        ),
        # Guesses.
        ([Win(7), Estimate(10)], 2, [Kind.MISSES_WIN], ["misses a win: 1 wins in 7"], ["1"]),
        (
            [Estimate(10), Estimate(10)],
            2,
            [Kind.ESTIMATE],
            ["looks as good as any to a search of depth 5"],
            [],
        ),
        (
            [Estimate(10), Estimate(5)],
            2,
            [Kind.ESTIMATE],
            ["looks worse than 1 to a search of depth 5"],
            ["1"],
        ),
        # Nothing to choose.
        ([Draw(1)], 1, [Kind.ONLY_MOVE], ["is the only move; keeps the draw"], []),
        ([Win(1)], 1, [Kind.ONLY_MOVE], ["is the only move; wins at once"], []),
        ([Loss(4)], 1, [Kind.ONLY_MOVE], ["is the only move; loses in 4"], []),
        ([Loss()], 1, [Kind.ONLY_MOVE], ["is the only move; loses in the end"], []),
        (
            [Estimate(3)],
            1,
            [Kind.ONLY_MOVE],
            ["is the only move; looks better to a search of depth 5"],
            [],
        ),
    ],
)
def test_what_is_said_beside_the_other_moves(
    values: list[Value], number: int, kinds: list[Kind], said: list[str] | None, named: list[str]
) -> None:
    reasons = reasons_of(values, number)
    assert [reason.kind for reason in reasons] == kinds
    if said is not None:
        assert [reason.text for reason in reasons] == said
    assert [str(move) for reason in reasons for move in reason.moves] == named


def test_a_move_is_among_the_best_if_none_is_worth_more() -> None:
    analysis = analysis_of(Draw(9), Draw(9), Loss(8))
    best = [explain_in(analysis, each.move).best for each in analysis.moves]
    assert best == [True, True, False]
    assert explain_in(analysis).move == START.moves[0]
