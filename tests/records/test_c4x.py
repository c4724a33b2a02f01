"""`data.c4x` files of the older program: written byte for byte alike, read with care."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.base.errors import BadFile, BadNotation, BadOption
from kibitz.games.connect.c4x import format_c4x, parse_c4x
from kibitz.records.foreign_formats import read_foreign

MARKS = st.sampled_from("x*yzXo#@+0")


def as_the_older_program_did(
    cells: dict[tuple[int, int], str], width: int, height: int, settings: str
) -> str:
    """Its loops over rows from the bottom and columns, a blank after every cell."""
    filler, *_ = settings
    text = settings + "\n"
    for row in range(height):
        for column in range(width):
            text += cells.get((column, row), filler) + " "
        text += "\n"
    return text


@given(
    st.integers(1, 32),
    st.integers(1, 32),
    st.integers(2, 5),
    MARKS,
    MARKS,
    st.lists(st.integers(0, 31), max_size=40),
)
def test_written_as_it_was_and_read_again(
    width: int, height: int, length: int, one: str, other: str, columns: list[int]
) -> None:
    if one.lower() == other.lower():
        return
    game = kibitz.load("connect", width=width, height=height, length=length, mark1=one, mark2=other)
    position, cells, tops = game.start(), dict[tuple[int, int], str](), dict[int, int]()
    for column in columns:
        move = str(column % width + 1)
        if position.is_over or move not in map(str, position.moves):
            continue
        after = position.play(move)
        if after.is_over:
            break
        at = column % width
        cells[at, tops.get(at, 0)] = (one, other)[position.turn]
        tops[at] = tops.get(at, 0) + 1
        position = after
    filler = "x" if "x" not in (one, other) else "y" if "y" not in (one, other) else "z"
    settings = f"{filler} {width} {height} {length} {one} {other} "
    text = format_c4x(position)
    assert text == as_the_older_program_did(cells, width, height, settings)
    again = parse_c4x(text)
    assert str(again) == str(position)
    assert again.game.rules_id == game.rules_id
    assert format_c4x(again) == text


GOOD = "y 4 3 3 x * \nx * y y \ny y y y \ny y y y \n"


def test_resumed_with_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "data.c4x"
    path.write_bytes(GOOD.replace("x * \n", "a b \n", 1).replace("x * y y", "a b y y").encode())
    record = read_foreign(path)
    assert record.game.spec == "connect:width=4,height=3,length=3"
    assert record.tags["Display"] == "mark1=a,mark2=b"
    assert str(record.start) == "..../..../xo.."
    assert kibitz.Record.parse(str(record)) == record


def test_line_ends_of_other_systems() -> None:
    assert str(parse_c4x(GOOD.replace("\n", "\r\n"))) == str(parse_c4x(GOOD))
    assert str(parse_c4x(GOOD.rstrip())) == str(parse_c4x(GOOD))


def test_blank_lines_at_the_end_are_no_rows() -> None:
    assert str(parse_c4x(GOOD + "\n \n\n")) == str(parse_c4x(GOOD)) == "..../..../xo.."


@pytest.mark.parametrize(
    ("size", "name", "rows"),
    [("7 6 4", "connect4", 6), ("007 06 4", "connect4", 6), ("7 6 5", "connect", 6), ("7 5 4", "connect", 5)],
)
def test_its_usual_board_is_connect_four(size: str, name: str, rows: int) -> None:
    position = parse_c4x(f"y {size} x * \n" + ("y " * 7 + "\n") * rows)
    assert position.game.name == name
    assert position == position.game.start()
    assert tuple(map(int, size.split())) == tuple(
        position.game.values[each] for each in ("width", "height", "length")
    )


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "line 1"),
        ("hello", "line 1"),
        ("y 4 3 3 x", "line 1"),
        ("y four 3 3 x *\n", "line 1"),
        ("y -4 3 3 x *\n", "line 1"),
        ("y 400 3 3 x *\n", "width must be 1 to 32"),
        ("y 99999999999999999999999 3 3 x *\n", "width must be"),
        ("yy 4 3 3 x * \n", "not one character"),
        ("x 4 3 3 x * \n", "stands for empty"),
        ("* 4 3 3 x * \n", "stands for empty"),
        ("y 4 3 3 xx * \n", "'xx' is not one character"),
        ("y 4 3 3 x ** \n", "'\\*\\*' is not one character"),
        ("y 4 3 3 x * * \n", "line 1"),
        ("y 4 three 3 x * \n", "line 1"),
        ("y 4 3 three x * \n", "line 1"),
        ("y 0 3 3 x * \n", "width must be 1 to 32, not '0'"),
        ("y 00 3 3 x * \n", "width must be 1 to 32, not '0'"),
        ("y 4 3 3 x X \n", "mark1 and mark2"),
        (GOOD.replace("\ny y y y \ny y y y \n", "\ny y y y \n"), "2 rows, not 3"),
        (GOOD + "y y y y \n", "4 rows, not 3"),
        (GOOD.replace("x * y y", "x * y"), "line 2: the row has 3 cells"),
        (GOOD.replace("x * y y", "x ? y y"), "line 2: '\\?'"),
        (GOOD.replace("x * y y", "x x y y"), "stones"),
        ("y 4 3 3 x * \nx * y y \ny y y \ny y y y \n", "line 3: the row has 3 cells, not 4"),
        ("y 4 3 3 x * \nx * y y \ny y y y \ny y y y y \n", "line 4: the row has 5 cells, not 4"),
        ("y 4 3 3 x * \nx * y y \ny y y y \ny y q y \n", "line 4: 'q'"),
        ("y 4 3 3 x * \ny y y y \nx * y y \ny y y y \n", "."),
        ("y 4 3 3 x * \nx x x y \n* * y y \ny y y y \n", "the game is over"),
    ],
)
def test_broken_files_are_refused_and_left_alone(tmp_path: Path, text: str, about: str) -> None:
    path = tmp_path / "data.c4x"
    path.write_text(text)
    with pytest.raises(BadFile, match=about):
        read_foreign(path)
    assert path.read_text() == text


@given(st.binary(max_size=200), st.integers(0, len(GOOD)), st.integers(0, len(GOOD)))
def test_hostile_texts_end_in_a_message(noise: bytes, cut: int, to: int) -> None:
    data = GOOD.encode()[:cut] + noise + GOOD.encode()[to:]
    text = data.decode("utf-8", errors="replace")
    with contextlib.suppress(BadNotation):
        parse_c4x(text)


def test_other_games_do_not_fit() -> None:
    with pytest.raises(BadOption, match="only games of connect"):
        format_c4x(kibitz.load("tictactoe").start())
