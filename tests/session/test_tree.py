"""Lines that branch, held against playing their moves one after the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.session.tree import Node
from kibitz.words.errors import IllegalMove

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
