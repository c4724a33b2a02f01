"""Names of cells, boards as text in all shapes, and names of lines."""

from __future__ import annotations

from itertools import product

import pytest

from kibitz.base.errors import BadNotation
from kibitz.games.board_view import lines_of, owned_lines
from kibitz.games.cells import (
    NUMBERINGS,
    CellNames,
    arranged_rows,
    cell_name,
    edge_labels,
    format_rows,
    parse_cell_name,
    parse_rows,
)
from kibitz.games.line_names import line_kind, line_name

BOARDS = [(1, 1), (3, 3), (2, 5), (7, 6), (26, 19)]
MARKS = {".": 0, "x": 1, "o": 2}


@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_letters_go_right_and_numbers_up(width: int, height: int) -> None:
    for cell in range(width * height):
        name = cell_name(cell, width, height)
        column, from_top = "abcdefghijklmnopqrstuvwxyz".index(name[0]), height - int(name[1:])
        assert (from_top * width + column) == cell
        for written in (name, name.upper(), f" {name[0]} {name[1:]} "):
            assert parse_cell_name(written, width, height) == cell
    assert cell_name((height - 1) * width, width, height) == "a1"


@pytest.mark.parametrize(
    "name", ["", "a", "1", "a0", "a4", "d1", "d4", "a1b", "aa1", "a-1", "a1000", "ä1", "z3"]
)
def test_other_names_are_of_no_cell(name: str) -> None:
    assert parse_cell_name(name, 3, 3) is None


def test_edges_bear_the_letters_and_numbers_of_their_cells() -> None:
    letters, numbers = edge_labels(4, 3)
    assert letters == ("a", "b", "c", "d")
    assert numbers == ("3", "2", "1")
    for row, column in product(range(3), range(4)):
        assert cell_name(row * 4 + column, 4, 3) == letters[column] + numbers[row]


@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (4, 2), (19, 19)])
def test_every_cell_has_one_name_and_it_reads_back(numbering: str, width: int, height: int) -> None:
    names = CellNames(width, height, numbering)
    texts = [names.text(cell) for cell in range(width * height)]
    assert len(set(texts)) == width * height
    for cell, text in enumerate(texts):
        assert names.parse(text) == names.parse(f" {text} ") == cell
        # Letters are always understood.
        assert names.parse(cell_name(cell, width, height)) == cell
    assert names.lettered == (numbering == "letters")


def test_numbers_go_by_rows_or_as_on_a_keypad() -> None:
    rows, keypad, letters = (CellNames(3, 3, numbering) for numbering in ("rows", "keypad", "letters"))
    assert [rows.text(cell) for cell in range(9)] == list("123456789")
    assert [keypad.text(cell) for cell in range(9)] == list("789456123")
    assert [letters.text(cell) for cell in (0, 2, 6)] == ["a3", "c3", "a1"]
    assert [CellNames(2, 3, "keypad").text(cell) for cell in range(6)] == list("563412")


def test_messages_name_the_first_cell_and_the_last() -> None:
    assert CellNames(3, 3, "rows").span == CellNames(3, 3, "keypad").span == "1 to 9"
    assert CellNames(5, 2, "rows").span == "1 to 10"
    assert CellNames(5, 2, "letters").span == "a1 to e2"


@pytest.mark.parametrize("numbering", ["rows", "keypad"])
@pytest.mark.parametrize("text", ["", "0", "10", "-1", "1.0", "0x1", "²", "١", "0001", "a4"])
def test_numbers_off_the_board_are_no_cells(numbering: str, text: str) -> None:
    assert CellNames(3, 3, numbering).parse(text) is None


def test_three_digits_are_read_on_a_large_board() -> None:
    assert CellNames(19, 19, "rows").parse("361") == 360
    assert CellNames(19, 19, "rows").parse("362") is None
    assert CellNames(19, 19, "rows").parse("005") == 4


def test_where_cells_have_letters_a_number_is_none() -> None:
    assert CellNames(3, 3, "letters").parse("5") is None


def test_boards_are_rows_from_the_top() -> None:
    cells = [1, 2, 0, 0, 1, 0]
    assert format_rows(cells, 3, ".xo") == "xo./.x."
    assert format_rows(cells, 2, ".xo") == "xo/../x."
    assert arranged_rows(["10", "-", "2", "-"], 2) == "10 -/2 -"
    assert arranged_rows(["x", "o", ".", "x"], 2, "") == "xo/.x"
    for width in (1, 2, 3, 6):
        assert parse_rows(format_rows(cells, width, ".xo"), width, 6 // width, MARKS, "") == cells


@pytest.mark.parametrize(
    "text",
    [
        "xo./.x.",
        " X O . / . X . ",
        "xo.|.x.",
        "xo.\n.x.",
        "xo.\r\n.x.\n",
        "xo..x.",
        "xo1/1x1",
        "/xo./.x./",
        "\txo.|.x.|",
    ],
)
def test_boards_are_read_leniently(text: str) -> None:
    assert parse_rows(text, 3, 2, MARKS, "") == [1, 2, 0, 0, 1, 0]


def test_a_number_is_so_many_empty_cells() -> None:
    assert parse_rows("3/x2/2o", 3, 3, MARKS, "") == [0, 0, 0, 1, 0, 0, 0, 0, 2]
    assert parse_rows("12/x11", 12, 2, MARKS, "") == [0] * 12 + [1] + [0] * 11


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("xo.", ("2 rows", "not 1")),
        ("xo./.x./...", ("2 rows", "not 3")),
        ("xo./.x", ("row 2", "2 cells", "not 3")),
        ("xo../.x.", ("row 1", "4 cells", "not 3")),
        ("4/xo.", ("row 1", "4 cells", "not 3")),
        ("xo./.y.", ("'y'", "row 2")),
        ("999999999/xo.", ("row 1",)),
        ("xo.x.", ("2 rows", "not 1")),
    ],
)
def test_mistakes_in_a_board_are_named(text: str, facts: tuple[str, ...]) -> None:
    with pytest.raises(BadNotation) as error:
        parse_rows(text, 3, 2, MARKS, "one looks like this")
    for fact in (*facts, "one looks like this"):
        assert fact in str(error.value)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (5, 4), (2, 6)])
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_lines_are_those_that_one_finds_by_walking(width: int, height: int, length: int) -> None:
    """From every cell in every direction, as long as one is on the board; each line once."""
    walked = set()
    for row, column, down, right in product(range(height), range(width), (-1, 0, 1), (-1, 0, 1)):
        if length > 1 and (down, right) == (0, 0):
            continue
        places = [(row + i * down, column + i * right) for i in range(length)]
        if all(0 <= y < height and 0 <= x < width for y, x in places):
            walked.add(frozenset(y * width + x for y, x in places))
    found = [frozenset(line) for line in lines_of(width, height, length)]
    assert len(found) == len(set(found))
    assert set(found) == walked
    for line in lines_of(width, height, length):
        assert line == tuple(sorted(line))


def test_a_line_belongs_to_the_player_with_all_its_cells() -> None:
    assert owned_lines([0] * 9, 3, 3, 3) == ()
    assert owned_lines([1, 1, 2, 0, 2, 0, 2, 1, 1], 3, 3, 3) == ((2, 4, 6),)
    assert owned_lines([1, 1, 2], 3, 1, 2) == ((0, 1),)


@pytest.mark.parametrize(
    ("line", "width", "kind"),
    [
        ((4,), 3, "cell"),
        ((0, 1, 2), 3, "row"),
        ((1, 4, 7), 3, "column"),
        ((0, 4, 8), 3, "diagonal"),
        ((2, 4, 6), 3, "diagonal"),
        ((0, 1), 2, "row"),
        ((0, 2), 2, "column"),
        ((0, 7), 7, "column"),
    ],
)
def test_kinds_of_lines(line: tuple[int, ...], width: int, kind: str) -> None:
    assert line_kind(line, width) == kind


def test_a_long_line_is_named_by_its_ends() -> None:
    assert line_name((0, 1, 2, 3), 9, str) == "row 0-1-2-3"
    assert line_name((0, 1, 2, 3, 4), 9, str) == "row 0-4"
    assert line_name((0, 10, 20, 30, 40), 9, lambda cell: f"c{cell}") == "diagonal c0-c40"
    assert line_name((5,), 3, str) == "cell 5"
