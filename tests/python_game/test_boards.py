"""Boards of Python games: gestures, pieces, and refused ones."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
from tests.python_game.take import always, take_with

import kibitz
from kibitz.base.errors import BadGame
from kibitz.games.board_view import BoardView


def looked(board: Any, moves: Any = ("x",), **said: Any) -> BoardView:
    """The look of the start of a game whose board is this one, with these moves."""
    game = take_with(moves=always(list(moves)), board=always(board), **said)
    found = game.view.board(game.start())
    assert found is not None
    return found


def drawn(board: kibitz.Board) -> str:
    return take_with(board=always(board)).start().draw()


@pytest.mark.parametrize(
    ("move", "to", "source"),
    [
        ("a1", 6, None),
        ("C3", 2, None),
        ("a1-b2", 4, 6),
        ("a1b2", 4, 6),
        ("a1xb2", 4, 6),
        ("a1 to b2", 4, 6),
        ("a1:b2", 4, 6),
        ("pass", None, None),
        ("d1", None, None),
        ("a4", None, None),
        ("a1-d1", None, None),
        ("a1-b2-c3", None, None),
        ("a1!", None, None),
        ("5", None, None),
    ],
)
def test_a_move_is_made_by_touching_the_cells_it_is_written_as(
    move: str, to: int | None, source: int | None
) -> None:
    """Others are buttons that bear their text."""
    (gesture,) = looked(kibitz.Board(3, 3, {}), [move]).gestures
    assert str(gesture.move) == move
    assert (gesture.to, gesture.source) == (to, source)
    assert gesture.choice == ("" if to is not None else move)


def test_an_author_may_define_gestures() -> None:
    """By its own name for a move; of those that it does not name, the text counts."""
    board = kibitz.Board(3, 3, {}, touch={1: 8, 2: (0, 4)})
    found = looked(board, [1, 2, 3], format_move=lambda self, move: f"a{move}").gestures
    assert [(gesture.to, gesture.source) for gesture in found] == [(8, None), (4, 0), (0, None)]


def test_cells_are_named_and_edges_are_labelled() -> None:
    look = looked(kibitz.Board(3, 2, {}))
    assert look.names == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert (look.width, look.height) == (3, 2)
    assert (look.rows, look.columns) == (("2", "1"), ("a", "b", "c"))
    assert (look.ground, look.falls, look.last, look.notes) == ("grid", False, (), ())
    plain = looked(kibitz.Board(3, 2, {}, ground="plain"))
    assert (plain.rows, plain.columns) == ((), ())
    falling = looked(kibitz.Board(3, 2, {}, falls=True, ground="rack"))
    assert falling.falls
    assert (falling.rows, falling.columns) == ((), ("a", "b", "c"))


def test_pieces_have_a_side_a_shape_and_a_name() -> None:
    """What is written on one is what people call it, else its shape."""
    look = looked(kibitz.Board(2, 2, {3: (1, "stone", "7"), 0: (0, "disc")}))
    found = [(piece.cell, piece.side, piece.shape, piece.text, piece.name) for piece in look.pieces]
    assert found == [(0, 0, "disc", "", "disc"), (3, 1, "stone", "7", "7")]


def test_the_last_move_is_marked_where_it_is_written_as_cells() -> None:
    game = take_with(moves=always(["a1", "a2-b1", "pass"]), board=always(kibitz.Board(2, 2, {})))
    marked = []
    for move in game.start().moves:
        look = game.view.board(game.start(), last=move)
        assert look is not None
        marked.append(look.last)
    assert marked == [(2,), (0, 3), ()]


@pytest.mark.parametrize(
    ("board", "facts"),
    [
        (kibitz.Board(2, 2, {4: (0, "stone")}), ("no cell 4", "0 to 3")),
        (kibitz.Board(2, 2, {-1: (0, "stone")}), ("no cell -1", "0 to 3")),
        (kibitz.Board(2, 2, {0: (2, "stone")}), ("(2, 'stone')",)),
        (kibitz.Board(2, 2, {0: (0,)}), ("(0,)",)),  # type: ignore[dict-item]
        (kibitz.Board(2, 2, {0: (0, "a", "b", "c")}), ("(0, 'a', 'b', 'c')",)),  # type: ignore[dict-item]
        (kibitz.Board(2, 2, {}, ground="mud"), ("'mud'", "grid, felt, open, checks, rack, points, plain")),
        (kibitz.Board("2", 2, {}), ()),  # type: ignore[arg-type]
        ([1, 2], ("kibitz.Board", "[1, 2]")),
    ],
)
def test_invalid_boards_are_named(board: Any, facts: tuple[str, ...]) -> None:
    with pytest.raises(BadGame, match=r"^Take: board\(7\) ") as error:
        looked(board)
    for fact in facts:
        assert fact in str(error.value)


def test_a_board_after_the_end_has_nothing_to_touch() -> None:
    game = take_with(board=lambda self, left: kibitz.Board(7, 1, dict.fromkeys(range(left), (0, "disc"))))
    end = game.start().play("2", "2", "2", "1")
    look = game.view.board(end)
    assert look is not None
    assert (look.gestures, look.pieces) == ((), ())


def picture(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_a_board_in_text() -> None:
    board = kibitz.Board(
        3,
        2,
        {
            0: (0, "stone"),
            1: (1, "disc"),
            2: (1, "king", "K"),
            3: (0, "dot"),
            4: (1, "across"),
            5: (0, "down"),
        },
    )
    assert drawn(board) == picture(
        """
        2 x o K
        1 + - |
          a b c
        """
    )


def test_columns_are_as_wide_as_what_stands_in_them() -> None:
    board = kibitz.Board(
        2, 10, {0: (0, "square", "12"), 3: (0, "square", "7")}, notes=["to move: x", "a note"]
    )
    assert drawn(board).splitlines() == [
        "10 12  .",
        " 9  .  7",
        *[f" {row}  .  ." for row in range(8, 0, -1)],
        "    a  b",
        "to move: x",
        "a note",
    ]


def test_a_plain_board_shows_only_what_lies_on_it() -> None:
    assert drawn(kibitz.Board(3, 2, {0: (0, "stone"), 5: (1, "stone")}, ground="plain")) == "x\n    o"


def test_a_board_on_which_pieces_fall_has_letters_only() -> None:
    assert drawn(kibitz.Board(3, 2, {4: (0, "disc")}, falls=True)) == ". . .\n. x .\na b c"


def test_notes_stand_below_the_board() -> None:
    assert looked(kibitz.Board(1, 1, {}, notes=["one", "two"])).notes == (("one", None), ("two", None))
