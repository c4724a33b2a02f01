"""Values are totally ordered, can be negated, and round-trip through their text."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.base.errors import BadNotation, BadOption
from kibitz.base.value import Draw, Estimate, Expect, Loss, Points, Value, Win

plies = st.none() | st.integers(0, 10_000)
chances = st.floats(0, 1)
scores = st.integers(-10_000, 10_000) | st.floats(allow_nan=False)
values = st.one_of(
    st.builds(Win, plies),
    st.builds(Draw, plies),
    st.builds(Loss, plies),
    st.builds(Points, st.integers(-100, 100) | st.floats(-100, 100), st.booleans()),
    st.builds(Expect, chances, st.booleans()),
    st.builds(Estimate, scores),
)


@given(values, values)
@example(Expect(0.0), Expect(1e-30))
@example(Estimate(0.0), Estimate(-0.0))
@example(Expect(0.5), Draw())
@example(Estimate(0), Expect(0.5, exact=False))
def test_exactly_one_of_less_equal_greater(a: Value, b: Value) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (a < b or a == b)
    assert (a >= b) == (a > b or a == b)
    assert (a < b) == (b > a)


@given(values, values, values)
def test_order_is_transitive(a: Value, b: Value, c: Value) -> None:
    low, middle, high = sorted([a, b, c])
    assert low <= middle <= high
    assert low <= high


@given(values, values)
def test_equal_values_have_equal_hashes(a: Value, b: Value) -> None:
    assert a != b or hash(a) == hash(b)


def test_the_order_people_expect() -> None:
    line = [
        Loss(0),
        Loss(2),
        Loss(40),
        Loss(),
        Estimate(-50),
        Expect(0.25),
        Draw(9),
        Estimate(0.5),
        Expect(0.9),
        Estimate(50),
        Win(),
        Win(41),
        Win(3),
        Win(1),
    ]
    assert all(worse < better for worse, better in itertools.pairwise(line))


def test_among_draws_the_nearer_is_better_and_one_without_a_known_end_the_last() -> None:
    assert Draw() < Draw(9) < Draw(3) < Draw(0)


@given(values)
def test_decided_outside_undecided(value: Value) -> None:
    assert Loss() <= value <= Win() or value.result in (1, -1)


@given(st.one_of(st.builds(Win, plies), st.builds(Loss, plies), st.builds(Estimate, scores)))
def test_twice_the_other_side_is_this_side(value: Value) -> None:
    other = -value
    assert -other == value


@given(values)
def test_the_other_side_sees_the_opposite(value: Value) -> None:
    other = -value
    assert type(-other) is type(value)
    assert other.exact == value.exact
    assert other.plies == value.plies
    if value.result is not None:
        assert other.result == -value.result


@given(chances, st.booleans())
def test_chances_of_both_sides_sum_to_one(chance: float, exact: bool) -> None:
    other = -Expect(chance, exact)
    assert other.chance + chance == pytest.approx(1)
    assert other.exact is exact


@given(values, values)
def test_turning_round_reverses_the_order(a: Value, b: Value) -> None:
    """But for draws, which are the same to both sides, and rounding of tiny chances."""
    a, b = sorted([a, b])
    if isinstance(a, Win | Loss | Estimate) and isinstance(b, Win | Loss | Estimate):
        assert -b <= -a


@given(values)
def test_text_is_read_back(value: Value) -> None:
    assert Value.parse(str(value)) == value == Value.parse(f"  {str(value).upper()} ")
    assert repr(value) == str(value)
    assert value.words()


@given(values)
def test_one_ply_earlier(value: Value) -> None:
    before = value.before()
    assert before.result == value.result
    assert before.exact == value.exact
    if value.plies is not None:
        assert before.plies == value.plies + 1
    if value.result == 1:
        assert before <= value
    if value.result == -1:
        assert before >= value


def test_points_have_a_result_and_words() -> None:
    line = [Points(-3), Points(-1), Estimate(-0.5), Points(0), Points(0.25), Points(2)]
    assert sorted([line[i] for i in (3, 5, 0, 4, 1, 2)]) == line
    assert [value.result for value in line] == [-1, -1, None, 0, 1, 1]
    assert [Points(3).words(), Points(-1).words(), Points(0).words()] == [
        "wins by 3 points",
        "loses by 1 point",
        "draws",
    ]
    assert (-Points(3), Points(0.5, exact=False).words()) == (Points(-3), "about +0.5 points")


@pytest.mark.parametrize("cls", [Win, Draw, Loss])
def test_no_game_ends_in_the_past(cls: type[Win]) -> None:
    with pytest.raises(ValueError, match="ago"):
        cls(-1)


@pytest.mark.parametrize("chance", [-0.01, 1.01, math.nan, math.inf])
def test_chances_lie_between_0_and_1(chance: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Expect(chance)


def test_an_estimate_is_a_number() -> None:
    with pytest.raises(ValueError, match="number"):
        Estimate(math.nan)


@pytest.mark.parametrize(
    "text", ["", "Win", "Win(-1)", "Win(x)", "Expect()", "Expect(2)", "Estimate(nan)", "Win(1, exact=False)"]
)
def test_other_texts_are_no_values(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a value"):
        Value.parse(text)


def test_values_compare_with_values_only() -> None:
    with pytest.raises(TypeError):
        _ = Win(1) < 5
    assert Win(1) != 1


@pytest.mark.parametrize("cls", [Win, Draw, Loss])
def test_the_longest_game(cls: type[Win]) -> None:
    """The core counts in 64 bits."""
    assert cls(2**63).plies == 2**63
    assert cls(0).plies == 0
    with pytest.raises(BadOption, match="no game takes"):
        cls(2**63 + 1)
    with pytest.raises(BadOption, match="plies must be a whole number or None, not '3'"):
        cls("3")  # type: ignore[arg-type]


def test_numbers_are_such_that_can_be_compared() -> None:
    most = int(sys.float_info.max)
    for number in (most, -most, 0, 0.0, -0.0, 1e308):
        assert Estimate(number).score == Points(number).points == number
    for impossible in (10**400, -(10**400), math.nan):
        with pytest.raises(BadOption, match="score must be a number"):
            Estimate(impossible)
        with pytest.raises(BadOption, match="points must be a number"):
            Points(impossible)
    with pytest.raises(BadOption, match="finite"):
        Points(math.inf)
    assert Estimate(math.inf) > Estimate(1e308)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Points("3"), "points"),  # type: ignore[arg-type]
        (lambda: Points(3, exact=1), "exact"),  # type: ignore[arg-type]
        (lambda: Expect("0.5"), "chance"),  # type: ignore[arg-type]
        (lambda: Expect(0.5, exact=1), "exact"),  # type: ignore[arg-type]
        (lambda: Estimate(None), "score"),  # type: ignore[arg-type]
    ],
)
def test_values_of_the_wrong_kind_are_refused(make: Callable[[], Value], name: str) -> None:
    with pytest.raises(BadOption, match=f"{name} must be"):
        make()


def test_values_in_words() -> None:
    said: dict[str, Value] = {
        "wins": Win(),
        "wins now": Win(0),
        "wins in 1": Win(1),
        "draws": Draw(),
        "draws now": Draw(0),
        "draws in 12": Draw(12),
        "loses": Loss(),
        "loses now": Loss(0),
        "loses in 4": Loss(4),
        "wins by 1 point": Points(1),
        "loses by 1 point": Points(-1.0),
        "wins by 0.50 points": Points(0.5),
        "loses by 2.25 points": Points(-2.25),
        "about even": Points(0, exact=False),
        "about -3 points": Points(-3, exact=False),
        "12.5% to win": Expect(0.125),
        "about 100% to win": Expect(1, exact=False),
        "seems better": Estimate(1),
        "seems worse": Estimate(-0.5),
    }
    for words, value in said.items():
        assert value.words() == words
    assert Estimate(0).words() == "about even"


@pytest.mark.parametrize("value", [Win(3), Draw(), Loss(2), Points(2), Expect(0.5)])
def test_proofs_are_exact_and_estimates_are_not(value: Value) -> None:
    assert value.exact is True
    for guess in (Points(2, exact=False), Expect(0.5, exact=False), Estimate(3)):
        assert guess.exact is False
        assert guess.result is None


@pytest.mark.parametrize("chance", [0, 0.25, 0.5, 0.75, 1])
def test_a_chance_lies_where_the_outcome_on_average_does(chance: float) -> None:
    """1 for a win and -1 for a loss; an estimate of 1 ranks below a proved win."""
    average = chance * 1 + (1 - chance) * -1
    line = [Estimate(average), Expect(chance, exact=False), Expect(chance), Estimate(average + 0.01)]
    points = [Estimate(average), Points(average, exact=False), Points(average), Estimate(average + 0.01)]
    for ordered in (line, points):
        assert all(worse < better for worse, better in itertools.pairwise(ordered))


def test_a_draw_is_as_good_as_an_even_guess_and_no_better() -> None:
    assert Estimate(-1e-9) < Draw() < Draw(0) < Estimate(0) < Estimate(1e-9)
    assert Draw(0) < Expect(0.5)
    assert Draw(0) < Points(0)


@pytest.mark.parametrize(
    "text",
    ["Estimate(3, exact=False)", "Draw(2, exact=False)", "Points()", "Points(x)", "Win(1.5)", "Tie(1)"],
)
def test_more_texts_that_are_no_values(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a value"):
        Value.parse(text)


def test_only_texts_are_read() -> None:
    with pytest.raises(BadNotation, match="text must be a text"):
        Value.parse(5)  # type: ignore[arg-type]


def test_moves_of_one_ply_or_more() -> None:
    # As chess counts: a mate in two is three plies away, two for its victim after the first move.
    assert [Win(plies).words(2) for plies in (1, 2, 3, 4)] == [
        "wins in 1",
        "wins in 1",
        "wins in 2",
        "wins in 2",
    ]
    assert (Loss(3).words(1), Loss(0).words(2), Draw().words(2)) == ("loses in 3", "loses now", "draws")
    odd: Any
    for odd in (0, -1, "2", None):
        with pytest.raises(BadOption):
            Win(3).words(odd)
