"""Values are totally ordered, can be turned round, and are read back from their text."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz import BadNotation, Draw, Estimate, Expect, Loss, Points, Value, Win

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
    assert (-Points(3), Points(0.5, exact=False).words()) == (Points(-3), "about +0.50 points")


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
