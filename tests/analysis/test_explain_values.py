"""Explanations from the values of moves alone, against sentences derived by hand."""

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


@pytest.mark.parametrize(
    ("values", "number", "kinds", "said", "named"),
    [
        # Wins.
        ([Win(3), Draw(9)], 1, [Kind.WINS], ["is the only move that wins (in 3)"], []),
        ([Win(), Draw(9)], 1, [Kind.WINS], ["is the only move that wins"], []),
        ([Win(13), Draw(9)], 1, [Kind.WINS], ["is the only move that wins"], []),
        ([Win(3), Estimate(9)], 1, [Kind.WINS], ["wins in 3"], []),
        ([Win(3), Win(5), Draw(9)], 1, [Kind.WINS], ["is the quickest of 2 moves that win (in 3)"], []),
        (
            [Win(3), Win(5), Win(5), Win(7), Loss(2)],
            1,
            [Kind.WINS],
            ["is the quickest of 4 moves that win (in 3)"],
            [],
        ),
        ([Win(3), Win(3), Win(5)], 1, [Kind.WINS], ["wins in 3, as every move does here"], []),
        ([Win(3), Win(3), Draw(5)], 2, [Kind.WINS], ["is one of 2 moves that win (in 3)"], []),
        ([Win(3), Win(7)], 2, [Kind.SLOWER], ["wins too, 4 moves later than 1"], ["1"]),
        ([Win(3), Win(4)], 2, [Kind.SLOWER], ["wins too, 1 move later than 1"], ["1"]),
        ([Win(1), Win(3)], 2, [Kind.SLOWER], ["wins later than 1, which wins at once"], ["1"]),
        # Nothing is sooner or later than what nobody has counted.
        ([Win(3), Win()], 1, [Kind.WINS], ["wins in 3, as every move does here"], []),
        ([Win(3), Win(5), Win()], 2, [Kind.WINS], None, []),
        # Draws.
        (
            [Win(3), Draw(4)],
            2,
            [Kind.MISSES_WIN],
            ["misses a win: 1 wins in 3, this only draws"],
            ["1"],
        ),
        (
            [Draw(4), Loss(2)],
            1,
            [Kind.KEEPS_DRAW],
            ["is the only move that keeps the draw: the other move loses"],
            ["2"],
        ),
        (
            [Draw(4), Loss(4), Loss(2)],
            1,
            [Kind.KEEPS_DRAW],
            ["is the only move that keeps the draw: the other 2 moves lose"],
            ["2", "3"],
        ),
        (
            [Draw(4), Draw(4), Loss(2)],
            2,
            [Kind.KEEPS_DRAW],
            ["is one of 2 moves that keep the draw: 1 of the other 2 moves loses"],
            ["3"],
        ),
        (
            [Draw(4), Draw(4), Loss(4), Loss(2)],
            1,
            [Kind.KEEPS_DRAW],
            ["is one of 2 moves that keep the draw: 2 of the other 3 moves lose"],
            ["3", "4"],
        ),
        ([Draw(4), Draw(6)], 2, [Kind.ALL_DRAW], ["draws, as every move does here"], []),
        ([Draw(4), Estimate(-9)], 1, [Kind.KEEPS_DRAW], ["draws"], []),
        ([Estimate(30), Draw(4)], 2, [Kind.ESTIMATE], ["draws, while 1 does not"], ["1"]),
        # Losses.
        ([Draw(8), Loss(4)], 2, [Kind.LOSES], ["loses in 4, while 1 keeps the draw"], ["1"]),
        ([Win(5), Loss(2)], 2, [Kind.LOSES], ["loses in 2, while 1 wins in 5"], ["1"]),
        ([Win(1), Loss(2)], 2, [Kind.LOSES], ["loses in 2, while 1 wins at once"], ["1"]),
        ([Win(), Loss()], 2, [Kind.LOSES], ["loses, while 1 wins"], ["1"]),
        ([Estimate(-3), Loss(4)], 2, [Kind.LOSES], ["loses in 4, while 1 does not"], ["1"]),
        (
            [Loss(6), Loss(4)],
            1,
            [Kind.HOLDS_OUT],
            ["loses in 6; every move loses here, and none holds out longer"],
            [],
        ),
        ([Loss(6), Loss(6)], 2, [Kind.HOLDS_OUT], ["loses in 6, as every move does here"], []),
        ([Loss(), Loss(4)], 2, [Kind.HOLDS_OUT], ["loses in 4; every move loses here"], []),
        ([Loss(), Loss(4)], 1, [Kind.HOLDS_OUT], ["loses; every move loses here"], []),
        ([Loss(), Loss()], 1, [Kind.HOLDS_OUT], ["loses; every move loses here"], []),
        (
            [Loss(3), Loss(1)],
            2,
            [Kind.HOLDS_OUT],
            ["loses at once; every move loses here, but 1 holds out longest"],
            ["1"],
        ),
        (
            [Loss(6), Loss(4)],
            2,
            [Kind.HOLDS_OUT],
            ["loses in 4; every move loses here, but 1 holds out longest"],
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
            ["is the only best move and loses by 6 points; the next best, 2, loses by 10 points"],
            ["2"],
        ),
        (
            [Points(8), Points(8), Points(2), Points(3)],
            2,
            [Kind.MOST_POINTS],
            ["is one of 2 best moves and wins by 8 points; the next best, 4, wins by 3 points"],
            ["4"],
        ),
        ([Points(2), Points(2)], 1, [Kind.MOST_POINTS], ["wins by 2 points, as every move does here"], []),
        ([Points(-1)], 1, [Kind.ONLY_MOVE], ["is the only move; loses by 1 point"], []),
        (
            [Points(4, exact=False), Points(-10)],
            2,
            [Kind.FEWER_POINTS],
            ["loses by 10 points, while 1 does not"],
            ["1"],
        ),
        # Guesses.
        ([Win(7), Estimate(10)], 2, [Kind.MISSES_WIN], ["misses a win: 1 wins in 7"], ["1"]),
        ([Estimate(10), Estimate(10)], 2, [Kind.ESTIMATE], ["looks about as good as every other move"], []),
        ([Estimate(10), Estimate(5)], 1, [Kind.ESTIMATE], ["looks clearly best"], []),
        ([Estimate(10), Estimate(5)], 2, [Kind.ESTIMATE], ["looks much weaker than 1"], ["1"]),
        (
            [Estimate(10), Estimate(9.8), Estimate(8), Estimate(5), Estimate(0)],
            2,
            [Kind.ESTIMATE],
            ["looks like one of 2 good moves"],
            [],
        ),
        (
            [Estimate(10), Estimate(8), Estimate(5), Estimate(0)],
            1,
            [Kind.ESTIMATE],
            ["looks best by a little"],
            [],
        ),
        (
            [Estimate(10), Estimate(8), Estimate(5), Estimate(0)],
            2,
            [Kind.ESTIMATE],
            ["looks a little weaker than 1"],
            ["1"],
        ),
        (
            [Estimate(10), Estimate(8), Estimate(5), Estimate(0)],
            3,
            [Kind.ESTIMATE],
            ["looks clearly weaker than 1"],
            ["1"],
        ),
        ([Estimate(10), Loss(4), Loss(2)], 1, [Kind.ESTIMATE], ["is the only move that does not lose"], []),
        (
            [Points(4, exact=False), Points(1, exact=False)],
            1,
            [Kind.ESTIMATE],
            ["looks best, about 3 points better than the next"],
            [],
        ),
        (
            [Points(4, exact=False), Points(3, exact=False)],
            2,
            [Kind.ESTIMATE],
            ["looks about 1 point worse than 1"],
            ["1"],
        ),
        # Nothing to choose.
        ([Draw(1)], 1, [Kind.ONLY_MOVE], ["is the only move; draws"], []),
        ([Win(1)], 1, [Kind.ONLY_MOVE], ["is the only move; wins at once"], []),
        ([Loss(4)], 1, [Kind.ONLY_MOVE], ["is the only move; loses in 4"], []),
        ([Loss()], 1, [Kind.ONLY_MOVE], ["is the only move; loses"], []),
        ([Estimate(3)], 1, [Kind.ONLY_MOVE], ["is the only move; the game goes on"], []),
    ],
)
def test_comparison_with_the_other_moves(
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
