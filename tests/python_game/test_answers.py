"""Results of an author's methods: valid ones are used, others are refused and named."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any
from unittest.mock import ANY

import pytest
from tests.python_game.take import always, take_with

from kibitz.base.errors import BadGame
from kibitz.base.side import Side
from kibitz.games.python_game.node import MOST_POINTS, Node, shorten


def node_of(state: Any = 7, side: Side = Side.FIRST, **said: Any) -> Node:
    return take_with(**said).python_rules.node(state, side)


def refused(node: Node, what: str) -> str:
    with pytest.raises(BadGame) as error:
        getattr(node, what)
    assert str(error.value).startswith("Take: ")
    return str(error.value)


class Whole:
    """A whole number that is no int, as those of other packages are."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


class Silent:
    def __repr__(self) -> str:
        raise ValueError


# Points.


@pytest.mark.parametrize("points", [(-25, 25), [0, 1], (-3, -1), (-MOST_POINTS, MOST_POINTS)])
def test_points_are_the_least_and_the_most(points: Any) -> None:
    rules = take_with(score_range=points).python_rules
    assert rules.points == tuple(points)
    assert rules.span == max(-points[0], points[1])


@pytest.mark.parametrize(
    "points",
    [
        5,
        "ab",
        (1,),
        (1, 2, 3),
        (0, 0),
        (2, 1),
        (0.5, 1.5),
        (False, True),
        (0, True),
        (-MOST_POINTS - 1, 0),
        (0, MOST_POINTS + 1),
    ],
)
def test_other_points_are_refused(points: Any) -> None:
    with pytest.raises(BadGame, match="the least and the greatest") as error:
        take_with(score_range=points)
    assert repr(points) in str(error.value)


def test_most_games_have_no_points() -> None:
    rules = take_with().python_rules
    assert rules.points is None
    assert rules.span == 0
    refused(rules.node(0, 0), "points")


@pytest.mark.parametrize(("said", "result"), [(3, 1), (-3, 2), (0, 3), (Whole(2), 1), (None, 0)])
def test_more_points_win(said: Any, result: int) -> None:
    node = node_of(score_range=(-3, 3), outcome=always(said))
    assert node.result == result
    if said is not None:
        assert node.points == (said if isinstance(said, int) else said.__index__())
        assert type(node.points) is int


@pytest.mark.parametrize("said", ["first", True, False, 1.0])
def test_points_are_whole_numbers(said: Any) -> None:
    node = node_of(score_range=(-3, 3), outcome=always(said))
    assert f"outcome(7) must return None or a whole number of points, not {said!r}" in refused(node, "result")


@pytest.mark.parametrize("said", [-4, 4])
def test_points_are_in_their_range(said: int) -> None:
    message = refused(node_of(score_range=(-3, 3), outcome=always(said)), "result")
    assert f"is {said}, but points go from -3 to 3" in message


# How it ends and who acts.


@pytest.mark.parametrize("side", [Side.FIRST, Side.SECOND])
@pytest.mark.parametrize("said", [None, "first", "second", "draw", "win", "loss"])
def test_an_outcome_names_a_player_or_means_the_side_to_move(side: Side, said: str | None) -> None:
    winner = {"win": side, "loss": side.opponent, "first": Side.FIRST, "second": Side.SECOND}.get(str(said))
    node = node_of(side=side, outcome=always(said))
    expected = 0 if said is None else 3 if winner is None else 1 + winner
    assert node.result == expected


@pytest.mark.parametrize("said", ["nobody", "", b"win", ["win"], 1.5, 2, True])
def test_other_outcomes_are_refused(said: Any) -> None:
    message = refused(node_of(outcome=always(said)), "result")
    assert "outcome(7) must return None or one of first, second, draw, win, loss" in message
    assert f"not {said!r}" in message
    # Who returns a number may have meant points.
    assert ("score_range = " in message) == isinstance(said, int)


def test_players_alternate_where_nothing_is_said() -> None:
    game = take_with()
    assert game.python_rules.hides_side
    node = game.python_rules.start_node()
    assert (node.turn, node.mover, node.text) == (Side.FIRST, Side.FIRST, "7 first")
    after = node.child(1)
    assert (after.state, after.turn, after.text) == (5, Side.SECOND, "5 second")
    assert after.child(0).turn is Side.FIRST


@pytest.mark.parametrize(("said", "side"), [("first", Side.FIRST), ("second", Side.SECOND)])
def test_a_game_may_say_whose_turn_it_is(said: str, side: Side) -> None:
    node = node_of(side=side.opponent, turn=always(said))
    assert (node.turn, node.mover) == (side, side)
    assert node.text == "7"
    # Then the position says all there is: nodes differ by nothing else.
    assert node == node_of(side=side, turn=always(said))


@pytest.mark.parametrize("said", ["third", "FIRST", None, 0, ["first"]])
def test_a_turn_is_a_player_or_chance(said: Any) -> None:
    message = refused(node_of(turn=always(said)), "turn")
    assert f"turn(7) must return 'first', 'second' or 'chance', not {said!r}" in message


def test_chance_needs_chances() -> None:
    assert "chances()" in refused(node_of(turn=always("chance")), "turn")


@pytest.mark.parametrize("said", ["chance", "both", None])
def test_chance_acts_for_a_player(said: Any) -> None:
    node = node_of(turn=always("chance"), chances=always({1: 1}), roller=always(said))
    assert f"roller(7) must return 'first' or 'second', not {said!r}" in refused(node, "mover")


@pytest.mark.parametrize(("said", "side"), [("first", Side.FIRST), ("second", Side.SECOND)])
def test_for_whom_chance_acts_may_be_said(said: str, side: Side) -> None:
    node = node_of(turn=always("chance"), chances=always({1: 1}), roller=always(said))
    assert (node.turn, node.mover) == (Side.CHANCE, side)


def rolls(tree: dict[str, dict[str, float]], ended: tuple[str, ...] = ()) -> Node:
    """A position from which only chance acts, until a player is named."""
    return node_of(
        "start",
        turn=lambda self, state: "chance" if state in tree else state,
        chances=lambda self, state: tree[state],
        play=lambda self, state, move: move,
        outcome=lambda self, state: "draw" if state in ended else None,
    )


@pytest.mark.parametrize(
    ("tree", "side"),
    [
        ({"start": {"first": 0.6, "second": 0.4}}, Side.FIRST),
        ({"start": {"first": 0.5, "second": 0.5}}, Side.FIRST),
        ({"start": {"second": 0.6, "first": 0.4}}, Side.SECOND),
        # 0.5 * 0.5 + 0.5 * 0.1 = 0.3 for the first player, then 0.5 * 0.9 + 0.5 * 0.5 = 0.7.
        (
            {
                "start": {"a": 0.5, "b": 0.5},
                "a": {"first": 0.5, "second": 0.5},
                "b": {"first": 0.1, "second": 0.9},
            },
            1,
        ),
        (
            {
                "start": {"a": 0.5, "b": 0.5},
                "a": {"first": 0.9, "second": 0.1},
                "b": {"first": 0.5, "second": 0.5},
            },
            0,
        ),
    ],
)
def test_a_roll_belongs_to_the_likeliest_next_player(tree: dict[str, dict[str, float]], side: int) -> None:
    assert rolls(tree).mover == side


@pytest.mark.parametrize("last", ["first", "second"])
def test_several_rolls_in_a_row_are_looked_through(last: str) -> None:
    steps = ["start", "a", "b", "c", "d", last]
    assert str(rolls({here: {after: 1.0} for here, after in itertools.pairwise(steps)}).mover) == last


@pytest.mark.parametrize(("first", "second", "side"), [(0.3, 0.1, 0), (0.1, 0.3, 1)])
def test_a_roll_that_ends_the_game_has_no_player(first: float, second: float, side: int) -> None:
    tree = {"start": {"end": 0.6, "first": first, "second": second}, "end": {"first": 1.0}}
    assert rolls(tree, ended=("end",)).mover == side


def test_chance_for_ever_is_no_endless_question() -> None:
    assert rolls({"start": {"start": 1.0}}).mover in (Side.FIRST, Side.SECOND)


# Moves and chances.


@pytest.mark.parametrize("said", [[1, 2], (1, 2), {1: "a", 2: "b"}, range(1, 3)])
def test_moves_are_anything_that_can_be_listed(said: Any) -> None:
    node = node_of(moves=always(said))
    assert node.moves == [1, 2]
    assert node.texts == ["1", "2"]
    assert node.count == 2


def test_moves_may_come_one_by_one_and_may_fail_in_between() -> None:
    def one_by_one(self: Any, left: int) -> Any:
        yield 1
        if left == 5:
            raise SystemExit(3)
        yield 2

    assert node_of(7, moves=one_by_one).moves == [1, 2]
    message = refused(node_of(5, moves=one_by_one), "moves")
    assert "moves(5) must return a list of moves" in message
    assert "SystemExit: 3" in message


@pytest.mark.parametrize("said", [None, 5])
def test_invalid_move_lists_are_refused(said: Any) -> None:
    message = refused(node_of(moves=always(said)), "moves")
    assert "moves(7) must return a list" in message
    assert "TypeError" in message


def test_no_moves_are_right_only_at_the_end() -> None:
    assert node_of(0).moves == []
    assert "moves(7) is empty" in refused(node_of(moves=always([])), "moves")


def test_two_moves_may_not_be_written_alike() -> None:
    assert "'x'" in refused(
        node_of(moves=always([1, 2, 3]), format_move=lambda self, n: "xyx"[n - 1]), "texts"
    )
    assert node_of(moves=always([1, 2, 3]), format_move=lambda self, n: "xyz"[n - 1]).texts == list("xyz")


@pytest.mark.parametrize("said", [None, 7, "", "  \n"])
def test_the_text_of_a_move_is_a_text(said: Any) -> None:
    assert f"format_move(1) must return a text, not {said!r}" in refused(
        node_of(format_move=always(said)), "texts"
    )


def chances_of(said: Any) -> Node:
    return node_of(turn=always("chance"), chances=always(said))


@pytest.mark.parametrize(
    "said",
    [
        {"a": 0.25, "b": 0.75},
        {"a": Fraction(1, 4), "b": Fraction(3, 4)},
        [("a", 0.25), ("b", 0.75)],
        {"a": 0.25, "b": 0.75 + 1e-12},
    ],
)
def test_chances_are_a_move_and_its_probability(said: Any) -> None:
    node = chances_of(said)
    assert node.moves == ["a", "b"]
    assert node.probabilities == pytest.approx([0.25, 0.75])
    assert all(type(chance) is float for chance in node.probabilities)


def test_many_equal_chances_sum_to_one() -> None:
    assert len(chances_of(dict.fromkeys(range(49), 1 / 49)).moves) == 49


@pytest.mark.parametrize("said", [None, 5, ["a", "b"], {"a": "much"}, {"a": None}, [("a", 0.5, 0.5)]])
def test_invalid_chances_are_refused(said: Any) -> None:
    assert "chances(7) must return {move: probability}" in refused(chances_of(said), "moves")


@pytest.mark.parametrize(
    "said",
    [{}, {"a": 0.5, "b": 0.4}, {"a": 1.0, "b": 0.0}, {"a": 1.5, "b": -0.5}, {"a": math.nan}, {"a": 1 + 1e-6}],
)
def test_chances_are_above_nothing_and_sum_to_one(said: Any) -> None:
    assert "chances(7) must be above 0 and sum to 1" in refused(chances_of(said), "moves")


# Guesses, tiers and positions.


@pytest.mark.parametrize("said", [3, -2.5, True, Fraction(1, 2)])
def test_a_guess_is_a_number(said: Any) -> None:
    node = node_of(evaluate=always(said))
    assert node.rules.has_evaluation
    assert node.evaluation == float(said)
    assert type(node.evaluation) is float


@pytest.mark.parametrize("said", ["3", None, math.inf, -math.inf, math.nan, [1], 10**400])
def test_other_guesses_are_refused(said: Any) -> None:
    assert "evaluate(7) must return a number, not" in refused(node_of(evaluate=always(said)), "evaluation")


@pytest.mark.parametrize("said", [0, -5, 2**31 - 1, 1 - 2**31])
def test_a_tier_is_a_whole_number(said: int) -> None:
    assert node_of(tier=always(said)).tier == said


@pytest.mark.parametrize("said", [True, 1.0, None, "1", 2**31, -(2**31)])
def test_other_tiers_are_refused(said: Any) -> None:
    assert f"tier(7) must return a whole number, not {said!r}" in refused(node_of(tier=always(said)), "tier")


def test_a_position_stands_for_itself_unless_said_otherwise() -> None:
    node = node_of()
    assert node.canonical() is node
    assert node.standing == 7
    small = node_of(7, Side.SECOND, canonical=lambda self, left: left % 3)
    assert small.standing == 1
    assert (small.canonical().state, small.canonical().side) == (1, Side.SECOND)


def test_a_position_that_can_not_be_hashed_is_named() -> None:
    assert node_of((1, 2)).hashed == hash((1, 2))
    assert "the position [1, 2] can't be hashed" in refused(node_of([1, 2]), "hashed")


def test_positions_are_equal_where_state_and_side_are() -> None:
    game = take_with()
    nodes = [game.python_rules.node(state, side) for state in (5, 6) for side in (0, 1)]
    for one, other in itertools.product(nodes, nodes):
        assert (one == other) == (one is other)
    again = game.python_rules.node(5, 0)
    assert again == nodes[0]
    assert hash(again) == hash(nodes[0])
    assert again != (5, 0)
    assert again == ANY  # what a node does not know is asked itself
    assert len({*nodes, again}) == 4


def test_keys_are_64_bits_of_the_text() -> None:
    game = take_with()
    keys = {game.python_rules.node(state, side).key for state in range(500) for side in (0, 1)}
    assert len(keys) == 1000
    assert 2**63 < max(keys) < 2**64
    assert min(keys) >= 0
    assert game.python_rules.node(5, 0).key == take_with(evaluate=always(1)).python_rules.node(5, 0).key
    assert game.python_rules.node("\ud800", 0).key in range(2**64)


def test_the_text_of_a_position_may_be_the_authors() -> None:
    def stones(self: Any, left: int) -> str:
        return "o" * left

    assert node_of(3, format_state=stones).text == "ooo first"
    assert node_of(3, format_state=stones, turn=always("second")).text == "ooo"
    for said in (None, 7, " "):
        message = refused(node_of(format_state=always(said)), "text")
        assert f"format_state(7) must return a text, not {said!r}" in message


def test_a_position_without_a_text_is_named() -> None:
    message = refused(node_of((1, [2])), "text")
    assert "a list" in message
    assert "format_state()" in message


# Errors in the author's code.


@pytest.mark.parametrize("error", [KeyError("x"), ZeroDivisionError("by zero"), SystemExit(3)])
def test_a_method_that_fails_is_named_with_what_it_was_asked(error: BaseException) -> None:
    def fails(self: Any, state: Any, move: Any) -> None:
        raise error

    node = node_of((7, "x" * 100), play=fails, moves=always([1]))
    with pytest.raises(BadGame) as raised:
        node.child(0)
    message = str(raised.value)
    assert message.startswith("Take: play((7, 'xxx")
    assert f"..., 1) failed: {type(error).__name__}: {error}" in message
    assert raised.value.__cause__ is error


def test_only_a_game_that_has_a_guess_or_chances_says_so() -> None:
    assert not take_with().python_rules.has_evaluation
    assert not take_with().python_rules.has_chance
    assert take_with(turn=always("first"), chances=always({1: 1})).python_rules.has_chance


def test_long_values_are_cut_to_eighty_letters() -> None:
    assert shorten("x" * 78) == repr("x" * 78)
    assert shorten("x" * 79) == "'" + "x" * 76 + "..."
    assert len(shorten("x" * 1000)) == 80
    assert shorten(Silent()) == "a Silent"
