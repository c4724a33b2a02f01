"""The gate around the methods of games: whoever passes the wrong thing hears which one it was."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.base.errors import BadNotation, BadOption, IllegalMove, KibitzError, WrongGame
from kibitz.base.side import Side
from kibitz.games import registry
from kibitz.games.board_view import Piece

GAME = kibitz.load("tictactoe")
START = GAME.start()
MOVE = START.move("5")


def fails(error: Exception | None = None, **given: Any) -> None:
    """Call a method that fails whatever it is given, so that the gate looks at it."""

    class Failing(registry.entry("tictactoe").game_class()):  # type: ignore[misc]
        def fails(
            self,
            position: Any = None,
            positions: Any = None,
            state: Any = None,
            move: Any = None,
            last: Any = None,
            code: Any = None,
            codes: Any = None,
            parts: Any = None,
            pieces: Any = None,
            side: Any = None,
            rng: Any = None,
            points: Any = None,
            value: Any = None,
            values: Any = None,
            line: Any = None,
            paint: Any = None,
            moves: Any = None,
        ) -> None:
            raise error or AttributeError("not what was expected")

    Failing("tictactoe", GAME.values, {}).fails(**given)


RIGHT: dict[str, Any] = {
    "position": START,
    "positions": [START],
    "state": START.state,
    "move": MOVE,
    "last": MOVE,
    "code": MOVE.code,
    "codes": [MOVE.code],
    "parts": MOVE.parts,
    "pieces": [Piece(0, 0, "cross"), None],
    "side": Side.FIRST,
    "rng": Random(1),
    "value": kibitz.Draw(),
    "values": {MOVE: kibitz.Draw()},
    "line": kibitz.Line([MOVE]),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_not_blamed(name: str) -> None:
    with pytest.raises(AttributeError, match="not what was expected"):
        fails(**{name: RIGHT[name]})


def test_nor_if_all_is_passed_at_once_or_nothing() -> None:
    for given in (RIGHT, {"last": None, "rng": None}, {}):
        with pytest.raises(AttributeError):
            fails(**given)


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("wrong", [1.5, object])
def test_what_is_of_the_wrong_kind_is_named(name: str, wrong: Any) -> None:
    with pytest.raises(BadOption, match=f"^{name} must be a"):
        fails(**{name: wrong})


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"codes": [1, "x"]}, "number must be a whole number, not 'x'"),
        ({"parts": (None,)}, "number must be a whole number, not None"),
        ({"pieces": [None, "x"]}, "piece must be a Piece or None, not 'x'"),
        ({"move": None}, "move must be a Move, not None"),
        ({"paint": 3}, "paint must be a function, not 3"),
        ({"positions": "x"}, "position must be a Position, not 'x'"),
        ({"positions": [START], "moves": [MOVE, 5]}, "move must be a Move, not 5"),
        ({"points": "x"}, "points must be a whole number or a number, not 'x'"),
        ({"values": {"5": kibitz.Draw()}}, "move must be a Move, not '5'"),
        ({"values": {MOVE: 1}}, "value must be a Value, not 1"),
    ],
)
def test_what_is_inside_is_named(given: dict[str, Any], named: str) -> None:
    with pytest.raises(BadOption) as error:
        fails(**given)
    assert str(error.value) == named


def test_the_first_thing_that_is_wrong_is_named() -> None:
    with pytest.raises(BadOption, match=r"^code must be"):
        fails(position=START, code="x", side="y")


def test_positions_and_moves_of_other_games_are_named() -> None:
    with pytest.raises(WrongGame, match="a position of connect4, not of tictactoe"):
        fails(position=kibitz.load("connect4").start())
    far = kibitz.load("mnk:width=9,height=9").start().move("i9")
    for given in ({"move": far}, {"last": far}):
        with pytest.raises(IllegalMove, match="i9 is not a move of tictactoe"):
            fails(None, **given)


def test_parts_belong_to_their_move() -> None:
    with pytest.raises(BadOption, match=rf"\(3,\) are not the parts of move {MOVE.code}"):
        fails(code=MOVE.code, parts=(3,))
    # Without its number nothing is known of them.
    with pytest.raises(AttributeError):
        fails(parts=(3,))


def test_errors_of_the_core_become_words() -> None:
    """A number beyond its numbers, or a state that it refuses."""
    for error in (ValueError("not so"), RuntimeError("not so")):
        with pytest.raises(BadOption, match="not so"):
            fails(error)
    with pytest.raises(BadOption, match="no such move"):
        fails(IndexError("list index out of range"))
    with pytest.raises(BadOption, match="no such move"):
        fails(KeyError(MOVE))
    with pytest.raises(ZeroDivisionError):
        fails(ZeroDivisionError())
    refusal = IllegalMove("taken")
    with pytest.raises(IllegalMove) as raised:
        fails(refusal, position="x")
    assert raised.value is refusal


def test_a_call_that_is_wrong_by_itself_stays_what_it_was() -> None:
    """Too many arguments are a programmer's mistake, as with any function of Python."""
    with pytest.raises(TypeError):
        fails(nothing=1)


@pytest.mark.parametrize("text", [5, None, str, b"x"])
def test_texts_are_looked_at_first(text: Any) -> None:
    with pytest.raises(BadNotation, match="position must be a text"):
        GAME.position(text)


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("draw", (5,)),
        ("look", ("x",)),
        ("svg", (None,)),
        ("refuse_move", (None,)),
        ("refuse_position", ("x",)),
        ("arranged", (["x"], Side.FIRST)),
        ("encode", (5,)),
        ("side_name", ("x",)),
    ],
)
def test_the_gate_stands_around_every_method(method: str, given: tuple[Any, ...]) -> None:
    with pytest.raises(KibitzError):
        getattr(GAME, method)(*given)
