"""EinStein würfelt nicht!: accepted input, and messages."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.base.random import Random

pytestmark = pytest.mark.core

GAME = kibitz.load("ewn")
START = "r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1 r"
ROLLED = GAME.position(START + " d5")
MIDDLE = GAME.position("r2..../..r5../...b3./b2..../....b6 r d4")


@pytest.mark.parametrize("text", ["d4", "D4", "4", " 4 ", "d 4", "roll 4", "Roll4"])
def test_forms_of_a_roll(text: str) -> None:
    assert str(GAME.start().move(text)) == "d4"
    assert str(GAME.start().play(text)) == START + " d4"


@pytest.mark.parametrize(
    "text",
    [
        "5-c3",
        "5 c3",
        "5c3",
        "5xc3",
        "5 - C3",
        "5 to c3",
        "r5-c3",
        "R5c3",
        "b4c3",
        "b4-c3",
        "b4xc3",
        "b4 - c3",
        "5x",
        "5 x",
        "5 diagonal",
        "r5 diag",
    ],
)
def test_forms_of_a_move(text: str) -> None:
    assert str(ROLLED.move(text)) == "5-c3"
    assert ROLLED.play(text) == ROLLED.play("5-c3")


@pytest.mark.parametrize(
    ("text", "target"), [("5 right", "c4"), ("5r", "c4"), ("5d", "b3"), ("5 down", "b3")]
)
def test_directions(text: str, target: str) -> None:
    assert str(ROLLED.play(text)) == str(ROLLED.play(f"5-{target}"))


def test_directions_of_blue() -> None:
    position = GAME.position(START.replace(" r", " b") + " d5")
    assert str(position.move("5 left")) == "5-c2"
    assert str(position.move("5u")) == "5-d3"
    assert str(position.move("b5x")) == "5-c3"


#: A stone of either colour on c3, with room on every side.
RED_INSIDE = GAME.position("...../...../..r1../...../b1.... r d1")
BLUE_INSIDE = GAME.position("...../....r1/..b1../...../..... b d1")


@pytest.mark.parametrize(
    ("words", "target"),
    [
        *((("r", "right"), "d3"), (("d", "down"), "c2"), (("x", "diag", "diagonal", "diagonally"), "d2")),
        *((("l", "left"), "b3"), (("u", "up"), "c4")),
    ],
)
def test_every_word_for_a_direction(words: tuple[str, ...], target: str) -> None:
    forward = target in ("d3", "c2", "d2")
    for word in words:
        for text in (f"1{word}", f"1 {word}", f"r1 {word}", f"1 {word.upper()}"):
            if forward:
                assert str(RED_INSIDE.move(text)) == f"1-{target}"
            else:
                with pytest.raises(kibitz.IllegalMove, match=f"^1-{target} is not allowed"):
                    RED_INSIDE.move(text)


@pytest.mark.parametrize(
    ("words", "target"),
    [
        *((("l", "left"), "b3"), (("u", "up"), "c4"), (("x", "diag", "diagonal", "diagonally"), "b4")),
        *((("r", "right"), "d3"), (("d", "down"), "c2")),
    ],
)
def test_every_word_for_a_direction_of_blue(words: tuple[str, ...], target: str) -> None:
    forward = target in ("b3", "c4", "b4")
    for word in words:
        if forward:
            assert str(BLUE_INSIDE.move(f"1 {word}")) == f"1-{target}"
        else:
            with pytest.raises(kibitz.IllegalMove, match=f"^1-{target} is not allowed"):
                BLUE_INSIDE.move(f"1 {word}")


@pytest.mark.parametrize("mover", ["r", "b"])
def test_from_every_cell_a_way_is_a_step_refused_or_off_the_board(mover: str) -> None:
    forward = 1 if mover == "r" else -1
    ways = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0), "x": (forward, forward)}
    for cell in range(1, 24):
        cells = ["."] * 25
        cells[next(free for free in (22, 2) if free != cell)] = "b1" if mover == "r" else "r1"
        cells[cell] = f"{mover}1"
        text = "/".join("".join(cells[row : row + 5]) for row in range(0, 25, 5))
        position = GAME.position(f"{text} {mover} d1")
        for way, (down, right) in ways.items():
            row, column = cell // 5 + down, cell % 5 + right
            if not (0 <= row < 5 and 0 <= column < 5):
                with pytest.raises(kibitz.IllegalMove, match="would leave the board"):
                    position.move(f"1 {way}")
            elif down + right in (forward, 2 * forward):
                assert str(position.move(f"1 {way}")) == f"1-{'abcde'[column]}{5 - row}"
            else:
                with pytest.raises(kibitz.IllegalMove, match="one step forward"):
                    position.move(f"1 {way}")


@pytest.mark.parametrize(
    "text",
    ["d5 5-c3 d1 1-d1", "5 5c3 1 1d1", "roll 5, 5 c3; roll 1 1 left", "5 b4c3 1 b1-d1", "5 b4-c3 1 1l"],
)
def test_several_moves_in_one_text(text: str) -> None:
    assert GAME.start().play(text) == GAME.start().play("d5", "5-c3", "d1", "1-d1")


def test_a_letter_that_is_a_column_and_a_colour() -> None:
    """`b4` is a cell, or blue's stone 4: whichever can go there."""
    stone = GAME.position("r1..../...../...b4./...../..... b d4")
    assert str(stone.move("b4-c3")) == "4-c3"
    cell = GAME.position("r1..../.b2.../...../...../..... b d4")
    assert str(cell.move("b4-a4")) == "2-a4"
    both = GAME.position("r1..../.b3.b5./...../...../..... b d4")
    assert str(both.move("b4-a4")) == "3-a4"
    assert str(both.move("b5-c4")) == "5-c4"
    same = GAME.position("r1..../.b4.../...../...../..... b d4")
    assert str(same.move("b4-a5")) == "4-a5"
    with pytest.raises(kibitz.IllegalMove, match=r"^4-c3 is not allowed: stone 4 moves one step"):
        same.move("b4-c3")
    with pytest.raises(kibitz.IllegalMove, match="blue has no stone on c2; with a 4 blue must move stone 4"):
        same.move("c2-c3")
    unclear = GAME.position("r1..../..b3../.b5.../...../..... b d4")
    with pytest.raises(kibitz.BadNotation, match="could be 5-b4 or 3-b4"):
        unclear.move("b3-b4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2-b5", ""),
        ("3-b5", "stone 3 is gone; with a 4 red may move stone 2 or 5"),
        ("3 right", "stone 3 is gone; with a 4 red may move stone 2 or 5"),
        ("2-c5", "stone 2 moves one step forward, straight or diagonally: to b5 or a4 or b4"),
        ("2 left", "stone 2 on a5 would leave the board"),
        ("5 left", "stone 5 moves one step forward, straight or diagonally: to d4 or c3 or d3"),
        ("d1", "the die has been rolled; with a 4 red may move stone 2 or 5"),
        ("a1a2", "red has no stone on a1; with a 4 red may move stone 2 or 5"),
    ],
)
def test_why_a_move_is_not_allowed(text: str, reason: str) -> None:
    if not reason:
        MIDDLE.move(text)
        return
    with pytest.raises(kibitz.IllegalMove) as refused:
        MIDDLE.move(text)
    assert str(refused.value).endswith(reason)


def test_why_not_with_the_rolled_stone_there() -> None:
    with pytest.raises(kibitz.IllegalMove, match="4-b3 is not allowed: with a 5 red must move stone 5"):
        ROLLED.move("4-b3")
    with pytest.raises(kibitz.IllegalMove, match="red must roll first: d1 to d6"):
        GAME.start().move("5-c3")
    blue = GAME.position(START.replace(" r", " b") + " d5")
    with pytest.raises(kibitz.IllegalMove, match="r5 is red's stone; with a 5 blue must move stone 5"):
        blue.move("r5-c3")
    with pytest.raises(kibitz.IllegalMove, match="b5 is blue's stone"):
        ROLLED.move("b5 left")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "7",
        "d0",
        "0-a1",
        "7-c3",
        "5-f3",
        "5-c9",
        "5 sideways",
        "d4d",
        "-",
        "7 right",
        "0 x",
        "d123",
    ],
)
def test_no_moves_at_all(text: str) -> None:
    for position in (GAME.start(), ROLLED):
        with pytest.raises(kibitz.BadNotation, match="a move is a roll such as d1"):
            position.move(text)


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.upper(),
        START.replace(" r", " RED"),
        "r1 r2 r3 . . / r4 r5 . . . / r6 . . . b6 / . . . b5 b4 / . . b3 b2 b1   r",
        "r1r2r3--\nr4r5---\nr6___b6\n...b5b4\n..b3b2b1\nr\n",
        "r1r2r3..|r4r5...|r6...b6|...b5b4|..b3b2b1| red",
    ],
)
def test_lenient_positions(text: str) -> None:
    assert GAME.position(text) == GAME.start()
    for roll in (" d4", " 4", " roll 4", " d 4"):
        assert GAME.position(text.rstrip() + roll) == GAME.start().play("d4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1", "rows and then who is to move"),
        ("r1..../.....  r", "has 5 rows"),
        ("r1.../...../...../...../....b1 r", "row 1 has 4 cells, not 5"),
        ("r1..../..x../...../...../....b1 r", "'x' in row 2"),
        ("r7..../...../...../...../....b1 r", "'r7' in row 1"),
        ("r0..../...../...../...../....b1 r", "'r0' in row 1"),
        ("r1..../...../...../...../..b1. r", "row 5 has 4 cells, not 5"),
        ("r1r1.../...../...../...../....b1 r", "r1 is there twice"),
        ("r1..../...../...../...../....b1 r d7", "faces 1 to 6"),
        ("r1..../...../...../...../....b1 r d0", "faces 1 to 6"),
        ("...../...../...../...../..... r", "no stones"),
        ("b1..../...../...../...../....r1 r", "both players would have won"),
        ("b1..../...../...../...../..... b", "ended earlier"),
        (".r1.../...../...../...../....r2 r", "ended earlier"),
        (".b1.../...../...../...../....r2 b d3", "nothing is rolled"),
    ],
)
def test_wrong_positions(text: str, reason: str) -> None:
    with pytest.raises(kibitz.BadNotation) as refused:
        GAME.position(text)
    assert reason in str(refused.value)


def test_ended_positions_can_be_set_up() -> None:
    assert str(GAME.position(".b1.../...../...../...../....r2 b").outcome) == "1-0"
    assert str(GAME.position("...../...../..b3../...../..... r").outcome) == "0-1"


@given(st.text(alphabet="rbdx0123456789./-_ abcde\nol", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (GAME.position, GAME.start().play, ROLLED.play, MIDDLE.move):
        with contextlib.suppress(kibitz.KibitzError):
            read(text)


def test_drawing() -> None:
    assert MIDDLE.draw(GAME.start().play("d5").move("5-c4")).splitlines() == [
        "5  r2  .  .  .  .",
        "4   .  .[r5] .  .",
        "3   .  .  . b3  .",
        "2  b2  .  .  .  .",
        "1   .  .  .  . b6",
        "    a  b  c  d  e",
        "red rolled 4: stone 2 or 5 moves",
    ]
    assert GAME.start().draw().endswith("\nred to roll")
    assert GAME.position("...../...../..b3../...../..... r").draw().endswith("\nblue has won")
    edge = GAME.position("....r1/...../...../...../b1.... b")
    assert edge.draw(GAME.codec.move(GAME.rules.pack([1, 4]))).splitlines()[0] == "5   .  .  .  .[r1]"


def test_svg_names_the_roll_and_what_may_move() -> None:
    picture = MIDDLE.svg(MIDDLE.move("2-b5"))
    assert "red rolled 4: stone 2 or 5 moves" in picture
    sizes = [float(radius) for radius in re.findall(r'<circle[^>]* r="([0-9.]+)"', picture)]
    assert len([size for size in sizes if size > 10]) == 2  # around the stones that may move
    assert len([size for size in sizes if size < 10]) == 4  # pips
    rng = Random(1)
    position = GAME.start(rng)
    while not position.is_over:
        position = position.play(
            position.roll(rng) if position.turn is kibitz.Side.CHANCE else position.moves[0]
        )
    assert "has won" in position.svg()


def test_a_stone_or_a_cell_alone_is_enough_where_it_means_one_move() -> None:
    position = kibitz.load("ewn").position("r5r6r3../r4r1.../r2...b1/...b2b4/..b5b6b3 r d2")
    assert str(position.move("b3")) == "2-b3"
    assert str(kibitz.load("ewn").position("r1..../...../...../...../....b1 r d1").move("a4")) == "1-a4"
    with pytest.raises(kibitz.BadNotation, match=r"^2 could be 2-b3, 2-a2 or 2-b2; write one of these"):
        position.move("2")
    with pytest.raises(kibitz.IllegalMove, match=r"^c4 is not allowed: with a 2 red must move stone 2"):
        position.move("c4")
    with pytest.raises(kibitz.IllegalMove, match=r"^stone 3 is not allowed: with a 2 red must move stone 2"):
        position.move("3")
    last = kibitz.load("ewn").position("...../...../...../r1..../....b1 r d1")
    assert {str(last.move(text)) for text in ("a1", "b1", "b2")} == {"1-a1", "1-b1", "1-b2"}
