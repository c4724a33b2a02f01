"""Custom evaluation functions in Python for the horizon of searches."""

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

#: Returns a score from the first player's point of view: in points, or from -1 to 1 in games with dice.
Evaluation = Callable[[Position], float]

#: The option of searches that names an evaluation.
EVALUATION = Option(
    "eval",
    "",
    "a custom evaluation, such as my.py:evaluate or net:FILE",
    longest=4096,
    names="evaluation",
)

#: Evaluations added by `register_evaluation`.
_registered: dict[str, Evaluation] = {}


def register_evaluation(function: Evaluation) -> Evaluation:
    """Register an evaluation under its name until the program ends: `negascout:eval=NAME`.

    Works as a decorator. Other processes don't know it; name a file for them: `my.py:evaluate`.

    >>> import kibitz
    >>> @kibitz.register_evaluation
    ... def mobility(position):
    ...     return len(position.moves) if position.turn is kibitz.Side.FIRST else -len(position.moves)
    >>> kibitz.player("negascout:depth=2,eval=mobility").choose(kibitz.load("domineering").start()).value
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
    """Return whether a text names a custom evaluation and not one of a game."""
    named = EvaluationName.read(text)
    return named.text in _registered or named.resource is not None


def evaluation_named(text: str) -> Evaluation:
    """Return the evaluation that a text names; runs the code of a file."""
    named = EvaluationName.read(text)
    if named.text in _registered:
        return _registered[named.text]
    if named.network is not None:
        return network_evaluation(Path(named.network))
    if named.code is None:
        raise BadOption(f"{quoted(text)} is not an evaluation; name one such as my.py:evaluate or net:FILE")
    found, _ = from_file(
        named.code, "evaluation", "a function of a position that returns a number", _is_function
    )
    if named.code.options:
        raise BadOption(f"an evaluation has no options, so {quoted(named.code.options)} means nothing")
    return found  # type: ignore[no-any-return]


def _is_function(value: Any) -> bool:
    return inspect.isroutine(value) or (callable(value) and not inspect.isclass(value))


def core_evaluation(game: Game, text: str) -> Callable[[_core.State], float]:
    """Return the evaluation that a text names as a callback of the core that checks every score."""
    function = evaluation_named(text)

    def evaluate(state: _core.State) -> float:
        position = Position(game, state)
        try:
            score = function(position)
        except KibitzError:
            raise
        except (Exception, SystemExit) as error:
            line = traceback.extract_tb(error.__traceback__)[-1].lineno
            raise BadOption(
                f"{text} failed (line {line}) at {position}: {type(error).__name__}: {error}"
            ) from error
        return _number(score, text, position)

    return evaluate


def custom_evaluation(player: Player, game: Game) -> Callable[[_core.State], float] | None:
    """Return the custom evaluation of a player; None if it uses the game's."""
    named = str(player.values.get(EVALUATION.name, ""))
    return core_evaluation(game, named) if named and is_evaluation(named) else None


def game_options(player: Player, game: Game, *, at_best: bool) -> dict[str, int]:
    """Return the game's search options for the core; BadOption for an option of another game."""
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
        f"{text} must return a finite number, from the first player's point of view, not {quoted(said)} "
        f"(at {position})"
    )
