"""Colours of text drawings, and drawings with Unicode."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import kibitz
from kibitz.base.random import Random, pick

#: The marks of each player's stones in a drawing, and the brackets around them.
STONES = {
    "tictactoe": ("x", "o", None),
    "mnk:width=5,height=3": ("x", "o", None),
    "numerical": ("[13579]", "[2468]", None),
    "numerical:first_odd=no": ("[2468]", "[13579]", None),
    "numerical:size=4": (r"1?[13579]", r"1?[02468]", None),
    "connect4": ("x", "o", None),
    "connect:width=11,height=3,mark1=#": ("#", r"\*", None),
    "ewn": (r"r\d", r"b\d", r"[\[\]]"),
    "ewn:size=3,stones=2": (r"r\d", r"b\d", r"[\[\]]"),
}


def plies(spec: str) -> Iterator[tuple[kibitz.Position, kibitz.Move | None]]:
    game, rng, last = kibitz.load(spec), Random(4), None
    position = game.start(rng)
    yield position, last
    while not position.is_over:
        last = pick(rng, position.moves)
        position = position.play(last)
        yield position, last


@pytest.mark.parametrize("spec", STONES)
def test_stones_have_the_colour_of_their_player_and_the_rest_is_quiet(spec: str) -> None:
    first, second, brackets = STONES[spec]
    for position, last in plies(spec):
        bits: list[tuple[str, str]] = []

        def paint(text: str, role: str, bits: list[tuple[str, str]] = bits) -> str:
            bits.append((text.strip(" []") or text.strip(), role))
            return text

        position.game.view.draw(position, last=last, paint=paint)
        look = position.game.view.board(position)
        assert look is not None
        roles = look.colours if spec.startswith(("connect", "ewn")) else ("first", "second")
        for role, sign, side in ((roles[0], first, 0), (roles[1], second, 1)):
            # The numbers that a player has left stand below in its colour.
            drawn = [text for text, painted in bits if painted == role]
            drawn = drawn[:-1] if spec.startswith("numerical") else drawn
            assert len(drawn) == sum(piece.side == side for piece in look.pieces)
            assert all(re.fullmatch(sign, text) for text in drawn)
        marks = [text for text, role in bits if role == "last"]
        assert all(brackets and re.fullmatch(brackets, text) for text in marks)
        for text, role in bits:
            if role == "quiet":
                assert "[" not in text
                assert not re.fullmatch(r"[xo#*]|[rb]\d", text)


@pytest.mark.parametrize("spec", STONES)
def test_more_characters_draw_the_same_board(spec: str) -> None:
    plain = str.maketrans({"·": ".", "─": "-", "┼": "+", "│": "|"})
    for position, last in plies(spec):
        drawn = position.draw(last, unicode=True)
        assert drawn.translate(plain) == position.draw(last)
        assert "." not in drawn
        if "·" in drawn or "│" in drawn:
            assert not re.search(r"[-+|]", drawn)
    assert position.is_over


def test_a_board_with_lines_has_them_whole() -> None:
    game = kibitz.load("tictactoe")
    assert game.start().play("5").draw(unicode=True).splitlines() == [
        " 1 │ 2 │ 3 ",
        "───┼───┼───",
        " 4 │ x │ 6 ",
        "───┼───┼───",
        " 7 │ 8 │ 9 ",
    ]
    numbers = kibitz.load("numerical:size=4").start().play("1=1 4=16")
    first, between, *_ = numbers.draw(unicode=True).splitlines()
    assert first.startswith("  1 │  · │  · │ 16 ")
    assert first.split("│")[-1].split() == ["16", "2", "3"]  # the names of its free cells stand beside it
    assert between == "────┼────┼────┼────"
