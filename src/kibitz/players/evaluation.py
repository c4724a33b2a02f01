"""An evaluation of one's own: a function in Python that says who stands better where a search stops."""

from __future__ import annotations

import inspect
import math
import traceback
from collections.abc import Callable
from numbers import Real
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.options import Option
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.search_options import core_options, known_search_options
from kibitz.players.network import network_evaluation
from kibitz.players.player import Player
from kibitz.players.python_file import from_file
from kibitz.players.spec import EvaluationName

#: Judges a position as the first player sees it: in points, or from -1 to 1 where dice decide who wins.
Evaluation = Callable[[Position], float]

#: What searches are told it by.
EVALUATION = Option(
    "eval",
    "",
    "an evaluation of one's own, such as my.py:judge or net:FILE",
    longest=4096,
    names="evaluation",
)

#: Made known by `register_evaluation`.
_registered: dict[str, Evaluation] = {}


def register_evaluation(function: Evaluation) -> Evaluation:
    """Make an evaluation known by its name, for as long as the program runs: `negascout:eval=NAME`.

    Works as a decorator. Other processes don't hear of it; a file does: `my.py:judge`.

    >>> import kibitz
    >>> @kibitz.register_evaluation
    ... def room_to_move(position):
    ...     return len(position.moves) if position.turn is kibitz.Side.FIRST else -len(position.moves)
    >>> kibitz.player("negascout:depth=2,eval=room_to_move").choose(kibitz.load("domineering").start()).value
    Estimate(6)
    """
    name = str(getattr(function, "__name__", "")).strip()
    if not callable(function) or isinstance(function, type):
        raise BadOption(f"an evaluation is a function of a position, not {quoted(function)}")
    taken = {choice for option in known_search_options(EVALUATION.name) for choice in option.choices}
    if not name.isidentifier() or name.lower() in taken:
        raise BadOption(f"an evaluation needs a name of its own, one word; {quoted(name)} can't be it")
    _registered[name] = function
    return function


def is_evaluation(text: str) -> bool:
    """Whether a text names an evaluation of one's own, and not one of some game."""
    named = EvaluationName.read(text)
    return named.text in _registered or named.resource is not None


def evaluation_named(text: str) -> Evaluation:
    """The evaluation that a text names; a file's code is run."""
    named = EvaluationName.read(text)
    if named.text in _registered:
        return _registered[named.text]
    if named.network is not None:
        return network_evaluation(Path(named.network))
    if named.code is None:
        raise BadOption(f"{quoted(text)} is no evaluation; name one such as my.py:judge or net:FILE")
    found, _ = from_file(
        named.code, "evaluation", "a function of a position that returns a number", _is_function
    )
    if named.code.options:
        raise BadOption(f"an evaluation has no options, so {quoted(named.code.options)} means nothing")
    return found  # type: ignore[no-any-return]


def _is_function(value: Any) -> bool:
    return inspect.isroutine(value) or (callable(value) and not inspect.isclass(value))


def judge_for(game: Game, text: str) -> Callable[[_core.State], float]:
    """The evaluation that a text names as the core asks it, with every answer checked."""
    function = evaluation_named(text)

    def judge(state: _core.State) -> float:
        position = Position(game, state)
        try:
            said = function(position)
        except KibitzError:
            raise
        except (Exception, SystemExit) as error:
            line = traceback.extract_tb(error.__traceback__)[-1].lineno
            raise BadOption(
                f"{text} failed (line {line}) at {position}: {type(error).__name__}: {error}"
            ) from error
        return _number(said, text, position)

    return judge


def own_evaluation(player: Player, game: Game) -> Callable[[_core.State], float] | None:
    """The evaluation of one's own that a player was told to use; None if it has to do with the game's."""
    named = str(player.values.get(EVALUATION.name, ""))
    return judge_for(game, named) if named and is_evaluation(named) else None


def game_options(player: Player, game: Game, *, at_best: bool) -> dict[str, int]:
    """What the core is told of the game's own search options; one that belongs to other games is refused."""
    own = {search.option.name: search.option for search in game.search.options}
    given = dict(player.values)
    if EVALUATION.name in given and is_evaluation(str(given[EVALUATION.name])):
        del given[EVALUATION.name]
    for name in given.keys() - {option.name for option in player.options}:
        if name not in own:
            raise BadOption(f"{player} can't play {game.spec}: {name} is an option of other games' searches")
        own[name].check(given[name])
    return core_options(game, given, at_best=at_best)


def _number(said: object, text: str, position: Position) -> float:
    if isinstance(said, Real):
        try:
            number = float(said)
        except (OverflowError, ValueError, TypeError):
            number = math.inf
        if math.isfinite(number):
            return number
    raise BadOption(
        f"{text} must return a number that ends, as the first player sees it, not {quoted(said)} "
        f"(at {position})"
    )
