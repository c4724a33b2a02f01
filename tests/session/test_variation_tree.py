"""Variation trees, against playing their moves in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.base.errors import IllegalMove
from kibitz.records.variation import Variation
from kibitz.session.variation_tree import Node

GAME = kibitz.load("tictactoe")


@given(st.lists(st.lists(st.integers(0, 8), max_size=9), max_size=6))
def test_every_line_leads_where_its_moves_lead(lines: list[list[int]]) -> None:
    root = Node(GAME.start())
    tried = set()
    for line in lines:
        node = root
        for number in line:
            if node.position.is_over:
                break
            moves = node.position.moves
            node = node.play(moves[number % len(moves)])
            tried.add(tuple(map(str, node.moves)))
    # Nothing twice, nothing forgotten, and every position is the one that its moves lead to.
    found = list(root.below())
    assert sorted(tuple(map(str, node.moves)) for node in found) == sorted(tried)
    for node in found:
        assert node.position == GAME.start().play(*node.moves)
        assert node.parent is not None
        assert node.parent.child(node.moves[-1]) is node


def test_order_promotion_and_removal() -> None:
    root = Node(GAME.start())
    first = root.play_all(map(GAME.start().move, ("5", "1")))
    other = root.play(GAME.start().move("1"))
    assert [str(node.move) for node in root.below()] == ["5", "1", "1"]
    other.promote()
    assert root.children[0] is other
    assert first.parent is not None
    first.parent.remove()
    assert list(root.below()) == [other]
    with pytest.raises(ValueError, match="root"):
        root.remove()
    with pytest.raises(IllegalMove):
        other.play(GAME.start().move("1"))


def test_the_shown_part_of_a_tree() -> None:
    root = Node(GAME.start())
    assert (root.line(), root.moves, root.children, root.comment, root.marks) == ([], [], [], "", ())
    first = root.play_all(map(GAME.start().move, ("5", "1", "9")))
    root.play_all(map(GAME.start().move, ("5", "2", "3")))
    root.play_all(map(GAME.start().move, ("7", "8")))
    # Each line to its end, before those that branch off it.
    assert [str(node.move) for node in root.below()] == ["5", "1", "9", "2", "3", "7", "8"]
    assert [node.moves for node in first.line()] == [first.moves[:count] for count in (1, 2, 3)]
    assert root.child(GAME.start().move("4")) is None
    assert root.play_all([]) is root
    root.promote()
    assert root.parent is None
    first.remove()
    assert first.parent is None
    assert [str(node.move) for node in root.below()] == ["5", "1", "2", "3", "7", "8"]


RECORDED = kibitz.Record.parse(
    '[Game "tictactoe"] 5 2 (1 {holds} 3 (9 {far} 3 $2 (4 6) (6 4)) (7 $1 $5 3) 7 $4 {lost} 6) 9 *'
)


def test_a_line_of_a_record_grows_into_a_tree_and_back() -> None:
    (recorded,) = RECORDED.variations[1]
    root = Node(GAME.start().play("5"))
    first = root.grow(recorded)
    assert first is root.children[0]
    assert first.variation() == recorded
    assert [str(node.move) for node in first.children] == ["3", "9", "7"]
    assert (first.comment, first.marks) == ("holds", ())
    assert [(node.comment, node.marks) for node in first.children] == [("", ()), ("far", ()), ("", (1, 5))]
    # What was said already stays when the same line comes again.
    first.comment = "a corner"
    root.grow(recorded)
    assert first.comment == "a corner"
    assert len(list(root.below())) == 4 + 4 * 2  # its own moves, and four lines beside them
    assert first.variation().comments[1] == "a corner"


def test_a_comment_before_a_line_belongs_to_its_first_move() -> None:
    moves = tuple(map(GAME.start().move, ("5", "1", "9")))
    root = Node(GAME.start())
    root.grow(Variation(moves, {0: "better", 1: "the centre", 3: "the end"}, {2: (1,), 3: (4,)}))
    nodes = list(root.below())
    assert [node.comment for node in nodes] == ["better the centre", "", "the end"]
    assert [node.marks for node in nodes] == [(), (1,), (4,)]


def test_nested_lines_are_written_to_the_requested_depth() -> None:
    (recorded,) = RECORDED.variations[1]
    first = Node(GAME.start().play("5")).grow(recorded)

    def depth(line: Variation) -> int:
        return 1 + max((depth(each) for beside in line.variations.values() for each in beside), default=0)

    assert [depth(first.variation(deepest)) for deepest in (1, 2, 3, 4)] == [1, 2, 3, 3]
    for deepest in (1, 2, 3):
        assert first.variation(deepest).moves == recorded.moves
        assert first.variation(deepest).comments == recorded.comments
