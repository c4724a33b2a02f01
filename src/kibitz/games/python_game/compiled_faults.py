"""Diagnosis of faults in compiled methods: the interpreter repeats the call and names the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from kibitz.base.errors import BadGame
from kibitz.games.python_game.compiled_game import COMPILED_GAMES
from kibitz.games.python_game.game import PythonGameAdapter
from kibitz.games.python_game.node import Node, shorten

_TOO_MANY = -2
#: Faults that only compiled code reports; the interpreter might never end.
_ENDLESS = "a loop that does not end"


def explain(identity: str, method: str, status: int, numbers: Sequence[int], argument: int) -> NoReturn:
    """Raise BadGame with the reason for a failed call of a compiled method."""
    game = COMPILED_GAMES.get(identity)
    if game is None:
        raise BadGame(f"a compiled method of {identity} failed: {method}")
    rules = game.python_rules
    if method == "from_index":
        _explain_index(game, status, numbers)
    node = game.node_of_numbers(numbers)
    arguments = shorten(node.state) + (f", {argument}" if method == "play" else "")
    called = f"{method}({arguments})"
    if status == _TOO_MANY:
        raise rules.mistake(f"{called} gives more than a million moves")
    what = "its answer is invalid"
    if status > 0:
        _, line, what = game.fault_site(status)
        if what == _ENDLESS:
            raise rules.mistake(
                f"{called} failed (line {line}): {what}, after {_steps()} rounds of all loops"
            )
        what = f"{what} (line {line})"
    _replay(game, node, method, argument)
    raise rules.mistake(
        f"{called} failed: {what}. The interpreter does not object: compiled and interpreted rules differ "
        "here, as compiled numbers have 64 bits and no index is negative"
    )


def _explain_index(game: PythonGameAdapter, status: int, numbers: Sequence[int]) -> NoReturn:
    """Raise BadGame for a failed call of `from_index`, which has no position."""
    rules, (tier, index) = game.python_rules, numbers
    _, line, what = game.fault_site(status)
    if what != _ENDLESS:
        rules.call("from_index", tier, index)
    raise rules.mistake(f"from_index({tier}, {index}) failed (line {line}): {what}")


def _steps() -> str:
    from kibitz.games.python_game.compiler.unit import MOST_STEPS

    return f"{MOST_STEPS:,}"


def _replay(game: PythonGameAdapter, node: Node, method: str, argument: int) -> None:
    """Repeat a call in the interpreter, which raises the error."""
    if method == "play":
        game.python_rules.call("play", node.state, argument)
    elif method == "moves":
        _ = node.moves
    elif method == "outcome":
        if node.result and game.python_rules.points is not None:
            _ = node.points
    elif method == "chances":
        _ = node.probabilities
    elif method == "evaluate":
        _ = node.evaluation
    elif method == "tier":
        _ = node.tier
    elif method == "index":
        _ = node.index
    elif method == "turn":
        _ = node.turn
    elif method in ("roller", "canonical"):
        game.python_rules.call(method, node.state)
