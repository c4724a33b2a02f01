"""Labels of moves, their cost and mark, for values made up by hand (limits: docs/review.md)."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Loss, Points, Value, Win
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.base.move import Line
from kibitz.game_review.decision import Decision, Label, assess, expected_score
from kibitz.games.position import Position

START = kibitz.load("tictactoe").start()
DICE = kibitz.load("ewn")
ROLLED = DICE.start().play(DICE.start().moves[0])
CHESS = kibitz.load("chess")


def of(position: Position, *values: Value) -> Analysis:
    """An analysis that gives the first moves of a position these values, the best first."""
    moves = tuple(
        MoveAnalysis(move, value, Line([move])) for move, value in zip(position.moves, values, strict=False)
    )
    return Analysis(position, values[0], Origin("table"), moves)


def decided(position: Position, *values: Value, played: int = -1) -> Decision:
    """The decision for one of the moves with these values."""
    found = of(position, *values)
    return assess(found, 4, found.moves[played])


def pawns(chance: float) -> Estimate:
    """The guess that chess takes for such a chance, found by halving."""
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if (CHESS.scale.win_probability(middle) or 0) >= chance else (middle, high)
    return Estimate(high)


@pytest.mark.parametrize(
    ("spec", "value", "points"),
    [
        ("tictactoe", Win(3), 1),
        ("tictactoe", Draw(), 0.5),
        ("tictactoe", Loss(2), 0),
        ("tictactoe", Estimate(7), None),
        ("ewn", Expect(0.3), 0.3),
        ("chess", Estimate(0), 0.5),
        ("othello:size=4", Points(16), 1),
        ("othello:size=4", Points(8), 0.75),
        ("othello:size=4", Points(-16), 0),
        ("othello:size=4", Points(4, exact=False), None),
    ],
)
def test_points_of_a_value(spec: str, value: Value, points: float | None) -> None:
    assert expected_score(value, kibitz.load(spec)) == points


def test_a_lead_of_two_pawns_makes_some_three_points_of_four() -> None:
    assert expected_score(Estimate(2.2), CHESS) == pytest.approx(0.75, abs=0.03)
    assert expected_score(pawns(0.3), CHESS) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("values", "label", "cost", "spread", "slower"),
    [
        ((Win(3), Win(3)), Label.BEST, 0, 0, 0),
        ((Win(3), Win(5)), Label.SLOWER, 0, 0, 2),
        ((Win(3), Win()), Label.BEST, 0, 0, 0),
        ((Win(), Win(3)), Label.BEST, 0, 0, 0),
        ((Win(3), Draw(4)), Label.MISSED_WIN, 0.5, 0.5, 0),
        ((Win(3), Loss(4)), Label.BLUNDER, 1, 1, 0),
        ((Draw(5), Draw(3)), Label.BEST, 0, 0, 0),
        ((Draw(5), Loss(4)), Label.LOSING, 0.5, 0.5, 0),
        ((Loss(6), Loss(4)), Label.SOONER, 0, 0, 2),
        ((Win(3), Loss(2), Draw(4)), Label.MISSED_WIN, 0.5, 1, 0),
        ((Draw(3),), Label.FORCED, 0, 0, 0),
    ],
)
def test_labels_where_results_are_known(
    values: tuple[Value, ...], label: Label, cost: float, spread: float, slower: int
) -> None:
    found = decided(START, *values)
    assert (found.label, found.cost, found.spread, found.slower) == (label, cost, spread, slower)
    assert found.ply == 4


@pytest.mark.parametrize(
    ("most", "label", "above"),
    [
        (0.0005, Label.BEST, Label.GOOD),
        (0.05 - 2e-6, Label.GOOD, Label.INACCURACY),
        (0.10 - 2e-6, Label.INACCURACY, Label.MISTAKE),
        (0.15 - 2e-6, Label.MISTAKE, Label.BLUNDER),
        (1.0, Label.BLUNDER, None),
    ],
)
def test_labels_with_dice_by_what_was_given_away(most: float, label: Label, above: Label | None) -> None:
    assert decided(ROLLED, Expect(most), Expect(0.0)).label is label
    if above is not None:
        assert decided(ROLLED, Expect(most + 3e-6), Expect(0.0)).label is above
        assert decided(ROLLED, Expect(0.5), Expect(0.5 - most - 3e-6)).label is above


def test_with_points_labels_go_by_the_share_of_all_points() -> None:
    board = kibitz.load("othello:size=4").start()
    # One of the 32 points between the most that can be lost and won is 3.1 %.
    assert decided(board, Points(4), Points(4)).label is Label.BEST
    assert decided(board, Points(4), Points(3)).label is Label.GOOD
    assert decided(board, Points(4), Points(2)).label is Label.INACCURACY
    assert decided(board, Points(4), Points(0)).label is Label.MISTAKE
    assert decided(board, Points(4), Points(-1)).label is Label.BLUNDER
    assert decided(board, Points(4), Points(0)).cost == 0.125


def test_guesses_that_a_game_can_weigh_are_labelled_like_chances() -> None:
    board = CHESS.start()
    assert decided(board, pawns(0.5), pawns(0.44)).label is Label.INACCURACY
    assert decided(board, pawns(0.5), pawns(0.2)).label is Label.BLUNDER
    assert decided(board, Win(5), pawns(0.88)).label is Label.MISTAKE
    assert decided(board, pawns(0.5), pawns(0.5)).label is Label.BEST


@pytest.mark.parametrize(
    ("values", "label", "cost"),
    [
        ((Estimate(9), Estimate(9)), Label.BEST, None),
        ((Estimate(9), Estimate(3)), Label.UNCLEAR, None),
        ((Estimate(9), Loss(2)), Label.LOSING, None),  # a win at once that could be stopped
        ((Estimate(9), Loss(6)), Label.UNCLEAR, None),
        ((Draw(), Estimate(-3), Loss(6)), Label.UNCLEAR, None),  # the guess may stand for a win
        ((Win(3), Estimate(1), Loss(2)), Label.BLUNDER, 1),  # nothing is better than a win
        ((Win(3), Estimate(1)), Label.QUICK_WIN, None),
        ((Win(5), Estimate(1)), Label.UNCLEAR, None),
    ],
)
def test_only_certain_results_are_counted(
    values: tuple[Value, ...], label: Label, cost: float | None
) -> None:
    found = decided(START, *values)
    assert (found.label, found.cost) == (label, cost)
    assert (found.spread is None) == (cost is None)


@pytest.mark.parametrize(
    ("position", "values", "only"),
    [
        (START, (Win(3), Draw(), Draw()), True),
        (START, (Draw(), Loss(2), Loss(2)), True),
        (START, (Draw(), Draw(), Loss(2)), False),
        (START, (Win(3), Win(5), Loss(2)), False),
        (START, (Win(3),), False),
        (START, (Win(3), Estimate(2), Loss(2)), False),
        (ROLLED, (Expect(0.05), Expect(0.0)), True),
        (ROLLED, (Expect(0.05 - 1e-6), Expect(0.0)), False),
        (ROLLED, (Expect(0.9), Expect(0.4)), True),
        (CHESS.start(), (pawns(0.66), pawns(0.5), pawns(0.4)), True),
        (CHESS.start(), (pawns(0.54), pawns(0.5), pawns(0.1)), False),
        (CHESS.start(), (Win(5), pawns(0.9)), True),
        (CHESS.start(), (Win(5), pawns(0.97)), False),
        (kibitz.load("othello:size=4").start(), (Points(3), Points(1)), True),
        (kibitz.load("othello:size=4").start(), (Points(3), Points(2)), False),
        (kibitz.load("othello:size=4").start(), (Points(3), Points(2), Points(-8)), False),
    ],
)
def test_only_moves_are_better_than_every_other(
    position: Position, values: tuple[Value, ...], only: bool
) -> None:
    assert decided(position, *values, played=0).only is only


@pytest.mark.parametrize(
    ("values", "good", "critical"),
    [
        ((pawns(0.7), pawns(0.5)), 1, True),
        ((pawns(0.7), pawns(0.68), pawns(0.5), pawns(0.5)), 2, True),
        ((pawns(0.7), pawns(0.68), pawns(0.5)), 2, False),
        ((pawns(0.7), pawns(0.69), pawns(0.68), *[pawns(0.1)] * 9), 3, False),
        ((Draw(), *[Loss(4)] * 6), 1, True),
        ((Win(5), *[Loss(4)] * 6), 1, True),
        ((*[Win(5)] * 6, Draw()), 6, False),
    ],
)
def test_a_position_is_critical_where_one_or_two_moves_are_good(
    values: tuple[Value, ...], good: int, critical: bool
) -> None:
    for played in (0, -1):
        found = decided(CHESS.start(), *values, played=played)
        assert (found.good, found.moves, found.critical) == (good, len(values), critical)
        assert found.found == (critical and played == 0)


@pytest.mark.parametrize(
    ("best", "played", "label"),
    [
        (Loss(8), Loss(2), Label.RESISTANCE),
        (Loss(4), Loss(2), Label.RESISTANCE),  # a win at once that could be stopped
        (Loss(40), Loss(18), Label.RESISTANCE),
        (Loss(40), Loss(20), Label.SOONER),  # not less than half
        (Loss(10), Loss(6), Label.SOONER),
        (Win(1), Win(3), Label.QUICK_WIN),
        (Win(3), Win(5), Label.SLOWER),
        (Win(3), Win(9), Label.QUICK_WIN),
        (Win(5), Win(21), Label.SLOWER),
    ],
)
def test_wins_and_losses_in_other_time(best: Value, played: Value, label: Label) -> None:
    found = decided(START, best, played)
    assert found.label is label
    assert found.cost == 0
    assert found.is_fault == (label in (Label.RESISTANCE, Label.QUICK_WIN))


@pytest.mark.parametrize(
    ("position", "values", "mark"),
    [
        (START, (Win(3), Loss(2)), "??"),
        (START, (Win(3), Draw()), "?"),
        (START, (Draw(), Loss(2)), "?"),
        (ROLLED, (Expect(0.5), Expect(0.38)), "?"),
        (ROLLED, (Expect(0.5), Expect(0.43)), "?!"),
        (ROLLED, (Expect(0.5), Expect(0.46)), ""),
        (START, (Win(3), Win(5)), ""),
    ],
)
def test_marks_of_faults(position: Position, values: tuple[Value, ...], mark: str) -> None:
    found = decided(position, *values)
    assert found.mark == mark
    assert found.is_fault == bool(mark)
    assert found.written == position.write(found.played.move) + mark


def test_only_moves_that_nothing_forced_are_marked() -> None:
    found = decided(START, Draw(), Loss(2), Loss(2), played=0)
    assert (found.mark, found.written) == ("!", "1!")
    assert decided(START, Draw(), Draw(), Loss(2), played=0).mark == ""
    # A win at once finds itself, and so does a stone where the other would win.
    wins = kibitz.load("tictactoe").position("x.x/oo./...")
    assert str(wins.moves[0]) == "2"
    assert decided(wins, Win(1), Loss(2), played=0).mark == ""
    blocks = kibitz.load("tictactoe").position("x.x/o../...")
    assert decided(blocks, Draw(), Loss(2), played=0).mark == ""


def test_faults_alone_are_explained() -> None:
    found = of(START, Win(3), Draw(), Win(5))
    after = kibitz.analyse(START.play("2"))
    best, fault, slower = (assess(found, 0, each, after) for each in found.moves)
    for fine in (best, slower):
        assert fine.why is fine.reply is fine.better is None
    assert fault.why is not None
    assert fault.why.move == found.moves[1].move
    assert fault.better is not None
    assert fault.better.move == found.moves[0].move
    assert fault.reply is not None
    assert fault.reply.move == after.moves[0].move
    over = Analysis(START, Win(0), Origin("rules"))
    assert assess(found, 0, found.moves[1], over).reply is None
    assert assess(found, 0, found.moves[1]).reply is None
