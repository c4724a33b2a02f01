"""Search traces of small trees by hand, and trees of MCTS."""

from __future__ import annotations

import math

import pytest

import kibitz
from kibitz import Estimate, Expect, Side, Value
from kibitz.base.value import Points
from kibitz.players import evaluation
from kibitz.players.search_trace import walk
from kibitz.players.search_tree import Visited, visited_tree

LEAST, MOST = Estimate(-math.inf), Estimate(math.inf)


def node(
    mover: Side,
    value: float,
    *children: Visited,
    window: tuple[float, float] = (-math.inf, math.inf),
    skipped: int = 0,
    kind: str = "decision",
) -> Visited:
    low, high = map(Estimate, window)
    return Visited("m", kind, mover, "", low, high, Estimate(value), False, False, skipped, None, [*children])


def leaf(mover: Side, value: float) -> Visited:
    return node(mover, value, kind="horizon")


def told(root: Visited, first: int = 0) -> list[tuple[str, int, float | None, int | None]]:
    """Each step: what, where, which value, and by whom."""
    return [
        (step.kind, step.node, None if step.value is None else step.value.score, step.by)  # type: ignore[attr-defined]
        for step in walk(root, first)
    ]


ONE, TWO = Side.FIRST, Side.SECOND
#: The second branch is refuted by its first reply: 2 is less than the 3 that there is already.
CUT = node(
    ONE,
    3,
    node(TWO, -3, leaf(ONE, 3), leaf(ONE, 5)),
    node(TWO, -2, leaf(ONE, 2), window=(-math.inf, -3), skipped=1),
)


def test_the_example_of_the_books() -> None:
    assert told(CUT) == [
        ("enter", 0, None, None),
        ("enter", 1, None, None),
        ("enter", 2, None, None),
        ("leaf", 2, 3, None),
        ("raise", 1, -3, 2),
        ("enter", 3, None, None),
        ("leaf", 3, 5, None),
        ("leave", 1, -3, None),
        ("raise", 0, 3, 1),
        ("enter", 4, None, None),
        ("enter", 5, None, None),
        ("leaf", 5, 2, None),
        ("raise", 4, -2, 5),
        ("cut", 4, -2, 1),
        ("leave", 4, -2, None),
        ("leave", 0, 3, None),
    ]


def test_windows_are_those_after_each_step() -> None:
    steps = walk(CUT)
    windows = {(step.kind, step.node): (step.alpha, step.beta) for step in steps}
    assert windows["enter", 0] == windows["enter", 1] == (LEAST, MOST)
    assert windows["raise", 1] == (Estimate(-3), MOST)
    assert windows["raise", 0] == (Estimate(3), MOST)
    assert windows["enter", 4] == (LEAST, Estimate(-3))
    assert windows["raise", 4] == windows["cut", 4] == (Estimate(-2), Estimate(-3))
    assert windows["leave", 0] == windows["leaf", 2] == (None, None)


def test_nodes_are_numbered_from_where_one_says() -> None:
    assert [(kind, at - 7, value, by and by - 7) for kind, at, value, by in told(CUT, 7)] == told(CUT)


def test_extra_turns_keep_the_window() -> None:
    # The same player twice in a row: values need not be turned round, and the bound is its own.
    again = node(
        ONE,
        4,
        leaf(TWO, -1),
        node(ONE, 4, leaf(ONE, 4), window=(1, math.inf)),
        node(TWO, -4, leaf(ONE, 4), window=(-math.inf, -4), skipped=2),
    )
    steps = told(again)
    assert ("raise", 0, 1, 1) in steps
    assert ("raise", 2, 4, 3) in steps
    assert ("raise", 0, 4, 2) in steps
    assert ("cut", 4, -4, 2) in steps
    # A second one as good as the first raises nothing.
    equal = node(ONE, 4, leaf(TWO, -4), leaf(TWO, -4))
    assert [step for step in told(equal) if step[0] == "raise"] == [("raise", 0, 4, 1)]


def test_bounds_go_down_to_where_they_cut() -> None:
    # The first player's 3 cuts two plies further down, in a node of the player who does not own it.
    deep = node(
        ONE,
        3,
        leaf(TWO, -3),
        node(
            TWO,
            0,
            node(ONE, 0, node(TWO, 0, leaf(ONE, 0), window=(-9, -3), skipped=1), window=(3, 9)),
            window=(-9, -3),
        ),
    )
    assert ("cut", 4, 0, 1) in told(deep)
    # A node that moves again passes the other's bound on.
    twice = node(
        ONE,
        3,
        leaf(TWO, -3),
        node(TWO, 0, node(TWO, 0, leaf(ONE, 0), window=(-9, -3), skipped=1), window=(-9, -3)),
    )
    assert ("cut", 3, 0, 1) in told(twice)


def test_chance_nodes_raise_no_bound_and_the_first_window_cuts_nothing() -> None:
    dice = node(ONE, 1, leaf(ONE, 2), leaf(ONE, 0), kind="chance")
    assert [kind for kind, *_ in told(dice)] == ["enter", "enter", "leaf", "enter", "leaf", "leave"]
    narrow = node(ONE, 5, leaf(TWO, -5), window=(0, 4), skipped=3)
    assert ("cut", 0, 5, None) in told(narrow)
    # Where nothing was looked at, because a table knew enough, that is a cut and no leaf.
    known = node(ONE, 5, window=(0, 4), skipped=3)
    assert told(known) == [("enter", 0, None, None), ("cut", 0, 5, None), ("leave", 0, 5, None)]


# What grows by sampling.


def below(root: Visited) -> list[Visited]:
    return [root, *(each for child in root.children for each in below(child))]


def grown(spec: str, player: str, depth: int, text: str = "") -> Visited:
    (root,) = visited_tree(kibitz.load(spec).position(text), kibitz.player(player), depth, 5000)
    return root


def chance(value: Value) -> float:
    assert isinstance(value, Expect)
    return value.chance


def test_a_sampled_node_is_the_mean_of_what_went_through_it() -> None:
    root = grown("tictactoe", "mcts:playouts=900,solve=no", 2)
    assert root.visits == 900
    assert root.mover is Side.FIRST
    assert {child.mover for child in root.children} == {Side.SECOND}
    for each in (root, *root.children):
        through = sum(child.visits or 0 for child in each.children)
        assert 0 <= (each.visits or 0) - through <= 1  # the first playout began where the node was made
        # Each sees it with its own eyes.
        mean = sum((child.visits or 0) * (1 - chance(child.value)) for child in each.children) / through
        assert chance(each.value) == pytest.approx(mean, abs=1 / (each.visits or 1))
    assert 0.5 < chance(root.value) < 1  # the beginner does better
    assert {(each.failed_low, each.failed_high, each.skipped) for each in below(root)} == {(False, False, 0)}
    # Nothing is proven without proofs: anything between a loss and a win may be.
    assert (root.alpha, root.beta) == (Expect(0.0, False), Expect(1.0, False))


def test_proven_values_are_exact_from_the_movers_side() -> None:
    root = grown("tictactoe", "mcts:playouts=400", 1, "xx./oo./...")
    assert root.alpha == root.beta == Expect(1.0)
    win = next(child for child in root.children if child.move == "3")
    assert win.kind == "end"
    assert win.mover is Side.SECOND
    assert win.alpha == win.beta == Expect(0.0)
    lost = grown("tictactoe", "mcts:playouts=4000", 1, "x../o../..x")
    # o has to answer; the other side sees the negated bounds.
    assert lost.mover is Side.SECOND
    for child in lost.children:
        assert chance(child.alpha) <= chance(child.value) <= chance(child.beta)


def test_kinds_of_sampled_nodes() -> None:
    root = grown("tictactoe", "mcts:playouts=30,solve=no", 3, "xx./oo./...")
    for each in below(root):
        over = kibitz.load("tictactoe").position(each.position).is_over
        assert each.kind == ("end" if over else "decision" if each.children else each.kind)
        assert each.kind in ("end", "decision", "horizon")
    assert {each.kind for each in below(root)} == {"end", "decision", "horizon"}
    dice = kibitz.load("ewn:size=3,stones=2,setup=12")
    rolled = dice.start().play(dice.start().moves[0])
    (tree,) = visited_tree(rolled, kibitz.player("mcts:playouts=60"), 2, 5000)
    kinds = {each.kind: each for each in below(tree)}
    assert dice.position(kinds["chance"].position).turn is Side.CHANCE
    assert dice.position(kinds["decision"].position).turn is not Side.CHANCE


def test_points_are_counted_in_points() -> None:
    root = grown("othello:size=4", "mcts:playouts=60", 1)
    assert isinstance(root.value, Points)
    assert isinstance(root.alpha, Points)
    assert isinstance(root.beta, Points)
    assert root.alpha.points == -root.beta.points == -16
    assert not root.alpha.exact
    assert -16 < root.value.points < 16


def test_the_same_tree_each_time_whatever_was_asked_before() -> None:
    player = kibitz.player("mcts:playouts=50,reuse=yes")
    start = kibitz.load("tictactoe").start()
    one, other = (visited_tree(start, player, 2, 5000) for _ in range(2))
    assert one == other


def test_trees_are_refused_where_there_is_none() -> None:
    over = kibitz.load("tictactoe").position("xxx/oo./...")
    for player in ("minimax", "mcts"):
        with pytest.raises(kibitz.GameOver, match="over"):
            visited_tree(over, kibitz.player(player), 2, 100)
        with pytest.raises(kibitz.BadOption, match="roll"):
            visited_tree(kibitz.load("ewn").start(), kibitz.player(player), 2, 100)
        with pytest.raises(kibitz.BadOption, match="more than 5 nodes"):
            visited_tree(kibitz.load("tictactoe").start(), kibitz.player(player), 2, 5)
    with pytest.raises(kibitz.BadOption, match="does not search"):
        visited_tree(kibitz.load("tictactoe").start(), kibitz.player("random"), 2, 100)


def test_a_mistake_in_ones_own_evaluation_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_registered", {})

    def wrong_evaluation(position: kibitz.Position) -> float:
        return "much"  # type: ignore[return-value]

    kibitz.register_evaluation(wrong_evaluation)
    with pytest.raises(kibitz.BadOption, match="must return a finite number"):
        visited_tree(
            kibitz.load("tictactoe").start(), kibitz.player("alphabeta:eval=wrong_evaluation"), 1, 100
        )
