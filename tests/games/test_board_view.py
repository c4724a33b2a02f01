"""Board views: pieces, names, edges, gestures, last move and deciding lines."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.side import Side
from kibitz.games.board_view import BoardView, Piece


def look(position: kibitz.Position, last: str = "") -> BoardView:
    """The look of a position, after a move of its game's start or of itself."""
    game = position.game
    found = game.view.board(position, last=game.start().move(last) if last else None)
    assert found is not None
    return found


def gestures(seen: BoardView) -> dict[str, tuple[int | None, int | None, str]]:
    return {str(one.move): (one.source, one.to, one.choice) for one in seen.gestures}


# m,n,k


def test_a_small_board_has_its_numbers_in_its_cells() -> None:
    seen = look(kibitz.load("tictactoe").start().play("1 5"), "5")
    assert (seen.width, seen.height, seen.names) == (3, 3, tuple("123456789"))
    assert set(seen.pieces) == {Piece(0, 0, "cross", "", "x"), Piece(4, 1, "ring", "", "o")}
    assert gestures(seen) == {str(cell + 1): (None, cell, "") for cell in (1, 2, 3, 5, 6, 7, 8)}
    assert (seen.ground, seen.labelled, seen.rows, seen.columns) == ("open", True, (), ())
    assert (seen.last, seen.lines, seen.die) == ((4,), (), None)
    assert look(kibitz.load("tictactoe").start()).last == ()


def test_letters_stand_at_the_edges() -> None:
    seen = look(kibitz.load("mnk:width=4,height=3").start())
    assert seen.names == ("a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1")
    assert (seen.ground, seen.labelled) == ("open", False)
    assert (seen.rows, seen.columns) == (("3", "2", "1"), ("a", "b", "c", "d"))


@pytest.mark.parametrize(("width", "height", "small"), [(5, 5, True), (13, 2, False), (6, 5, False)])
def test_up_to_25_cells_are_a_small_board(width: int, height: int, small: bool) -> None:
    game = kibitz.load("mnk", width=width, height=height, numbering="rows")
    seen = look(game.start())
    assert seen.ground == ("open" if small else "points")
    assert seen.labelled == small
    assert (seen.rows == (), seen.columns == ()) == (small, small)
    first = game.start().draw().splitlines()[0]
    assert (first.split("|")[0].strip() == "1") == small  # its number, or the number of its row
    lettered = look(kibitz.load("mnk", width=width, height=height).start())
    assert (lettered.ground, lettered.labelled) == ("open" if small else "points", False)
    assert len(lettered.rows) == height


def test_the_lines_that_decided_are_shown() -> None:
    game = kibitz.load("tictactoe")
    assert look(game.position("xxx/oo./...")).lines == ((0, 1, 2),)
    assert set(look(game.position("xxx/xoo/xoo")).lines) == {(0, 1, 2), (0, 3, 6)}
    assert look(game.position("xx./oo./...")).lines == ()
    assert look(kibitz.load("tictactoe:misere=yes").position("xx./oox/x.o")).lines == ()


# Numerical tic-tac-toe


def test_a_number_is_chosen_for_a_cell() -> None:
    game = kibitz.load("numerical")
    seen = look(game.start().play("5=9 1=2"), "1=9")
    assert set(seen.pieces) == {Piece(4, 0, "number", "9", "9"), Piece(0, 1, "number", "2", "2")}
    expected = {
        f"{cell}={n}": (None, cell - 1, str(n)) for cell in (2, 3, 4, 6, 7, 8, 9) for n in (1, 3, 5, 7)
    }
    assert gestures(seen) == expected
    assert (seen.ground, seen.labelled, seen.rows, seen.columns) == ("open", True, (), ())
    assert (seen.last, seen.lines) == ((0,), ())
    assert seen.notes == (("odd left: 1 3 5 7", 0), ("even left: 4 6 8", 1))


def test_the_numbers_of_a_player_do_not_depend_on_who_begins() -> None:
    seen = look(kibitz.load("numerical:first_odd=no,numbering=letters").start().play("b2=8 a3=1"))
    assert set(seen.pieces) == {Piece(4, 0, "number", "8", "8"), Piece(0, 1, "number", "1", "1")}
    assert seen.notes == (("even left: 2 4 6", 0), ("odd left: 3 5 7 9", 1))
    assert (seen.labelled, seen.rows, seen.columns) == (False, ("3", "2", "1"), ("a", "b", "c"))


def test_only_lines_of_the_right_sum_decide() -> None:
    game = kibitz.load("numerical")
    # 5+6+4 across; the column 5+2+9 is full too, and sums to 16.
    seen = look(game.position("564/2../9.3"))
    assert seen.lines == ((0, 1, 2),)
    # The 5 in the middle came last and makes four lines of 15 at once.
    four = look(game.position("123/456/789"))
    assert set(four.lines) == {(3, 4, 5), (1, 4, 7), (0, 4, 8), (2, 4, 6)}


def test_nothing_is_left_of_numbers_that_are_all_used() -> None:
    position = kibitz.load("numerical:target=24").start().play("1=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8")
    assert look(position).notes == (("odd left: 9", 0), ("even left: none", 1))
    assert position.draw().splitlines()[-2:] == ["odd left:  9", "even left: none"]


# Connect


def test_discs_fall_to_the_lowest_free_cell() -> None:
    game = kibitz.load("connect4")
    seen = look(game.start().play("4435"), "5")
    assert (seen.width, seen.height, seen.ground, seen.falls) == (7, 6, "rack", True)
    assert seen.names[0] == "column 1 row 6"
    assert seen.names[6] == "column 7 row 6"
    assert seen.names[7] == "column 1 row 5"
    assert seen.names[41] == "column 7 row 1"
    assert (seen.columns, seen.rows) == (tuple("1234567"), ())
    row = 5 * 7
    assert set(seen.pieces) == {
        Piece(row + 3, 0, "disc", "", "red"),
        Piece(row + 3 - 7, 1, "disc", "", "yellow"),
        Piece(row + 2, 0, "disc", "", "red"),
        Piece(row + 4, 1, "disc", "", "yellow"),
    }
    landing = {1: row, 2: row + 1, 3: row + 2 - 7, 4: row + 3 - 14, 5: row + 4 - 7, 6: row + 5, 7: row + 6}
    assert gestures(seen) == {str(column): (None, cell, "") for column, cell in landing.items()}
    assert (seen.last, seen.lines) == ((row + 4,), ())


def test_the_last_disc_is_the_topmost_of_its_column() -> None:
    full = kibitz.load("connect4").start().play("111111")
    assert look(full, "1").last == (0,)
    assert full.draw(full.game.start().move("1")).splitlines()[0] == "[o]. . . . . ."
    assert look(full, "2").last == ()
    assert look(full).last == ()
    assert "[" not in full.draw(full.game.start().move("2"))
    right = kibitz.load("connect4").start().play("7")
    assert right.draw(right.game.start().move("7")).splitlines()[-2] == " . . . . . .[x]"


def test_chosen_marks_are_shown_on_discs() -> None:
    seen = look(kibitz.load("connect4", mark1="#", mark2="*").start().play("12"))
    assert [(one.text, one.name) for one in sorted(seen.pieces, key=lambda one: one.cell)] == [
        ("#", "#"),
        ("", "*"),
    ]


def test_four_in_a_line_decide() -> None:
    row = 5 * 7
    assert look(kibitz.load("connect4").start().play("1122334")).lines == (tuple(range(row, row + 4)),)


# EinStein würfelt nicht!


def test_stones_are_touched_and_then_where_they_go() -> None:
    game = kibitz.load("ewn")
    seen = look(game.position("r2..../..r5../...b3./b2..../....b6 r d4"))
    assert (seen.width, seen.height, seen.turns, seen.ground) == (5, 5, True, "grid")
    assert (seen.names[0], seen.names[4], seen.names[20], seen.names[24]) == ("a5", "e5", "a1", "e1")
    assert (seen.rows, seen.columns) == (tuple("54321"), tuple("abcde"))
    assert set(seen.pieces) == {
        Piece(0, 0, "stone", "2", "red 2"),
        Piece(7, 0, "stone", "5", "red 5"),
        Piece(13, 1, "square", "3", "blue 3"),
        Piece(15, 1, "square", "2", "blue 2"),
        Piece(24, 1, "square", "6", "blue 6"),
    }
    assert gestures(seen) == {
        "2-b5": (0, 1, ""),
        "2-a4": (0, 5, ""),
        "2-b4": (0, 6, ""),
        "5-d4": (7, 8, ""),
        "5-c3": (7, 12, ""),
        "5-d3": (7, 13, ""),
    }
    assert (seen.die, seen.faces, seen.last) == (4, 6, ())
    assert seen.notes == (("red rolled 4: stone 2 or 5 moves", None),)


def test_a_die_lies_there_before_it_is_rolled() -> None:
    game = kibitz.load("ewn:size=4,stones=3,faces=8")
    seen = look(game.start())
    assert (seen.gestures, seen.die, seen.faces) == ((), 0, 8)
    assert look(game.start(), "d8").last == ()  # a roll leaves no trace on the board
    moved = game.start().play("d1").moves[0]
    after = game.view.board(game.start().play("d1", moved), last=moved)
    assert after is not None
    assert after.names[after.last[0]] == str(moved).partition("-")[2]
    assert after.notes == (("blue to roll", None),)


# What may be put on boards by hand


@pytest.mark.parametrize(
    ("spec", "supply"),
    [
        ("tictactoe", [(0, "cross", "", "x"), (1, "ring", "", "o")]),
        ("connect4:mark1=#", [(0, "disc", "#", "#"), (1, "disc", "", "o")]),
        ("numerical", [((n + 1) % 2, "number", str(n), str(n)) for n in range(1, 10)]),
        ("numerical:first_odd=no", [(n % 2, "number", str(n), str(n)) for n in range(1, 10)]),
        (
            "ewn:size=3,stones=2",
            [
                *((0, "stone", n, f"red {n}") for n in ("1", "2")),
                *((1, "square", n, f"blue {n}") for n in ("1", "2")),
            ],
        ),
    ],
)
def test_every_piece_is_in_the_supply_once_and_on_no_cell(
    spec: str, supply: list[tuple[int, str, str, str]]
) -> None:
    game = kibitz.load(spec)
    assert [(one.side, one.shape, one.text, one.name) for one in game.editor.pieces] == supply
    assert {one.cell for one in game.editor.pieces} == {-1}


def test_pieces_put_on_cells_are_a_position() -> None:
    def put(spec: str, *names: str, side: Side = Side.FIRST) -> str:
        game = kibitz.load(spec)
        known = {one.name: one for one in game.editor.pieces}
        return str(game.position(game.editor.compose([known.get(name) for name in names], side)))

    assert put("mnk:width=3,height=1", "x", "", "o") == "x.o"
    assert put("connect:width=2,height=2,length=2,mark2=o", "", "yellow", "", "red") == ".o/.x"
    assert put("numerical", "1", "2", *[""] * 6, "9") == "12./.../..9"
    stones = ("red 2", *[""] * 7, "blue 1")
    assert put("ewn:size=3,stones=2", *stones) == "r2../.../..b1 r"
    assert put("ewn:size=3,stones=2", *stones, side=Side.SECOND) == "r2../.../..b1 b"
