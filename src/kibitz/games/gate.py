"""The gate around the methods of games: what is of the wrong kind, or of another game, is named.

These are called often, so nothing is checked where all goes well: the gate looks
at what was passed only once a method has failed over it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.games.position import Position
from kibitz.words.errors import BadOption, KibitzError
from kibitz.words.move import Move
from kibitz.words.random import Random
from kibitz.words.side import Side
from kibitz.words.takes import Kind, expect

if TYPE_CHECKING:
    from kibitz.games.game import Game

#: What the methods of games are given, by the names of their parameters.
_GIVEN: dict[str, Kind] = {
    "position": Position,
    "positions": Sequence,
    "state": _core.State,
    "move": Move,
    "last": Move | None,
    "text": str,
    "code": int,
    "codes": Sequence,
    "parts": tuple,
    "side": Side,
    "rng": Random | None,
}


def guard(cls: type[object], names: set[str]) -> None:
    """Put the gate around those of these methods that a class of games has of its own."""
    for name in names & vars(cls).keys():
        if inspect.isfunction(method := vars(cls)[name]):
            setattr(cls, name, _guarded(method))


def _guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(self: Game, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except KibitzError:
            raise
        except Exception as error:
            _refuse_culprit(method, self, args, kwargs)
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
        if name == "parts":
            for part in value:
                expect(int, part=part)
        elif name == "position":
            game.refuse_position(value)
        elif name in ("move", "last") and value is not None:
            game.refuse_move(value)
