"""The gate around the methods of games: what is of the wrong kind, or of another game, is named.

These are called often, so nothing is checked where all goes well: the gate looks
at what was passed only once a method has failed over it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.base.argument_checks import Kind, expect, takes
from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.move import Line, Move
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.board_view import Piece
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.game import Game

#: What the methods of games are given, by the names of their parameters.
_GIVEN: dict[str, Kind] = {
    "position": Position,
    "positions": Sequence,
    "state": _core.State,
    "move": Move,
    "moves": Sequence,
    "last": Move | None,
    "text": str,
    "code": int,
    "codes": Sequence,
    "parts": tuple,
    "pieces": Sequence,
    "side": Side,
    "rng": Random | None,
    "points": int | float,
    "value": Value,
    "values": Mapping,
    "line": Line,
    "paint": Callable,
}
#: What those of several are given one by one, and what each is called.
_INSIDE: dict[str, tuple[str, Kind]] = {
    "parts": ("number", int),
    "codes": ("number", int),
    "pieces": ("piece", Piece | None),
    "positions": ("position", Position),
    "moves": ("move", Move),
}


def guard(cls: type[object]) -> None:
    """Put the gate around the public methods that a class of games has of its own."""
    for name, method in list(vars(cls).items()):
        if not name.startswith("_") and inspect.isfunction(method):
            setattr(cls, name, _guarded(method))


def _guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    if "text" in inspect.signature(method).parameters:
        # Texts are looked at first: Python 3.11 itself dies of `text.strip()` where that is the class str.
        method = takes(text=str)(method)

    @functools.wraps(method)
    def guarded(self: Game, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except KibitzError:
            raise
        except Exception as error:
            _refuse_culprit(method, self, args, kwargs)
            if isinstance(error, LookupError):
                raise BadOption("there is no such move here") from None
            if isinstance(error, ValueError | RuntimeError):  # the core's, of what the rules don't know
                raise BadOption(str(error)) from None
            raise

    return guarded


def _refuse_culprit(
    method: Callable[..., Any], game: Game, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Refuse the first thing that a method was given and can't use, if there is one."""
    try:
        given = inspect.signature(method).bind(game, *args, **kwargs).arguments
    except TypeError:
        return  # it was not called as it should be
    for name, value in given.items():
        if name in _GIVEN:
            expect(_GIVEN[name], **{name: value})
        if name in _INSIDE:
            one, kind = _INSIDE[name]
            for each in value:
                expect(kind, **{one: each})
        if name == "values":
            for one, worth in value.items():
                expect(Move, move=one)
                expect(Value, value=worth)
        if name == "parts" and "code" in given and value != game.codec.move(given["code"]).parts:
            raise BadOption(f"{quoted(value)} are not the parts of move {given['code']}")
        if name == "position":
            game.refuse_position(value)
        elif name in ("move", "last") and value is not None:
            game.refuse_move(value)
